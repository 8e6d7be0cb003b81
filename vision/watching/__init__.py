"""Pictures over time -> one map of the table: which tile lies where, and what is not known.

    picture -> register -> motion, occlusion -> mean of what lies still -> read -> evidence at each place -> snapshot

1. registration.py finds where the picture lies in the map: a camera that trembles, sags or breathes moves no tile.
   After a bump alignment.py finds all tiles again by their names and how they lie to each other. pulse.py tells mains
   light in bands, and a focus that breathes; bands are taken out before anything else looks at the picture.
   gathered.py does all this, and adds the picture to the mean.
2. motion.py tells which cells move (light is taken out). background.py learns the bare table of a thumbnail, shown.py
   compares thumbnails with it, occlusion.py finds the regions that hide it, surroundings.py explains each region: gone,
   put down, an arm, another light. coverage.py answers questions about a place: moving, hidden, free?
3. mean.py averages what lies still; a cell begins anew where something moved or looks different. bare.py knows the
   bare table as it looked, at full size, when the round began; subtraction.py dims it in the mean, and blurs its print.
   The reader sees what is left: tiles on a plain, dark table, once for many pictures.
4. Evidence decides what a reading counts for, in the order of watch.py `_read`:
   - bare.py: a place that looks as the bare table did shows print.
   - field.py: rows on a rack, a lid or a phone (row_apart.py), which are no part of the game once players said so.
     in_play.py takes these and print out of a reading.
   - settle.py `only_seen`: nothing counts that something moves over, nor print on a thing over known tiles.
   - known_tiles.py, tracks.py: the tiles that lay there before, with their votes and what players said of them.
   - places.py: whether a place looks as it did; what is as large as a tile.
   - strays.py, unread.py: what is as large as a tile and not read is read larger, and else asked about.
   - row_ends.py: what lies beside a row too short for a set is read larger, and asked about if it would make one.
   A new source of evidence is a function of a reading that stands in that list, with a stream that needs it.
5. settle.py joins two to five readings to a settled table; snapshot.py is what everybody else sees of it. answers.py,
   on which watch.py stands, takes what players say about tiles.

still.py registers and averages several pictures at once, for `tilewatch read --still`.
"""

from vision.watching.alignment import Similarity, similarity_between
from vision.watching.places import Look, likeness, looks_at
from vision.watching.pulse import Pulse
from vision.watching.said import Said
from vision.watching.snapshot import SettledTable, Snapshot, in_rows
from vision.watching.still import of_one_table, read_still
from vision.watching.strays import PictureReader, is_stray
from vision.watching.tracks import SettledTile
from vision.watching.watch import Watch
