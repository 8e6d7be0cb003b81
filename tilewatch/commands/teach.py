"""`tilewatch teach IMAGE... --save FILE`: learns a set of tiles from pictures of it, laid out in rows."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from referee.messages import Message
from referee.tiles import Tile
from tilewatch.commands.inputs import InputError, NotUsable, complain, input_named, refusing
from tilewatch.language import said
from tilewatch.storage.sql.synced import put
from vision.camera import MOST_FILE_PIXELS, PictureError, load_picture
from vision.reading import (
    BLURRED,
    Answer,
    Complaint,
    Knowledge,
    ModelMissing,
    NoSet,
    Reader,
    TaughtSet,
    answers_told,
    bytes_of_set,
    lessons_in,
    rows_told,
    saved_set,
)
from web.texts import Short, TextError

Problem = tuple[Path, Complaint]


@click.command(name="teach")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@click.option(
    "--save",
    "file",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file that the set of tiles is kept in; what it knows already stays.",
)
@click.option(
    "--rows", default="", help='The rows that lie there, from the top: "k1-k13; r1-r13; J J". Left out: as read.'
)
@click.option(
    "--insist", default="", help='Faces of the one picture that are what their place says all the same: "J@412,233".'
)
@click.option("--name", default="", help="What the set of tiles is called. Left out: the file's name.")
@click.option("--json", "as_json", is_flag=True, help="Print what was learnt as one JSON object.")
def command(images: tuple[Path, ...], file: Path, rows: str, insist: str, name: str, as_json: bool) -> None:
    """Learns a set of tiles from pictures of it: each colour in a row from 1 to 13, then the jokers.

    Exit status 0; 2 where faces are missing, or a picture could not be used (the others are). Where --rows "J J" names
    the jokers alone, no other face is missing.
    """
    with input_named("--rows"):
        named = rows_told(rows) if rows else []
    name = _called(name)
    with input_named("--insist"):
        answers = answers_told(insist)
        if answers and len(images) > 1:
            raise NotUsable("taught.no-answer")
    with refusing(ModelMissing):
        reader = Reader()
    taught, problems, good = _taught(reader, _set_before(file, name), images, named, answers)
    if taught.examples:
        _save(file, taught)
    _tell(reader, taught, problems, as_json)
    only_jokers = bool(named) and all(tile.is_joker for row in named for tile in row)
    sys.exit(0 if good and not problems and (only_jokers or not taught.missing) else 2)


def _called(name: str) -> str:
    """The name, in the form that the page uses; "": none is given. Raises InputError."""
    try:
        return Short.read(name) if name else ""
    except TextError as problem:
        message = Message(problem.message.code, {"name": "--name", **problem.message.values})
        raise InputError(said(message)) from problem


def _set_before(file: Path, name: str) -> TaughtSet:
    """The set that the file holds already. Raises InputError: it is another kind of file, which is not overwritten, or
    its folder is missing.
    """
    try:
        before = saved_set(file)
    except FileNotFoundError as problem:
        if not file.parent.is_dir():
            raise InputError(f"{file}: {problem.strerror}") from problem
        return TaughtSet(name or file.stem)
    except NoSet as problem:
        raise InputError(f"{file}: {said(problem.message)}") from problem
    except OSError as problem:
        raise InputError(f"{file}: {problem.strerror}") from problem
    return replace(before, name=name or before.name)


def _taught(
    reader: Reader, taught: TaughtSet, images: Sequence[Path], named: list[list[Tile]], insist: Sequence[Answer]
) -> tuple[TaughtSet, list[Problem], bool]:
    """The set after the lessons of each picture, the complaints, and whether every picture could be used."""
    problems: list[Problem] = []
    good = True
    for path in images:
        try:
            picture = load_picture(path, MOST_FILE_PIXELS)
        except PictureError as problem:
            complain(f"{path}: {said(problem.message)}")
            good = False
            continue
        found = lessons_in(reader.read(picture, is_lesson=True), named)
        taught, more = taught.with_lessons(picture, found.lessons)
        if insist:
            taught, more = taught.with_lessons(picture, found.lessons, insist)
        problems += [(path, complaint) for complaint in (*found.complaints, *more)]
    for path, complaint in problems:
        complain(f"{path}: {said(complaint.message)}{_answer(complaint) or _places(complaint)}")
    return taught, problems, good


def _answer(complaint: Complaint) -> str:
    """The answer to a question of the program: the colour of a row, or whether a tile has the face that belongs at its
    place."""
    values = complaint.message.values
    if "rows" in values:
        return f': --rows "{values["rows"]}"'
    return f": --insist {complaint.insist}" if complaint.insist else ""


def _places(complaint: Complaint) -> str:
    """The centres of at most four tiles, in pixels of the picture."""
    middles = [quad.mean(axis=0) for quad in complaint.quads[:4]]
    return f" ({'; '.join(f'{x:.0f},{y:.0f}' for x, y in middles)})" if middles else ""


def _save(file: Path, taught: TaughtSet) -> None:
    try:
        put(file, bytes_of_set(taught))
    except OSError as problem:
        raise InputError(f"{file}: {problem.strerror}") from problem


def _tell(reader: Reader, taught: TaughtSet, problems: Sequence[Problem], as_json: bool) -> None:
    knowledge = reader.learn(taught.examples)
    sure = taught.sureness(lambda crops: reader.named(crops, knowledge))
    if as_json:
        click.echo(json.dumps(as_object(taught, sure, knowledge, problems)))
        return
    click.echo(said(Message.of("taught.learnt", n=len(sure))))
    if not sure:
        return  # no face was learnt, so every face is missing
    click.echo("  ".join(f"{tile} {share:.0%}" for tile, share in sure.items()))
    parts = [said(Message.of(f"taught.{part}")) for part in knowledge.parts]
    helps = Message.of("taught.helps", parts=", ".join(parts)) if parts else Message.of("taught.nothing-new")
    click.echo(said(helps))
    if blurred := [tile for tile, share in sure.items() if share < BLURRED]:
        click.echo(said(Message.of("taught.blurred", tiles=" ".join(map(str, blurred)))))
    if taught.missing:
        click.echo(said(Message.of("taught.missing", tiles=" ".join(map(str, taught.missing)))), err=True)


def as_object(
    taught: TaughtSet, sure: dict[Tile, float], knowledge: Knowledge, problems: Sequence[Problem]
) -> dict[str, Any]:
    """The result as the command's JSON."""
    return {
        "name": taught.name,
        "faces": {str(tile): share for tile, share in sure.items()},
        "missing": [str(tile) for tile in taught.missing],
        "helps": knowledge.parts,
        "complaints": [
            {
                "image": str(path),
                **complaint.message.to_json(),
                "quads": [quad.round(1).tolist() for quad in complaint.quads],
                "insist": complaint.insist or None,
            }
            for path, complaint in problems
        ],
    }
