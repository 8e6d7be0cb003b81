"""`tilewatch teach`: a set is learnt from a picture, and `read --set` reads with it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.vision.camera.test_decode import claiming
from tests.vision.reading.taught import test_gallery as doubts
from tests.vision.reading.taught.drawn import table
from tilewatch.cli import main
from vision.reading import Example, Reader, Source, TaughtSet, bytes_of_set, patches_of


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def drawn(folder: Path, name: str, *rows: str) -> Path:
    cv2.imwrite(str(folder / name), table(rows))
    return folder / name


def test_jokers_that_were_taught_are_read(tmp_path: Path) -> None:
    words = ("teach", drawn(tmp_path, "rows.png", "J J"), "--rows", "J J", "--save", tmp_path / "ours.npz", "--json")
    learnt = run(*words)
    asked = [line.partition(" --insist ")[2] for line in learnt.stderr.splitlines()]
    assert [one.partition("@")[0] for one in asked] == ["J", "J"]
    assert [one["insist"] for one in json.loads(learnt.stdout)["complaints"]] == asked
    learnt = run(*words, "--insist", " ".join(asked))
    assert learnt.exit_code == 0
    answer = json.loads(learnt.stdout)
    assert (answer["name"], list(answer["faces"]), answer["helps"], len(answer["missing"])) == (
        "ours",
        ["J"],
        ["jokers"],
        52,
    )
    played = drawn(tmp_path, "played.png", "r5 r6 J", "k1 b1 o1")
    assert "J" not in run("read", played).stdout
    assert "r5 r6 J" in run("read", "--set", tmp_path / "ours.npz", played).stdout


@pytest.mark.parametrize("way", [[], ["--one-set"], ["--still"]], ids=["each", "one set", "still"])
def test_a_doubtful_tile_is_judged_beside_the_faces_that_were_taught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: list[str]
) -> None:
    taught = doubts.sure("r6", "r8")
    patches = patches_of(doubts.drawn("r6", "r8"), [quad for _, quad in taught])
    faces = (Example(tile, patch, source=Source.TOLD) for (tile, _), patch in zip(taught, patches, strict=True))
    (tmp_path / "ours.npz").write_bytes(bytes_of_set(TaughtSet("Ours", tuple(faces))))
    cv2.imwrite(str(tmp_path / "a.png"), doubts.drawn("r6"))
    monkeypatch.setattr(Reader, "read", lambda *_, **__: doubts.read("r8~r6"))
    assert run("read", *way, tmp_path / "a.png").stdout.split()[0] == "r8"
    assert run("read", *way, "--set", tmp_path / "ours.npz", tmp_path / "a.png").stdout.split()[0] == "r6"


def test_questions_are_answered_one_after_the_other(tmp_path: Path) -> None:
    words = ("teach", drawn(tmp_path, "rows.png", "k7 b8"), "--rows", "J J", "--save", tmp_path / "ours.npz")
    left = [line.partition(" --insist ")[2] for line in run(*words).stderr.splitlines()]
    assert len(left) == 2
    while left:
        said = run(*words, "--insist", left.pop(0)).stderr
        assert [line.partition(" --insist ")[2] for line in said.splitlines() if "--insist" in line] == left


def test_jokers_that_look_like_numbers_are_asked_about(tmp_path: Path) -> None:
    learnt = run("teach", drawn(tmp_path, "rows.png", "k7 b8"), "--rows", "J J", "--save", tmp_path / "ours.npz")
    assert (learnt.exit_code, learnt.stdout) == (2, "0 faces are known\n")
    assert [line.partition("rows.png: ")[2].partition("@")[0] for line in learnt.stderr.splitlines()] == [
        "is this a joker? It looks like black 7: --insist J",
        "is this a joker? It looks like blue 8: --insist J",
    ]


def test_missing_faces_are_told_with_status_2_and_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "ours.npz"
    learnt = run("teach", drawn(tmp_path, "rows.png", "k1 k2 k3"), "--rows", "k1-k3", "--save", file)
    assert learnt.exit_code == 2
    assert "missing: k4 k5" in learnt.stderr
    assert run("teach", tmp_path / "gone.png", "--save", file).exit_code == 2
    again = json.loads(run("teach", drawn(tmp_path, "more.png", "k4"), "--rows", "k4", "--save", file, "--json").stdout)
    assert list(again["faces"]) == ["k1", "k2", "k3", "k4"]


def test_what_cannot_be_used_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no set")
    np.savez(tmp_path / "newer.npz", form=np.array("tilewatch set 2"))
    for words in (
        ("teach", tmp_path, "--save", tmp_path / "newer.npz"),
        ("teach", tmp_path, "--save", tmp_path / "ours.npz", "--name", "Gran\nny"),
        ("teach", tmp_path, "--save", tmp_path / "ours.npz", "--name", "x" * 41),
        ("teach", tmp_path, "--save", tmp_path / "text.npz"),
        ("teach", tmp_path, "--save", tmp_path / "ours.npz", "--rows", "k1-r3"),
        ("teach", tmp_path, "--save", tmp_path / "ours.npz", "--insist", "J"),
        ("teach", tmp_path, tmp_path, "--save", tmp_path / "ours.npz", "--insist", "J@1,2"),
        ("read", "--set", tmp_path / "text.npz", tmp_path),
        ("read", "--set", tmp_path / "gone.npz", tmp_path),
    ):
        answer = run(*words)
        assert answer.exit_code == 2
        assert len(answer.stderr.splitlines()) == 1
    assert (tmp_path / "text.npz").read_text() == "no set"
    assert "another version" in run("read", "--set", tmp_path / "newer.npz", tmp_path).stderr


def test_a_file_whose_folder_is_not_there_is_told_before_anything_is_read(tmp_path: Path) -> None:
    picture, file = tmp_path / "gone.png", tmp_path / "no-folder" / "ours.npz"
    assert run("teach", picture, "--save", file).stderr == f"{file}: No such file or directory\n"


def test_where_nothing_is_learnt_no_file_is_made(tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    learnt = run("teach", tmp_path / "text.jpg", "--save", tmp_path / "ours.npz")
    assert (learnt.exit_code, len(learnt.stderr.splitlines())) == (2, 1)
    assert not (tmp_path / "ours.npz").exists()


@pytest.mark.parametrize(
    ("size", "why"),
    [
        ((16_384, 12_288), "unpacks to 202 megapixels from 1 kB"),
        ((60_000, 1), "is 60000x1: too thin for a picture of a table"),
    ],
)
def test_a_picture_is_opened_however_large_it_says_it_is_and_one_line_tells_why_it_cannot_be_used(
    tmp_path: Path, size: tuple[int, int], why: str
) -> None:
    (tmp_path / "a.png").write_bytes(claiming(*size))
    for words in (["read", tmp_path / "a.png"], ["teach", tmp_path / "a.png", "--save", tmp_path / "ours.npz"]):
        refused = run(*words)
        assert refused.exit_code == 2
        assert f"a.png: {why}" in refused.stderr.splitlines()[0]
