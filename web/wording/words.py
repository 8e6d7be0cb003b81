"""The rules of a match in plain words, in the reader's language: a sentence for each option, disputed ones known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask_babel import gettext, lazy_gettext
from flask_babel import ngettext as gettext_of_number

from referee.rules import PRESET_FILES, PRESETS, Rules
from web.wording.sentences import leaflet

Sentence = Callable[[Rules], str]


def _(text: str, **values: object) -> str:
    return str(gettext(text, **values))


def ngettext(one: str, more: str, number: int) -> str:
    """The text for one or for more, in the reader's language."""
    return str(gettext_of_number(one, more, number))


CHAPTERS: tuple[tuple[object, tuple[str, ...]], ...] = (
    (lazy_gettext("The box"), ("box", "players", "dealt", "new_deal_on_three_pairs")),
    (lazy_gettext("Sets"), ("run", "group", "rebuilding")),
    (lazy_gettext("Opening"), ("opening_points", "opening_sets", "opening_may_use_table", "more_play_after_opening")),
    (
        lazy_gettext("Jokers"),
        (
            "jokers_in_a_set",
            "joker_freed_by",
            "freeing_tile_from",
            "joker_of_three",
            "freed_joker_goes",
            "joker_sets",
            "joker_before_opening",
            "joker_announced",
            "joker_on_rack",
        ),
    ),
    (lazy_gettext("Time"), ("turn_seconds", "extensions", "bank_seconds", "late_draw", "clock_waits_for_referee")),
    (
        lazy_gettext("A turn without a play, and one that fails"),
        ("draw_when_passing", "failed_turn_table", "failed_turn_draw", "forgotten_tiles"),
    ),
    (
        lazy_gettext("The end"),
        ("round", "pool_empty", "score", "never_opened_pays", "most_lost", "match_won_by", "rounds", "tie"),
    ),
)
"""The order in which the rules are told."""


@dataclass(frozen=True, slots=True)
class Told:
    """One rule as told: the option, the sentence, where it stands, and how other presets have it."""

    option: str
    sentence: str
    source: str
    others: tuple[tuple[str, str], ...] = ()


def preset_names() -> dict[str, str]:
    """Each preset with what it is, in a few words."""
    return {name: _(preset.about) for name, preset in PRESET_FILES.items()}


def in_short(rules: Rules) -> list[str]:
    """The numbers that players ask for first."""
    names = ("opening_points", "opening_sets", "turn_seconds", "failed_turn_draw", "joker_freed_by", "joker_on_rack")
    return [SENTENCES[name](rules) for name in names]


def chapters(rules: Rules) -> Iterator[tuple[str, list[Told]]]:
    """All rules, chapter by chapter."""
    for title, names in CHAPTERS:
        told = [_told(name, rules) for name in names]
        yield str(title), [one for one in told if one.sentence]


def disputed(rules: Rules) -> list[Told]:
    """The rules that other presets have otherwise, house rules and the most disputed first."""
    told = [_told(name, rules) for _title, names in CHAPTERS for name in names]
    changed = rules.changes()
    differing = [one for one in told if one.others]
    return sorted(differing, key=lambda one: (one.option not in changed, -len(one.others), not one.sentence))


def _told(name: str, rules: Rules) -> Told:
    sentence = SENTENCES[name](rules)
    source = "" if name == "players" else leaflet(rules.source(name))
    if name in rules.changes():
        source = _("house rule")
    others: dict[str, list[str]] = {}
    for preset, other in PRESETS.items():
        said = SENTENCES[name](other) or _("nothing of the kind")
        if preset != rules.preset and said != (sentence or _("nothing of the kind")):
            others.setdefault(said, []).append(preset)
    if name in rules.changes():
        others.setdefault(SENTENCES[name](PRESETS[rules.preset]), []).insert(0, rules.preset)
    return Told(name, sentence, source, tuple((", ".join(presets), said) for said, presets in others.items()))


