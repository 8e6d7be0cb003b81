"""How far a place of a thumbnail looks another than it did: by its levels, its colours, its edges."""

import cv2
import numpy as np

from vision.camera import Pixels
from vision.watching.motion import Floats, Mask, most_of

UNLIKE = 24
"""Levels by which a pixel differs from the bare table under a hand; grain, noise and light stay below."""
STRAY = 3
"""Pixels of a thumbnail in which a look may stray: what lies in the range of its neighbours is no other."""


def character(picture: Floats, place: Mask) -> Floats:
    """Mean and variety of the colours at a place, and the mean of its edges, in levels (7)."""
    colours, edges = picture[place], steepness(np.clip(picture, 0, 255).astype(np.uint8))[place]
    return np.asarray([*colours.mean(axis=0), *colours.std(axis=0), edges.mean() / 4], np.float32)


def grown(place: Mask, by: int) -> Mask:
    """A place with so many pixels more around it; fewer, where `by` is negative."""
    change, ones = (cv2.erode if by < 0 else cv2.dilate), np.ones((2 * abs(by) + 1, 2 * abs(by) + 1), np.uint8)
    return np.asarray(change(place.astype(np.uint8), ones) > 0, bool)


def outside(lit: Floats, look: Pixels) -> Floats:
    """By how many levels a thumbnail lies outside what a look shows there or right beside."""
    ones = np.ones((STRAY, STRAY), np.uint8)
    low, high = cv2.erode(look, ones), cv2.dilate(look, ones)
    return np.asarray(most_of(np.maximum(low - lit, lit - high)), np.float32)


def foreign(apart: Floats) -> Mask:
    """Where neither the bare table nor a thing that was put down is seen. `apart`: what Background.apart gave."""
    opened = cv2.morphologyEx((apart > UNLIKE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0, bool)


def steepness(picture: Pixels) -> Floats:
    """How much each pixel differs from those beside it, in levels."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), np.float32)
