"""Tables as a workbook (.xlsx), in which numbers stay numbers in every language of a spreadsheet."""

import io
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
"""Options of the library: texts such as players' names are never converted, and nothing is written to the disk."""
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def can_be_made() -> bool:
    """Whether the library for workbooks is installed; older installations lack it."""
    return find_spec("xlsxwriter") is not None


def workbook(sheets: Mapping[str, Iterable[Sequence[object]]]) -> bytes:
    """A workbook of these sheets, by name, as bytes; the first row of each is its heading, and stays in view."""
    import xlsxwriter

    content = io.BytesIO()
    with xlsxwriter.Workbook(content, OPTIONS) as book:
        heading = book.add_format({"bold": True})
        for name, rows in sheets.items():
            _fill(book.add_worksheet(name), rows, heading)
    return content.getvalue()


def _fill(sheet: Any, rows: Iterable[Sequence[object]], heading: object) -> None:
    for place, row in enumerate(rows):
        sheet.write_row(place, 0, row, None if place else heading)
    sheet.freeze_panes(1, 0)
    sheet.autofit()
