"""Every design of synthetic editions is really drawn: a design with a name alone would train nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from models.recipe.editions import bodies, faces, figures, jokers, ornaments
from models.recipe.editions.faces import Edition
from models.recipe.editions.fonts import fonts_for
from models.recipe.things import HELD_OUT_THINGS, THINGS
from referee.tiles import JOKER, Tile

FONTS = fonts_for(False)
EIGHT = Tile.from_notation("r8")
PAPER = (250, 246, 232)
needs_fonts = pytest.mark.skipif(not FONTS, reason="no font with digits on this machine")


@pytest.mark.parametrize("name", [*ornaments.SYMBOLS, *ornaments.HELD_OUT_SYMBOLS])
def test_every_symbol_is_drawn(name: str) -> None:
    image = Image.new("RGB", (120, 160), PAPER)
    try:
        ornaments.symbol(ImageDraw.Draw(image), name, (60, 120), 20, (200, 30, 40))
    except KeyError:
        pytest.fail(f"say in symbol() of models/recipe/editions/ornaments.py how a {name} is drawn")
    assert np.ptp(np.asarray(image)) > 0, f"a {name} leaves no ink on the tile"


@needs_fonts
@pytest.mark.parametrize("name", sorted({*figures.STYLES} - {"plain"}))
def test_every_style_of_figures_is_drawn(name: str) -> None:
    edition = Edition.draw_lots(np.random.default_rng(5), FONTS, only="plain")
    styled = replace(edition, figure=replace(edition.figure, style=name))
    assert _differ(edition.face(EIGHT), styled.face(EIGHT)), (
        f"say in models/recipe/editions/figures.py how {name} figures are drawn"
    )


@needs_fonts
@pytest.mark.parametrize("name", sorted({*faces.DECORATIONS, *faces.CARDS} - {"nothing"}))
def test_every_decoration_is_drawn(name: str) -> None:
    edition = Edition.draw_lots(np.random.default_rng(5), FONTS)
    bare, decorated = (replace(edition, print=replace(edition.print, kind=kind)) for kind in ("nothing", name))
    assert _differ(bare.face(EIGHT), decorated.face(EIGHT)), (
        f"say in _decorate() of models/recipe/editions/faces.py how a {name} is drawn"
    )


@pytest.mark.parametrize("name", sorted({*bodies.KINDS, *bodies.HELD_OUT_KINDS} - {"plastic"}))
def test_every_body_is_made_of_something(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bodies.Body.draw_lots(np.random.default_rng(5), held_out=name not in bodies.KINDS, only=name)
    monkeypatch.setitem(bodies.KINDS, "nobody's", 1.0)
    nobodys = bodies.Body.draw_lots(np.random.default_rng(5), only="nobody's")
    assert replace(made, kind="nobody's") != nobodys or _differ(made.blank(), nobodys.blank()), (
        f"say in models/recipe/editions/bodies.py what {name} is like"
    )


@needs_fonts
@pytest.mark.parametrize("seed", range(5))
def test_several_designs_may_be_asked_for_at_once(seed: int) -> None:
    edition = Edition.draw_lots(np.random.default_rng(seed), FONTS, only="dark+disc+square")
    assert edition.body.kind == "dark"
    assert edition.figure.style in ("disc", "square")


@needs_fonts
@pytest.mark.parametrize("name", sorted({*jokers.KINDS, *jokers.HELD_OUT_KINDS}))
def test_every_joker_is_drawn(name: str) -> None:
    edition = Edition.draw_lots(np.random.default_rng(5), FONTS, held_out=name not in jokers.KINDS, only=name)
    assert np.ptp(edition.face(JOKER).astype(int)) > 60, f"a {name} leaves no ink on the tile"
    sign = replace(edition, jokers=(("sign", edition.jokers[0][1]),) * 2)
    assert name == "sign" or _differ(edition.face(JOKER), sign.face(JOKER)), (
        f"say in models/recipe/editions/jokers.py or joker_heads.py how a {name} is drawn"
    )


@needs_fonts
@pytest.mark.parametrize("thing", sorted({*THINGS, *HELD_OUT_THINGS}, key=str))
def test_everything_that_is_no_tile_is_drawn(thing: Any) -> None:
    sheets = thing(np.random.default_rng(5), FONTS)
    assert sheets, f"{thing.__name__} lays nothing on the table"
    assert max(np.ptp(sheet.texture[..., :3]) for sheet in sheets) > 60, f"nothing is to be seen on a {thing.__name__}"


def _differ(one: Any, other: Any) -> bool:
    """Whether two pictures of one size are plainly not the same."""
    return bool(np.abs(one.astype(int) - other.astype(int)).max() > 8)


def test_nothing_that_is_kept_for_measuring_is_trained_with() -> None:
    assert not set(THINGS) & set(HELD_OUT_THINGS)
