"""Events as JSON and back; what does not fit exactly is refused with its place.

An event is ``{"kind": "call", "version": 1, "data": {"seat": "A", "word": "bet", "amount": 2}}``.
The classes are the schema: a field is written under its own name, a card as its code, a ruleset
as the mapping of its fields. Every field is written, and every field must be there to be read.
"""

import json
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from referee.cards import Card
from referee.errors import RefereeError, UnreadableError
from referee.mouche import events as mouche
from referee.mouche.ruleset import Ruleset as MoucheRuleset
from referee.mus.betting import Call
from referee.mus.events import Declared, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.ruleset import Ruleset
from referee.mus.talk import MusCall
from referee.table import events, mouche_events
from referee.table.events import Event, Recorded

VERSION = 1
"""Of the schema of all events; raised when a field changes, with a reader for older ones."""

KINDS: Mapping[str, type[Event]] = {
    "match_opened": events.MatchOpened,
    "match_closed": events.MatchClosed,
    "deal_started": events.DealStarted,
    "misdealt": Misdealt,
    "mus_call": MusCall,
    "discard": Discard,
    "perete_declared": PereteDeclared,
    "call": Call,
    "declared": Declared,
    "bets_ruled": Ruled,
    "bets_entered": events.BetsEntered,
    "reveal_committed": events.RevealCommitted,
    "card_named": events.CardNamed,
    "deal_settled": events.DealSettled,
    "score_set": events.ScoreSet,
    "flag_raised": events.FlagRaised,
    "ruling_given": events.RulingGiven,
    "noticed": events.Noticed,
    "camera_changed": events.CameraChanged,
    "hand_sealed": events.HandSealed,
    "corrected": events.Corrected,
    "mouche_opened": mouche_events.MoucheOpened,
    "mouche_closed": mouche_events.MoucheClosed,
    "mouche_ante": mouche.Anted,
    "mouche_dealt": mouche.Dealt,
    "mouche_decision": mouche.Decision,
    "mouche_asked": mouche.Questioned,
    "mouche_declared": mouche.MoucheDeclared,
    "mouche_uncontested": mouche.Uncontested,
    "mouche_card": mouche_events.CardLaid,
    "mouche_swept": mouche_events.TrickSwept,
    "mouche_settled": mouche_events.MoucheSettled,
    "mouche_stakes": mouche_events.StakesSet,
    "mouche_ruled": mouche_events.FlagRuled,
}
"""The name of every event in the log."""

_NAMES = {kind: name for name, kind in KINDS.items()}

T = TypeVar("T")


def kind_of(event: Event) -> str:
    """The name of an event's kind, as in the log."""
    return _NAMES[type(event)]


def event_to_json(event: Event) -> dict[str, Any]:
    """Plain data; raises UnreadableError for an event that names cards which stay secret."""
    _refuse_secrets(event, str(event))
    return {"kind": kind_of(event), "version": VERSION, "data": _fields(event)}


def event_from_json(data: object) -> Event:
    """The event; raises UnreadableError naming the first thing that does not fit."""
    return _event(data, "event")


def recorded_to_json(recorded: Recorded) -> dict[str, Any]:
    """Plain data: number, time, author, and the event's kind, version and data."""
    head = {"seq": recorded.seq, "at": time_text(recorded.at), "by": recorded.by}
    return head | event_to_json(recorded.event)


def recorded_from_json(data: object) -> Recorded:
    """The recorded event; raises UnreadableError."""
    mapping = _mapping(data, "event", ("seq", "at", "by", "kind", "version", "data"))
    where = f"event {mapping['seq']}"
    event = _event({key: mapping[key] for key in ("kind", "version", "data")}, where)
    seq = _read(mapping["seq"], int, f"{where}: seq")
    at = read_time(mapping["at"], f"{where}: at")
    return Recorded(seq, at, _read(mapping["by"], str, f"{where}: by"), event)


def dumps(data: Mapping[str, Any]) -> str:
    """One line of JSON that is the same for the same data, so that it can be hashed."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def loads(text: str, where: str) -> object:
    """What a JSON text means; raises UnreadableError."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"{where}: not JSON: {error}") from None


