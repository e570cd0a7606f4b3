"""The part of `table.yaml` that says what is played, under which rules and by whom."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from referee.mouche.ruleset import DEFAULT_PRESET as MOUCHE_PRESET
from referee.mouche.ruleset import Ruleset as MoucheRuleset
from referee.mouche.seats import MOST_PLAYERS, Table
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset

PlayerName = Annotated[str, Field(max_length=40)]


class Section(BaseModel):
    """Unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class TableSection(Section):
    """The table and its rules."""

    name: str = Field(
        "table", min_length=1, max_length=60, description="Shown on pages; its log bears it too."
    )
    game: Literal["mus", "mouche"] = Field("mus", description="What is played.")
    ruleset: str = Field(
        DEFAULT_PRESET,
        description="House rules; see `referee rulesets`. Left out for Mouche: article.",
    )
    rules: dict[str, bool | int | str] = Field(
        default_factory=dict, description="What a table of Mouche agreed besides."
    )
    players: tuple[PlayerName, ...] = Field(
        (),
        max_length=MOST_PLAYERS,
        description="Who sits at a table of Mouche, counter-clockwise from P1.",
    )
    faces: Literal["spanish", "french"] | None = Field(
        None,
        description="Printed on the cards. Left out: those of the deck, or whichever lie there.",
    )
    deck: str | None = Field(
        None, description="A deck taught by `referee teach`: its name, its file, or auto."
    )
    log: str = Field(
        "table.db",
        description="Event log: a file beside this one, or a postgresql:// address.",
    )
    evidence_dir: Path = Field(Path("evidence"), description="Folder of pictures and clips.")

    @model_validator(mode="before")
    @classmethod
    def _usual_rules_of_the_game(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("game") == "mouche":
            return {"ruleset": MOUCHE_PRESET, "faces": "french", **data}
        return data

    @model_validator(mode="after")
    def _fits_the_game(self) -> TableSection:
        if self.plays_mouche:
            if self.faces != "french":
                raise ValueError("Mouche is read with faces: french; leave faces out")
            rules = self.mouche_rules
            if self.players:
                rules.pack_of(Table(len(self.players)))
            return self
        Ruleset.preset(self.ruleset)
        for key in ("rules", "players"):
            if getattr(self, key):
                raise ValueError(f"{key} are for Mouche; write game: mouche, or leave them out")
        return self

    @property
    def plays_mouche(self) -> bool:
        """Whether it is a table of Mouche."""
        return self.game == "mouche"

    @property
    def mouche_rules(self) -> MoucheRuleset:
        """House rules of a table of Mouche; raises UnreadableError."""
        preset = MoucheRuleset.preset(self.ruleset)
        return MoucheRuleset.from_mapping({**preset.to_mapping(), **self.rules})
