import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import AmbiguousError, NotAllowedError, UnreadableError
from referee.mus.betting import (
    BettingRound,
    Call,
    Outcome,
    Spoken,
    Status,
    Word,
    calls_for,
    pair_answer,
    play_lance,
)
from referee.mus.hands import Lance
from referee.mus.ruleset import BetOverRest, Ruleset
from referee.mus.score import Score
from referee.seats import Pair, Seat
from tests.strategies import lance_calls, presets

ALL = tuple(Seat)
COMMON = Ruleset()


def opened(
    rules: Ruleset = COMMON, lance: Lance = Lance.GRANDE, eligible: tuple[Seat, ...] = ALL
) -> BettingRound:
    return BettingRound(lance, rules, eligible)


def calls(text: str) -> list[Call]:
    return [Call.parse(part) for part in text.split(",")] if text else []


@pytest.mark.parametrize(
    "said, outcome",
    [
        ("A pass, B pass, C pass, D pass", Outcome(Status.PASO)),
        ("A bet 2, B accept", Outcome(Status.ACCEPTED, 2)),
        ("A bet 2, D accept", Outcome(Status.ACCEPTED, 2)),
        ("A pass, B pass, C pass, D bet 5, A accept", Outcome(Status.ACCEPTED, 5)),
        ("A bet 10, B refuse", Outcome(Status.REFUSED, 1, Pair.AC, 10)),
        ("A bet 2, B raise 4, A accept", Outcome(Status.ACCEPTED, 6)),
        ("A bet 2, B raise 4, C refuse", Outcome(Status.REFUSED, 2, Pair.BD, 6, 2)),
        (
            "A bet 3, B raise 4, A raise 6, B raise 8, A refuse",
            Outcome(Status.REFUSED, 13, Pair.BD, 21, 13),
        ),
        ("A ordago, B accept", Outcome(Status.ORDAGO)),
        ("A ordago, B refuse", Outcome(Status.REFUSED, 1, Pair.AC)),
        ("A bet 4, B ordago, A refuse", Outcome(Status.REFUSED, 4, Pair.BD, 0, 4)),
        ("A bet 99, B accept", Outcome(Status.ACCEPTED, 99)),
    ],
)
def test_how_a_lance_ends(said, outcome):
    assert play_lance(opened(), calls(said)).outcome == outcome


@pytest.mark.parametrize(
    "said, why, allowed",
    [
        ("A bet 1", "no bet stands", "A pass, A bet 2 or more, A ordago"),
        ("B bet 2", "A speaks first", "A pass, A bet 2 or more, A ordago"),
        ("A pass, A pass", "B speaks first", "B pass"),
        ("A accept", "no bet stands", "A pass"),
        ("A raise 2", "no bet stands", "A pass"),
        ("A bet 2, C accept", "the offer is AC's own", "B accept, B refuse, B raise 2 or more"),
        ("A bet 2, B raise 1", "an offer of 2 stands", "B raise 2 or more"),
        ("A bet 2, B pass", "an offer of 2 stands", "D accept"),
        ("A bet 2, B bet 4", "an offer of 2 stands", "D raise 2 or more, D ordago"),
        ("A ordago, B raise 2", "an ordago stands", "B accept, B refuse, D accept, D refuse"),
        ("A ordago, B ordago", "an ordago stands", "D refuse"),
        ("A bet 2, B accept, C raise 2", r"the lance is closed \(accepted\)", "nothing"),
    ],
)
def test_an_impossible_call_is_refused_with_what_was_said_and_what_was_allowed(said, why, allowed):
    last = said.split(", ")[-1]
    with pytest.raises(NotAllowedError, match=rf"grande: {last} is not allowed, {why}") as caught:
        play_lance(opened(), calls(said))
    assert allowed in str(caught.value).split("allowed: ")[1]


def test_a_seat_that_does_not_take_part_neither_speaks_nor_holds_up_the_others():
    state = opened(lance=Lance.PARES, eligible=(Seat.D, Seat.A))
    with pytest.raises(NotAllowedError, match="B does not take part"):
        state.apply(Call(Seat.B, Word.PASS))
    closed = play_lance(state, calls("D bet 2, A accept"))
    assert closed.outcome == Outcome(Status.ACCEPTED, 2)


@pytest.mark.parametrize("eligible, who", [((Seat.A, Seat.C), "only AC takes"), ((), "nobody")])
def test_without_two_pairs_there_is_no_betting(eligible, who):
    with pytest.raises(NotAllowedError, match=f"no betting in pares: {who}"):
        opened(lance=Lance.PARES, eligible=eligible)


def test_an_unfinished_lance_says_what_comes_next():
    with pytest.raises(NotAllowedError, match="grande is not finished; allowed next: B pass"):
        play_lance(opened(), calls("A pass"))


@pytest.mark.parametrize(
    "rules, said, refused",
    [
        (Ruleset(raise_min=1), "A bet 2, B raise 1, A accept", None),
        (Ruleset(raise_doubles=True), "A bet 4, B raise 3", "B raise 4 or more"),
        (Ruleset(raise_doubles=True), "A bet 4, B raise 4, A accept", None),
        (Ruleset(open_min=5), "A bet 4", "A bet 5 or more"),
        (Ruleset(refuse_first=2), "A bet 4, B refuse", None),
    ],
)
def test_house_minimums(rules, said, refused):
    if refused is None:
        assert play_lance(opened(rules), calls(said)).outcome
        return
    with pytest.raises(NotAllowedError, match=refused):
        play_lance(opened(rules), calls(said))


