"""The way of a picture through the map of the table, step by step."""

from dataclasses import replace
from functools import partial

import numpy as np

from vision.camera import Picture, Pixels
from vision.reading import Gallery, KnownFaces, Quad, TableReading
from vision.watching.alignment import Similarity
from vision.watching.answers import Answers
from vision.watching.coverage import UNKNOWN_SIZE
from vision.watching.gathered import Gathered
from vision.watching.mean import RIPE
from vision.watching.motion import Light, light_of
from vision.watching.occlusion import Cause
from vision.watching.places import are_alike, looks_at
from vision.watching.pulse import Pulse
from vision.watching.row_ends import RowEnds
from vision.watching.said import Said
from vision.watching.settle import Lies, only_seen
from vision.watching.snapshot import SettledTable, Snapshot
from vision.watching.strays import PictureReader
from vision.watching.surroundings import STRANGE
from vision.watching.tracks import Place, Track

AGAIN = 0.09
"""Seconds between two readings of a still table."""
WHILE_MOVING = 0.5
"""Seconds between two readings while a hand moves elsewhere over the table."""
LOOK_AGAIN = 1.0
"""Seconds after which a table with a hand, a question or a doubt is read again."""
AT_REST = 0.15
"""Least time in seconds between two pictures looked at while the table lies still and nobody waits for a reading."""
RESTED = 0.5
"""Seconds without motion near an unread tile before a player is asked about it."""
TAKEN_AS_IT_IS = 2.0
"""Seconds after which, while no match is played, another table counts as the table."""


