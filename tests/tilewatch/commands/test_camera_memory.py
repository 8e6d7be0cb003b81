"""The next start knows which device the camera was."""

from pathlib import Path

from tilewatch.commands.camera_memory import remember, renumbered
from tilewatch.storage.journal import Journal
from vision.camera import CameraMemory, LastSeen

SEEN = LastSeen("Desk Cam", bytes(range(200)))


def test_what_a_camera_saw_is_known_at_the_next_start_by_the_number_asked_for(tmp_path: Path) -> None:
    journal, memory, later, other = Journal(str(tmp_path / "game.db")), CameraMemory(), CameraMemory(), CameraMemory()
    remember(memory, journal, "0")
    assert memory.last is None
    memory.keep(SEEN)
    remember(later, journal, "0")
    remember(other, journal, "1")
    journal.close()
    assert (later.last, other.last) == (SEEN, None)


def test_another_number_is_said_in_a_line() -> None:
    assert renumbered(0, 2, SEEN).text.startswith('Camera 0 is another camera today: "Desk Cam", that of last time')
    assert "camera 2 sees the table of last time" in renumbered(0, 2, LastSeen("", b"")).text
