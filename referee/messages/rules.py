"""The rules in plain words: `rule.NAME` with a number, or `rule.NAME.VALUE`; the name of each option, `option.NAME`.

referee/rules/plain_words.py chooses between them.
"""

from collections.abc import Mapping

from referee.messages.template import Template, counted

SENTENCES: Mapping[str, str | Template] = {
    # The box
    "rule.box": counted(
        "jokers",
        "The box holds {tiles} tiles, one of them a joker.",
        "The box holds {tiles} tiles, {jokers} of them jokers.",
    ),
    "rule.copies": "The box holds each number from 1 to 13 in four colours, {n} of each.",
    "rule.jokers": counted("n", "The box holds one joker.", "The box holds {n} jokers."),
    "rule.players": "{least} to {most} players.",
    "rule.players.exactly": "{most} players.",
    "rule.players_least": "At least {n} players.",
    "rule.players_most": "At most {n} players.",
    "rule.dealt": counted("n", "Each player starts with one tile.", "Each player starts with {n} tiles."),
    "rule.new_deal_on_three_pairs.true": ("A player with three pairs among the first tiles may ask for a new deal."),
    "rule.new_deal_on_three_pairs.false": "Three pairs among the first tiles are played like any other tiles.",
    # Sets
    "rule.one_after_thirteen.true": "A run: three or more numbers of one colour in order; 1 may follow 13.",
    "rule.one_after_thirteen.false": (
        "A run: three or more numbers of one colour in order; 1 is the lowest and never follows 13."
    ),
    "rule.group_colours_differ.true": "A group: three or four tiles of one number, all colours different.",
    "rule.group_colours_differ.false": "A group: three or more tiles of one number; colours may repeat.",
    "rule.valid": "At the end of a turn only runs and groups lie on the table.",
    "rule.kept": "Tiles that lay on the table stay on the table.",
    "rule.rebuilding.free": "Sets on the table may be rebuilt freely.",
    "rule.rebuilding.all-or-three": (
        "From a set on the table either all tiles are taken, or at least three of them stay together."
    ),
    # The opening
    "rule.opening_points": "The opening is worth at least {n} points.",
    "rule.opening_sets": counted("n", "The opening is a single set.", "The opening is at most {n} sets."),
    "rule.opening_sets.none": "The opening may be made of any number of sets.",
    "rule.opening_may_use_table.true": "The opening may use the sets on the table.",
    "rule.opening_may_use_table.false": "The opening comes from the rack alone; sets on the table stay as they are.",
    "rule.more_play_after_opening.true": "More may be played in the same turn as the opening.",
    "rule.more_play_after_opening.false": "The sets on the table may be used from the turn after the opening.",
    # Jokers
    "rule.jokers_in_a_set": counted("n", "A set holds one joker at most.", "A set holds {n} jokers at most."),
    "rule.jokers_in_a_set.none": "A set may hold any number of jokers.",
    "rule.joker_place.where-it-fits": (
        "A joker stands for the tile of its place; in a run where no tile could lie there, for what makes it a run."
    ),
    "rule.joker_place.in-order": "A joker stands for the tile of its place; where none could lie, the run is no set.",
    "rule.joker_freed_by.rearranging": "A joker is freed by any rearrangement that leaves valid sets.",
    "rule.joker_freed_by.its-tile": "A joker is freed only by the very tile it stands for.",
    "rule.freeing_tile_from.rack-or-table": "The tile that replaces a joker comes from the rack or the table.",
    "rule.freeing_tile_from.rack": "The tile that replaces a joker comes from the rack.",
    "rule.joker_of_three.either-colour": "In a group of three, either missing colour frees the joker.",
    "rule.joker_of_three.both-colours": "In a group of three, only both missing colours together free the joker.",
    "rule.freed_joker_goes.new-set": "A freed joker goes into a new set in the same turn.",
    "rule.freed_joker_goes.all-new-set": (
        "A freed joker goes in the same turn into a new set of which no two tiles lay together before."
    ),
    "rule.freed_joker_goes.any-set": "A freed joker goes into some set in the same turn.",
    "rule.freed_joker_goes.two-from-rack": (
        "A freed joker is laid with at least two other tiles from the rack in the same turn."
    ),
    "rule.freed_joker_goes.new-set-from-rack": (
        "A freed joker goes into a new set made from the rack in the same turn."
    ),
    "rule.joker_sets.open": "A set with a joker may be extended and split, and tiles may be taken from it.",
    "rule.joker_sets.closed": "A set with a joker may be extended, but not split, and no tile may be taken from it.",
    "rule.joker_sets.keeps-its-tile": "A joker may be moved only if it still stands for the same tile.",
    "rule.joker_before_opening.true": "A player may take a joker from the table before opening.",
    "rule.joker_before_opening.false": "A player may not take a joker from the table before opening.",
    "rule.joker_announced.true": "A player who takes a joker says so first; the camera cannot check that.",
    "rule.joker_announced.false": "Taking a joker need not be announced.",
    "rule.joker_on_rack": counted(
        "n", "A joker left on a rack costs {n} point.", "A joker left on a rack costs {n} points."
    ),
    # Time
    "rule.turn_seconds": "A turn takes at most {n} seconds.",
    "rule.turn_seconds.none": "A turn may take as long as the player likes.",
    "rule.extensions": counted(
        "n",
        "Each player may extend a turn once a round, by {seconds} seconds.",
        "Each player may extend a turn {n} times a round, by {seconds} seconds each time.",
    ),
    "rule.extensions.0": "Turns cannot be extended.",
    "rule.extension_seconds": counted("n", "An extension is {n} second long.", "An extension is {n} seconds long."),
    "rule.bank_seconds": "Each player has {n} seconds for the round; the first {free} seconds of a turn do not count.",
    "rule.bank_seconds.none": "Players have no bank of time for the round.",
    "rule.increment_seconds": counted(
        "n", "The first second of a turn does not count.", "The first {n} seconds of a turn do not count."
    ),
    "rule.increment_seconds.0": "Every second of a turn counts.",
    "rule.late_draw.as-failed": "A turn that takes too long counts as a failed turn.",
    "rule.late_draw.0": "If nothing was wrong but the time, no tile is drawn.",
    "rule.late_draw.1": "If nothing was wrong but the time, one tile is drawn.",
    "rule.clock_waits_for_referee.true": "The clock stops while the referee reads the table.",
    "rule.clock_waits_for_referee.false": "The clock keeps running while the referee reads the table.",
    # A turn without a play, and a failed one
    "rule.draw_when_passing": counted(
        "n", "A player who lays nothing draws one tile.", "A player who lays nothing draws {n} tiles."
    ),
    "rule.draw_when_passing.0": "A player who lays nothing draws nothing.",
    "rule.failed_turn_table.all-back": "After a failed turn every tile goes back to where it was.",
    "rule.failed_turn_table.invalid-back": "After a failed turn only tiles that are in no valid set are taken back.",
    "rule.failed_turn_draw": counted(
        "n", "After a failed turn the player draws one tile.", "After a failed turn the player draws {n} tiles."
    ),
    "rule.failed_turn_draw.0": (
        "A failed turn costs no tiles; if nothing of it stays, the player draws as after laying nothing."
    ),
    "rule.idle_late.passes": "A player who has laid nothing when the time is over has passed.",
    "rule.idle_late.fails": "A player who has laid nothing when the time is over has failed the turn.",
    "rule.must_lay.true": "A player who can lay tiles has to; nobody checks that, as no rack is seen.",
    "rule.must_lay.false": "A player who could lay tiles may draw instead.",
    "rule.forgotten_tiles.pool": "Tiles whose old place nobody remembers go to the pool.",
    "rule.forgotten_tiles.rack": "Tiles whose old place nobody remembers go to the player's rack.",
    # The end
    "rule.round": "A round ends as soon as a rack is empty.",
    "rule.pool_empty.until-nobody-can": (
        "When the pool is empty, play goes on until nobody can lay a tile; the lowest rack wins."
    ),
    "rule.pool_empty.until-one-cannot": (
        "When the pool is empty, each player in turn lays a tile at least; as soon as one cannot, the round ends, and "
        "the lowest rack wins."
    ),
    "rule.pool_empty.one-last-turn": "When the pool is empty, each player has one last turn; the lowest rack wins.",
    "rule.score": (
        "The losers lose the points left on their racks and the winner gains all of them; if the pool ran empty, "
        "they lose what they have more than the winner."
    ),
    "rule.tie.whole-points": (
        "Players with equally low racks share the win in whole points; points left over go, one each, in turn order."
    ),
    "rule.tie.fractions": "Players with equally low racks share the win in equal parts, fractions of points too.",
    "rule.never_opened_pays": counted(
        "n", "A player who never opened pays {n} point more.", "A player who never opened pays {n} points more."
    ),
    "rule.never_opened_pays.0": "A player who never opened pays nothing extra.",
    "rule.most_lost": counted(
        "n", "Nobody loses more than {n} point in a round.", "Nobody loses more than {n} points in a round."
    ),
    "rule.most_lost.none": "There is no limit to what a round can cost.",
    "rule.match_won_by.points": "The player with the most points wins the match.",
    "rule.left_early.below": "Who leaves before the end of the match is placed below those who play on.",
    "rule.left_early.out": "Who leaves before the end of the match has no place in the final order.",
    "rule.left_early.counts": "Who leaves before the end of the match is placed by points like everybody else.",
    "rule.match_won_by.rounds": "The player who won the most rounds wins the match.",
    "rule.rounds": counted("n", "A match is one round.", "A match is {n} rounds."),
    "rule.rounds.none": "A match has as many rounds as the players like.",
}

