"""A deal of Mouche as people read it and as JSON."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from referee.columns import WIDTH, columns
from referee.errors import NotAllowedError
from referee.mouche.deal import Deal
from referee.mouche.flags import Flag
from referee.mouche.hands import suit_name
from referee.mouche.ledger import Entry
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Seat
from referee.mouche.settlement import Settlement
from referee.mouche.tokens import Tokens


def mouche_text(deal: Deal) -> str:
    """What was said, tricks, tokens, questions and purses; lines without a final newline."""
    settlement = _settled(deal)
    questions = [f"  {line}" for flag in deal.flags for line in _question(flag)]
    return "\n".join(
        (
            _heading(deal, settlement),
            "",
            "Said",
            *columns([_said_row(deal, seat) for seat in deal.order]),
            *(["", "Tricks", *columns(_trick_rows(deal))] if deal.tricks else []),
            "",
            "Tokens",
            *columns([_entry_row(entry) for entry in settlement.ledger]),
            *(fill(f"Note: {note}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
              for note in settlement.notes),
            *(["", "Questions for the referee", *questions] if questions else []),
            "",
            "Purses",
            *columns([_purse_row(settlement, seat) for seat in deal.table.seats]),
            "",
            _conclusion(settlement),
        )
    )  # fmt: skip


def mouche_json(deal: Deal) -> dict[str, Any]:
    """Plain data, documented in the README; codes and numbers, with one sentence a reason."""
    settlement = _settled(deal)
    trump = deal.trump_card
    winners = deal.play.winners if deal.play else ()
    return {
        "game": "mouche",
        "ruleset": deal.ruleset.to_mapping(),
        "players": deal.table.players,
        "dealer": deal.dealer.value,
        "trump": trump.french if trump else None,
        "said": [str(decision) for decision in deal.decisions],
        "answers": [str(answer) for answer in deal.answers],
        "mouches": [
            {"seat": m.seat.value, "cards": [card.french for card in m.cards]} for m in deal.mouches
        ],
        "tricks": [
            {
                "plays": [[play.seat.value, play.card.french] for play in trick.plays],
                "winner": winner.value,
            }
            for trick, winner in zip(deal.tricks, winners, strict=True)
        ],
        "played_for": settlement.played_for,
        "ledger": [
            {
                "seat": entry.seat.value,
                "kind": entry.kind.value,
                "jetons": entry.jetons,
                "reason": entry.reason,
                "open_points": [entry.ruleset.house_rule(point) for point in entry.open_points],
            }
            for entry in settlement.ledger
        ],
        "notes": [str(note) for note in settlement.notes],
        "flags": [
            {
                "kind": flag.kind.value,
                "seat": flag.seat.value,
                "trick": flag.trick or None,
                "seen": flag.seen,
                "rule": flag.rule,
            }
            for flag in deal.flags
        ],
        "purses": {
            "before": _purses_json(deal, settlement.before.purses),
            "after": _purses_json(deal, settlement.after.purses),
        },
        "pool": {
            "before": settlement.before.pool.basket,
            "left": settlement.left,
            "after": settlement.after.pool.basket,
            "waiting": list(settlement.after.pool.waiting),
        },
        "next_dealer": settlement.next_dealer.value,
    }


def mouche_rulesets_text(rulesets: Sequence[Ruleset]) -> str:
    """One line a preset."""
    header = ("name", "pack", "players", "ante", "ace", "purse")
    rows = [
        (
            rules.name,
            rules.pack.value,
            f"3 to {rules.most_players}",
            "1 a player" if rules.ante_per_player else str(rules.ante),
            str(rules.ace_points),
            str(rules.purse),
        )
        for rules in rulesets
    ]
    return "\n".join(columns([header, *rows], indent=""))


def _settled(deal: Deal) -> Settlement:
    if deal.settlement is None:
        raise NotAllowedError(f"the deal is not over ({deal.stage}); play it to its end")
    return deal.settlement


def _heading(deal: Deal, settlement: Settlement) -> str:
    trump = deal.trump_card
    turned = f"Trump {suit_name(trump.suit)} ({trump.french})." if trump else ""
    return (
        f"Mouche, {deal.ruleset.name}: {len(deal.pack)} cards, {deal.table.players} players. "
        f"{deal.dealer} deals for a pool of {settlement.played_for}. {turned}"
    )


def _said_row(deal: Deal, seat: Seat) -> Sequence[str]:
    said = [str(d).split(" ", 1)[1] for d in deal.decisions if d.seat is seat]
    said += [f"asked by {a.asker}: {a.answer}" for a in deal.answers if a.asked is seat]
    said += ["mouche" for mouche in deal.mouches if mouche.seat is seat]
    return seat, ", ".join(said) or "pass, after the mouche was declared"


def _trick_rows(deal: Deal) -> list[Sequence[str]]:
    winners = deal.play.winners if deal.play else ()
    return [
        (str(number), str(trick), f"won by {winner}")
        for number, (trick, winner) in enumerate(zip(deal.tricks, winners, strict=True), 1)
    ]


def _entry_row(entry: Entry) -> Sequence[str]:
    heap = Tokens.fewest(abs(entry.jetons))
    return entry.seat, f"{entry.jetons:+d}", str(heap), entry.reason


def _question(flag: Flag) -> list[str]:
    return fill(str(flag), WIDTH - 2, subsequent_indent="  ").splitlines()


def _purse_row(settlement: Settlement, seat: Seat) -> Sequence[str]:
    before, after = settlement.before.purse(seat), settlement.after.purse(seat)
    sign = "-" if after < before else "+"
    return seat, f"{before} {sign} {abs(after - before)} = {after}"


def _conclusion(settlement: Settlement) -> str:
    pool = settlement.after.pool
    waiting = ", ".join(str(fine) for fine in pool.waiting)
    later = f" Fines that wait for later pools: {waiting}." if waiting else ""
    return f"{settlement.next_dealer} deals next; the pool holds {pool.basket}.{later}"


def _purses_json(deal: Deal, purses: Sequence[int]) -> dict[str, int]:
    return {seat.value: purses[seat.place] for seat in deal.table.seats}
