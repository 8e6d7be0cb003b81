"""Names as long as a name may be, on a narrow phone: no screen is wider than the phone."""

from pathlib import Path
from typing import Any

from tests.web.browser.family_table import Table

LONG = "W" * 40


def test_no_screen_of_a_table_is_wider_than_a_narrow_phone(tmp_path: Path, device: Any) -> None:
    table = Table(tmp_path)
    table.stage.table.match.start([LONG, "Bo"], "original", LONG, None, False)
    table.stage.table.match.begin_round(None, True)
    table.lies("r10 r11 r12")
    phone = device("narrow", 360, 740, table.address)
    phone.open("/")
    phone.press("#done")
    phone.says("#verdict", LONG)
    for screen in ("", "turns", "scores", "my-rack", "matches", "players", f"players/{LONG}", "tv"):
        phone.open(f"/{screen}")
        phone.says("main", LONG)
        phone.looks_well(f"long-{screen[:8]}")
    table.end()
