"""What the referee and the table say, for readers of other languages: each English sentence is a pattern to find.

The interface speaks English to every program alike; the page says it again in the reader's language. Fields named
`tile`, `tiles` and `row` are said tile by tile, `why`, `goes`, `phase` and `counts` are patterns again, others stay.
"""

import re
from collections.abc import Iterator

from flask_babel import get_locale, gettext

from referee.rules import PRESET_FILES


def _(pattern: str) -> str:
    """Marks a pattern for the translators."""
    return pattern


FAULTS = (
    _("({row}) is not a set: {why}."),
    _("{tile} lies there {count} times, but the box holds {there}."),
    _("{tiles} lay on the table before and cannot be seen now: covered, or taken?"),
    _("The opening is worth {points} points and needs at least {needed}."),
    _("An opening is one set; {count} new ones lie there."),
    _("An opening is at most {most} sets; {count} new ones lie there."),
    _("Who has not opened leaves the sets on the table as they are; changed: {tiles}."),
    _("({row}) holds {count} jokers; a set may hold {most}."),
    _("The joker of ({row}) may be taken only for {tiles} from the rack, laid in its place."),
    _("The joker of ({row}) may be taken only for {tiles} from rack or table, laid in its place."),
    _("A freed joker must be used in the same turn {goes}; it is not on the table."),
    _("A freed joker must be used in the same turn {goes}; it lies in ({row})."),
    _("({row}) holds a joker: it may be continued, but not split or robbed."),
    _("Of ({row}) only {tiles} were left together: take all of its tiles, or leave at least {least}."),
    _("The turn took {seconds} seconds; {allowed} are allowed."),
)
"""The sentences of referee/judging/faults.py."""

PARTS = (
    _("a set has at least {least} tiles"),
    _("a set needs a tile with a number"),
    _("{tile} lies in it more than once"),
    _("a group has each colour once at most"),
    _("its numbers do not follow one another"),
    _("neither one colour nor one number"),
    _("in a new set"),
    _("in a set"),
    _("in a set with at least two other tiles from the rack"),
    _("in a new set made from the rack"),
    _("1 tile"),
    _("{n} tiles"),
)
"""Parts of those sentences, and of others."""

REFUSALS = (
    _("a match is being played: end its round first, or begin a new one anyway"),
    _("turn {n} is over; turn {now} is being played"),
    _("turn {n} has been judged already"),
    _("no failed turn is being put back"),
    _("no match has begun"),
    _("the camera is lost: {trouble}"),
    _("something lies over the table: take it away, or claim anyway"),
    _("something still moves over the table"),
    _("{player} has no extension left"),
    _("no turn of this round has been claimed yet"),
    _("{player}'s rack holds {why}, by the count of draws and plays {n}"),
    _("{n} of {name} on racks and table, the box holds {most} ({where})"),
    _('players: "{name}" is there twice'),
    _("players: {n} play, the rules seat {least} to {most}"),
    _("{n} racks of {tiles_each} are more than the {most} tiles of the box"),
    _('more than "players_most"'),
    _("that is not the table's PIN"),
    _("the table's PIN is needed (header X-Table-Pin)"),
    _("too many wrong PINs; try again in {n} s"),
    _("the players have not allowed help during the round"),
    _("say first whose rack it is"),
    _("another rack is being thought about; ask again"),
)
"""Why a button did nothing."""


HOUSE_RULE = _("house rule: {option} is {value}")

OF_FAULTS = (
    "valid",
    "group",
    "run",
    "box",
    "kept",
    "opening_points",
    "opening_sets",
    "opening_may_use_table",
    "jokers_in_a_set",
    "joker_freed_by",
    "joker_sets",
    "freed_joker_goes",
    "rebuilding",
    "turn_seconds",
)
"""The rules that a fault can name as its source."""


def sentences() -> list[tuple[str, list[str], str]]:
    """Each pattern as a regular expression of any dialect, its fields, and how the reader says it; none in English."""
    if str(get_locale()) == "en":
        return []
    printed = [preset.sources for preset in PRESET_FILES.values()]
    leaflets = {told[rule] for told in printed for rule in OF_FAULTS if rule in told}
    patterns = (*FAULTS, *PARTS, *REFUSALS, *sorted(leaflets), HOUSE_RULE)
    return [(like(one), fields(one), str(gettext(one))) for one in patterns]


def leaflet(source: str) -> str:
    """What a rule rests on, in the reader's language."""
    return str(gettext(source))


def leaflets_for_translators(*_file: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """What each preset is, and every leaflet's saying, as pybabel asks for texts that are no argument of a call."""
    said = [text for preset in PRESET_FILES.values() for text in (preset.about, *preset.sources.values())]
    for source in sorted(set(said)):
        yield 1, None, source, []


def fields(pattern: str) -> list[str]:
    """The fields of a pattern in their order."""
    return re.findall(r"{(\w+)}", pattern)


def like(pattern: str) -> str:
    """The regular expression of a pattern: a group for each field, the whole text or nothing."""
    return "^" + "(.+?)".join(re.escape(part) for part in re.split(r"{\w+}", pattern)) + "$"
