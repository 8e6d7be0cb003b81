"""Cameras, streams, films and folders: the newest picture, and the reaction when pictures stop."""

import http.client
import http.server
import io
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.camera import DIFFERS_FOR, LOST_AFTER, PHONE_LOST_AFTER, Camera
from vision.camera.files import MOST_BEATS, Film, Folder
from vision.camera.http import LARGEST, SLOWEST, jpegs, whole_answer
from vision.camera.picture import (
    CameraLost,
    CameraUnusable,
    Picture,
    PictureError,
    Pixels,
    decoded,
    encoded,
    picture_size,
)
from vision.camera.sources import kind_of, source


def grey(level: int, width: int = 64, height: int = 48) -> Pixels:
    return np.full((height, width, 3), level, np.uint8)


def jpeg(level: int) -> bytes:
    return encoded(grey(level))


def no_sleep(_seconds: float) -> None:
    """Replaces the sleeping with which films and folders keep time."""


class Watch:
    """A clock set by a test."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("ending", "size"), [(".jpg", (64, 48)), (".png", (31, 77)), (".webp", (33, 20))])
def test_the_size_of_a_picture_is_known_before_it_is_decoded(ending: str, size: tuple[int, int]) -> None:
    picture = cv2.imencode(ending, grey(99, *size))[1].tobytes()
    assert picture_size(picture) == size


@pytest.mark.parametrize("broken", [b"", b"x" * 100, b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"RIFF1234WEBPVP8 "])
def test_what_is_no_picture_is_refused(broken: bytes) -> None:
    with pytest.raises(PictureError):
        decoded(broken)


def test_a_picture_that_claims_to_be_huge_is_refused_before_it_is_decoded() -> None:
    header = b"IHDR" + (60000).to_bytes(4, "big") * 2 + b"\x08\0\0\0\0"
    huge = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\r" + header + zlib.crc32(header).to_bytes(4, "big")
    with pytest.raises(PictureError, match="megapixels"):
        decoded(huge + b"\0\0\0\0IDAT" + zlib.crc32(b"IDAT").to_bytes(4, "big"))


def test_a_thumbnail_is_the_picture_made_small() -> None:
    for frame in (grey(80, 1280, 720), encoded(grey(80, 1280, 720)), encoded(grey(80, 200, 100))):
        thumbnail = Picture(frame).thumbnail
        assert thumbnail.shape[1] == 320
        assert abs(int(thumbnail.mean()) - 80) <= 1


def boundary_stream(pictures: list[bytes], with_length: bool) -> bytes:
    parts = []
    for picture in pictures:
        length = f"Content-Length: {len(picture)}\r\n" if with_length else ""
        parts.append(f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + picture + b"\r\n")
    return b"".join(parts)


class InPieces(io.BytesIO):
    """A stream that arrives in small pieces."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(97)


@pytest.mark.parametrize("with_length", [True, False])
def test_a_streams_pictures_come_out_whole(with_length: bool) -> None:
    pictures = [jpeg(level) for level in (10, 90, 200)]
    stream = jpegs(InPieces(boundary_stream(pictures, with_length)), "cam")
    assert [next(stream) for _ in pictures] == pictures
    with pytest.raises(CameraLost, match="has ended"):
        next(stream)


def test_a_thumbnail_inside_a_picture_does_not_cut_it() -> None:
    plain, thumbnail = jpeg(10), jpeg(200)
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    picture = plain[:2] + segment + plain[2:]
    assert next(jpegs(InPieces(boundary_stream([picture], False)), "cam")) == picture


