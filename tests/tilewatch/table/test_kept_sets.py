"""Players' answers and faces proved by plays are known the next evening; faces that were only read are not."""

import threading
from collections.abc import Callable, Sequence
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from tilewatch.table.sets.set_shelf import SetShelf
from vision.reading import Example, Source

OPENING = ["r10 r11 r12", "k10 b10 o10"]
FACES = ["k1 k2 k3 k4 k5 k6", "b7 b8 b9 b10 b11 b12"]
Game = Callable[[], Any]


def kept(stage: Any, name: str = "") -> list[Example]:
    """The examples that the next evening would load."""
    stage.table.set_on_table.keep()
    return list(SetShelf(stage.folder / "game.sets").read(name).examples)


def names(examples: list[Example]) -> list[str]:
    return sorted(str(one.tile) for one in examples)


def disk_is_full(*_: object) -> None:
    raise OSError(ENOSPC, "No space left on device")


def opened(game: Game) -> Any:
    """Ada has opened; Bo's turn is next."""
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    return stage


def passes(stage: Any) -> None:
    """The current player ends the turn without laying tiles."""
    stage.run(0.3)
    stage.table.turn.done(False)
    stage.run(0.3)


class SlowReader:
    """A reader whose fit to a set takes until `may_end` is set."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()
        self.taught: object = None

    def learn(self, examples: Sequence[Example]) -> str:
        self.has_begun.set()
        self.may_end.wait(60)
        return "fitted"


def test_the_end_of_the_program_waits_for_a_fit(stage: Any) -> None:
    """A thread that computes while Python ends aborts it."""
    stage.table.set_on_table.reader = slow = SlowReader()
    stage.lay("r10 r11 r12")
    stage.table.tiles.correct(0, 0, "r9")
    stage.run(1)
    assert slow.has_begun.wait(60)
    threading.Timer(0.05, slow.may_end.set).start()
    stage.table.set_on_table.close()
    assert slow.taught == "fitted"


def test_what_was_only_read_is_not_kept(stage: Any) -> None:
    stage.lay(*FACES)
    assert kept(stage) == []


def test_a_legal_turn_proves_its_tiles_once_the_next_one_is_claimed(game: Game) -> None:
    stage = opened(game)
    assert kept(stage) == []
    passes(stage)
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())
    assert {one.source for one in kept(stage)} == {Source.PLAYED}
    stage.reopen()
    stage.lay(*OPENING, *FACES)
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())


@pytest.mark.parametrize("disputed", ["undone", "overruled"])
def test_a_turn_that_was_disputed_proves_nothing(game: Game, disputed: str) -> None:
    stage = opened(game)
    if disputed == "undone":
        stage.table.act(lambda match, moment: match.taken_back(moment))
    else:
        stage.table.turn.overrule(False, "peeked")
    stage.lay()
    if disputed == "overruled":
        stage.run(0.5)
    passes(stage)
    passes(stage)
    assert kept(stage) == []


def test_turns_taken_back_after_they_were_proved_prove_nothing_any_more(game: Game) -> None:
    stage = opened(game)
    passes(stage)
    stage.lay(*OPENING, "r1 r2 r3")
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())
    for _ in range(2):
        stage.table.act(lambda match, moment: match.taken_back(moment))
    stage.run(0.3)
    assert kept(stage) == []
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    passes(stage)
    assert names(kept(stage)) == sorted(" ".join(OPENING).split()), "played once more, they are proved once more"


def test_turns_taken_back_after_a_start_prove_nothing_any_more(game: Game) -> None:
    stage = opened(game)
    passes(stage)
    stage.lay(*OPENING, "r1 r2 r3")
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())
    stage.reopen()
    assert names(kept(stage)) == sorted(" ".join(OPENING).split()), "they count as long as the turn does"
    for _ in range(2):
        stage.table.act(lambda match, moment: match.taken_back(moment))
    stage.run(0.3)
    assert kept(stage) == []


def test_what_was_proved_is_kept_when_matches_are_numbered_anew(game: Game) -> None:
    """The journal was deleted: the first match of the new journal is another match than before."""
    stage = opened(game)
    passes(stage)
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())
    stage.table.close()
    for file in stage.folder.glob("game.db*"):
        file.unlink()
    stage.reopen()
    stage.table.match.start(["Ada", "Bo"], "original", "Ada", None, False)
    stage.run(0.3)
    assert names(kept(stage)) == sorted(" ".join(OPENING).split())


def test_what_a_person_said_of_a_tile_outlives_the_turn_that_proved_it(game: Game) -> None:
    stage = opened(game)
    passes(stage)
    stage.table.tiles.correct(0, 0, "r10")
    for _ in range(2):
        stage.table.act(lambda match, moment: match.taken_back(moment))
    stage.run(0.3)
    assert [(str(one.tile), one.source) for one in kept(stage)] == [("r10", Source.TOLD)]


def test_a_doubtful_tile_is_proved_where_no_other_would_be_legal(game: Game) -> None:
    stage = game()
    stage.lay("r10 r11~k11:0.2 r12", "k10 b10 o10~r10:0.2")
    stage.table.turn.done(False)
    passes(stage)
    assert "r11" in names(kept(stage))
    assert "o10" not in names(kept(stage)), "r10 was legal there, too"


def test_a_correction_is_kept_and_taken_back_with_the_answer(stage: Any) -> None:
    stage.lay("r9 r6 r7")
    stage.table.tiles.correct(0, 0, "r5")
    assert [(str(one.tile), one.source) for one in kept(stage)] == [("r5", Source.TOLD)]
    stage.table.tiles.correct(0, 0, "k5")
    assert names(kept(stage)) == ["k5"]
    stage.table.tiles.untell(0, 0)
    assert kept(stage) == []


def test_an_answer_of_before_a_start_is_taken_back_too(game: Game) -> None:
    stage = game()
    stage.lay(*FACES)
    stage.table.turn.done(False)
    passes(stage)
    stage.lay(*FACES, "k1 k2 k3")
    stage.table.tiles.correct(2, 0, "r13")
    stage.reopen()
    stage.run(1.5)
    assert "r13" in names(kept(stage))
    stage.table.tiles.untell(2, 0)
    assert names(kept(stage)) == sorted(" ".join(FACES).split())


def corrected_before_a_start(game: Game) -> Any:
    """Two tiles were corrected, stored, and the program was started again."""
    stage = game()
    stage.lay("r9 r6 r7", "b9 b4 b5")
    stage.table.tiles.correct(0, 0, "r5")
    stage.table.tiles.correct(1, 0, "b3")
    assert names(kept(stage)) == ["b3", "r5"]
    stage.reopen()
    stage.run(1.5)
    return stage


def test_an_answer_of_before_a_start_is_taken_back_for_good_before_the_set_is_recognised(game: Game) -> None:
    stage = corrected_before_a_start(game)
    assert not stage.table.set_on_table._gallery.is_tried
    stage.table.tiles.untell(0, 0)
    stage.run(0.3)
    stage.reopen()
    assert names(kept(stage)) == ["b3"]


def test_what_a_play_proved_before_a_start_is_taken_back_when_a_person_says_otherwise(game: Game) -> None:
    stage = game()
    stage.lay(*FACES)
    stage.table.turn.done(False)
    passes(stage)
    stage.reopen()
    stage.lay(*FACES)
    stage.table.tiles.correct(1, 0, "r7")
    proved = [str(one.tile) for one in kept(stage) if one.source is Source.PLAYED]
    assert sorted(proved) == sorted(set(" ".join(FACES).split()) - {"b7"})


def test_what_plays_proved_says_nothing_of_another_edition(game: Game) -> None:
    """A start does not end before it is known whether the earlier set is on the table again."""
    stage = game()
    stage.lay(*FACES)
    stage.table.turn.done(False)
    passes(stage)
    stage.reopen()
    assert stage.table.sets.all()["used"] is None
    assert not stage.table.set_on_table._gallery.is_tried
    assert names(kept(stage)) == sorted(" ".join(FACES).split())


def test_where_it_cannot_be_written_the_evening_goes_on(stage: Any) -> None:
    (stage.folder / "game.sets").touch()
    stage.lay("r9 r6 r7")
    stage.table.tiles.correct(0, 0, "r5")
    stage.run(0.3)
    assert stage.words() == ["r5 r6 r7"]


def test_what_could_not_be_written_is_written_once_it_can_be(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.lay("r9 r6 r7", "b9 b4 b5")
    stage.table.tiles.correct(0, 0, "r5")
    with monkeypatch.context() as full:
        full.setattr(SetShelf, "keep", disk_is_full)
        assert kept(stage) == []
    assert names(kept(stage)) == ["r5"]


def test_an_answer_taken_back_while_the_disk_was_full_does_not_come_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = corrected_before_a_start(game)
    with monkeypatch.context() as full:
        full.setattr(SetShelf, "keep", disk_is_full)
        stage.table.tiles.untell(0, 0)
        stage.run(0.3)
    assert names(kept(stage)) == ["b3"]


def test_there_is_no_set_without_a_name_to_choose(stage: Any, tmp_path: Path) -> None:
    stage.lay("r9 r6 r7")
    stage.table.tiles.correct(0, 0, "r5")
    stage.table.set_on_table.keep()
    assert stage.table.sets.all() == {"sets": [], "used": None, "damaged": []}