@pytest.mark.parametrize(
    "lance, amount",
    [(Lance.GRANDE, 2), (Lance.CHICA, 2), (Lance.PARES, 3), (Lance.JUEGO, 3), (Lance.PUNTO, 3)],
)
def test_a_deje_is_added_to_a_refused_raise_but_not_in_grande_and_chica(lance, amount):
    state = opened(Ruleset(deje_extra=1), lance)
    assert play_lance(state, calls("A bet 2, B raise 2, A refuse")).outcome.amount == amount
    assert play_lance(state, calls("A bet 2, B refuse")).outcome.amount == 1


def test_a_number_that_reaches_the_target_is_an_ordago_where_the_house_says_so():
    rules = Ruleset(bet_over_rest=BetOverRest.ORDAGO)
    state = BettingRound(Lance.GRANDE, rules, ALL, Score(30, 0))
    assert play_lance(state, calls("A bet 9, B accept")).outcome == Outcome(Status.ACCEPTED, 9)
    assert play_lance(state, calls("A bet 10, B accept")).outcome == Outcome(Status.ORDAGO)
    assert play_lance(state, calls("A bet 9, B raise 30, C accept")).outcome.amount == 39
    with pytest.raises(NotAllowedError, match="give the score"):
        opened(rules).apply(Call(Seat.A, Word.BET, 2))


@given(presets, st.sampled_from(Lance), st.data())
def test_every_legal_call_is_accepted_and_every_other_refused(rules, lance, data):
    state = opened(rules, lance)
    for call in data.draw(lance_calls(state)):
        legal = {(option.seat, option.word): option.least for option in state.legal()}
        for seat in Seat:
            for word in Word:
                least = legal.get((seat, word))
                if least is None:
                    with pytest.raises(NotAllowedError):
                        state.apply(Call(seat, word, 50 if word.takes_amount else 0))
                else:
                    state.apply(Call(seat, word, least))
                    if least > 1:
                        with pytest.raises(NotAllowedError):
                            state.apply(Call(seat, word, least - 1))
        state = state.apply(call)
    assert state.legal() == ()


@given(st.sampled_from(Seat), st.sampled_from(Word), st.integers(1, 60))
def test_a_call_reads_back(seat, word, amount):
    call = Call(seat, word, amount if word.takes_amount else 0)
    assert Call.parse(str(call)) == call


@pytest.mark.parametrize(
    "text, why",
    [
        ("A", "cannot read the call 'A'; write 'A bet 2'"),
        ("A bet two", "cannot read the call"),
        ("A bet -2", "cannot read the call"),
        ("A fold", "'fold' is not said in a lance; allowed: pass, bet"),
        ("E pass", "'E' is not a seat"),
        ("A bet", "without how much"),
        ("A bet 0", "without how much"),
        ("A pass 3", "pass takes no number, but A says 3"),
    ],
)
def test_what_is_no_call(text, why):
    with pytest.raises(UnreadableError, match=why):
        Call.parse(text)


@pytest.mark.parametrize("eligible", [ALL, (Seat.B, Seat.A), (Seat.D, Seat.A, Seat.B)])
@pytest.mark.parametrize("bettor", Pair)
@pytest.mark.parametrize(
    "status, amount, pays",
    [
        (Status.PASO, 0, 0),
        (Status.ACCEPTED, 7, 7),
        (Status.REFUSED, 0, 1),
        (Status.REFUSED, 5, 5),
        (Status.ORDAGO, 0, 0),
    ],
)
def test_bets_noted_afterwards_become_calls_with_the_same_end(
    eligible, bettor, status, amount, pays
):
    state = opened(lance=Lance.PARES, eligible=eligible)
    outcome = play_lance(state, calls_for(state, status, amount, bettor)).outcome
    assert (outcome.status, outcome.amount) == (status, pays)
    assert outcome.pair is (bettor if status is Status.REFUSED else None)


def test_no_calls_make_a_lance_uncontested():
    with pytest.raises(NotAllowedError, match="follows from the cards"):
        calls_for(opened(), Status.UNCONTESTED, 0, Pair.AC)


def spoken(text: str) -> list[Spoken]:
    """`B refuse, D accept!`: the mark makes it plural."""
    words = [part.strip() for part in text.split(",")]
    return [
        Spoken(call.seat, call.word, call.amount, word.endswith("!"))
        for word in words
        for call in [Call.parse(word.rstrip("!"))]
    ]


@pytest.mark.parametrize(
    "said, answer",
    [
        ("B refuse, D accept", "D accept"),
        ("B accept, D refuse", "B accept"),
        ("B refuse, D refuse", "B refuse"),
        ("B raise 2, D ordago", "D ordago"),
        ("B accept, D raise 2", "D raise 2"),
        ("B refuse!, D accept", "B refuse"),
        ("B accept, D refuse!", "D refuse"),
        ("B refuse!, D ordago!", "B refuse"),
        ("B raise 2, D raise 2", "B raise 2"),
        ("B pass, D bet 2", "D bet 2"),
        ("D refuse", "D refuse"),
    ],
)
def test_two_partners_words_make_one_answer(said, answer):
    prevailing = pair_answer(spoken(said))
    assert str(Call(prevailing.seat, prevailing.word, prevailing.amount)) == answer


def test_two_numbers_at_once_are_for_the_opponents_to_choose_from():
    with pytest.raises(AmbiguousError, match="BD says raise 2 and 5; the opponents choose"):
        pair_answer(spoken("B raise 2, D raise 5"))


@pytest.mark.parametrize("words", [[], spoken("A accept, B refuse")])
def test_an_answer_is_that_of_one_pair(words):
    with pytest.raises(NotAllowedError, match="one pair"):
        pair_answer(words)
