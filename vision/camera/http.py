"""Motion JPEG over HTTP, as phone camera apps serve it: JPEG pictures, one after the other."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Protocol

from vision.camera.errors import CameraLost

PATIENCE = 2.5
"""Seconds without a byte before a stream counts as stalled; players hear of it within 3."""
LARGEST = 16_000_000
"""Bytes of one picture; a stream that sends more without an end is no stream of pictures."""
SNAPSHOT_PAUSE = 0.2
"""Seconds between two pictures of an address that serves single pictures only."""
START, END = b"\xff\xd8", b"\xff\xd9"


class Stream(Protocol):
    """What is read from: an open answer to an HTTP request."""

    def read1(self, n: int = -1, /) -> bytes: ...


def open_stream(address: str) -> http.client.HTTPResponse:
    """The answer of the address, headers read.

    Raises CameraLost: nobody answers there, or with an error.
    """
    request = urllib.request.Request(address, headers={"User-Agent": "tilewatch", "Accept": "*/*"})
    try:
        answer = urllib.request.urlopen(request, timeout=PATIENCE)  # http(s) only: see sources.kind_of
    except urllib.error.HTTPError as error:
        error.close()
        raise CameraLost(f"{address} answers {error.code} {error.reason}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CameraLost(f"{address} does not answer: {error}") from error
    assert isinstance(answer, http.client.HTTPResponse)
    return answer


def jpegs(stream: Stream, address: str) -> Iterator[bytes]:
    """The pictures of a stream, each whole, whatever stands between them.

    Cameras disagree about boundaries and lengths; a JPEG's own first and last marker are always there.

    Raises CameraLost: the stream ended, stalled, or sends no pictures.
    """
    held = bytearray()
    while True:
        picture = _take_picture(held)
        if picture is not None:
            yield picture
            continue
        if len(held) > LARGEST:
            raise CameraLost(f"{address} sends no JPEG pictures")
        held += _more(stream, address)


def _more(stream: Stream, address: str) -> bytes:
    try:
        piece = stream.read1(65536)
    except TimeoutError as error:
        raise CameraLost(f"{address} has sent nothing for {PATIENCE:.0f} s") from error
    except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
        raise CameraLost(f"{address} broke off: {error}") from error
    if not piece:
        raise CameraLost(f"{address} has ended")
    return piece


def _take_picture(held: bytearray) -> bytes | None:
    """Cuts the first whole picture off, and what stood before it."""
    start = held.find(START)
    if start < 0:
        del held[: max(0, len(held) - 1)]
        return None
    end = _end_of_picture(held, start)
    if end is None:
        return None
    picture = bytes(held[start:end])
    del held[:end]
    return picture


def _end_of_picture(held: bytearray, start: int) -> int | None:
    """Skips the segments by their lengths, so that a thumbnail's markers are not taken for the picture's."""
    place = start + 2
    while place + 4 <= len(held):
        if held[place] != 0xFF:
            return place  # not a JPEG after all: give up what is there, decoding will refuse it
        marker = held[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker == 0xDA:
            end = held.find(END, place)
            return None if end < 0 else end + 2
        place += 2 + (held[place + 2] << 8 | held[place + 3])
    return None
