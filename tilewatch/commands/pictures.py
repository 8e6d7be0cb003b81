"""`tilewatch pictures`: exports the misread or corrected turns of the matches in the journal as labelled pictures."""

import json
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click

from referee.match import Match, Turn
from referee.messages import Message, message_of
from tilewatch.commands.inputs import InputError, complain, refusing
from tilewatch.commands.places import HOME, beside, check_there
from tilewatch.history.labelled import as_labels, labelled, only_faces
from tilewatch.language import said
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from vision.camera import PictureError, encoded, load_picture
from vision.reading import ModelMissing, Reader
from web.contract import NotWritten

QUALITY = 95
"""JPEG quality of pictures in which everything but the faces is hidden."""


@dataclass(frozen=True)
class Output:
    """The folder for labelled pictures; `whole`: with the whole picture, not only the faces."""

    folder: Path
    whole: bool

    def write(self, name: str, jpeg: bytes, labels: dict[str, object]) -> None:
        """Writes a picture and its labels, in place of those of an earlier run. Raises InputError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{name}.jpg").write_bytes(jpeg)
            (self.folder / f"{name}.json").write_text(json.dumps(labels), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{self.folder}: {error.strerror or error}") from error


@click.command(name="pictures")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder that the pictures are written to.")
@click.option("--whole", is_flag=True, help="Whole tables; left out: only the faces of tiles, all else made grey.")
@click.option("--database", default=None, help="Where matches are kept: a file, or a database's URL.")
@click.option(
    "--pictures", type=click.Path(path_type=Path), help="Folder of the turns' pictures, where `play` was given another."
)
@click.option("--table", default="", metavar="NAME", help="Which table of a club's database they were played at.")
def command(out: Path, whole: bool, database: str | None, pictures: Path | None, table: str) -> None:
    """Writes turns that are read otherwise than the players say as labelled pictures, for training.

    Only the turns' pictures on this computer are read, and nothing is sent anywhere. Exit status 0; 2 where a match
    cannot be read (the others are).
    """
    place = database or str(HOME / "matches.db")
    with refusing(JournalUnusable, NotWritten, ModelMissing), ExitStack() as closing:
        check_there(place)
        journal = Journal(place, table=table)
        closing.callback(journal.close)
        folder = pictures or beside(journal.database.place, ".pictures", "pictures")
        done = _written(journal, Album(folder, journal=journal.identity), Output(out, whole))
    counts = {name: done[name] for name in ("seen", "written", "right", "left")}
    click.echo(said(Message.of("terminal.pictures", place=str(out), **counts)))
    sys.exit(2 if done["damaged"] else 0)


def _written(journal: Journal, album: Album, output: Output) -> Counter[str]:
    """Writes the pictures of every match. Returns counts: turns with a picture (`seen`), outcomes, damaged matches."""
    reader, done = Reader(), Counter[str]()
    for number in range(1, journal.last_match() + 1):
        try:
            turns = _turns(journal, number)
        except JournalUnusable as error:
            complain(said(message_of(error)))
            done["damaged"] += 1
            continue
        for turn in turns:
            jpeg = None if turn.by_hand else album.picture(number, turn.number, "after")
            if jpeg is not None:
                done.update(["seen", _one(reader, turn, jpeg, output, f"{number:06d}-{turn.number:05d}")])
    return done


def _turns(journal: Journal, number: int) -> tuple[Turn, ...]:
    events = journal.events(number)
    now = Match.replayed(events).now if events else None
    return tuple(now.turns) if now is not None else ()


def _one(reader: Reader, turn: Turn, jpeg: bytes, output: Output, name: str) -> str:
    """Handles a turn. Returns `right` (read as the players say), `written`, or `left` (positions are uncertain)."""
    try:
        picture = load_picture(jpeg)
    except PictureError:
        return "left"
    reading = reader.read(picture)
    if turn.after.multiset() == Counter(one.tile for one in reading.tiles):
        return "right"
    rows = labelled(reading, turn.after)
    is_all = len(rows) == len(turn.after.sets)
    if not any(row.is_misread for row in rows) or (output.whole and not is_all):
        return "left"
    seen = jpeg if output.whole else encoded(only_faces(picture, rows), QUALITY)
    output.write(name, seen, as_labels(rows))
    return "written"