QUESTIONS: Mapping[str, str] = {
    "asked.freeing": "Which tile frees a joker, and where may it come from?",
    "asked.group-of-three": "The joker of a group of three: one missing colour, or both?",
    "asked.at-once": "Must a freed joker be played at once, and where?",
    "asked.set-with-joker": "May a set that holds a joker be taken apart?",
    "asked.before-opening": "May a joker be taken before one's own opening?",
    "asked.two-jokers": "May two jokers lie in one set?",
    "asked.penalty": "What does a joker left on a rack cost?",
    "asked.opening": "Do the points of the opening come from the rack alone?",
    "asked.opening-sets": "May several sets together be the opening?",
    "asked.playing-on": "May one play on in the turn of the opening?",
    "asked.time-over": "What if the time is over with tiles in the air?",
    "asked.pool-empty": "What if the pool is empty?",
    "asked.taking-back": "May tiles be taken back from the table?",
    "asked.after-thirteen": "May 1 follow 13?",
    "asked.must-play": "Must a player lay tiles who could?",
    "asked.colours": "May a colour be twice in a group?",
    "answer.at-once.new-set": (
        "A set that is extended counts as new: the leaflet prints its heading on new sets over one that is extended, "
        "and from before and after nobody can tell it from one laid afresh."
    ),
    "answer.pool-empty.until-one-cannot": (
        "In Finnish, Norwegian and Swedish the leaflet of the original game ends the round as soon as one player "
        "cannot go on; in Danish play goes on until nobody can."
    ),
    "answer.taking-back": "What a player laid in this turn may go back to the rack until the turn is judged.",
    "leaflet-named": "leaflet {number}",
}

