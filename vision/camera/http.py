"""Motion JPEG over HTTP, as camera apps of phones serve it: JPEGs, one after the other."""

import base64
import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Generator, Iterator
from typing import Protocol

from referee.messages import Message
from vision.camera.picture import CameraLost

STALLED_AFTER = 2.5
"""Seconds without a byte after which a stream counts as stalled; players are told within 3."""
SLOWEST = 10.0
"""Greatest time in seconds for one picture, however steadily its bytes arrive."""
LARGEST = 16_000_000
"""Greatest size of one picture in bytes; a stream that sends more without an end is no stream of pictures."""
SNAPSHOT_PAUSE = 0.2
"""Seconds between two requests to an address that serves single pictures."""
START, END = b"\xff\xd8", b"\xff\xd9"

Clock = Callable[[], float]


class Stream(Protocol):
    """The part of an open HTTP answer that is read."""

    def read1(self, n: int = -1, /) -> bytes: ...


def http_frames(address: str, name: Message | str) -> Generator[bytes, None, bool]:
    """The JPEGs of a stream; an address of a single JPEG is requested again and again. Returns True where it serves a
    film.

    `name`: what messages call the address. Raises CameraLost.
    """
    while True:
        with open_stream(address, name) as answer:
            kind = answer.headers.get_content_type()
            if kind.startswith("video/"):
                return True
            if kind != "image/jpeg":
                yield from jpegs(answer, name)
            yield whole_answer(answer, name)
        time.sleep(SNAPSHOT_PAUSE)


def open_stream(address: str, name: Message | str) -> http.client.HTTPResponse:
    """The HTTP answer of an address, with its headers read.

    Raises CameraLost: nobody answers, or the answer is an error.
    """
    try:
        answer = urllib.request.urlopen(_request(address), timeout=STALLED_AFTER)  # http(s) only: see sources.kind_of
    except urllib.error.HTTPError as error:
        error.close()
        raise CameraLost("camera.answers", name=name, problem=f"{error.code} {error.reason}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CameraLost("camera.no-answer", name=name, problem=str(error)) from error
    if not isinstance(answer, http.client.HTTPResponse):
        raise CameraLost("camera.not-http", name=name)
    return answer


def _request(address: str) -> urllib.request.Request:
    """The request for an address; a user name and password in it become an Authorization header."""
    parts = urllib.parse.urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    request = urllib.request.Request(parts._replace(netloc=host).geturl())
    request.add_header("User-Agent", "tilewatch")
    request.add_header("Accept", "*/*")
    if user:
        secret = base64.b64encode(urllib.parse.unquote(user).encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {secret}")
    return request


def whole_answer(stream: Stream, name: Message | str, clock: Clock = time.monotonic) -> bytes:
    """The bytes of a single picture, read to the end.

    Raises CameraLost: the answer breaks off, is too large, or takes too long.
    """
    held, began = bytearray(), clock()
    while piece := _piece(stream, name):
        held += piece
        _check_limits(len(held), clock() - began, name)
    return bytes(held)


def _check_limits(size: int, seconds: float, name: Message | str) -> None:
    if size > LARGEST:
        raise CameraLost("camera.no-jpeg", name=name)
    if seconds > SLOWEST:
        raise CameraLost("camera.too-slow", name=name, seconds=round(SLOWEST))


def jpegs(stream: Stream, name: Message | str, clock: Clock = time.monotonic) -> Iterator[bytes]:
    """The complete JPEGs of a stream, whatever bytes lie between them.

    Cameras disagree about boundaries and lengths, so each picture is found by its own first and last marker.

    Raises CameraLost: the stream ended, stalled, or sends no pictures.
    """
    held, began = bytearray(), clock()
    while True:
        picture = _take_picture(held)
        if picture is not None:
            yield picture
            began = clock()
            continue
        _check_limits(len(held), clock() - began, name)
        piece = _piece(stream, name)
        if not piece:
            raise CameraLost("camera.has-ended", name=name)
        held += piece


def _piece(stream: Stream, name: Message | str) -> bytes:
    """The next bytes of the stream; empty at its end. Raises CameraLost."""
    try:
        return stream.read1(65536)
    except TimeoutError as error:
        raise CameraLost("camera.silent", name=name, seconds=round(STALLED_AFTER)) from error
    except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
        raise CameraLost("camera.broke-off", name=name, problem=str(error)) from error


def _take_picture(held: bytearray) -> bytes | None:
    """Removes the first complete picture, and all before it, from the buffer; returns it, or None: there is none."""
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
    """The index behind the picture's last marker; None: it has not arrived yet.

    Segments are skipped by their lengths, so the markers of an embedded thumbnail do not count.
    """
    place = start + 2
    while place + 4 <= len(held):
        if held[place] != 0xFF:
            return place  # not a JPEG: return these bytes, which decoding will refuse
        marker = held[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker == 0xDA:
            end = held.find(END, place)
            return None if end < 0 else end + 2
        place += 2 + (held[place + 2] << 8 | held[place + 3])
    return None
