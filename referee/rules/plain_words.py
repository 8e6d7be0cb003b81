"""The rules in plain words, by chapters: one sentence for each option and rule, as it stands, and what it rests on.

That is a leaflet of the game, a reading chosen where leaflets are silent, or a house rule. And what people argue about
most: fifteen questions, and the rules that answer each.
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
        "chapter.end": "round pool_empty score tie never_opened_pays most_lost match_won_by rounds",
    }.items()
}
"""Every rule and every option, chapter by chapter."""

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
"""Options that need no sentence of their own where the whole is told."""


FIXED_RULES = ("box", "group", "run", "valid", "kept", "round", "score")
"""Rules that are no option: what the box holds, what a group and a run are; that only sets lie on the table
(`valid`) and nothing vanishes from it (`kept`); what ends a round, and how it is scored."""
FROM_SEVERAL: Mapping[str, Callable[[Rules], Message]] = {
    "box": lambda rules: Message.of("rule.box", tiles=rules.box_size, jokers=rules.jokers),
    "players": lambda rules: _players(rules.players_least, rules.players_most),
    "run": lambda rules: plain_words(rules, "one_after_thirteen"),
    "group": lambda rules: plain_words(rules, "group_colours_differ"),
}
"""Rules whose sentence depends on other options than one of their own name."""
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
    "taking-back": ("kept",),
    "after-thirteen": ("one_after_thirteen",),
    "colours": ("group_colours_differ",),
}
"""Each question with the options and rules whose sentences are its answer."""
ANSWERED_BESIDES = ("answer.at-once.new-set", "answer.taking-back")
"""What no option says, by question (and by value where it depends on one)."""


def plain_words(rules: Rules, name: str) -> Message:
    """What an option, or a rule that is none, says.

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
    """That the rules are not for so many players; None: they are."""
    least, most = rules.players_least, rules.players_most
    if least <= players <= most:
        return None
    if least == most:
        return Message.of("wrong-number-of-players.exactly", players=players, most=most)
    return Message.of("wrong-number-of-players", players=players, least=least, most=most)


def option_label(name: str) -> Message:
    """What an option is called."""
    return Message(f"option.{name}")


def source_of(rules: Rules, name: str) -> Message:
    """The leaflet or the reading behind a rule; a house rule is its own source, told with another rule or not."""
    told_with_it = (option for option, rule in TOLD_BY_ANOTHER.items() if rule == name)
    if not rules.changes().keys().isdisjoint((name, *told_with_it)):
        return Message("house-rule", {"rule": plain_words(rules, name)})
    return Message(printed_source(rules.preset, name))


def printed_source(preset: str, rule: str) -> str:
    """What a rule of a preset rests on; what its file does not name stands under the original game.

    Raises KeyError: neither names it.

    >>> printed_source("finnish", "jokers_in_a_set")
    'leaflet 000: at most one joker in a set'
    """
    for name in (preset, "original"):
        if rule in PRESET_FILES[name].sources:
            return PRESET_FILES[name].sources[rule]
    raise KeyError(rule)


def question(name: str) -> Message:
    """A question in words."""
    return Message(f"asked.{name}")


def answer(rules: Rules, name: str) -> tuple[Message, ...]:
    """What the rules say to a question, sentence by sentence.

    >>> [message.text for message in answer(Rules(), "penalty")]
    ['A joker left on a rack costs 30 points.']
    """
    told = [rule for rule in ASKED_MOST[name] if rule != "joker_announced" or rules.joker_announced]
    sentences = [plain_words(rules, rule) for rule in told]
    more = f"answer.{name}.{rules.freed_joker_goes}" if name == "at-once" else f"answer.{name}"
    return (*sentences, *(Message(code) for code in (more,) if code in ANSWERED_BESIDES))


def quotations(rules: Rules, name: str) -> tuple[Quotation, ...]:
    """What the leaflet prints about it, where the rules are still the leaflet's: in one language or several.

    A preset that is made from the original game has its leaflet's words where it plays as the original does.
    """
    asked = ASKED_MOST[name]
    printed = rules.preset if rules.preset in QUOTATIONS else "original"
    if any(getattr(rules, rule, None) != getattr(PRESETS[printed], rule, None) for rule in asked):
        return ()
    return QUOTATIONS[printed].get(name, ())
