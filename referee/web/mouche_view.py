"""A table of Mouche as plain data for pages. Cards are French codes, amounts are jetons.

Nothing here says more than people at the table know: hands are in no event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.mouche.deal import Deal, Stage
from referee.mouche.ruleset import Ruleset, preset_names
from referee.mouche.seats import Seat, Table
from referee.mouche.steps import LegalStep
from referee.mouche.tokens import Pool, Stakes, Tokens
from referee.table.events import Correctable
from referee.table.mouche_deal import FlagNow, MoucheTableDeal, changes_of
from referee.table.mouche_events import CardLaid
from referee.table.mouche_game import MoucheGame
from referee.table.state import TableState
from referee.web.face import GamePlayed
from referee.web.mouche_sentences import (
    decision_phrase,
    duty_phrase,
    entry_phrase,
    flag_phrase,
    note_phrase,
    question_phrase,
    said_phrase,
)
from referee.web.refusals import misfits_view
from referee.web.words import Phrase, phrase

Plain = dict[str, Any]


@dataclass(frozen=True)
class MoucheFace:
    """Mouche; rules and players are offered before the first game."""

    rules: Ruleset
    players: tuple[str, ...] = ()
    """Names from P1; empty when the table does not say."""
    game = GamePlayed.MOUCHE

    def view(self, state: TableState) -> Plain:
        """Tokens, the deal with its tricks, what may be done, what waits for a person."""
        games = state.mouche
        game = games[-1] if games else None
        flags = list(_flags(games))
        shown = [flag for flag in flags if flag["verdict"] is None or _is_recent(flag, game)]
        return {
            "table": self._table(game),
            "game": self._game(game),
            "deal": _deal(game) if game else None,
            "legal": _legal(game.legal()) if game and not game.closed else [],
            "question": _question(game) if game else None,
            "last": settled_plain(game.last_deal) if game and game.last_deal else None,
            "flags": shown,
            "open_flags": sum(flag["verdict"] is None for flag in flags),
            "misfits": misfits_view(state.misfits),
        }

    def overlay(self, view: Mapping[str, Any]) -> Plain:
        """Pool, trump, tricks, purses and the last settlement."""
        return {name: view[name] for name in ("table", "game", "deal", "last")}

    def said(self, event: Correctable) -> Phrase | None:
        """A decision, a card, a mouche."""
        return said_phrase(event)

    def _table(self, game: MoucheGame | None) -> Plain:
        rules = game.opened.ruleset if game else self.rules
        names = game.opened.players if game else self.players
        return {
            "game": self.game.value,
            "ruleset": rules.name,
            "rulesets": list(preset_names()),
            "rules": rules.to_mapping(),
            "players": _names(names),
        }

    def _game(self, game: MoucheGame | None) -> Plain:
        if game is None:
            table = Table(max(len(self.players), 3))
            stakes, dealer = Stakes.at_start(table, self.rules.purse), table.seats[-1]
        else:
            table, stakes = game.standing.table, game.stakes
            dealer = game.deal.play.dealer if game.deal else game.standing.dealer
        return {
            "open": bool(game and not game.closed),
            "number": game.number if game else 0,
            "dealer": dealer.value,
            "seats": [
                {"seat": seat.value, "purse": stakes.purse(seat), **_heap(stakes.purse(seat))}
                for seat in table.seats
            ],
            "pool": _pool(stakes.pool),
        }


def _heap(jetons: int) -> Plain:
    """The fewest tokens; of a debt, those that are owed."""
    heap = Tokens.fewest(abs(jetons))
    return {"contrats": heap.contrats, "fiches": heap.fiches, "jetons": heap.jetons}


def _pool(pool: Pool) -> Plain:
    return {"basket": pool.basket, **_heap(pool.basket), "waiting": list(pool.waiting)}


def _deal(game: MoucheGame) -> Plain | None:
    """The running deal, or the last one once it is over."""
    deal = game.deal or game.last_deal
    if deal is None or game.closed:
        return None
    play = deal.play
    return {
        "number": deal.number,
        "seq": deal.seq,
        "stage": "asked" if deal.question else play.stage.value,
        "dealer": play.dealer.value,
        "played_for": _played_for(deal),
        "trump": play.trump_card.french if play.trump_card else None,
        "trump_seq": deal.laid[0].seq if deal.laid else None,
        "turn": _turn(deal),
        "said": {d.seat.value: decision_phrase(d).plain() for d in play.decisions},
        "asked": [said.plain() for a in play.answers if (said := said_phrase(a))],
        "mouches": {m.seat.value: [card.french for card in m.cards] for m in play.mouches},
        "in": [seat.value for seat in play.committed],
        "won": {seat.value: _won(play, seat) for seat in play.committed},
        "tricks": list(_tricks(deal)),
        "unseen": _unseen(deal),
    }


def _played_for(deal: MoucheTableDeal) -> int:
    settlement = deal.settlement
    return settlement.played_for if settlement else deal.play.stakes.pool.basket


def _turn(deal: MoucheTableDeal) -> str | None:
    """Whose decision or card is next."""
    if deal.question:
        return deal.question.seat.value if deal.question.seat else None
    play = deal.play
    if play.stage is Stage.TRICKS and play.play:
        return play.play.next_to_play.value
    if play.stage is Stage.DECIDE:
        return play.order[len(play.decisions)].value
    return play.dealer.value if play.stage in (Stage.DEAL, Stage.TURN_UP) else None


def _unseen(deal: MoucheTableDeal) -> list[str]:
    """Cards of the pack that have not been laid open."""
    laid = {one.card for one in deal.laid}
    return [card.french for card in deal.play.pack.ordered if card not in laid]


def _won(play: Deal, seat: Seat) -> int:
    return play.play.winners.count(seat) if play.play else 0


def _tricks(deal: MoucheTableDeal) -> Iterable[Plain]:
    """Those begun, each with the numbers of the events that tell of its cards."""
    seqs = iter([laid.seq for laid in deal.laid if laid.seat])
    winners = deal.play.play.winners if deal.play.play else ()
    for number, trick in enumerate(deal.play.tricks):
        best = trick.winning
        yield {
            "plays": [
                {
                    "seat": play.seat.value,
                    "card": play.card.french,
                    "seq": next(seqs, None),
                    "best": play is best,
                }
                for play in trick.plays
            ],
            "winner": winners[number].value if number < len(winners) else None,
        }


def _legal(steps: Sequence[LegalStep]) -> list[Plain]:
    return [
        {
            "word": step.step.name.lower(),
            "seat": step.seat.value if step.seat else None,
            "most": step.most,
            "cards": [card.french for card in step.cards],
            "patterns": [pattern.value for pattern in step.patterns],
        }
        for step in steps
    ]


def _question(game: MoucheGame) -> Plain | None:
    """What a person must say before the cards go on."""
    question = game.deal.question if game.deal else None
    if question is None or game.deal is None:
        return None
    unseen = _unseen(game.deal)
    choices = []
    if isinstance(question.seen, CardLaid):
        likely = [(question.seen.card, question.seen.confidence)]
        likely += [(a.card, a.confidence) for a in question.seen.alternatives]
        choices = [
            {"card": card.french, "confidence": share}
            for card, share in likely
            if card and card.french in unseen
        ]
    return {
        "seq": question.seq,
        "kind": question.kind.value,
        "seat": question.seat.value if question.seat else None,
        "phrase": question_phrase(question).plain(),
        "detail": question.message,
        "choices": choices[:4],
        "cards": unseen,
        "waiting": len(game.deal.waiting),
    }


def games_view(state: TableState) -> list[Plain]:
    """Every game with the ledger of each deal."""
    return [
        {
            "number": game.number,
            "seq": game.seq,
            "at": game.opened_at.isoformat(),
            "ruleset": game.opened.ruleset.name,
            "players": _names(game.opened.players),
            "closed": game.closed is not None,
            "deals": [settled_plain(deal) for deal in game.deals if deal.settlement],
        }
        for game in state.mouche
    ]


def _names(players: Sequence[str]) -> Plain:
    return {seat.value: name for seat, name in zip(Seat, players, strict=False) if name}


def settled_plain(deal: MoucheTableDeal) -> Plain:
    """What a deal came to."""
    settlement = deal.settlement
    assert settlement is not None, "only a settled deal is told"
    changed = changes_of(deal)
    return {
        "number": deal.number,
        "ended": deal.told_seq,
        "played_for": settlement.played_for,
        "entries": [
            {
                "seat": entry.seat.value,
                "jetons": entry.jetons,
                "kind": entry.kind.value,
                "phrase": entry_phrase(entry).plain(),
                "reason": entry.reason,
            }
            for entry in settlement.ledger
        ],
        "notes": [note_phrase(note).plain() for note in settlement.notes],
        "changed": phrase("mouche.changed", told=_told(deal)).plain() if changed else None,
        "changes": list(changed),
        "before": list(settlement.before.purses),
        "after": list(settlement.after.purses),
        "pool": _pool(settlement.after.pool),
        "next_dealer": settlement.next_dealer.value,
    }


def _told(deal: MoucheTableDeal) -> str:
    purses = deal.told.purses if deal.told else ()
    return ", ".join(f"{seat} {purse}" for seat, purse in zip(Seat, purses, strict=False))


def _flags(games: Iterable[MoucheGame]) -> Iterable[Plain]:
    for game in games:
        for deal in (*game.deals, *([game.deal] if game.deal else [])):
            for now in deal.flags:
                yield _flag(game, deal, now)


def _flag(game: MoucheGame, deal: MoucheTableDeal, now: FlagNow) -> Plain:
    flag, ruling = now.flag, now.ruling
    return {
        "game": game.number,
        "deal": deal.number,
        "deal_seq": deal.seq,
        "kind": flag.kind.value,
        "seat": flag.seat.value,
        "trick": flag.trick,
        "laid": flag.laid.french if flag.laid else None,
        "proof": flag.proof.french if flag.proof else None,
        "question": flag_phrase(flag).plain(),
        "rule": duty_phrase(flag.kind).plain(),
        "detail": str(flag),
        "verdict": ruling.verdict.value if ruling else None,
        "note": ruling.note if ruling else "",
    }


def _is_recent(flag: Plain, game: MoucheGame | None) -> bool:
    """Whether it is about the deal that people look at."""
    deal = (game.deal or game.last_deal) if game else None
    return bool(deal and flag["deal_seq"] == deal.seq)