def _opening(rules: Rules) -> str:
    return _("The first play is worth at least %(points)s points.", points=rules.opening_points)


def _opening_sets(rules: Rules) -> str:
    if rules.opening_sets is None:
        return _("It may be made of any number of sets.")
    return ngettext("It is one set.", "It is at most %(num)s sets.", rules.opening_sets)


def _turn(rules: Rules) -> str:
    if rules.turn_seconds is None:
        return _("A turn may take as long as it takes.")
    return _("A turn takes at most %(seconds)s seconds.", seconds=rules.turn_seconds)


def _extensions(rules: Rules) -> str:
    if not rules.extensions:
        return ""
    seconds = rules.extension_seconds
    return _("Each player has %(n)s extensions of %(s)s seconds in a round.", n=rules.extensions, s=seconds)


def _bank(rules: Rules) -> str:
    if rules.bank_seconds is None:
        return ""
    bank, free = rules.bank_seconds, rules.increment_seconds
    return _("Each player has %(bank)s seconds for the round; %(free)s of each turn are free.", bank=bank, free=free)


def _failed_draw(rules: Rules) -> str:
    if not rules.failed_turn_draw:
        return _("A failed turn costs no tiles.")
    return _("Who fails a turn draws %(tiles)s tiles.", tiles=rules.failed_turn_draw)


def _late(rules: Rules) -> str:
    if rules.turn_seconds is None or rules.late_draw == "as-failed":
        return ""
    return _("When only the time ran out: %(tiles)s to draw.", tiles=rules.late_draw)


def _jokers_in_a_set(rules: Rules) -> str:
    if rules.jokers_in_a_set is None:
        return _("A set may hold any number of jokers.")
    return ngettext("A set holds one joker at most.", "A set holds %(num)s jokers at most.", rules.jokers_in_a_set)


def _freed(rules: Rules) -> str:
    if rules.joker_freed_by == "rearranging":
        return _("A joker is freed by any rearranging that leaves valid sets.")
    return _("A joker is freed only by the very tile it stands for.")


def _goes(rules: Rules) -> str:
    return {
        "new-set": _("A freed joker must lie in a new set in the same turn."),
        "any-set": _("A freed joker must lie in a set in the same turn."),
        "two-from-rack": _("A freed joker must lie in a set with two other tiles from the rack in the same turn."),
        "new-set-from-rack": _("A freed joker must lie in a new set made from the rack in the same turn."),
    }[rules.freed_joker_goes]


def _joker_sets(rules: Rules) -> str:
    return {
        "open": _("A set with a joker may be extended, split and robbed."),
        "closed": _("A set with a joker may be extended, but not split or robbed."),
        "keeps-its-tile": _("A joker may move only if it goes on standing for the same tile."),
    }[rules.joker_sets]


def _score(rules: Rules) -> str:
    return _(
        "Losers lose the sum of their racks and the winner gains all of it; "
        "with the pool empty they lose the sum less the winner's."
    )


