"""What the README shows is what happens."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from referee.deal_file import read_deal
from referee.mouche_file import read_mouche
from referee.spoken_calls import parse_bets
from referee.yaml_file import GameName, game_of
from tests.conftest import Run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", README, re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [dedent(text) for name, text in BLOCKS if name == kind]


def test_deal_files_of_the_readme_are_read() -> None:
    deals = blocks("yaml")
    assert [game_of(deal) for deal in deals] == [GameName.MUS, GameName.MUS, GameName.MOUCHE]
    for deal in deals[:2]:
        assert read_deal(deal).bets
    assert read_mouche(deals[2]).play().settlement


@pytest.mark.parametrize("name", ["deal.yaml", "mouche.yaml"])
def test_the_sample_deals_are_the_ones_shown(name: str) -> None:
    assert (ROOT / "datasets" / "samples" / name).read_text() in blocks("yaml")


def test_the_settlement_shown_is_the_one_printed(
    referee: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert len(blocks("console")) == 2
    for shown in blocks("console"):
        command, _, output = shown.partition("\n")
        assert command.startswith("$ referee ")
        assert referee(*command.split()[2:]).out == output


def test_calls_of_the_readme_are_read() -> None:
    said = re.findall(r"^\| `([A-D] [^`]+)` \|", README, re.MULTILINE)
    assert len(said) == 6
    for call in said:
        parse_bets(f"{call}, B quiero")


def test_the_commands_of_the_readme_exist(referee: Callable[..., Run]) -> None:
    for verb in set(re.findall(r"`referee ([a-z]+)", README)):
        assert referee(verb, "--help").status == 0
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE)):
        assert f"\n{target}:" in targets
