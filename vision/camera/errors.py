"""What may go wrong with a camera or a picture; each message is one sentence for the players."""

import http.client

import cv2

from referee.messages import Refusal


class CameraLost(Refusal, ConnectionError):
    """No picture comes from there; the message says from where and why."""


class CameraUnusable(Refusal, ValueError):
    """What was named can never be a camera; the message says why."""


class PictureError(Refusal, ValueError):
    """Bytes or a file that cannot be read as a picture; the message says why, without its name."""


SOURCE_ERRORS = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    http.client.HTTPException,
    cv2.error,
)
"""What a source or a library under it may raise: each of them is a camera that is lost for now."""