class Watch(Answers):
    """Watches one picture after the other; `snapshot` is the table as far as it is known."""

    def __init__(self, reader: PictureReader, gallery: Gallery | None = None) -> None:
        super().__init__(reader, gallery)
        self._reader, self._known_faces = reader, KnownFaces()
        self._shown: Pixels | None = None
        self._remembered: Pixels | None = None
        """The bare table from before this start, until the first reading."""
        self._gathered = Gathered()
        self._row_ends = RowEnds(lambda quad: self._in_play.bare.is_known_at(quad), self._strays.larger)
        self._before_a_face = frozenset[int]()
        """Keys of the tiles in short rows beside which an enlarged reading found a face."""
        self._thumbnail: Pixels = np.zeros((1, 1, 3), np.uint8)
        self._pictures_read = 0.0
        self._read_at = self._known_at = self._seen_at = float("-inf")
        self._is_changed, self._has_moved = True, False
        self._has_jumped, self._is_elsewhere, self._was_held = False, False, False
        self.readings = 0
        """How many readings there were."""
        self.in_doubt = False
        """Whether the table is worth reading again although nothing moved."""
        self.is_played = True
        """Whether a match is played: else another table that is seen for long is the table."""
        self.read_since = float("-inf")
        """The moment since which the table has to be read once more, though it lies still: somebody claims it."""

    @property
    def pulse(self) -> Pulse:
        """The effects of lamp and lens in the pictures."""
        return self._gathered.pulse

    def see(self, picture: Picture) -> Snapshot:
        """Looks at the next picture. Raises PictureError."""
        if self._may_skip(picture.moment):
            return self.snapshot
        self._seen_at = picture.moment
        light = light_of(picture.thumbnail)
        if light is not Light.GOOD:
            self.lost()
            is_dark = light is Light.DARK
            self.snapshot = replace(self.snapshot, covered=True, dark=is_dark, blank=not is_dark)
            return self.snapshot
        self._thumbnail = thumbnail = self._gathered.thumbnail_of(picture)
        self._around.see(thumbnail, picture.moment, [tile.quad for tile in self._settler.hidden])
        self._is_changed |= self._shown is None or self._around.touches_tiles or self._around.changed(self._shown)
        is_due = self._is_due(picture)
        self._gathered.add(picture, self._around.unseen, is_due)
        if is_due:
            self._read(picture)
        self._tell_what_is_held(picture.moment)
        return self.snapshot

    def _may_skip(self, moment: float) -> bool:
        """Whether a picture of this moment would show nothing new: the table lay still so long that its mean is
        complete, and nobody waits for a reading."""
        is_still = self.snapshot.steady and self._gathered.mean.is_complete
        return is_still and self.read_since <= self._settled_at and 0 <= moment - self._seen_at < AT_REST

    def take_as_bare(self) -> None:
        """Takes the present view as the bare table: a round begins. Print that is read as tiles is part of it."""
        mean = self._gathered.mean
        if self.snapshot.picture is None or not mean.counts.any():
            return
        self._in_play.begin(mean.pixels, self.snapshot.table)
        self._known_faces = KnownFaces()  # otherwise large print would affect the tiles' estimated width
        self._known.keep([])
        self._around.place_tiles([])
        self._around.begin_anew()
        self._around.learn()
        self._strays.forget([stray.quad for stray in self._strays.seen])
        self.reads_otherwise()  # the faces read may have been print

    @property
    def bare_table(self) -> Pixels | None:
        """The bare table (H, W, 3) as it looked when the round began; None: it is not known."""
        return self._in_play.bare.picture

    def remember_bare(self, picture: Pixels) -> None:
        """Restores the bare table of a round that goes on after a start."""
        self._remembered = picture

    def insist(self) -> None:
        """Takes the objects at the reported place as part of the table: a player said that nothing is in the way."""
        if self.snapshot.strange:
            self._in_play.forget()
            self._known.keep([])
            self._is_elsewhere = self._has_jumped = False
            self._around.begin_anew()
        elif not (self.snapshot.dark or self.snapshot.blank):
            self._settler.vouch(self._around.learn_at(self.snapshot.held))
        self._read_anew()

    def vouch(self) -> None:
        """Takes hidden tiles as confirmed by a player until they are seen."""
        self._settler.vouch()

    def lost(self) -> None:
        """Forgets motion, because no picture comes any more."""
        self._around.forget_last()
        self._read_anew()

    def untell(self, key: int) -> None:
        """Withdraws a player's answer about a tile or a place: the camera's reading counts there again."""
        super().untell(key)
        self._read_anew()

    def take_back(self, before: Said, after: Said) -> bool:
        """Takes back what was said between these moments; the camera's reading counts there again. Returns False where
        nothing of it holds any more."""
        is_known = super().take_back(before, after)
        self._read_anew()
        return is_known

    def reads_otherwise(self) -> None:
        """Discards all readings, because the reader was taught another set of tiles, or forgot one."""
        self.gallery.forget_read()
        self._learnt.clear()
        self._known.fade()
        self._read_anew()

    def _read_anew(self) -> None:
        self._settler.begin_anew()
        self._row_ends.begin_anew(lambda _: True)
        self._is_changed, self._read_at = True, float("-inf")
        self.snapshot = replace(self.snapshot, steady=False, dark=False, blank=False)

    def _is_due(self, picture: Picture) -> bool:
        """Whether the mean is read with this picture. After motion that changed the table readings begin anew."""
        waited = picture.moment - self._read_at
        moving = sum(region.part for region in self._around.of(Cause.MOVES))
        self._has_moved |= moving > 0
        self._has_jumped |= moving > STRANGE
        if moving > STRANGE or waited < (WHILE_MOVING if moving else AGAIN):
            return False
        if self._shown is None or (self._has_moved and self._is_changed):
            self._has_moved = moving > 0
            self._settler.begin_anew()
            self._row_ends.begin_anew(lambda quad: self._around.has_moved(quad, self._read_at))
            return True
        is_claimed = self._settled_at < self.read_since <= picture.moment
        is_doubtful = self.in_doubt or self._was_held or bool(self._around.regions) or bool(self._settler.hidden)
        is_new = any(region.since > self._read_at for region in self._around.of(Cause.LIES))
        is_open = self._is_changed or self._settler.pictures > 0 or is_claimed or is_new or self._gathered.mean.has_news
        is_riper = self._pictures_read < RIPE <= self._gathered.mean.pictures
        return is_open or is_riper or (is_doubtful and waited >= LOOK_AGAIN)

    def _read(self, picture: Picture) -> None:
        mean = self._gathered.mean
        pixels, mean.has_news = mean.pixels, False
        if self._remembered is not None:
            self._in_play.bare.remember(self._remembered)
            self._remembered = None
        self._known_faces.is_new = lambda quads: np.array([not mean.is_ripe_at(quad) for quad in quads], bool)
        self._known_faces.is_out_of_play = partial(self._in_play.are_out, pixels)
        foreground = self._in_play.bare.subtracted_from(pixels, is_still=not self._around.regions)
        reading = self.gallery.judged(pixels, self._reader.read(foreground, self._known_faces))
        self.readings += 1
        if self._pictures_read < RIPE <= mean.pictures:
            self._row_ends.look_again()
        self._pictures_read = mean.pictures
        self._read_at, self._shown, self._was_held = picture.moment, self._thumbnail, bool(self._around.regions)
        self._fit((reading.height, reading.width))
        reading = self._in_play.left_of(reading, pixels)
        quads, small = [tile.quad for tile in (*reading.tiles, *reading.unread)], self._thumbnail.shape[1::-1]
        print_seen = self._in_play.bare.seen_in(pixels, small)
        self._around.was_read(quads, picture.moment, mean.thumbnail(small), print_seen)
        reading = only_seen(reading, self._around, self._known, self._settled_at)
        lies: Lies = lambda track, quad: self._lies(pixels, reading, track, quad)  # noqa: E731
        if not self._settler.pictures:
            self._settler.align(reading, self._is_bump, lies)
        reading = self._settler.without_halves(reading, lies)
        if self._around.is_strange:
            return
        found = self._in_play.candidates(reading, pixels)
        if any(self._around.has_moved(quad, picture.moment - RESTED) for quad in found):
            return  # a hand has just left it, or is about to come back
        reading = self._row_ends.joined(self._strays.joined(reading, foreground, found, self._around))
        quads = [*(tile.quad for tile in (*reading.tiles, *reading.unread)), *self._strays.face_down]
        if not self._around.background.known.any():  # a place known from before is compared with its surroundings
            self._around.place_tiles([*(track.quad for track in self._known.kept), *quads])
            self._around.learn()
        table = self._settler.add(reading, lies, mean.pictures_at)
        if table is None:
            return
        self._is_elsewhere = self._has_jumped and self._settler.part_lost > STRANGE
        if self._is_elsewhere:
            self._settler.begin_anew()
        else:
            self._settle(table, picture, pixels, foreground, quads)

    def _is_bump(self, similarity: Similarity) -> bool:
        """Whether the camera moved, and with it the bare table; else somebody pushed the tiles."""
        is_bump = self._around.bumped(similarity)
        if is_bump:
            self._in_play.bumped(similarity)
        return is_bump

    def _fit(self, size: tuple[int, int]) -> None:
        """Scales all places to pictures of this height and width."""
        before, self._around.size = self._around.size, size
        if before in (size, UNKNOWN_SIZE):
            return
        scale = np.array([size[1] / before[1], size[0] / before[0]], np.float32)
        self._known.move(lambda quad: quad * scale)
        self._in_play.move(lambda quad: quad * scale)
        self._around.place_tiles(quad * scale for quad in self._around.quads)
        self._strays.forget([stray.quad for stray in self._strays.seen])

    @property
    def _settled_at(self) -> float:
        """The moment of the picture from which the table was settled; long ago, if it was never settled."""
        return float("-inf") if self.snapshot.picture is None else self.snapshot.picture.moment

    def _lies(self, pixels: Pixels, reading: TableReading, track: Track, quad: Quad) -> Place:
        """The state of the place where a known tile should lie now."""
        if self._around.is_over(Cause.MOVES, quad):
            return Place.PASSED
        is_said = bool(track.told or track.is_absent)
        if not is_said and self._in_play.is_out(pixels, quad):
            return Place.FREE
        is_ripe = track.is_fleeting and self._gathered.mean.is_ripe_at(quad)
        if is_ripe and self._in_play.bare.is_printed_at(pixels, quad):
            return Place.FREE  # print in an arm's shadow was read as a tile for a moment
        if track.look is None:
            return Place.UNKNOWN
        if any(are_alike(track.look, look) for look in looks_at(pixels, [quad, track.quad])):
            return Place.SAME
        has_moved = self._around.has_moved(quad, min(track.hidden_at, self._settled_at))
        if track.place is Place.HIDDEN and not has_moved:  # the object that hid it may have become part of the table
            return Place.FREE if self._around.is_as_before(quad) else Place.HIDDEN
        if not self._around.is_free(quad, [tile.quad for tile in reading.tiles]):
            return Place.HIDDEN
        return Place.FREE if has_moved else Place.UNKNOWN

    def _settle(
        self, table: SettledTable, picture: Picture, pixels: Pixels, foreground: Pixels, read: list[Quad]
    ) -> None:
        self._settler.accept()
        kept = self._known.kept
        for track in kept:
            track.hidden_at = min(track.hidden_at, picture.moment) if track.place is Place.HIDDEN else np.inf
        shown = [track for track in kept if track.place is Place.SAME]
        for track, look in zip(shown, looks_at(pixels, [track.quad for track in shown]), strict=True):
            track.look = look
        self._learn_faces(table, pixels)
        if {tile.key for tile in table.tiles} != {tile.key for tile in self.snapshot.table.tiles}:
            self._around.tiles_changed(picture.moment)
        self._around.place_tiles([*(track.quad for track in kept), *read])
        self._around.learn()
        self._has_jumped = False
        is_clear, found = self.is_played and not self._around.regions, self._row_ends.tiles
        self._before_a_face = self._row_ends.with_faces(table, foreground) if is_clear else frozenset()
        self._is_changed = self._row_ends.tiles != found  # they are read with the next picture
        table, number = replace(table, face_down=self._strays.face_down), self.snapshot.number + 1
        self.snapshot, self._pixels = replace(self.snapshot, table=table, picture=picture, number=number), pixels
        self.snapshot = self._with_rows(replace(self.snapshot, absent=self._absent))

    def _tell_what_is_held(self, moment: float) -> None:
        """Updates whether the table is seen as it is, and which object is in the way; a new snapshot only if these
        changed."""
        around, hidden = self._around, self._settler.hidden
        lying, strange = around.of(Cause.LIES), around.is_strange or self._is_elsewhere
        covered = bool(lying or hidden or strange)
        steady = not (covered or around.regions or self._is_changed)
        largest = max(lying or around.regions, key=lambda region: region.part, default=None)
        held, taken_up = None if largest is None else largest.middle, around.taken_up
        now = replace(self.snapshot, steady=steady, covered=covered, hidden=hidden, strange=strange)
        now = replace(now, dark=False, blank=False, taken_up=taken_up, held=held, may_go_on=self._may_go_on())
        if now.compared != self.snapshot.compared:
            self.snapshot = now
        self._known_at = self._known_at if strange else moment
        if not self.is_played and moment - self._known_at > TAKEN_AS_IT_IS:
            self.insist()

    def _may_go_on(self) -> frozenset[int]:
        """Keys of the tiles beside which the row may continue unseen."""
        tiles = self.snapshot.table.tiles
        if not tiles:
            return frozenset()
        going_on = self._around.may_go_on(np.stack([tile.quad for tile in tiles]), self.snapshot.table.face_down)
        return self._before_a_face.union(tiles[place].key for place in np.flatnonzero(going_on))