OPTIONS: Mapping[str, str] = {
    "option.turn_seconds": "Seconds for a turn",
    "option.extensions": "Extensions for each player",
    "option.extension_seconds": "Seconds of an extension",
    "option.bank_seconds": "Seconds in each player's bank of time",
    "option.increment_seconds": "Seconds of each turn that do not count",
    "option.clock_waits_for_referee": "The clock while the referee reads",
    "option.opening_points": "Points of the opening",
    "option.opening_sets": "Sets of the opening, at most",
    "option.opening_may_use_table": "The opening and the sets on the table",
    "option.more_play_after_opening": "More play in the opening turn",
    "option.draw_when_passing": "Tiles to draw when nothing is laid",
    "option.failed_turn_draw": "Tiles to draw after a failed turn",
    "option.failed_turn_table": "The table after a failed turn",
    "option.late_draw": "When only the time ran out",
    "option.idle_late": "Nothing laid when the time is over",
    "option.must_lay": "A player who can lay tiles",
    "option.forgotten_tiles": "Tiles whose old place nobody remembers",
    "option.copies": "Copies of each numbered tile",
    "option.jokers": "Jokers in the box",
    "option.players_least": "Fewest players",
    "option.players_most": "Most players",
    "option.dealt": "Tiles for each player at the start",
    "option.new_deal_on_three_pairs": "Three pairs among the first tiles",
    "option.group_colours_differ": "Colours of a group",
    "option.one_after_thirteen": "1 after 13",
    "option.jokers_in_a_set": "Jokers in a set, at most",
    "option.joker_place": "A joker that lies where no tile could",
    "option.joker_on_rack": "Points of a joker on a rack",
    "option.joker_before_opening": "Taking a joker before opening",
    "option.joker_freed_by": "What frees a joker",
    "option.freeing_tile_from": "Where the tile that frees it comes from",
    "option.joker_of_three": "The joker of a group of three",
    "option.joker_announced": "Announcing that a joker is taken",
    "option.freed_joker_goes": "Where a freed joker goes",
    "option.joker_sets": "Sets with a joker",
    "option.rebuilding": "Rebuilding sets",
    "option.pool_empty": "When the pool is empty",
    "option.tie": "Players with the same lowest rack",
    "option.never_opened_pays": "Extra points lost without an opening",
    "option.most_lost": "Points lost in a round, at most",
    "option.left_early": "Who left early",
    "option.match_won_by": "Who wins the match",
    "option.rounds": "Rounds of the match",
}

