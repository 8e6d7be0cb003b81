"""Step 5: readings over time become one table, once hands are gone. Sees tiles and places, never pixels.

Readings of one still table are joined: each tile's probabilities are averaged, so that a tile misread once in
five pictures is right in the end. Tiles that lie where they lay keep what was read of them before; when the
camera or the table was bumped they are found again by what they are and how they lie to each other. A tile that is
not read any more, but whose place looks as it did, still lies there.

What of a reading counts: not what something moves over, nor what is print on a thing.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.tiles import Tile
from vision.reading import PlacedTile, Quad, TableReading
from vision.watching.alignment import Similarity, similarity_between
from vision.watching.coverage import Coverage
from vision.watching.known_tiles import KnownTiles
from vision.watching.occlusion import Cause
from vision.watching.snapshot import SettledTable, in_rows
from vision.watching.strays import upon
from vision.watching.tracks import Place, SettledTile, Track, nearest
from vision.watching.unread import still_unread

SEEN_IN = 0.5
"""Share of a still table's readings in which a tile must be exceeded for the tile to count."""
FEWEST_PICTURES, MOST_PICTURES = 2, 5
"""Readings joined before a table counts as settled: the fewest if they agree (also on the number of unreadable tiles),
the most if they do not."""
FEWEST_KNOWN = 3
"""Number of known tiles from which the loss of most of them at once, after the whole picture moved, means that another
table is seen."""
TOUCHES = 1.7
"""Greatest distance between the centres of two neighbours, in tile widths."""

Lies = Callable[[Track, Quad], Place]
"""Returns what is seen at the place where a known tile should lie now."""
Pictures = Callable[[Quad], float]
"""Of how many pictures the mean consists at a place."""
LYING = (Place.SAME, Place.PASSED, Place.HIDDEN)


