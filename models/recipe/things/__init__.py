"""Other objects on tables: none is a tile, but each may look like a tile. sheet.py: a flat object, and shared steps of
drawing. Then cards, papers, letters, numbers, screens with keys, stones and rounds; held_out.py: objects used for
measuring only.
"""

from collections.abc import Callable

from models.recipe.scenes.arrays import Generator
from models.recipe.things import cards, held_out, letters, numbers, papers, rounds, screens, stones
from models.recipe.things.sheet import Fonts, Sheet

Thing = Callable[[Generator, Fonts], list[Sheet]]
THINGS: tuple[Thing, ...] = (
    letters.board,
    letters.board,
    letters.loose,
    letters.loose,
    cards.playing_cards,
    cards.playing_cards,
    cards.number_cards,
    stones.dice,
    stones.dominoes,
    stones.picture_stones,
    screens.keyboard,
    screens.laptop,
    screens.calculator,
    screens.phone,
    screens.phone,
    screens.tablet,
    papers.calendar,
    papers.score_pad,
    papers.newspaper,
    papers.book,
    papers.label,
    papers.number_cloth,
    numbers.sudoku,
    numbers.number_table,
    numbers.number_table,
    numbers.lottery_slip,
    numbers.roulette,
    numbers.path_of_fields,
    numbers.stamps,
    rounds.clock,
    rounds.plate,
    rounds.coins,
    rounds.can,
    rounds.fur,
)
HELD_OUT_THINGS: tuple[Thing, ...] = (
    held_out.ruler,
    held_out.bingo_card,
    held_out.remote,
    held_out.number_plate,
    held_out.numbered_board,
)
"""Objects in the pictures held out for measuring."""
__all__ = ["HELD_OUT_THINGS", "THINGS", "Sheet", "Thing"]
