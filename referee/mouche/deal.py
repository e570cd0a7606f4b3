"""A whole deal as a state machine: immutable states, one event at a time.

Ante -> deal -> turn-up -> pass, stick or exchange from the dealer's right -> five tricks -> over.
A mouche may be declared from the turn-up until the first card is laid, and ends the deal; so does
a deal in which fewer than two play. The cards may be unknown until they are laid: then any card
that has not been seen may be, and what proves a revoke is a flag.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.cards import Card, Pack, Suit
from referee.errors import NotAllowedError, RefereeError
from referee.mouche.events import (
    Anted,
    Choice,
    Dealt,
    Decision,
    Event,
    MoucheDeclared,
    Questioned,
    Shuffled,
    TurnedUp,
    Uncontested,
)
from referee.mouche.exchange import exchange, most_to_exchange, shuffle
from referee.mouche.flags import Flag, mouche_flags, not_beaten, revokes
from referee.mouche.hands import HAND_SIZE, RANKS, Contest, Mouche, is_mouche, spoken_cards
from referee.mouche.ledger import Entry, Note, NoteKind
from referee.mouche.piles import Piles
from referee.mouche.play import TrickPlay
from referee.mouche.ruleset import DealPattern, OpenPoint, Ruleset
from referee.mouche.seats import Seat, Table
from referee.mouche.settlement import Result, Settlement, pay_ante, settle
from referee.mouche.steps import LegalStep, Step
from referee.mouche.tokens import Stakes
from referee.mouche.tricks import Play, Trick


class Stage(StrEnum):
    """Where a deal stands."""

    ANTE = "ante"
    DEAL = "deal"
    TURN_UP = "turn_up"
    DECIDE = "decide"
    SHUFFLE = "shuffle"
    """The stock ran out while a hand was filled."""
    MOUCHE = "mouche"
    """A mouche is declared; others may show theirs."""
    TRICKS = "tricks"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Deal:
    """The state of one deal; `apply` returns the next."""

    ruleset: Ruleset
    table: Table
    dealer: Seat
    stakes: Stakes
    """As the tokens lie now."""
    pattern: DealPattern | None = None
    """How the game is dealt; None until the dealer has chosen."""
    stage: Stage = Stage.ANTE
    before: Stakes | None = None
    """As the tokens lay before the ante."""
    ante: Entry | None = None
    piles: Piles | None = None
    trump_card: Card | None = None
    """The card turned up."""
    decisions: tuple[Decision, ...] = ()
    answers: tuple[Questioned, ...] = ()
    mouches: tuple[Mouche, ...] = ()
    """Declared, in order."""
    play: TrickPlay | None = None
    """Once two or more are in and all have decided."""
    remarks: tuple[Note, ...] = ()
    """For the notes of the settlement."""
    settlement: Settlement | None = None
    """Once the deal is over."""
    pack: Pack = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.table.require(self.dealer)
        if len(self.stakes.purses) != self.table.players:
            raise NotAllowedError(
                f"{len(self.stakes.purses)} purses for {self.table.players} players; "
                "allowed: one for each",
                "purses",
                n=len(self.stakes.purses),
                players=self.table.players,
            )
        object.__setattr__(self, "pack", self.ruleset.pack_of(self.table))

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats from the dealer's right to the dealer."""
        return self.table.from_the_right_of(self.dealer)

    @property
    def trump(self) -> Suit | None:
        """The suit turned up."""
        return self.trump_card.suit if self.trump_card else None

    @property
    def committed(self) -> tuple[Seat, ...]:
        """Who is in, having stuck or exchanged, in order from the dealer's right."""
        return tuple(d.seat for d in self.decisions if d.choice is not Choice.PASS)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks begun, in order; the last may be unfinished."""
        return self.play.tricks if self.play else ()

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Questions for the referee, as far as the cards seen so far raise any."""
        seen = {seat: self._dealt_to(seat) for seat in self._stuck()}
        silent = self._stuck() if self.tricks else ()
        return (*revokes(self.tricks, self.ruleset), *mouche_flags(seen, self.answers, silent))

    def legal(self) -> tuple[LegalStep, ...]:
        """Everything that may happen now; empty when the deal is over."""
        return tuple(self._legal())

    def _legal(self) -> Iterator[LegalStep]:
        match self.stage:
            case Stage.ANTE:
                yield LegalStep(Step.ANTE, self.dealer)
            case Stage.DEAL:
                patterns = (self.pattern,) if self.pattern else tuple(DealPattern)
                yield LegalStep(Step.DEAL, patterns=patterns)
            case Stage.TURN_UP:
                top = self._dealt().stock[0]
                cards = (top,) if top else self.pack.ordered
                yield LegalStep(Step.TURN_UP, cards=cards, held=top is not None)
            case Stage.DECIDE:
                seat = self._next_to_decide()
                yield LegalStep(Step.PASS, seat)
                yield LegalStep(Step.STICK, seat)
                if most := most_to_exchange(self._dealt(), self.ruleset):
                    yield LegalStep(Step.EXCHANGE, seat, most)
            case Stage.SHUFFLE:
                yield LegalStep(Step.SHUFFLE)
            case Stage.MOUCHE:
                yield LegalStep(Step.UNCONTESTED)
        if self.play and self.stage is Stage.TRICKS:
            yield self._legal_play(self.play)
        for asked in self._may_be_asked():
            yield LegalStep(Step.ASK, asked)
        for holder in self._may_declare():
            yield LegalStep(Step.MOUCHE, holder)

    def apply(self, event: Event) -> "Deal":
        """The deal after an event; raises RefereeError, naming what was allowed."""
        match event:
            case Anted() if self.stage is Stage.ANTE:
                stakes, entry = pay_ante(self.ruleset, self.table, self.dealer, self.stakes)
                return replace(
                    self, stage=Stage.DEAL, before=self.stakes, stakes=stakes, ante=entry
                )
            case Dealt() if self.stage is Stage.DEAL and self.pattern in (None, event.pattern):
                piles = Piles.deal(self.pack, self.order, event.pattern, event.order)
                return replace(self, stage=Stage.TURN_UP, pattern=event.pattern, piles=piles)
            case TurnedUp() if self.stage is Stage.TURN_UP:
                self._require_in_pack(event.card)
                piles = self._dealt().turned_up(event.card)
                return replace(self, stage=Stage.DECIDE, trump_card=event.card, piles=piles)
            case Decision() if self.stage is Stage.DECIDE and event.seat is self._next_to_decide():
                return self._decided(event)
            case Shuffled() if self.stage is Stage.SHUFFLE:
                piles = shuffle(self._dealt(), self.decisions[-1], event.order)
                return replace(self, piles=piles)._next_decision()
            case Questioned() if event.asked in self._may_be_asked():
                return self._asked(event)
            case MoucheDeclared() if event.mouche.seat in self._may_declare():
                return self._declared(event)
            case Uncontested() if self.stage is Stage.MOUCHE:
                return self._settled()
            case Play() if self.play and self.stage is Stage.TRICKS:
                if event.seat is self.play.next_to_play:
                    return self._laid(self.play, event)
        raise self._not_allowed(event)

    def _not_allowed(self, event: Event) -> NotAllowedError:
        legal = self.legal()
        allowed = ", ".join(map(str, legal)) or "nothing, the deal is over"
        return NotAllowedError(
            f"{self.stage}: {event} is not allowed; allowed: {allowed}",
            "mouche_step" if legal else "mouche_over",
            said=event,
            allowed=legal,
        )

    def _decided(self, decision: Decision) -> "Deal":
        piles = self._dealt()
        after = replace(self, decisions=(*self.decisions, decision))
        if len(piles.stock) < HAND_SIZE:
            after = replace(after, remarks=(*self.remarks, self._stock_note(decision.seat)))
        if decision.choice is Choice.EXCHANGE:
            if decision.count > most_to_exchange(piles, self.ruleset):
                raise self._not_allowed(decision)
            piles = exchange(piles, decision)
            after = replace(after, piles=piles)
        if decision.choice is Choice.EXCHANGE and len(piles.hand(decision.seat)) < HAND_SIZE:
            return replace(after, stage=Stage.SHUFFLE)
        return after._next_decision()

    def _next_decision(self) -> "Deal":
        if self._next_to_decide():
            return replace(self, stage=Stage.DECIDE)
        if len(self.committed) < 2:
            return self._settled()
        play = TrickPlay(self._turned_up().suit, self.committed)
        return replace(self, stage=Stage.TRICKS, play=play)

    def _next_to_decide(self) -> Seat | None:
        return self.order[len(self.decisions)] if len(self.decisions) < len(self.order) else None

    def _stock_note(self, seat: Seat) -> Note:
        left = len(self._dealt().stock)
        point = OpenPoint.STOCK_SHORT
        return Note(NoteKind.STOCK_SHORT, self.ruleset, point, seat, cards=left)

    def _asked(self, question: Questioned) -> "Deal":
        others = [seat for seat in self.table.seats if seat is not question.asked]
        if question.asker not in others:
            raise NotAllowedError(
                f"{self.stage}: {question} is not allowed, somebody else asks; "
                f"allowed: {', '.join(others)}",
                "asks_oneself",
                seat=question.asked,
                allowed=tuple(others),
            )
        return replace(self, answers=(*self.answers, question))

    def _may_be_asked(self) -> tuple[Seat, ...]:
        """Players who stick, until the first card is laid or a mouche is shown."""
        if self.stage not in (Stage.DECIDE, Stage.TRICKS) or self.tricks:
            return ()
        return self._stuck()

    def _may_declare(self) -> tuple[Seat, ...]:
        """Players in the deal with the cards they were dealt, where these may be a mouche."""
        if self.stage not in (Stage.DECIDE, Stage.MOUCHE, Stage.TRICKS) or self.tricks:
            return ()
        out = {d.seat for d in self.decisions} - set(self._stuck())
        out |= {mouche.seat for mouche in self.mouches}
        hands = {seat: self._dealt().known_hand(seat) for seat in self.order if seat not in out}
        suits = Counter(card.suit for card in self._unseen())
        possible = max(suits.values()) >= HAND_SIZE
        return tuple(s for s, hand in hands.items() if (is_mouche(hand) if hand else possible))

    def _declared(self, event: MoucheDeclared) -> "Deal":
        mouche = event.mouche
        held = self._dealt().known_hand(mouche.seat)
        if held and set(held) != set(mouche.cards):
            raise NotAllowedError(
                f"{self.stage}: {event} is not allowed; {mouche.seat} was dealt "
                f"{spoken_cards(held)}"
            )
        for card in mouche.cards:
            self._require_unseen(card)
        after = replace(self, stage=Stage.MOUCHE, mouches=(*self.mouches, mouche))
        return after if after._may_declare() else after._settled()

    def _legal_play(self, play: TrickPlay) -> LegalStep:
        seat = play.next_to_play
        hand = self._dealt().known_hand(seat)
        if hand:
            cards = play.trick.legal(hand, self.ruleset.must_beat)
            return LegalStep(Step.PLAY, seat, cards=cards, held=True)
        return LegalStep(Step.PLAY, seat, cards=self._unseen())

    def _laid(self, play: TrickPlay, event: Play) -> "Deal":
        self._require_unseen(event.card)
        legal = self._legal_play(play)
        if event.card not in legal.cards:
            raise self._not_allowed(event)
        piles = self._dealt().without(event.seat, (event.card if legal.held else None,))
        after = replace(self, piles=piles, play=play.laid(event))
        return after._settled() if after.play and after.play.over else after

    def _require_unseen(self, card: Card) -> None:
        """Raises NotAllowedError for a card of another pack and for one that lies elsewhere."""
        self._require_in_pack(card)
        if where := self._seen().get(card):
            raise NotAllowedError(
                f"{self.stage}: {card.french} was {where}; allowed: a card not seen yet",
                "card_seen",
                card=card,
            )

    def _require_in_pack(self, card: Card) -> None:
        if card not in self.pack:
            ranks = " ".join(rank.french for rank in RANKS[: len(self.pack) // len(Suit)])
            raise NotAllowedError(
                f"{self.stage}: {card.french} is not in the pack of {len(self.pack)} cards; "
                f"allowed: {ranks}",
                "other_pack",
                card=card,
                n=len(self.pack),
            )

    def _seen(self) -> dict[Card, str]:
        """Where each card was seen that lies on the table."""
        seen = {self._turned_up(): "turned up"}
        for number, trick in enumerate(self.tricks, 1):
            for laid in trick.plays:
                seen[laid.card] = f"laid by {laid.seat} in trick {number}"
        for mouche in self.mouches:
            seen |= dict.fromkeys(mouche.cards, f"shown by {mouche.seat}")
        return seen

    def _unseen(self) -> tuple[Card, ...]:
        seen = self._seen()
        return tuple(card for card in self.pack.ordered if card not in seen)

    def _stuck(self) -> tuple[Seat, ...]:
        return tuple(d.seat for d in self.decisions if d.choice is Choice.STICK)

    def _dealt_to(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat that stuck, as far as they are known."""
        laid = [p.card for trick in self.tricks for p in trick.plays if p.seat is seat]
        shown = [card for mouche in self.mouches if mouche.seat is seat for card in mouche.cards]
        held = self.piles.known_hand(seat) if self.piles else ()
        return tuple(dict.fromkeys((*laid, *shown, *held)))

    def _dealt(self) -> Piles:
        if self.piles is None:
            raise NotAllowedError("the cards are not dealt yet; allowed: deal")
        return self.piles

    def _turned_up(self) -> Card:
        if self.trump_card is None:
            raise NotAllowedError("no card is turned up yet; allowed: turn up")
        return self.trump_card

    def _settled(self) -> "Deal":
        if self.ante is None or self.before is None:
            raise NotAllowedError("a deal is settled after the ante; allowed: ante")
        winners = self.play.winners if self.play else ()
        contest = None
        if self.mouches:
            points = self.ruleset.ace_points
            contest = Contest.of(self.mouches, self.order, self.trump, points)
        result = Result(self.dealer, self.committed, winners, contest)
        settled = settle(self.ruleset, self.stakes, result)
        settled = replace(
            settled,
            before=self.before,
            ledger=(self.ante, *settled.ledger),
            notes=(*self.remarks, *not_beaten(self.tricks, self.ruleset), *settled.notes),
        )
        return replace(self, stage=Stage.OVER, stakes=settled.after, settlement=settled)


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a list of events goes: the last good state and, if any, the first refusal."""

    deal: Deal
    applied: int
    """How many events were applied."""
    error: RefereeError | None = None
    """Why the next one was not."""


def replay(start: Deal, events: Iterable[Event]) -> Replay:
    """Apply events in order until the end or the first that is refused."""
    deal, applied = start, 0
    for event in events:
        try:
            deal = deal.apply(event)
        except RefereeError as error:
            return Replay(deal, applied, error)
        applied += 1
    return Replay(deal, applied)