class Settler:
    """Joins readings into a table. It has to begin anew when an object moves, and gets the readings of the still table.
    `known`: the tiles that lay there before, with players' answers about them.
    """

    def __init__(self) -> None:
        self.known = KnownTiles()
        self._unread: list[tuple[PlacedTile, ...]] = []
        self._shown: dict[int, Tile] = {}
        """The tiles that the newest reading shows, by their keys."""
        self._lies: Lies
        self.pictures = 0

    def begin_anew(self) -> None:
        """Forgets the readings of this still table: an object moved."""
        self.known.seen, self._unread, self._shown, self.pictures = [], [], {}, 0

    @property
    def hidden(self) -> tuple[SettledTile, ...]:
        """Tiles under an object, without a player's confirmation that they still lie there."""
        kept = self.known.kept
        return tuple(track.settled() for track in kept if track.place is Place.HIDDEN and not track.is_vouched)

    @property
    def part_lost(self) -> float:
        """Share of the known tiles that these readings do not show, 0 to 1; 0 below FEWEST_KNOWN tiles."""
        known = [track.key for track in self.known.kept if not track.is_absent]
        seen = {track.key for track in self._present() if track.place is not Place.HIDDEN}
        return sum(key not in seen for key in known) / len(known) if len(known) >= FEWEST_KNOWN else 0.0

    def vouch(self, over: Callable[[Quad], bool] = lambda _: True) -> None:
        """Marks hidden tiles as confirmed by a player, where `over(quad)` is true."""
        for track in (*self.known.kept, *self.known.seen):
            track.is_vouched = track.is_vouched or (track.place is Place.HIDDEN and over(track.quad))

    def align(self, reading: TableReading, is_bump: Callable[[Similarity], bool], lies: Lies) -> None:
        """If all tiles have moved together, the known tiles are searched at their new positions from now on. `is_bump`:
        whether their surroundings moved, too. Otherwise somebody pushed the tiles, and a known tile that is not read at
        its new position, but seen or hidden at its old one, was not among those pushed.
        """
        known = [(track.likeliest, track.quad) for track in self.known.kept]
        similarity = similarity_between(known, [(read.tile, read.quad) for read in reading.tiles])
        if similarity is None:
            return
        is_pushed, read = not is_bump(similarity), [tile.quad for tile in reading.tiles]
        found = nearest([similarity(quad) for _, quad in known], read)
        went = {self.known.kept[place].key for place in found.values()}
        self.known.move(similarity, lambda one: is_pushed and one.key not in went and lies(one, one.quad) in LYING)

    def without_halves(self, reading: TableReading, lies: Lies) -> TableReading:
        """The reading without tiles beside an occluded known tile, if another name was known for them: the object hides
        a part of them, too, and a ten is read as a one. A tile read in place of a joker stays, since half a joker is
        never read as another tile (48 pictures of four sets): the joker was exchanged.
        """
        kept, quads = self.known.kept, [tile.quad for tile in reading.tiles]
        found = nearest([track.quad for track in kept], quads)
        unread = [track for place, track in enumerate(kept) if place not in found.values()]
        hidden = [track.quad for track in unread if not track.is_absent and lies(track, track.quad) is Place.HIDDEN]
        if not hidden:
            return reading
        jokers = {known for known, track in enumerate(kept) if track.name.is_joker and not track.is_corrected}
        numbers = {place: kept[known] for place, known in found.items() if known not in jokers}
        others = [place for place, known in numbers.items() if not known.may_be(reading.tiles[place])]
        halves = {place for place in others if nearest(hidden, [quads[place]], TOUCHES)}
        tiles = tuple(tile for place, tile in enumerate(reading.tiles) if place not in halves)
        return replace(reading, tiles=tiles)

    def add(self, reading: TableReading, lies: Lies, pictures: Pictures = lambda _: 1.0) -> SettledTable | None:
        """The settled table as soon as the readings of a still table agree; None before."""
        self._lies = lies
        found = self._matched(reading.tiles)
        for track, read in zip(found, reading.tiles, strict=True):
            track.vote(read, pictures(read.quad))
        shown = [*found, *self._keep_unseen(found)]
        self._unread.append(reading.unread)
        self.pictures += 1
        before, self._shown = self._shown, {track.key: track.settled().tile for track in shown if not track.is_absent}
        is_same = before == self._shown and len({len(unread) for unread in self._unread[-2:]}) == 1
        agreed = self.pictures >= FEWEST_PICTURES and is_same
        return self._settled(reading) if agreed or self.pictures >= MOST_PICTURES else None

    def accept(self) -> None:
        """Stores the table just settled as the known tiles, and begins anew. A player's answer that no tile lies at a
        place is stored until a tile is read there: it holds again when an arm over the place has gone."""
        present, absent = self._present(), [track for track in self.known.seen if track.is_absent and track.times_seen]
        lying, seen = [track.quad for track in present], {track.key for track in absent}
        waiting = [one for one in self.known.kept if one.is_absent and one.key not in seen]
        waiting = [replace(one, place=Place.UNKNOWN) for one in waiting if not nearest(lying, [one.quad])]
        self.known.keep([*(track.remembered() for track in (*present, *absent)), *waiting])
        self.begin_anew()

    def _matched(self, read: Sequence[PlacedTile]) -> list[Track]:
        """The track of each tile read: the track at its place, that of the tile that lay there before, or a new
        track."""
        seen, quads = [track for track in self.known.seen if track.times_read], [tile.quad for tile in read]
        kept = self.known.unseen()
        found = {place: seen[at] for place, at in nearest([track.quad for track in seen], quads).items()}
        new = [place for place in range(len(read)) if place not in found]
        before = nearest([track.quad for track in kept], [quads[place] for place in new])
        for at, place in enumerate(new):
            known = kept[before[at]] if at in before else None
            found[place] = self.known.new(quads[place]) if known is None else self._continued(known, read[place])
        again = {kept[at].key for at in before.values()}
        self.known.seen = [track for track in self.known.seen if track.key not in again]
        self.known.seen += [found[place] for place in new]
        return [found[place] for place in range(len(read))]

    def _continued(self, known: Track, read: PlacedTile) -> Track:
        """The known tile at this place if it still lies there, otherwise a new tile, which is in doubt if the place
        looks unchanged."""
        lies, was_told = self._lies(known, read.quad), known.told is not None or known.is_absent
        is_same, others = lies is Place.SAME, (Place.FREE, Place.HIDDEN) if known.is_absent else (Place.FREE,)
        as_before = was_told and (is_same or known.likeliest == read.tile)
        is_exchanged = known.is_corrected and not self.known.have_moved
        is_another = lies in others and (known.is_absent or is_exchanged)
        if (known.may_be(read) or as_before) and not is_another:
            return known if known in self.known.seen else known.continued()
        return self.known.new(read.quad, known.first if is_same else None)

    def _keep_unseen(self, found: Sequence[Track]) -> list[Track]:
        """The tracks of tiles that were not read but still lie there: their place shows neither the bare table nor
        another tile, nor a part of one.
        """
        read = {track.key for track in found}
        again = {track.key: track for track in self.known.seen}
        unseen = [again.get(track.key, track) for track in self.known.kept if track.key not in read]
        lying, quads = [track.quad for track in found], [track.quad for track in unseen]
        taken, over = nearest(quads, lying).values(), upon(lying, quads)
        seen_at = {track.key: track.quad for track in self.known.kept}  # a reading since may have put it elsewhere
        kept = list[Track]()
        for place, track in enumerate(unseen):
            is_taken = place in taken or (over[place] and not track.is_absent)
            lies = Place.FREE if is_taken else self._lies(track, seen_at[track.key])
            if lies not in LYING or (track.is_absent and lies is Place.HIDDEN):
                continue
            if track.key not in again:
                track = track.continued()
                self.known.seen.append(track)
            track.times_seen, track.place = track.times_seen + 1, lies
            track.is_vouched = track.is_vouched and lies is not Place.SAME
            kept.append(track)
        return kept

    def _present(self) -> list[Track]:
        return [track for track in self._seen() if not track.is_absent]

    def _seen(self) -> list[Track]:
        return [track for track in self.known.seen if track.times_seen > SEEN_IN * self.pictures]

    def _settled(self, reading: TableReading) -> SettledTable:
        """The joined table, in rows."""
        self.known.recall(self._present())
        tiles = tuple(track.settled() for track in self._present())
        unread = still_unread(self._unread, [track.quad for track in self._seen()])
        return in_rows(SettledTable(reading.width, reading.height, tiles, unread=unread))


def only_seen(reading: TableReading, around: Coverage, known: KnownTiles, since: float) -> TableReading:
    """The reading without tiles under moving objects, and without faces read on an object that covers known tiles.
    `since`: the moment when the table was settled last. A joker read where the bare table is seen, without motion
    since, is more likely a drawing on the cloth than a laid joker: it counts as unread, and players are asked. A number
    read there is a tile that was not read well enough before.
    """
    lying = nearest([track.quad for track in known.kept], [tile.quad for tile in reading.tiles])
    unread = [tile for tile in reading.unread if not around.is_over(Cause.MOVES, tile.quad)]
    tiles = list[PlacedTile]()
    for place, tile in enumerate(reading.tiles):
        there = known.kept[lying[place]] if place in lying else None
        is_print = there is not None and not there.may_be(tile) and around.is_over(Cause.LIES, tile.quad)
        if is_print or around.is_over(Cause.MOVES, tile.quad):
            continue
        is_new = tile.tile.is_joker and there is None and not around.has_moved(tile.quad, since)
        (unread if is_new and around.is_free(tile.quad, []) else tiles).append(tile)
    return replace(reading, tiles=tuple(tiles), unread=tuple(unread))
