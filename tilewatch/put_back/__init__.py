"""After a failed turn: moves_back.py lists the moves that lead back to the old table, ghosts.py draws them over the
picture, with the beginning and end of each move."""

from tilewatch.put_back.ghosts import OldPlaces, routes
from tilewatch.put_back.moves_back import Move, ticked_off, weightiest_first, without
