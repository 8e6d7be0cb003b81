"""Rules: every option of play, and the presets. What each number rests on stands in referee/rules/leaflets.py."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.rules.leaflets import SOURCES

SMALLEST_SET = 3
"""Fewest tiles of a run or a group, in every leaflet."""

COLOURS, NUMBERS = 4, 13


class RulesError(ValueError):
    """Rules that cannot be: an unknown preset or option, an impossible value. The message names it."""


def _choice(default: object, *values: object, says: str) -> Any:
    names = ", ".join(repr(value) if isinstance(value, str) else str(value) for value in values)
    return _option(default, lambda value: _among(value, values), f"one of {names}", says)


def _yes_no(default: bool, *, says: str) -> Any:
    return _option(default, lambda value: isinstance(value, bool), "true or false", says)


def _number(default: int | None, low: int, high: int, *, none: bool = False, says: str) -> Any:
    def fits(value: object) -> bool:
        return (none and value is None) or (type(value) is int and low <= value <= high)

    wanted = f"a whole number from {low} to {high}" + (", or null" if none else "")
    return _option(default, fits, wanted, says)


def _option(default: object, fits: Callable[[object], bool], wanted: str, says: str) -> Any:
    return field(default=default, metadata={"fits": fits, "wanted": wanted, "says": says})


def _among(value: object, values: tuple[object, ...]) -> bool:
    return any(type(value) is type(one) and value == one for one in values)


@dataclass(frozen=True)
class Rules:
    """What is played by. Defaults are the `original` preset; `preset` names the one it was made from.

    >>> Rules.from_json({"preset": "original", "opening_points": 40}).opening_points
    40
    """

    preset: str = "original"

    copies: int = _number(2, 1, 4, says="how many of each numbered tile the box holds")
    jokers: int = _number(2, 0, 4, says="jokers in the box")
    players_least: int = _number(2, 2, 6, says="fewest players")
    players_most: int = _number(4, 2, 6, says="most players")
    dealt: int = _number(14, 1, 30, says="tiles dealt to each player")
    new_deal_on_three_pairs: bool = _yes_no(
        False, says="three pairs among the first tiles: the player may ask for a new deal"
    )

    turn_seconds: int | None = _number(60, 30, 300, none=True, says="seconds for a turn; null: no limit")
    extensions: int = _number(0, 0, 10, says="extensions of the turn's time that each player has in a round")
    extension_seconds: int = _number(30, 1, 300, says="seconds of one extension")
    bank_seconds: int | None = _number(
        None, 1, 7200, none=True, says="seconds in each player's bank of time; null: no bank"
    )
    increment_seconds: int = _number(
        0, 0, 300, says="seconds of a turn that are free before the bank is used (Bronstein)"
    )
    clock_waits_for_referee: bool = _yes_no(True, says="the clock stands still while the referee reads")

    opening_points: int = _number(30, 0, 200, says="points an opening needs at least")
    opening_sets: int | None = _number(None, 1, 20, none=True, says="sets an opening may use at most; null: any number")
    opening_may_use_table: bool = _yes_no(False, says="an opening may use or extend sets that lie on the table")
    more_play_after_opening: bool = _yes_no(
        False, says="more may be played in the opening turn, once the opening stands"
    )

    draw_when_passing: int = _number(1, 0, 10, says="tiles to draw when nothing was played")
    failed_turn_draw: int = _number(3, 0, 10, says="tiles to draw when a turn fails")
    failed_turn_table: Literal["all-back", "invalid-back"] = _choice(
        "all-back",
        "all-back",
        "invalid-back",
        says="when a turn fails: everything goes back, or only tiles that are not in a valid set",
    )
    late_draw: Literal["as-failed", 0, 1] = _choice(
        "as-failed", "as-failed", 0, 1, says="tiles to draw when only the time ran out"
    )
    forgotten_tiles: Literal["pool", "rack"] = _choice(
        "pool", "pool", "rack", says="where tiles go whose old place nobody remembers"
    )

    group_colours_differ: bool = _yes_no(True, says="a group's colours are all different")
    one_after_thirteen: bool = _yes_no(False, says="a run may end 12 13 1")

    jokers_in_a_set: int | None = _number(None, 1, 4, none=True, says="jokers in one set at most; null: any number")
    joker_on_rack: int = _number(30, 0, 100, says="points of a joker left on a rack")
    joker_before_opening: bool = _yes_no(False, says="a joker may be taken from the table before one's own opening")
    joker_freed_by: Literal["rearranging", "its-tile"] = _choice(
        "rearranging",
        "rearranging",
        "its-tile",
        says="a joker is freed by any rearranging, or only by the very tile it stands for",
    )
    freeing_tile_from: Literal["rack-or-table", "rack"] = _choice(
        "rack-or-table",
        "rack-or-table",
        "rack",
        says="where the tile comes from that frees a joker ('rack': only that tile frees it)",
    )
    joker_of_three: Literal["either-colour", "both-colours"] = _choice(
        "either-colour",
        "either-colour",
        "both-colours",
        says="what frees the joker of a group of three: either missing colour, or both",
    )
    joker_announced: bool = _yes_no(False, says="taking a joker is announced first (no camera sees that)")
    freed_joker_goes: Literal["new-set", "any-set", "two-from-rack", "new-set-from-rack"] = _choice(
        "new-set",
        "new-set",
        "any-set",
        "two-from-rack",
        "new-set-from-rack",
        says="where a freed joker must lie at the end of the turn",
    )
    joker_sets: Literal["open", "closed", "keeps-its-tile"] = _choice(
        "open",
        "open",
        "closed",
        "keeps-its-tile",
        says="a set with a joker may be taken apart; or only extended; or its joker goes on standing for the same tile",
    )
    rebuilding: Literal["free", "all-or-three"] = _choice(
        "free",
        "free",
        "all-or-three",
        says="sets are rebuilt freely; or all tiles of a set are taken, or at least 3 stay together",
    )

    pool_empty: Literal["until-nobody-can", "one-last-turn"] = _choice(
        "until-nobody-can",
        "until-nobody-can",
        "one-last-turn",
        says="when the pool is empty: on in turn until nobody can lay a tile, or one last turn each",
    )
    never_opened_pays: int = _number(0, 0, 500, says="points that a player who never opened pays on top")
    most_lost: int | None = _number(
        None, 1, 1000, none=True, says="most points a player can lose in a round; null: no limit"
    )
    match_won_by: Literal["points", "rounds"] = _choice(
        "points", "points", "rounds", says="who wins the match: most points, or most rounds won"
    )
    rounds: int | None = _number(None, 1, 100, none=True, says="rounds of a match; null: as many as the players like")

    def __post_init__(self) -> None:
        if self.preset not in SOURCES:
            raise RulesError(f'rules: "{self.preset}" is not a preset ({", ".join(SOURCES)})')
        for option in options():
            _check(option, getattr(self, option.name))
        if self.players_least > self.players_most:
            raise RulesError('rules, option "players_least": more than "players_most"')
        if self.players_most * self.dealt > self.box_size:
            raise RulesError(
                f'rules, option "players_most": {self.players_most} racks of {self.dealt} are more than '
                f"the {self.box_size} tiles of the box"
            )

    @property
    def numbered_tiles(self) -> int:
        """Tiles with a number in the box: 104 in every leaflet."""
        return COLOURS * NUMBERS * self.copies

    @property
    def box_size(self) -> int:
        """All tiles of the box, jokers too."""
        return self.numbered_tiles + self.jokers

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
        """Whether nothing counts but that valid sets remain, as in the original game."""
        return self.jokers_move_freely and not self.freed_joker_is_bound and self.rebuilding == "free"

    @property
    def freed_joker_is_bound(self) -> bool:
        """Whether a freed joker has to lie among tiles from the rack."""
        return self.freed_joker_goes in ("two-from-rack", "new-set-from-rack")

    def source(self, option: str) -> str:
        """The leaflet, or the reading chosen, behind an option; "house rule: …" where it was changed.

        `option` may be a rule that is no option, too: `run`, `group`, `valid` … of referee/rules/leaflets.py.
        """
        if option in self.changes():
            return f"house rule: {option} is {getattr(self, option)}"
        return SOURCES[self.preset].get(option) or SOURCES["original"][option]

    def changes(self) -> dict[str, object]:
        """The options in which this differs from its preset."""
        base = PRESETS[self.preset]
        names = [option.name for option in options()]
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(base, name)}

    def to_json(self) -> str | dict[str, object]:
        """A preset's name, or an object with the changed options: what `from_json` reads."""
        changes = self.changes()
        return {"preset": self.preset, **changes} if changes else self.preset

    @classmethod
    def from_json(cls, rules: object) -> "Rules":
        """The rules that a preset's name or an object {"preset": name, option: value} describes.

        Raises RulesError, naming the preset, the option or the value that cannot be.
        """
        if isinstance(rules, str):
            return _preset(rules)
        if not isinstance(rules, Mapping):
            raise RulesError(f"rules: {rules!r} is neither a preset's name nor an object")
        changes = {str(name): value for name, value in rules.items() if name != "preset"}
        known = {option.name for option in options()}
        for name in changes:
            if name not in known:
                raise RulesError(f'rules: "{name}" is not an option')
        return dataclasses.replace(_preset(rules.get("preset", "original")), **changes)


