"""Rules: the rules of play, which are a preset or a preset changed by house rules."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.messages import Refusal, quoted
from referee.rules.options import OPTIONS, Option, Options
from referee.rules.presets import PRESET_FILES
from referee.tiles import HIGHEST, LOWEST, Colour, Tile

SMALLEST_SET = 3
"""Tiles; the fewest of a run or a group, in every leaflet."""

COLOURS, NUMBERS = len(Colour), HIGHEST - LOWEST + 1


class RulesError(Refusal, ValueError):
    """Impossible rules: an unknown preset or option, or an impossible value, which the message names."""


@dataclass(frozen=True)
class Rules(Options):
    """The rules of play: a value for every option, and the preset that they were made from.

    >>> Rules.from_json({"preset": "original", "opening_points": 40}).opening_points
    40
    """

    preset: str = "original"

    def __post_init__(self) -> None:
        if self.preset not in PRESET_FILES:
            raise _no_preset(self.preset)
        for option in OPTIONS:
            _check(option, getattr(self, option.name))
        self._check_racks()

    def _check_racks(self) -> None:
        """Raises RulesError if the numbers of players contradict each other, or the box has too few tiles for them."""
        if self.players_least > self.players_most:
            raise RulesError("rules.players-least", option="players_least")
        if self.players_most * self.dealt > self.box_size:
            counts = {"players": self.players_most, "dealt": self.dealt, "box": self.box_size}
            raise RulesError("rules.box-too-small", option="players_most", **counts)

    @property
    def numbered_tiles(self) -> int:
        """The number of numbered tiles in the box: 104 in every leaflet."""
        return COLOURS * NUMBERS * self.copies

    @property
    def box_size(self) -> int:
        """The number of tiles in the box, including jokers."""
        return self.numbered_tiles + self.jokers

    def copies_of(self, tile: Tile) -> int:
        """The number of copies of a tile in the box."""
        return self.jokers if tile.is_joker else self.copies

    def box_holds(self, tiles: Mapping[Tile, int]) -> bool:
        """Whether one box holds these tiles; `tiles`: number of copies by tile."""
        return all(count <= self.copies_of(tile) for tile, count in tiles.items())

    @property
    def jokers_move_freely(self) -> bool:
        """Whether a joker on the table may be moved by any rearranging that leaves valid sets."""
        return (self.joker_freed_by, self.freeing_tile_from, self.joker_sets) == (
            "rearranging",
            "rack-or-table",
            "open",
        )

    @property
    def any_rearranging_is_legal(self) -> bool:
        """Whether any rearranging that leaves valid sets is legal, as in the original game."""
        return self.jokers_move_freely and self.freed_joker_goes_anywhere and self.rebuilding == "free"

    @property
    def opening_may_touch_table(self) -> bool:
        """Whether sets on the table may change in the turn that opens."""
        return self.opening_may_use_table or self.more_play_after_opening or self.joker_before_opening

    @property
    def freed_joker_goes_anywhere(self) -> bool:
        """Whether a freed joker may lie anywhere on the table at the end of the turn."""
        return self.freed_joker_goes in ("new-set", "any-set")

    @property
    def freed_joker_is_bound(self) -> bool:
        """Whether a freed joker has to be laid with tiles from the rack."""
        return self.freed_joker_goes in ("two-from-rack", "new-set-from-rack")

    @property
    def opening_may_lend(self) -> bool:
        """Whether a set of the opening may lend a tile to free a joker, so that a larger opening permits further
        plays."""
        return self.rebuilding != "free" and self.freeing_tile_from != "rack"

    def seconds_allowed(self, bank: float | None) -> float | None:
        """Seconds for a turn, None without a limit; `bank`: seconds left in a time bank, which replaces the limit."""
        if bank is not None:
            return bank + self.increment_seconds
        return None if self.turn_seconds is None else float(self.turn_seconds)

    def changes(self) -> dict[str, object]:
        """The options that differ from the preset, with their values."""
        return self.differences(PRESETS[self.preset])

    def differences(self, other: "Rules") -> dict[str, object]:
        """The options that differ from other rules, with their values in these rules."""
        values = {option.name: getattr(self, option.name) for option in OPTIONS}
        return {name: value for name, value in values.items() if value != getattr(other, name)}

    def to_json(self) -> str | dict[str, object]:
        """The JSON that `from_json` reads: the preset's name, or an object with the changed options."""
        changes = self.changes()
        return {"preset": self.preset, **changes} if changes else self.preset

    @classmethod
    def from_json(cls, rules: object) -> "Rules":
        """The rules that a preset's name or an object {"preset": name, option: value} describes.

        Raises RulesError, which names the unknown preset or option or the impossible value.
        """
        if isinstance(rules, str):
            return _preset(rules)
        if not isinstance(rules, Mapping):
            raise RulesError("rules.neither", given=quoted(repr(rules)))
        changes = {str(name): value for name, value in rules.items() if name != "preset"}
        return _changed(_preset(rules.get("preset", "original")), changes)


def _changed(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    known = {option.name for option in OPTIONS}
    for name in changes:
        if name not in known:
            raise RulesError("rules.not-an-option", option=quoted(name))
    return dataclasses.replace(rules, **changes)


def _check(option: Option, value: object) -> None:
    if not option.limits.fits(value):
        wanted = option.limits.message
        raise RulesError("rules.not-possible", option=option.name, given=quoted(repr(value)), wanted=wanted)


def _preset(name: object) -> Rules:
    if not isinstance(name, str) or name not in PRESETS:
        raise _no_preset(name)
    return PRESETS[name]


def _no_preset(name: object) -> RulesError:
    return RulesError("rules.not-a-preset", preset=quoted(str(name)), known=", ".join(PRESET_FILES))


PRESETS: Mapping[str, Rules] = {
    name: _changed(Rules(preset=name), preset.options) for name, preset in PRESET_FILES.items()
}
"""The rules of every preset, by its name."""
