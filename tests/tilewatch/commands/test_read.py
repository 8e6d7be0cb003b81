"""`tilewatch read`: one answer for each picture, even for an unreadable one."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tilewatch.cli import main
from vision.reading.detect.infer import ModelMissing

PICTURES = Path(__file__).parents[2] / "vision" / "pictures"
TABLE = sorted(PICTURES.glob("*.jpg"))[0]


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, words)])


def test_the_answer_has_what_the_interface_promises() -> None:
    result = run(TABLE, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert set(answer) == {"image", "width", "height", "tiles", "sets", "milliseconds"}
    assert answer["image"] == str(TABLE)
    assert set(answer["milliseconds"]) >= {"detect", "classify", "total"}
    for tile in answer["tiles"]:
        assert set(tile) == {"tile", "quad", "confidence"}
        assert np.array(tile["quad"]).shape == (4, 2)
        assert 0 <= tile["confidence"] <= 1
    assert sorted(i for row in answer["sets"] for i in row) == list(range(len(answer["tiles"])))


def test_in_words_a_line_is_a_set() -> None:
    expected = TABLE.with_suffix(".txt").read_text().split("\n")
    lines = [line.split("    (")[0] for line in run(TABLE).stdout.splitlines()]
    assert sorted(lines) == sorted(filter(None, expected))


def test_bad_pictures_get_a_line_each_and_the_others_are_read(tmp_path: Path) -> None:
    empty, text, half = tmp_path / "empty.jpg", tmp_path / "text.png", tmp_path / "half.jpg"
    empty.write_bytes(b"")
    text.write_text("not a picture")
    half.write_bytes(TABLE.read_bytes()[:9000])
    names = [empty, TABLE, text, half, tmp_path / "gone.jpg", tmp_path]
    result = run(*names, "--json")
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [a["image"] for a in answers] == [str(n) for n in names]
    assert ["error" in a for a in answers] == [True, False, True, True, True, True]
    assert len(result.stderr.splitlines()) == 5
    assert "Traceback" not in result.stderr


def test_a_picture_that_may_not_be_opened_keeps_no_other_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked.jpg").write_bytes(b"")
    monkeypatch.setattr("os.access", lambda path, *_, **__: "locked" not in str(path))
    result = run(tmp_path / "locked.jpg", TABLE, "--json")
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [True, False]


def test_pictures_of_one_still_table_are_one_answer() -> None:
    result = run(TABLE, TABLE, TABLE, "--still", "--json")
    assert result.exit_code == 0
    (answer,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert (answer["image"], answer["images"]) == (str(TABLE), 3)
    alone = json.loads(run(TABLE, "--json").stdout)
    assert [tile["tile"] for tile in answer["tiles"]] == [tile["tile"] for tile in alone["tiles"]]


@pytest.mark.parametrize("another", ["another size", "another table"])
def test_a_picture_of_another_table_is_left_out_of_the_one_answer_and_named(tmp_path: Path, another: str) -> None:
    with Image.open(TABLE) as table:
        small, turned = table.resize((640, 360)), table.rotate(180)
    (small if another == "another size" else turned).save(tmp_path / "other.png")
    result = run(TABLE, tmp_path / "other.png", TABLE, "--still", "--json")
    assert result.exit_code == 2
    assert result.stderr == f"{tmp_path / 'other.png'}: does not show the same table as the others; left out\n"
    answer = json.loads(result.stdout)
    assert (answer["image"], answer["images"]) == (str(TABLE), 2)


def test_what_is_left_out_of_the_one_answer_is_named_in_the_order_given(tmp_path: Path) -> None:
    with Image.open(TABLE) as table:
        table.rotate(180).save(tmp_path / "other.png")
    result = run(TABLE, tmp_path / "other.png", tmp_path / "gone.jpg", TABLE, tmp_path, "--still", "--json")
    assert (result.exit_code, json.loads(result.stdout)["images"]) == (2, 2)
    named = [line.partition(": ")[0] for line in result.stderr.splitlines()]
    assert named == [str(tmp_path / "other.png"), str(tmp_path / "gone.jpg"), str(tmp_path)]


def test_no_picture_of_a_still_table_no_answer(tmp_path: Path) -> None:
    result = run(tmp_path / "gone.jpg", "--still", "--json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("way", [[], ["--still"], ["--one-set"]], ids=["each", "still", "one set"])
def test_a_name_of_two_lines_is_told_in_one(tmp_path: Path, way: list[str]) -> None:
    assert run(tmp_path / "two\nlines.jpg", *way).stderr == f"{tmp_path}/two\\nlines.jpg: does not exist\n"


def test_one_picture_of_a_still_table_is_enough() -> None:
    assert run(TABLE, "--still").stdout == run(TABLE).stdout


def test_pictures_of_one_set_are_an_answer_each(tmp_path: Path) -> None:
    result = run(TABLE, tmp_path / "gone.jpg", TABLE, "--one-set", "--json")
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]


def test_one_table_or_several_but_not_both() -> None:
    result = run(TABLE, "--still", "--one-set")
    assert result.exit_code == 2
    assert "not both" in result.stderr


def test_an_empty_table_is_an_answer(tmp_path: Path) -> None:
    Image.new("RGB", (320, 240), (90, 60, 30)).save(tmp_path / "bare.png")
    assert run(tmp_path / "bare.png").stdout == "(no tile)\n"


def test_no_overlay_is_written_over_a_picture_that_is_read(tmp_path: Path) -> None:
    picture = tmp_path / "mine.png"
    Image.open(TABLE).save(picture)
    before = picture.read_bytes()
    assert run(picture, "--overlay", tmp_path).exit_code == 0
    assert (picture.read_bytes() == before, (tmp_path / "mine-2.png").exists()) == (True, True)


def test_no_overlay_replaces_a_file_that_is_none_but_one_of_another_run(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"mine")
    pictures = [tmp_path / "photo.jpg", tmp_path / "table.jpg"]
    for picture in pictures:
        Image.new("RGB", (320, 240), (90, 60, 30)).save(picture)
    for _ in range(2):
        assert run(*pictures, "--overlay", tmp_path).exit_code == 0
    assert (tmp_path / "photo.png").read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["photo-2.png", "photo.png", "table.png"]


def test_the_overlay_is_written_beside_the_answer(tmp_path: Path) -> None:
    assert run(TABLE, "--overlay", tmp_path / "drawn").exit_code == 0
    with Image.open(tmp_path / "drawn" / f"{TABLE.stem}.png") as drawn, Image.open(TABLE) as table:
        assert drawn.size == table.size


def test_pictures_of_one_name_are_drawn_into_files_of_their_own(tmp_path: Path) -> None:
    for folder in ("noon", "night"):
        (tmp_path / folder).mkdir()
        Image.new("RGB", (320, 240), (90, 60, 30)).save(tmp_path / folder / "table.png")
    pictures = [tmp_path / "noon" / "table.png", tmp_path / "night" / "table.png"]
    assert run(*pictures, "--overlay", tmp_path / "drawn").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["table-2.png", "table.png"]


def test_a_picture_is_called_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller finds the answer by the name, so the name is not rewritten."""
    Image.new("RGB", (320, 240), (90, 60, 30)).save(tmp_path / "bare.png")
    monkeypatch.chdir(tmp_path)
    answers = map(json.loads, run("./bare.png", "./gone.png", "--json").stdout.splitlines())
    assert [answer["image"] for answer in answers] == ["./bare.png", "./gone.png"]


def test_a_network_that_is_missing_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ModelMissing("detector.onnx is missing from models")

    monkeypatch.setattr("tilewatch.commands.read.Reader", refuse)
    result = run(TABLE)
    assert result.exit_code == 2
    assert result.stderr == "detector.onnx is missing from models\n"