OTHERS: Mapping[str, str] = {
    "none.turn_seconds": "no limit",
    "none.bank_seconds": "no bank of time",
    "none.opening_sets": "any number",
    "none.jokers_in_a_set": "any number",
    "none.most_lost": "no limit",
    "none.rounds": "as many as the players like",
    "chapter.asked-most": "Asked for most",
    "chapter.box": "The box",
    "chapter.sets": "Sets",
    "chapter.opening": "Opening",
    "chapter.jokers": "Jokers",
    "chapter.time": "Time",
    "chapter.no-play": "A turn without a play, and a failed turn",
    "chapter.end": "The end",
    "house-rule": "house rule: {rule}",
    "house-rule.short": "house rule",
    "nothing-of-the-kind": "nothing of the kind",
    "readings": "Readings chosen where the leaflets are silent or unclear",
}

LEAFLETS: Mapping[str, str | Template] = {
    "leaflet.000": "an older leaflet, in Finnish: stricter jokers, an opening of more than 30",
    "leaflet.001": "the leaflet in the box of the original game (2019), in Danish, Swedish, Norwegian and Finnish",
    "title.002": "Original game, in Finnish",
    "leaflet.002": "the Finnish part of leaflet 001, printed once more",
    "leaflet.003": "a short description in English, as an encyclopaedia has it",
    "leaflet.004": "the leaflet of an edition on cardboard, in Danish: 4 jokers, an opening of 40, two minutes",
}
"""The printed leaflets that sources name by their numbers; a title where it is not that of the game's preset."""

RULES: Mapping[str, str | Template] = {**SENTENCES, **QUESTIONS, **OPTIONS, **OTHERS, **LEAFLETS}
