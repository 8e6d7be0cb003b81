"""Every option of play with its original value and its limits; the presets' values are in referee/rules/presets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_type_hints

from referee.messages import Message


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of printed rules, with the source of each rule.

    `title`: its name for players; `about`: a short description. `options`: values that differ from the original game.
    `sources`: the source of each rule, by the name of an option or of one of FIXED_RULES; other rules have the source
    of the original game. `readings`: where the text is silent or unclear, and the reading chosen. `vocabulary`: by
    language, the leaflet's own words for words of the catalogue (vocabularies.py).
    """

    name: str
    title: str
    about: str
    options: Mapping[str, Any]
    sources: Mapping[str, str]
    readings: tuple[str, ...]
    vocabulary: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Number:
    """The limits of an option: a whole number from `least` to `most`, or None if `may_be_none`.

    >>> Number(1, 20, True).message.text, Number(1, 20).fits(None), Number(1, 20).fits(True)
    ('a whole number from 1 to 20, or null', False, False)
    """

    least: int
    most: int
    may_be_none: bool = False

    def fits(self, value: object) -> bool:
        """Whether the option may have the value; True and False are no numbers."""
        return (self.may_be_none and value is None) or (type(value) is int and self.least <= value <= self.most)

    @property
    def message(self) -> Message:
        """The message on which values are allowed."""
        code = "wanted.number-or-none" if self.may_be_none else "wanted.number"
        return Message.of(code, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Choice:
    """The limits of an option: one of some values.

    >>> Choice((True, False)).message.text, Choice(("as-failed", 0)).message.text, Choice((0, 1)).fits(True)
    ('true or false', "one of 'as-failed', 0", False)
    """

    values: tuple[object, ...]

    def fits(self, value: object) -> bool:
        """Whether the option may have the value; 1 is not True."""
        return any(type(value) is type(one) and value == one for one in self.values)

    @property
    def message(self) -> Message:
        """The message on which values are allowed."""
        if self.values == (True, False):
            return Message("wanted.truth")
        return Message.of("wanted.one-of", values=", ".join(map(repr, self.values)))


Limits = Number | Choice


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules: its value in the original game, its limits, and its meaning in words (`says`)."""

    name: str
    original: object
    limits: Limits
    says: str


def _number(original: int | None, least: int, most: int, *, none: bool = False, says: str) -> Any:
    return field(default=original, metadata={"limits": Number(least, most, none), "says": says})


def _one_of(original: object, *, says: str) -> Any:
    """A field whose values are those of its Literal or bool type; `says`: its meaning in words."""
    return field(default=original, metadata={"says": says})


@dataclass(frozen=True)
class Options:
    """Every option that players can agree on; the defaults are those of the original game."""

    copies: int = _number(2, 1, 4, says="how many of each numbered tile the box holds")
    jokers: int = _number(2, 0, 4, says="jokers in the box")
    players_least: int = _number(2, 2, 6, says="fewest players")
    players_most: int = _number(4, 2, 6, says="most players")
    dealt: int = _number(14, 1, 30, says="tiles dealt to each player")
    new_deal_on_three_pairs: bool = _one_of(
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
    clock_waits_for_referee: bool = _one_of(True, says="the clock stands still while the referee reads")

    opening_points: int = _number(30, 0, 200, says="points an opening needs at least")
    opening_sets: int | None = _number(None, 1, 20, none=True, says="sets an opening may use at most; null: any number")
    opening_may_use_table: bool = _one_of(False, says="an opening may use or extend sets that lie on the table")
    more_play_after_opening: bool = _one_of(
        False, says="more may be played in the opening turn, once the opening stands"
    )

    draw_when_passing: int = _number(1, 0, 10, says="tiles to draw when nothing was played")
    failed_turn_draw: int = _number(3, 0, 10, says="tiles to draw when a turn fails")
    failed_turn_table: Literal["all-back", "invalid-back"] = _one_of(
        "all-back", says="when a turn fails: everything goes back, or only tiles that are not in a valid set"
    )
    late_draw: Literal["as-failed", 0, 1] = _one_of("as-failed", says="tiles to draw when only the time ran out")
    idle_late: Literal["passes", "fails"] = _one_of(
        "passes", says="a player who has laid nothing when the time is over: has passed, or has failed the turn"
    )
    must_lay: bool = _one_of(False, says="a player who can lay tiles has to (no camera sees a rack)")
    forgotten_tiles: Literal["pool", "rack"] = _one_of("pool", says="where tiles go whose old place nobody remembers")

    group_colours_differ: bool = _one_of(True, says="a group's colours are all different")
    one_after_thirteen: bool = _one_of(False, says="a run may end 12 13 1")

    jokers_in_a_set: int | None = _number(None, 1, 4, none=True, says="jokers in one set at most; null: any number")
    joker_place: Literal["where-it-fits", "in-order"] = _one_of(
        "where-it-fits",
        says="a joker that lies in a run where no tile would (r12 r13 J) stands for what makes it a run; or it is none",
    )
    joker_on_rack: int = _number(30, 0, 100, says="points of a joker left on a rack")
    joker_before_opening: bool = _one_of(
        False, says="a joker may be taken from the table before one's own opening, but not from a set that is closed"
    )
    joker_freed_by: Literal["rearranging", "its-tile"] = _one_of(
        "rearranging", says="a joker is freed by any rearranging, or only by the very tile it stands for"
    )
    freeing_tile_from: Literal["rack-or-table", "rack"] = _one_of(
        "rack-or-table",
        says="where the tile comes from that frees a joker ('rack': only that tile frees it); never from its own set",
    )
    joker_of_three: Literal["either-colour", "both-colours"] = _one_of(
        "either-colour",
        says="what frees the joker of a group of three: either missing colour, or both"
        " (of a group whose colours may repeat: any two tiles)",
    )
    joker_announced: bool = _one_of(False, says="taking a joker is announced first (no camera sees that)")
    freed_joker_goes: Literal["new-set", "all-new-set", "any-set", "two-from-rack", "new-set-from-rack"] = _one_of(
        "new-set", says="where a freed joker must lie at the end of the turn"
    )
    joker_sets: Literal["open", "closed", "keeps-its-tile"] = _one_of(
        "open",
        says="a set with a joker may be taken apart; or only extended; or its joker goes on standing for the same tile",
    )
    rebuilding: Literal["free", "all-or-three"] = _one_of(
        "free", says="sets are rebuilt freely; or all tiles of a set are taken, or at least 3 stay together"
    )

    pool_empty: Literal["until-nobody-can", "until-one-cannot", "one-last-turn"] = _one_of(
        "until-one-cannot",
        says="when the pool is empty: on in turn until nobody can lay, until one player cannot, or one last turn each",
    )
    tie: Literal["whole-points", "fractions"] = _one_of(
        "whole-points", says="players with the same lowest rack share the win: in whole points, or in equal fractions"
    )
    never_opened_pays: int = _number(0, 0, 500, says="points that a player who never opened pays on top")
    most_lost: int | None = _number(
        None, 1, 1000, none=True, says="most points a player can lose in a round; null: no limit"
    )
    match_won_by: Literal["points", "rounds"] = _one_of(
        "points", says="who wins the match: most points, or most rounds won"
    )
    left_early: Literal["below", "out", "counts"] = _one_of(
        "below",
        says="who left before the end of the match: below those who played on, out of the final order, or by points",
    )
    rounds: int | None = _number(None, 1, 100, none=True, says="rounds of a match; null: as many as the players like")


def _limits(name: str, metadata: Any) -> Limits:
    kind = _TYPES[name]
    return metadata.get("limits") or Choice((True, False) if kind is bool else get_args(kind))


_TYPES = get_type_hints(Options)
OPTIONS = tuple(
    Option(one.name, one.default, _limits(one.name, one.metadata), one.metadata["says"]) for one in fields(Options)
)
"""Every option, in the order of the fields of Options."""
