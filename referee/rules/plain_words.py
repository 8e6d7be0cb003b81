"""The rules in plain words, by chapters: one sentence for the present value of each option and rule, and its source.

A source is a leaflet of the game, a reading chosen where leaflets are silent, or a house rule. Also the sixteen
questions that people dispute most, and the rules that answer each.
"""

from collections.abc import Callable, Mapping

from referee.messages import TEMPLATES, Message
from referee.rules.presets import PRESET_FILES
from referee.rules.quotations import QUOTATIONS, Quotation
from referee.rules.rules import PRESETS, Rules

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    chapter: tuple(names.split())
    for chapter, names in {
        "chapter.box": "box copies jokers players players_least players_most dealt new_deal_on_three_pairs",
        "chapter.sets": "run one_after_thirteen group group_colours_differ valid kept rebuilding",
        "chapter.opening": "opening_points opening_sets opening_may_use_table more_play_after_opening",
        "chapter.jokers": "jokers_in_a_set joker_place joker_freed_by freeing_tile_from joker_of_three "
        "freed_joker_goes joker_sets joker_before_opening joker_announced joker_on_rack",
        "chapter.time": "turn_seconds extensions extension_seconds bank_seconds increment_seconds late_draw "
        "clock_waits_for_referee",
        "chapter.no-play": "draw_when_passing must_lay idle_late failed_turn_table failed_turn_draw forgotten_tiles",
        "chapter.end": "round pool_empty score tie never_opened_pays most_lost match_won_by left_early rounds",
    }.items()
}
"""The names of all rules and options in each chapter, in the order in which they are told."""

TOLD_BY_ANOTHER: Mapping[str, str] = {
    "copies": "box",
    "jokers": "box",
    "players_least": "players",
    "players_most": "players",
    "one_after_thirteen": "run",
    "group_colours_differ": "group",
    "extension_seconds": "extensions",
    "increment_seconds": "bank_seconds",
}
"""Options without a sentence of their own in the full rules, each with the rule whose sentence covers it."""


FIXED_RULES = ("box", "group", "run", "valid", "kept", "round", "score")
"""Rules that are no options: the contents of the box, the definitions of group and run, that only sets lie on the table
(`valid`) and no tile vanishes from it (`kept`), the end of a round, and its score."""
FROM_SEVERAL: Mapping[str, Callable[[Rules], Message]] = {
    "box": lambda rules: Message.of("rule.box", tiles=rules.box_size, jokers=rules.jokers),
    "players": lambda rules: _players(rules.players_least, rules.players_most),
    "run": lambda rules: plain_words(rules, "one_after_thirteen"),
    "group": lambda rules: plain_words(rules, "group_colours_differ"),
}
"""Rules whose sentence depends on several options, each with the function that makes the sentence."""
ASKED_MOST: Mapping[str, tuple[str, ...]] = {
    "freeing": ("joker_freed_by", "freeing_tile_from", "joker_announced"),
    "group-of-three": ("joker_of_three",),
    "at-once": ("freed_joker_goes",),
    "set-with-joker": ("joker_sets",),
    "before-opening": ("joker_before_opening",),
    "two-jokers": ("jokers_in_a_set",),
    "penalty": ("joker_on_rack",),
    "opening": ("opening_points", "opening_may_use_table"),
    "opening-sets": ("opening_sets",),
    "playing-on": ("more_play_after_opening",),
    "time-over": ("turn_seconds", "idle_late", "failed_turn_table", "failed_turn_draw", "forgotten_tiles"),
    "pool-empty": ("pool_empty", "score"),
    "must-play": ("must_lay", "draw_when_passing"),
    "taking-back": ("kept",),
    "after-thirteen": ("one_after_thirteen",),
    "colours": ("group_colours_differ",),
}
"""Each disputed question, with the options and rules whose sentences answer it."""
ANSWERED_BESIDES = ("answer.at-once.new-set", "answer.pool-empty.until-one-cannot", "answer.taking-back")
"""Codes of additional answers that no option gives: `answer.` and a question, with the option's value if it depends."""
DEPENDS_ON = {"at-once": "freed_joker_goes", "pool-empty": "pool_empty"}
"""The option on whose value the additional answer to a question depends."""