def time_text(at: datetime) -> str:
    """`2026-11-30T18:05:09.250000Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def read_time(value: object, where: str) -> datetime:
    """The time that `time_text` writes so; raises UnreadableError."""
    try:
        return datetime.strptime(str(value), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        raise UnreadableError(
            f"{where} is {value!r}; allowed: a time as in 2026-11-30T18:05:09.250000Z"
        ) from None


def _no_constant(name: str) -> object:
    raise UnreadableError(f"{name} is no number that JSON knows")


def _plain(value: object, hint: Any) -> object:
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Ruleset | MoucheRuleset):
        return value.to_mapping()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        item = get_args(hint)[0]
        tagged = get_origin(item) in _UNIONS  # the only union of classes is that of events
        return [event_to_json(cast(Event, v)) if tagged else _plain(v, item) for v in value]
    if is_dataclass(value):
        return _fields(value)
    return value


def _fields(value: object) -> dict[str, Any]:
    hints = _hints(cast(Hashable, type(value)))
    return {name: _plain(getattr(value, name), _some(hint)) for name, hint in hints.items()}


def _some(hint: Any) -> Any:
    """What a field holds when it is not None."""
    options = [option for option in get_args(hint) if option is not NoneType]
    optional = get_origin(hint) in _UNIONS and len(options) < len(get_args(hint))
    return options[0] if optional else hint


def _event(data: object, where: str) -> Event:
    mapping = _mapping(data, where, ("kind", "version", "data"))
    name, version = mapping["kind"], mapping["version"]
    if type(version) is not int or version < 1:
        raise UnreadableError(f"{where}: version is {version!r}; allowed: {VERSION}")
    if version > VERSION:
        raise UnreadableError(
            f"{where}: was written by a newer referee (version {version} of the events, this one "
            f"reads up to {VERSION}); read the log with that release"
        )
    if not isinstance(name, str) or name not in KINDS:
        raise UnreadableError(f"{where}: no kind {name!r}; allowed: {', '.join(KINDS)}")
    event = _dataclass(mapping["data"], KINDS[name], f"{where}: {name}")
    _refuse_secrets(event, f"{where}: {name}")
    return event


def _refuse_secrets(event: Event, where: str) -> None:
    if isinstance(event, Discard | mouche.Decision) and event.cards:
        raise UnreadableError(f"{where}: a log says how many cards are discarded, never which")
    if isinstance(event, mouche.Dealt) and event.order:
        raise UnreadableError(f"{where}: a log says how cards are dealt, never which")


def _mapping(data: object, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """The data as a mapping of exactly these keys."""
    if not isinstance(data, dict):
        raise UnreadableError(f"{where} is {_shown(data)}; allowed: an object")
    unknown = sorted(str(key) for key in data.keys() - set(keys))
    missing = [key for key in keys if key not in data]
    if unknown or missing:
        faults = [f"unknown {key!r}" for key in unknown] + [f"no {key!r}" for key in missing]
        raise UnreadableError(f"{where}: {', '.join(faults)}; allowed: {', '.join(keys)}")
    return data


def _dataclass(data: object, kind: type[T], where: str) -> T:
    hints = _hints(cast(Hashable, kind))
    mapping = _mapping(data, where, tuple(hints))
    values = {key: _read(mapping[key], hint, f"{where}.{key}") for key, hint in hints.items()}
    return _made(lambda: kind(**values), where)


def _read(value: object, hint: Any, where: str) -> Any:
    origin = get_origin(hint)
    if NoneType in get_args(hint):
        return None if value is None else _read(value, _some(hint), where)
    if origin in _UNIONS:
        return _tagged(value, get_args(hint), where)
    if origin is tuple:
        if not isinstance(value, list):
            raise UnreadableError(f"{where} is {_shown(value)}; allowed: a list")
        item = get_args(hint)[0]
        return tuple(_read(v, item, f"{where}[{i}]") for i, v in enumerate(value))
    if hint is Card:
        text = _read(value, str, where)
        card = _made(lambda: Card.parse(text), where)
        if card.code != text:
            raise UnreadableError(f"{where} is {text!r}; allowed: {card.code!r}")
        return card
    if hint in (Ruleset, MoucheRuleset):
        if not isinstance(value, dict):
            raise UnreadableError(f"{where} is {_shown(value)}; allowed: an object")
        return _made(lambda: hint.from_mapping(value), where)
    if issubclass(hint, Enum):
        return _enum(value, hint, where)
    if is_dataclass(hint):
        return _dataclass(value, cast(type, hint), where)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint or (hint is float and not math.isfinite(value)):  # type: ignore[arg-type]
        raise UnreadableError(f"{where} is {_shown(value)}; allowed: a {_TYPES[hint]}")
    return value


def _tagged(value: object, options: tuple[type[Event], ...], where: str) -> Event:
    event = _event(value, where)
    if not isinstance(event, options):
        raise UnreadableError(f"{where}: a {kind_of(event)} cannot stand here")
    return event


def _enum(value: object, kind: type[Enum], where: str) -> Enum:
    for member in kind:
        if type(member.value) is type(value) and member.value == value:
            return member
    allowed = ", ".join(str(member.value) for member in kind)
    raise UnreadableError(f"{where} is {_shown(value)}; allowed: {allowed}")


def _made(make: Callable[[], T], where: str) -> T:
    try:
        return make()
    except RefereeError as error:
        raise UnreadableError(f"{where}: {error}") from None


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


_UNIONS = (Union, UnionType)
_TYPES = {str: "text", int: "whole number", float: "number", bool: "true or false"}
