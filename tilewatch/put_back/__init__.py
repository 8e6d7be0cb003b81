"""After a failed turn: moves_back.py says which tile has to go where, ghosts.py draws it over the picture
and says where each move begins and ends there."""

from tilewatch.put_back.ghosts import OldPlaces, routes
from tilewatch.put_back.moves_back import Move, ticked_off, weightiest_first, without