def options() -> tuple[dataclasses.Field[Any], ...]:
    """Every option of Rules, as a dataclass field; its metadata `says` what it is for."""
    return _OPTIONS


def _check(option: dataclasses.Field[Any], value: object) -> None:
    if not option.metadata["fits"](value):
        raise RulesError(f'rules, option "{option.name}": {value!r} is not possible ({option.metadata["wanted"]})')


def _preset(name: object) -> Rules:
    if not isinstance(name, str) or name not in PRESETS:
        raise RulesError(f'rules: "{name}" is not a preset ({", ".join(PRESETS)})')
    return PRESETS[name]


_OPTIONS = tuple(option for option in dataclasses.fields(Rules) if option.name != "preset")

PRESETS: dict[str, Rules] = {
    "original": Rules("original"),
    "finnish": Rules(
        "finnish",
        opening_points=31,
        opening_sets=1,
        jokers_in_a_set=1,
        joker_freed_by="its-tile",
        freeing_tile_from="rack",
        freed_joker_goes="new-set-from-rack",
        joker_sets="closed",
        pool_empty="one-last-turn",
    ),
    "wikipedia": Rules(
        "wikipedia",
        turn_seconds=None,
        failed_turn_draw=0,
        joker_freed_by="its-tile",
        freeing_tile_from="rack",
        freed_joker_goes="two-from-rack",
    ),
    "danish-card": Rules(
        "danish-card",
        jokers=4,
        turn_seconds=120,
        opening_points=40,
        failed_turn_draw=0,
        failed_turn_table="invalid-back",
        group_colours_differ=False,
        joker_on_rack=25,
        joker_freed_by="its-tile",
        freeing_tile_from="rack",
        joker_announced=True,
        freed_joker_goes="any-set",
        joker_sets="keeps-its-tile",
        rebuilding="all-or-three",
    ),
    "sabra": Rules(
        "sabra",
        turn_seconds=120,
        more_play_after_opening=True,
        late_draw=1,
        jokers_in_a_set=2,
        joker_freed_by="its-tile",
        freeing_tile_from="rack",
        freed_joker_goes="new-set-from-rack",
        joker_sets="closed",
    ),
    "tournament": Rules("tournament", new_deal_on_three_pairs=True, clock_waits_for_referee=False),
}
"""Every preset by its name."""