def plain_words(rules: Rules, name: str) -> Message:
    """The sentence of an option's present value, or of a fixed rule; `name`: of the option or rule.

    >>> plain_words(Rules(), "opening_points").text, plain_words(Rules(opening_sets=1), "opening_sets").text
    ('The opening is worth at least 30 points.', 'The opening is a single set.')
    """
    if name in FROM_SEVERAL:
        return FROM_SEVERAL[name](rules)
    value = getattr(rules, name, None)
    code = f"rule.{name}.{str(value).lower()}"
    if code in TEMPLATES:
        return Message(code)
    beside = {"seconds": rules.extension_seconds, "free": rules.increment_seconds}
    fields = TEMPLATES[f"rule.{name}"].fields
    return Message(f"rule.{name}", {key: said for key, said in {"n": value, **beside}.items() if key in fields})


def _players(least: int, most: int) -> Message:
    if least == most:
        return Message.of("rule.players.exactly", most=most)
    return Message.of("rule.players", least=least, most=most)


def wrong_number(rules: Rules, players: int) -> Message | None:
    """A message that the rules do not allow this number of players; None if they do."""
    least, most = rules.players_least, rules.players_most
    if least <= players <= most:
        return None
    if least == most:
        return Message.of("wrong-number-of-players.exactly", players=players, most=most)
    return Message.of("wrong-number-of-players", players=players, least=least, most=most)


def option_label(name: str) -> Message:
    """The label of an option."""
    return Message(f"option.{name}")


def source_of(rules: Rules, name: str) -> Message:
    """The source of a rule: a leaflet, a reading, or the rule itself if its option or one it covers is a house rule."""
    told_with_it = (option for option, rule in TOLD_BY_ANOTHER.items() if rule == name)
    if not rules.changes().keys().isdisjoint((name, *told_with_it)):
        return Message("house-rule", {"rule": plain_words(rules, name)})
    return Message(printed_source(rules.preset, name))


def printed_source(preset: str, rule: str) -> str:
    """The source of a rule in a preset; a rule that the preset's file does not name has the original game's source.

    Raises KeyError if neither file names it.

    >>> printed_source("finnish", "jokers_in_a_set")
    'leaflet 000: at most one joker in a set'
    """
    for name in (preset, "original"):
        if rule in PRESET_FILES[name].sources:
            return PRESET_FILES[name].sources[rule]
    raise KeyError(rule)


def question(name: str) -> Message:
    """The sentence of a disputed question."""
    return Message(f"asked.{name}")


def answer(rules: Rules, name: str) -> tuple[Message, ...]:
    """The answer of the rules to a disputed question, as sentences.

    >>> [message.text for message in answer(Rules(), "penalty")]
    ['A joker left on a rack costs 30 points.']
    """
    told = [rule for rule in ASKED_MOST[name] if rule != "joker_announced" or rules.joker_announced]
    sentences = [plain_words(rules, rule) for rule in told]
    more = f"answer.{name}" + (f".{getattr(rules, DEPENDS_ON[name])}" if name in DEPENDS_ON else "")
    return (*sentences, *(Message(code) for code in (more,) if code in ANSWERED_BESIDES))


def quotations(rules: Rules, name: str) -> tuple[Quotation, ...]:
    """The leaflet's words on a disputed question, in one or more languages; empty if the rules differ from the leaflet.

    A preset without quotations of its own uses those of the original game where it plays by the same rules.
    """
    asked = ASKED_MOST[name]
    printed = rules.preset if rules.preset in QUOTATIONS else "original"
    if any(getattr(rules, rule, None) != getattr(PRESETS[printed], rule, None) for rule in asked):
        return ()
    return QUOTATIONS[printed].get(name, ())
