"""Pictures over time -> one settled table, whose places settle one by one.

    picture -> motion -> background -> occlusion -> explain -> read -> strays -> settle -> snapshot
                 |           |            |            |         |        |         |
          which cells   where neither   regions     gone? a     what    as large   a tile is gone where
          move, light   the bare table  that are    thing put   is not  as a tile, the bare table or another
          taken out     nor a known     not seen    down? an    held    not read:  tile is seen in its place;
                        thing is seen   now         arm? hides  back    larger, or else it is hidden
                                                    a tile?             asked

watch.py is the way; motion.py (which tells how unlike places look, too), background.py, occlusion.py and
surroundings.py (which explains each region) are its steps until a picture is read, coverage.py says what is seen at a
place; alignment.py finds where everything lies after a bump, strays.py looks again at what is unread, settle.py joins
what counts of readings to a settled table: tracks.py (one tile over the pictures), known_tiles.py (those that lay
there before), places.py (does its place look as it did, what is as large as a tile), unread.py (tiles that cannot be
read). mean.py is the mean picture of what lies still, bare.py the table's own look at full size when the round began:
what looks as it did there is print, whatever it is read as. snapshot.py is what comes of it; answers.py, on which
watch.py stands, is what persons say about it. still.py is none of this way: it reads several pictures at once, for
`tilewatch read --still`.
"""

from vision.watching.alignment import Similarity, similarity_between
from vision.watching.snapshot import SettledTable, Snapshot, in_rows
from vision.watching.still import of_one_table, read_still
from vision.watching.strays import PictureReader, is_stray
from vision.watching.tracks import SettledTile
from vision.watching.watch import Watch