def test_a_stream_that_stalls_is_lost() -> None:
    class Stalled(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            raise TimeoutError

    with pytest.raises(CameraLost, match="sent nothing"):
        next(jpegs(Stalled(), "cam"))


class Dripping:
    """A stream that gives a byte a second for ever, and never a whole picture."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def read1(self, size: int = -1, /) -> bytes:
        self._watch.now += 1.0
        return b"x"


def test_a_stream_that_drips_is_lost_within_seconds() -> None:
    watch = Watch()
    for read in (lambda stream: next(jpegs(stream, "cam", watch)), lambda stream: whole_answer(stream, "cam", watch)):
        began = watch.now
        with pytest.raises(CameraLost, match="no whole picture within"):
            read(Dripping(watch))
        assert watch.now - began <= SLOWEST + 2


def test_a_picture_without_an_end_is_cut_off() -> None:
    class Endless:
        def read1(self, size: int = -1, /) -> bytes:
            return bytes(1_000_000)

    with pytest.raises(CameraLost, match="no JPEG"):
        whole_answer(Endless(), "cam", lambda: 0.0)
    assert LARGEST <= 16_000_000


@pytest.mark.parametrize("trouble", [http.client.IncompleteRead(b"half"), KeyError("x"), cv2.error("bad"), OSError(5)])
def test_whatever_goes_wrong_in_a_source_the_camera_tries_again(trouble: Exception) -> None:
    lives: list[int] = []
    back = threading.Event()

    def frames() -> Iterator[Pixels]:
        lives.append(1)
        if len(lives) < 3:
            raise trouble
        back.set()
        yield grey(1)

    camera = Camera(frames)
    camera._stop.wait = lambda timeout=None: camera._stop.is_set()  # type: ignore[method-assign]  # no pauses
    camera.start()
    assert back.wait(10)
    camera.stop()


def test_the_size_is_that_of_the_newest_picture() -> None:
    camera = Camera(lambda: iter(()), Watch())
    assert camera.size is None
    camera.keep(jpeg(3))
    assert camera.size == (64, 48)
    camera.keep(b"no picture")
    assert camera.size is None


@pytest.mark.parametrize("scheme", ["http", "rtsp", "RTSP"])
def test_a_password_is_in_no_message(scheme: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraLost) as lost:
        next(source(f"{scheme}://me:secret@127.0.0.1:9/video")())
    told = [
        str(lost.value),
        lost.value.message.text,
        *map(str, lost.value.message.values.values()),
        *capfd.readouterr(),
    ]
    assert not [text for text in told if "secret" in text]


def test_only_the_newest_picture_is_kept() -> None:
    camera = Camera(lambda: iter(()), Watch())
    for level in (1, 2, 3):
        camera.keep(grey(level))
    newest = camera.newer_than(0, 0)
    assert newest is not None
    assert (newest.number, int(newest.pixels[0, 0, 0])) == (3, 3)
    assert camera.newer_than(3, 0) is None


def test_a_camera_without_pictures_counts_as_lost_within_three_seconds() -> None:
    watch = Watch()
    camera = Camera(lambda: iter(()), watch)
    assert camera.is_lost
    camera.keep(grey(1))
    assert not camera.is_lost
    watch.now += LOST_AFTER + 0.1
    assert LOST_AFTER < 3
    assert camera.is_lost
    camera.keep(grey(2))
    assert not camera.is_lost


def test_the_rate_is_pictures_a_second() -> None:
    watch = Watch()
    camera = Camera(lambda: iter(()), watch)
    for _ in range(30):
        camera.keep(grey(1))
        watch.now += 0.1
    assert camera.rate == pytest.approx(10, rel=0.1)


def test_a_camera_that_dies_comes_back() -> None:
    lives: list[Callable[[], Iterator[Pixels]]] = []
    back = threading.Event()

    def frames() -> Iterator[Pixels]:
        lives.append(frames)
        if len(lives) == 2:
            raise CameraLost("unplugged")
        yield grey(1)
        if len(lives) == 3:
            back.set()

    camera = Camera(frames)
    camera._stop.wait = lambda timeout=None: camera._stop.is_set()  # type: ignore[method-assign]  # no pauses
    camera.start()
    assert back.wait(10)
    camera.stop()
    assert "ended" in camera.trouble.text or "unplugged" in camera.trouble.text


def test_a_film_plays_once_and_then_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for level in (20, 120, 220):
        writer.write(grey(level))
    writer.release()
    film = Film(path, no_sleep)
    frames = film.frames()
    shown = [int(next(frames)[24, 32, 0]) for _ in range(3)]
    with pytest.raises(CameraLost, match="no more pictures"):
        next(frames)
    assert shown == pytest.approx([20, 120, 220], abs=3)
    with pytest.raises(CameraLost, match="has ended"):
        next(film.frames())


def test_a_folder_is_shown_by_name_and_a_new_picture_when_it_appears(tmp_path: Path) -> None:
    for name, level in (("b.jpg", 2), ("a.png", 1)):
        (tmp_path / name).write_bytes(jpeg(level))
    (tmp_path / "notes.txt").write_text("no picture")
    frames = Folder(tmp_path, no_sleep).frames()
    shown = [next(frames) for _ in range(25)]
    assert shown[0] == jpeg(1)
    assert shown[-1] == jpeg(2)
    (tmp_path / "c.jpg").write_bytes(jpeg(3))
    next(frames)
    assert next(frames) == jpeg(3)


def test_a_picture_that_is_just_being_written_is_shown_when_it_is_whole(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(1))
    frames = Folder(tmp_path, no_sleep).frames()
    half = jpeg(2)[:200]
    (tmp_path / "b.jpg").write_bytes(half)
    assert {next(frames) for _ in range(25)} == {jpeg(1)}
    (tmp_path / "b.jpg").write_bytes(jpeg(2))
    assert [next(frames) for _ in range(3)][-1] == jpeg(2)


def test_a_picture_that_stays_broken_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(1))
    (tmp_path / "b.jpg").write_bytes(jpeg(2)[:200])
    (tmp_path / "c.jpg").write_bytes(jpeg(3))
    frames = Folder(tmp_path, no_sleep).frames()
    assert jpeg(3) in [next(frames) for _ in range(MOST_BEATS + 15)]


def test_a_folder_that_was_away_does_not_begin_again(tmp_path: Path) -> None:
    for name, level in (("a.jpg", 1), ("b.jpg", 2)):
        (tmp_path / name).write_bytes(jpeg(level))
    folder = Folder(tmp_path, no_sleep)
    frames = folder.frames()
    assert jpeg(2) in [next(frames) for _ in range(25)]
    assert next(folder.frames()) == jpeg(2)


def test_an_empty_folder_is_lost(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="holds no pictures"):
        next(Folder(tmp_path, no_sleep).frames())


@pytest.mark.parametrize(
    ("address", "kind"),
    [("0", "device"), ("http://phone:8080/video", "http"), ("RTSP://cam/1", "rtsp")],
)
def test_what_an_address_names(address: str, kind: str) -> None:
    assert kind_of(address) == kind


@pytest.mark.parametrize("address", ["", "-1", "ftp://x/y", "file:///etc/passwd", "/no/such/film.mp4", "front door"])
def test_what_is_no_camera_is_refused(address: str) -> None:
    with pytest.raises(CameraUnusable):
        source(address)


@pytest.mark.parametrize("name", ["notes.jpg", "empty.mp4", "notes.txt"])
def test_a_file_without_a_picture_is_no_camera(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / name).write_text("" if name.startswith("empty") else "no picture")
    with pytest.raises(CameraUnusable, match=name):
        source(str(tmp_path / name))
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only there a name may be no text")
def test_an_address_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """OpenCV would end the whole program."""
    film = tmp_path / os.fsdecode(b"\xff.jpg")
    film.write_bytes(jpeg(90))
    for address in (str(film), os.fsdecode(b"rtsp://\xff")):
        with pytest.raises(CameraUnusable, match="cannot be opened"):
            source(address)


def test_one_picture_is_a_short_film(tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(jpeg(90))
    assert len(next(source(str(tmp_path / "table.jpg"))())) > 0


@pytest.fixture
def phone() -> Iterator[str]:
    """A little camera app on loopback: three pictures, then it closes the connection."""

    class App(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/video":
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            self.wfile.write(boundary_stream([jpeg(level) for level in (1, 2, 3)], False))

        def log_message(self, format: str, *args: object) -> None:
            """Writes no log."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), App)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_phones_stream_is_watched_over_http(phone: str) -> None:
    frames = source(f"{phone}/video")()
    assert [next(frames) for _ in range(3)] == [jpeg(1), jpeg(2), jpeg(3)]
    with pytest.raises(CameraLost, match="has ended"):
        next(frames)


def test_an_address_without_a_stream_is_lost(phone: str) -> None:
    with pytest.raises(CameraLost, match="404"):
        next(source(f"{phone}/nothing")())


def test_an_address_where_nobody_answers_is_lost() -> None:
    with pytest.raises(CameraLost, match="does not answer"):
        next(source("http://127.0.0.1:9/video")())


def lost() -> Iterator[bytes]:
    raise CameraLost("camera.no-phone")
    yield b""


def test_a_phone_that_sends_pictures_is_the_camera() -> None:
    watch = Watch()
    camera = Camera(lost, watch)
    camera.choose("phone-1")
    assert camera.is_lost
    assert camera.sent("phone-1", jpeg(80))
    assert not camera.is_lost
    assert camera.size == (64, 48)
    watch.now += PHONE_LOST_AFTER + 0.1
    assert camera.is_lost
    assert camera.trouble.text.startswith("the phone that is the camera has sent no picture since ")


def test_only_the_device_that_was_chosen_last_is_the_camera() -> None:
    camera = Camera(lost, Watch())
    camera.choose("phone-1")
    assert camera.sent("phone-1", jpeg(80))
    camera.choose("phone-2")
    assert not camera.sent("phone-1", jpeg(80))
    assert camera.sent("phone-2", jpeg(80))
    camera.choose(None)
    assert not camera.sent("phone-2", jpeg(80))
    assert camera.sender is None


def test_after_a_start_of_the_program_the_phone_is_still_the_camera() -> None:
    camera = Camera(lost, Watch())
    assert camera.sent("phone-1", jpeg(80))
    assert camera.sender == "phone-1"


@pytest.mark.parametrize("sent", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8 broken"])
def test_what_a_phone_sends_must_be_a_jpeg(sent: bytes) -> None:
    camera = Camera(lost, Watch())
    with pytest.raises(PictureError):
        camera.sent("phone-1", sent)
    assert camera.newest is None


def test_the_source_rests_while_a_phone_is_the_camera() -> None:
    """A webcam is released as soon as a phone is chosen, and opened again when the webcam is chosen."""
    closed = threading.Event()
    shown = threading.Event()

    def webcam() -> Iterator[bytes]:
        try:
            while True:
                shown.set()
                yield jpeg(10)
        finally:
            closed.set()

    camera = Camera(webcam)
    camera.start()
    try:
        assert shown.wait(5)
        camera.choose("phone-1")
        assert closed.wait(5)
        shown.clear()
        camera.choose(None)
        assert shown.wait(5)
    finally:
        camera.stop()


def test_a_picture_that_a_phone_sent_already_is_no_new_one() -> None:
    """A page in the background sends its last picture for ever: the camera is still after 3 seconds, and lost after
    10."""
    now = [100.0]
    camera = Camera(lambda: iter(()), lambda: now[0])
    first, second = (b"".join(encoded(np.full((40, 60, 3), level, np.uint8)) for _ in "1") for level in (80, 160))
    assert camera.sent("phone", first, "page", 1)
    for _ in range(4):
        now[0] += 0.9
        assert camera.sent("phone", first, "page", 2)
    assert (camera.is_still, camera.is_lost) == (True, False)
    assert camera.sent("phone", second, "page", 1)  # delayed on its way: it is older than the picture that came before
    assert camera.is_still
    assert camera.sent("phone", second, "page", 3)
    assert not camera.is_still
    now[0] += 10.1
    assert camera.is_lost


def followed(differ_for: float, then: float) -> tuple[Camera, list[int]]:
    """A camera on a stream whose pictures differ for `differ_for` seconds and then stay identical."""
    watch, seen = Watch(), list[int]()
    levels = [*(level % 2 for level in range(round(differ_for))), *[2] * round(then)]

    def shown() -> Iterator[Pixels]:
        for level in levels:
            watch.now += 1.0
            yield grey(level)
            seen.append(level)

    camera = Camera(shown, watch)
    camera._watch_once()
    return camera, seen


def test_a_camera_that_gives_one_picture_again_and_again_hangs_and_is_opened_anew() -> None:
    """Tiles laid since are not in the picture, so the turn would be judged by an old table."""
    camera, seen = followed(DIFFERS_FOR + 10, 10)
    assert seen[-4:] == [1, 2, 2, 2]
    assert camera.is_lost
    assert camera.trouble.text == "it sends the same picture again and again"


def test_a_film_that_stands_still_hangs_not() -> None:
    """A film's pictures have no sensor noise: different pictures only mean that something moves."""
    camera, seen = followed(DIFFERS_FOR / 2, 10)
    assert len(seen) == DIFFERS_FOR / 2 + 10
    assert not camera.is_lost


def test_a_second_phone_is_refused_until_it_is_chosen_however_long_the_first_one_is_silent() -> None:
    watch = Watch()
    camera = Camera(lost, watch)
    assert camera.sent("phone-1", jpeg(80))
    assert not camera.sent("phone-2", jpeg(90))
    assert camera.sender == "phone-1"
    watch.now += PHONE_LOST_AFTER + 0.1
    assert not camera.sent("phone-2", jpeg(90))
    camera.choose("phone-2")
    assert camera.sent("phone-2", jpeg(90))


@pytest.mark.parametrize("part", [0.5, 0.9, 0.99])
def test_a_jpeg_that_breaks_off_is_no_picture(part: float) -> None:
    whole = encoded(np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8))
    assert Picture(whole).thumbnail.shape[2] == 3
    for look in ("thumbnail", "pixels"):
        with pytest.raises(PictureError):
            getattr(Picture(whole[: round(part * len(whole))]), look)
