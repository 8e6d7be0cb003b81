"""What persons say of tiles that the camera misreads or misses."""

from flask import Blueprint, Response

from web.bodies import NameTile, OfTile, Press, body_of
from web.contract import BadRequest
from web.routes.buttons import state
from web.routes.shared import guarded, the_table

tiles = guarded(Blueprint("tiles", __name__, url_prefix="/api"))


@tiles.post("/tile")
def correct() -> Response:
    """A person says what a tile is, or that one lies where none is read, or none where one cannot be read."""
    body = body_of(NameTile)
    if body.at is not None and body.set is None and body.place is None:
        _name_at(*body.at, body.tile)
    elif body.at is None and body.set is not None and body.place is not None:
        the_table().tiles.correct(body.set, body.place, body.tile)
    else:
        raise BadRequest("which-tile")
    return state()


def _name_at(x: float, y: float, tile: str | None) -> None:
    if tile is None:
        the_table().tiles.free(x, y)
    else:
        the_table().tiles.add(x, y, tile)


@tiles.post("/tile/untold")
def untell() -> Response:
    """A person takes a correction back."""
    body = body_of(OfTile)
    if body.absent is not None and body.set is None and body.place is None:
        the_table().tiles.untell_absent(body.absent)
    elif body.absent is None and body.set is not None and body.place is not None:
        the_table().tiles.untell(body.set, body.place)
    else:
        raise BadRequest("which-tile")
    return state()


@tiles.post("/table/clear")
def nothing_covers() -> Response:
    """What lies over the table belongs there."""
    body_of(Press)
    the_table().tiles.insist()
    return state()
