"""Players' answers about tiles are stored in an unchanged format."""

import pytest

from tilewatch.storage.notes import ToldNote
from web.decoding import NotUnderstood, decode, encode

QUAD = "[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,1.0]]"
WRITTEN = f'{{"told":[{{"quad":{QUAD},"read":"k13","tile":"k13","look":"AAEC/w==","row":0}}],"absent":[]}}'


def test_how_a_place_looks_is_written_as_base64() -> None:
    note = decode(WRITTEN, ToldNote)
    assert note.told[0].look == b"\x00\x01\x02\xff"
    assert encode(note) == WRITTEN


def test_a_note_from_before_rows_could_be_none_of_the_games_is_read() -> None:
    assert decode(WRITTEN.replace(',"row":0', ""), ToldNote) == decode(WRITTEN, ToldNote)


def test_a_tile_that_is_read_has_no_look() -> None:
    written = WRITTEN.replace("AAEC/w==", "")
    assert decode(written, ToldNote).told[0].look == b""
    assert encode(decode(written, ToldNote)) == written


@pytest.mark.parametrize("look", ["AAEC/w", "ä", "A!=="])
def test_a_damaged_look_is_refused(look: str) -> None:
    with pytest.raises(NotUnderstood):
        decode(WRITTEN.replace("AAEC/w==", look), ToldNote)
