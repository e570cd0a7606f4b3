"""Deal files: what is read, what is refused, and that writing and reading agree."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import SPANISH_40
from referee.deal_file import DealFile, read_deal, write_deal
from referee.errors import AmbiguousError, UnreadableError
from referee.mus.betting import Status, Word
from referee.mus.hands import Hand, Lance
from referee.mus.noted import Noted
from referee.mus.ruleset import preset_names
from referee.mus.score import Score
from referee.seats import Pair, Seat
from referee.spoken_calls import LanceBets, Said, format_bets, parse_bets
from referee.yaml_file import MAX_BYTES, DealFileError

A, B, C, D = Seat
AC, BD = Pair

FULL = """\
ruleset: spain30
mano: C
score: {AC: 12, BD: 7}
hands:
  A: 12O 3E 7C 1B
  B: [caballo de copas, 11O, 10E, 4B]
  C: 12E 3B 2C 1O
  D: Kc Jh 7d 4s
bets:
  grande: A envido 2, B quiero
  txikia: [A paso, "¡B órdago!", AC no queremos]
"""


def test_a_full_file_is_read() -> None:
    deal = read_deal(FULL)
    assert (deal.ruleset, deal.mano, deal.score) == ("spain30", C, Score(12, 7))
    assert deal.hands is not None
    assert deal.hands[B] == Hand.parse("11C 11O 10E 4B")
    assert deal.hands[D] == Hand.parse("12B 10C 7O 4E")
    assert deal.bets == {
        Lance.GRANDE: (Said(A, Word.BET, 2), Said(B, Word.ACCEPT)),
        Lance.CHICA: (
            Said(A, Word.PASS),
            Said(B, Word.ORDAGO),
            Said(AC, Word.REFUSE, plural=True),
        ),
    }
    assert deal.lines == {Lance.GRANDE: 10, Lance.CHICA: 11}


def test_everything_but_the_bets_may_be_left_out() -> None:
    assert read_deal("bets: paso") == DealFile(bets={})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A paso", Said(A, Word.PASS)),
        ("b PASA", Said(B, Word.PASS)),
        ("A envido", Said(A, Word.BET, 2)),
        ("A envido 5", Said(A, Word.BET, 5)),
        ("A: imido 5", Said(A, Word.BET, 5)),
        ("D bet 3", Said(D, Word.BET, 3)),
        ("B 5 más", Said(B, Word.RAISE, 5)),
        ("B 5 mas", Said(B, Word.RAISE, 5)),
        ("B +5", Said(B, Word.RAISE, 5)),
        ("B envido 5 más", Said(B, Word.RAISE, 5)),
        ("B gehiago 5", Said(B, Word.RAISE, 5)),
        ("B raise 5", Said(B, Word.RAISE, 5)),
        ("C quiero", Said(C, Word.ACCEPT)),
        ("C iduki", Said(C, Word.ACCEPT)),
        ("C kanta!", Said(C, Word.ACCEPT)),
        ("C queremos", Said(C, Word.ACCEPT, plural=True)),
        ("A-C quiero", Said(AC, Word.ACCEPT, plural=True)),
        ("D no quiero", Said(D, Word.REFUSE)),
        ("D tira", Said(D, Word.REFUSE)),
        ("D no queremos", Said(D, Word.REFUSE, plural=True)),
        ("BD refuse", Said(BD, Word.REFUSE, plural=True)),
        ("A ¡Órdago!", Said(A, Word.ORDAGO)),
        ("A hordago", Said(A, Word.ORDAGO)),
    ],
)
def test_words_of_the_table(text: str, said: Said) -> None:
    assert parse_bets(text + ", B quiero") == (said, Said(B, Word.ACCEPT))


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("paso", Noted(Status.PASO)),
        ("Passed", Noted(Status.PASO)),
        ("accepted 4", Noted(Status.ACCEPTED, 4)),
        ("querido 4", Noted(Status.ACCEPTED, 4)),
        ("refused by BD", Noted(Status.REFUSED, 0, BD)),
        ("refused 1 by BD", Noted(Status.REFUSED, 0, BD)),
        ("refused at 4 by AC", Noted(Status.REFUSED, 4, AC)),
        ("no querido 4 por AC", Noted(Status.REFUSED, 4, AC)),
        ("hordago accepted", Noted(Status.ORDAGO)),
    ],
)
def test_bets_noted_afterwards(text: str, noted: Noted) -> None:
    assert parse_bets(text) == noted


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("A envidio 2", UnreadableError, "did you mean 'envido'?"),
        ("A zzz", UnreadableError, "allowed: paso, envido N, N más, quiero, no quiero, órdago"),
        ("A 5", AmbiguousError, "write 'envido N' or 'N más'"),
        ("B mas", UnreadableError, "how many more?"),
        ("A envido 2 3", AmbiguousError, "2 numbers"),
        ("A quiero 4", UnreadableError, "takes no number"),
        ("A envido 0", UnreadableError, "1 or more"),
        ("A envido 2.5", UnreadableError, "'A envido 2.5': stakes are whole numbers"),
        ("accepted 1.000", UnreadableError, "whole numbers"),
        ("A envido " + "9" * 5000, UnreadableError, "of up to six digits"),
        ("A envido 2 B quiero", UnreadableError, "put a comma between calls"),
        ("envido 2, B quiero", UnreadableError, "cannot tell who says 'envido 2'"),
        ("E envido 2", UnreadableError, "cannot tell who says"),
        ("refused 3", UnreadableError, "cannot tell who says"),
        (" , ", UnreadableError, "nothing is said here"),
    ],
)
def test_calls_that_cannot_be_read(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        parse_bets(text)
    assert says in str(caught.value)


HANDS = "hands: {A: 12O 3E 7C 1B, B: 11C 11O 10E 4B, C: 12E 3B 2C 1O, D: 12B 10C 7O 4E}\n"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["line 1: the file is empty; write the keys game, ruleset, mano, score, hands, bets"]),
        ("- 1\n", ["line 1: not a deal; write the keys game, ruleset, mano, score, hands, bets"]),
        ("a: b: c", ["line 1: not YAML: mapping values are not allowed here"]),
        ("[" * 5000, ["line 1: not YAML: maximum recursion depth exceeded"]),
        ("x" * (MAX_BYTES + 1), [f"line 1: a deal file has at most {MAX_BYTES} bytes"]),
        (
            "bets: paso\nbets: paso\n",
            ['line 2: not YAML: found duplicate key "bets" with value "paso"'],
        ),
        ("mano: A\n", ["line 1, bets: bets are missing; write 'bets: paso' when nobody bet"]),
        (
            "\nmanno: A\nbets:\n  pare: paso\n",
            [
                "line 2, manno: unknown key 'manno'; did you mean mano? allowed: game, ruleset,",
                "line 4, bets.pare: unknown key 'pare'; did you mean pares? allowed: grande,",
            ],
        ),
        (
            "mano: E\nruleset: common4\nscore: 12-7\nbets: 3\n",
            [
                "line 1, mano: 'E' is not a seat; write A, B, C or D",
                "line 2, ruleset: no ruleset named 'common4'; allowed: basque4_40, common40,",
                "line 3, score: '12-7' is not a mapping as in {AC: 12, BD: 7}",
                "line 4, bets: 3 is not a mapping of lances, or 'bets: paso'",
            ],
        ),
        (
            "score: {AC: -1}\nbets: paso",
            [
                "line 1, score.AC: -1 is not a number of points, 0 or more",
                "line 1, score: BD is missing; write both, 0 for none",
            ],
        ),
        (
            "score:\n  AC: true\n  BD: 1.5\nbets: paso",
            [
                "line 2, score.AC: True is not a number of points, 0 or more",
                "line 3, score.BD: 1.5 is not a number of points, 0 or more",
            ],
        ),
        (
            "hands:\n  A: 1O 2O 3O\n  B: 1X 2O 3O 4O\n  C: 4c 5O 6O 7O\n  E: paso\nbets: paso",
            [
                "line 1, hands: the hand of D is missing",
                "line 2, hands.A: a hand is 4 cards, not 3: 1O 2O 3O",
                "line 3, hands.B: cannot read '1X' as a card",
                "line 5, hands.E: unknown key 'E'; allowed: A, B, C, D",
            ],
        ),
        (
            HANDS.replace("4E", "12O") + "bets: paso",
            ["line 1, hands: 12O appears 2 times (at A and D)"],
        ),
        (
            "hands:\n  A: 1X 2O 13B 4c\n  B: 5O 6O 7O 8O\n  C: 1O 2C 3O 5O\n  D: 1E 2E 3E 4E\n"
            "bets: paso",
            [
                "line 2, hands.A: cannot read '1X' as a card; write 12O, RO, rey de oros, Kd or "
                "K♦; cannot read '13B' as a card; write 12O, RO, rey de oros, Kd or K♦; '4c' could",
                "line 3, hands: 8O at B is not in the pack",
                "line 4, hands: 5O appears 2 times (at B and C)",
            ],
        ),
        (
            "bets:\n  grande: paso\n  handia: paso\n  chica:\n  pares: [1, 2]\n  juego: {}\n",
            [
                "line 3, bets.handia: grande is said twice (line 2)",
                "line 4, bets.chica: an empty value is not paso, calls such as",
                "line 5, bets.pares: this list is not paso, calls such as",
                "line 6, bets.juego: a mapping is not paso, calls such as",
            ],
        ),
    ],
)
def test_every_fault_is_reported_with_its_line(text: str, faults: list[str]) -> None:
    with pytest.raises(DealFileError) as caught:
        read_deal(text)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(faults) == len(caught.value.faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith(fault)


seats = st.sampled_from(Seat)
pairs = st.sampled_from(Pair)


@st.composite
def sayings(draw: st.DrawFn) -> Said:
    speaker = draw(st.one_of(seats, pairs))
    word = draw(st.sampled_from(Word))
    amount = draw(st.integers(1, 60)) if word.takes_amount else 0
    return Said(speaker, word, amount, draw(st.booleans()) or isinstance(speaker, Pair))


notes = st.one_of(
    st.just(Noted(Status.PASO)),
    st.just(Noted(Status.ORDAGO)),
    st.builds(Noted, st.just(Status.ACCEPTED), st.integers(1, 60)),
    st.builds(Noted, st.just(Status.REFUSED), st.sampled_from([0, 2, 7]), pairs),
)
lance_bets: st.SearchStrategy[LanceBets] = st.one_of(
    notes, st.lists(sayings(), min_size=1, max_size=5).map(tuple)
)
four_hands = st.permutations(SPANISH_40.ordered).map(
    lambda cards: {seat: Hand(tuple(cards[4 * i : 4 * i + 4])) for i, seat in enumerate(Seat)}
)
deals = st.builds(
    DealFile,
    bets=st.dictionaries(st.sampled_from(Lance), lance_bets),
    mano=st.none() | seats,
    ruleset=st.none() | st.sampled_from(preset_names()),
    score=st.none() | st.builds(Score, st.integers(0, 39), st.integers(0, 39)),
    hands=st.none() | four_hands,
)


@given(lance_bets)
@settings(max_examples=200)
def test_bets_round_trip(bets: LanceBets) -> None:
    assert parse_bets(format_bets(bets)) == bets


@given(deals)
@settings(max_examples=50)
def test_deal_files_round_trip(deal: DealFile) -> None:
    again = read_deal(write_deal(deal))
    assert replace(again, lines={}) == replace(deal, lines={})


@given(st.text(max_size=200))
@settings(max_examples=100)
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        read_deal(text)
    except DealFileError as error:
        assert error.faults
