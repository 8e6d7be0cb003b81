"""A complaint about a picture that teaches a set, as the page shows it: message, place and crop."""

import base64
from typing import Any

import numpy as np

from vision.camera import Pixels, encoded
from vision.reading import Complaint
from web.records.answers import Complaint as ComplaintTold
from web.records.said import told_of

QUALITY = 90
"""JPEG quality of the crops, 0 to 100."""


def complaint_told(complaint: Complaint, picture: Pixels) -> ComplaintTold:
    """A complaint for the page: its message, and its quads as fractions of the picture's width and height."""
    size = np.array(picture.shape[1::-1], np.float32)
    places: list[Any] = [np.round(quad / size, 4).tolist() for quad in complaint.quads]
    shown = _shown(complaint, picture)
    return {**told_of(complaint.message), "quads": places, "crop": shown, "insist": complaint.insist or None}


def _shown(complaint: Complaint, picture: Pixels) -> str | None:
    """A crop of the place of the complaint, as a data URL; None: the complaint has no place."""
    if not complaint.quads:
        return None
    corners = np.concatenate(complaint.quads)
    half = np.linalg.norm(complaint.quads[0][1] - complaint.quads[0][0]) / 2
    (left, top), (right, foot) = (corners.min(0) - half).clip(0), corners.max(0) + half
    seen = picture[int(top) : int(foot) + 1, int(left) : int(right) + 1]
    jpeg = encoded(np.ascontiguousarray(seen), QUALITY) if seen.size else b""
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
