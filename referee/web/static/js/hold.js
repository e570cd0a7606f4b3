// Plates of an overlay that go after a while.

/** Asked with what there is to show, or null, answers whether it is to be seen now: for `holdS` seconds, and again once it says something else; 0 keeps it. A line that comes back brings nothing new, so it shows nothing again. */
export function holder(holdS, hide) {
  let held = null;
  let seen = false;
  let timer;
  return (what) => {
    const now = what && JSON.stringify(what);
    if (now !== held) {
      held = now;
      seen = Boolean(now);
      clearTimeout(timer);
      if (seen && holdS > 0) timer = setTimeout(() => { seen = false; hide(); }, 1000 * holdS);
    }
    return seen;
  };
}