SENTENCES: dict[str, Sentence] = {
    "box": lambda r: _("The box: %(tiles)s tiles, %(jokers)s of them jokers.", tiles=r.box_size, jokers=r.jokers),
    "players": lambda r: _("%(least)s to %(most)s players.", least=r.players_least, most=r.players_most),
    "dealt": lambda r: _("Each player takes %(tiles)s tiles.", tiles=r.dealt),
    "new_deal_on_three_pairs": lambda r: (
        _("With three pairs among the first tiles a player may ask for a new deal.")
        if r.new_deal_on_three_pairs
        else ""
    ),
    "run": lambda r: (
        _("A run: three or more numbers of one colour in order; 1 may follow 13.")
        if r.one_after_thirteen
        else _("A run: three or more numbers of one colour in order; 1 is lowest and never follows 13.")
    ),
    "group": lambda r: (
        _("A group: three or four tiles of one number, all colours different.")
        if r.group_colours_differ
        else _("A group: three or more tiles of one number; colours may repeat.")
    ),
    "group_colours_differ": lambda r: SENTENCES["group"](r),
    "one_after_thirteen": lambda r: SENTENCES["run"](r),
    "rebuilding": lambda r: (
        _("Sets on the table are rebuilt freely.")
        if r.rebuilding == "free"
        else _("From a set on the table all tiles are taken, or at least three stay together.")
    ),
    "opening_points": _opening,
    "opening_sets": _opening_sets,
    "opening_may_use_table": lambda r: (
        _("It may use sets on the table.")
        if r.opening_may_use_table
        else _("It comes from the rack alone and touches no set on the table.")
    ),
    "more_play_after_opening": lambda r: (
        _("In the same turn more may be played.")
        if r.more_play_after_opening
        else _("Sets on the table are used from the next turn on.")
    ),
    "jokers_in_a_set": _jokers_in_a_set,
    "joker_freed_by": _freed,
    "freeing_tile_from": lambda r: (
        _("The tile that frees it comes from the rack.")
        if r.freeing_tile_from == "rack"
        else _("The tile that frees it comes from the rack or the table.")
    ),
    "joker_of_three": lambda r: (
        _("In a group of three either missing colour frees it.")
        if r.joker_of_three == "either-colour"
        else _("In a group of three only both missing colours free it.")
    ),
    "freed_joker_goes": _goes,
    "joker_sets": _joker_sets,
    "joker_before_opening": lambda r: (
        _("A joker may be taken before one's own first play.")
        if r.joker_before_opening
        else _("No joker is taken before one's own first play.")
    ),
    "joker_announced": lambda r: _("Taking a joker is announced first.") if r.joker_announced else "",
    "joker_on_rack": lambda r: _("A joker left on a rack costs %(points)s points.", points=r.joker_on_rack),
    "turn_seconds": _turn,
    "extensions": _extensions,
    "bank_seconds": _bank,
    "late_draw": _late,
    "clock_waits_for_referee": lambda r: (
        _("The clock stands while the referee reads.")
        if r.clock_waits_for_referee
        else _("The clock does not wait for the referee.")
    ),
    "draw_when_passing": lambda r: ngettext(
        "Who plays nothing draws one tile.", "Who plays nothing draws %(num)s tiles.", r.draw_when_passing
    ),
    "failed_turn_table": lambda r: (
        _("When a turn fails, every tile goes back to where it was.")
        if r.failed_turn_table == "all-back"
        else _("When a turn fails, only tiles that are in no valid set are taken back.")
    ),
    "failed_turn_draw": _failed_draw,
    "forgotten_tiles": lambda r: (
        _("Tiles whose old place nobody remembers go to the pool.")
        if r.forgotten_tiles == "pool"
        else _("Tiles whose old place nobody remembers go to the player's rack.")
    ),
    "round": lambda r: _("A round ends with the first empty rack."),
    "pool_empty": lambda r: (
        _("With the pool empty the players go on in turn until nobody can lay a tile; the lowest rack wins.")
        if r.pool_empty == "until-nobody-can"
        else _("With the pool empty each player has one last turn; the lowest rack wins.")
    ),
    "score": _score,
    "never_opened_pays": lambda r: (
        _("Who never opened pays %(points)s points on top.", points=r.never_opened_pays) if r.never_opened_pays else ""
    ),
    "most_lost": lambda r: (
        "" if r.most_lost is None else _("Nobody loses more than %(points)s points in a round.", points=r.most_lost)
    ),
    "match_won_by": lambda r: (
        _("Most points win the match.") if r.match_won_by == "points" else _("Most rounds won win the match.")
    ),
    "rounds": lambda r: (
        _("The match has as many rounds as the players like.")
        if r.rounds is None
        else ngettext("The match has one round.", "The match has %(num)s rounds.", r.rounds)
    ),
    "tie": lambda r: _("Equal lowest racks share the win."),
}
"""A sentence for each rule; empty where there is nothing to say."""
