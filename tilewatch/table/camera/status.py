"""What is asked of a camera besides its pictures."""

from typing import Protocol

from referee.messages import Message


class CameraStatus(Protocol):
    """What is asked of a camera besides its pictures: vision.camera.Camera, or a test's own."""

    @property
    def is_lost(self) -> bool:
        """Whether no picture comes."""

    @property
    def is_still(self) -> bool:
        """Whether it has shown nothing new for a while."""

    @property
    def trouble(self) -> Message:
        """Why it was lost last."""

    @property
    def sender(self) -> str | None:
        """The device that sends its pictures; None: none does."""

    @property
    def rate(self) -> float:
        """Pictures a second."""

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of its newest picture."""
