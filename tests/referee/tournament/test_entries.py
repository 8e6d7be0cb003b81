"""The entry list, typed or as CSV: a mistake is reported with its line, and no player of the list is entered."""

import pytest

from referee.tournament import TournamentError, entries, entries_from_csv


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada\nBo\n", ("Ada", "Bo")),
        ("name\nAda\n\nBo\n", ("Ada", "Bo")),
        ("\N{ZERO WIDTH NO-BREAK SPACE}club;Navn\r\nNord; Ada  Lovelace \r\nSyd;Bo\r\n", ("Ada Lovelace", "Bo")),
        ('name,club\n"Bo, jr",Nord\n', ("Bo, jr",)),
        ("nimi\tseura\nÄijö\tHelsinki\n", ("Äijö",)),
        ("A\N{COMBINING RING ABOVE}se\n", ("Åse",)),
        ("The \N{MAN}\N{ZERO WIDTH JOINER}\N{GIRL}s\n", ("The \N{MAN}\N{ZERO WIDTH JOINER}\N{GIRL}s",)),
    ],
)
def test_a_list_is_one_column_or_the_one_called_name(text: str, names: tuple[str, ...]) -> None:
    assert entries_from_csv(text) == names


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is no name in the list."),
        ("Ada\nBo\nada \n", "Line 3: ada stands in line 1 already."),
        ("name;club\nAda;Nord\nBo\n", "Line 3 has 1 column where the first line has 2."),
        ("name;club\n ;Nord\n", "Line 2: there is no name."),
        ("Ada;Nord\nBo;Syd\n", "Line 1 has several columns, but none of them is called “name”."),
        ("Ada\n" + "x" * 41 + "\n", "Line 2: the name is longer than 40 characters."),
        ("Ada\nBo,Nord\n", "Line 2 has 2 columns where the first line has 1."),
        ("Ada\n\N{ZERO WIDTH JOINER}\n", "Line 2: there is no name."),
        ("Ada\nB\x07o\n", "Line 2: the name holds characters that cannot be printed."),
        ('Ada\n"Bo\n', "Line 2 cannot be read as CSV (unexpected end of data)."),
    ],
)
def test_a_wrong_line_is_named(text: str, says: str) -> None:
    with pytest.raises(TournamentError) as refused:
        entries_from_csv(text)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ada", "Bo", "ADA"], "Entry 3: ADA is entry 1 already."),
        (["Ada", "  "], "Entry 2: there is no name."),
    ],
)
def test_a_typed_list_is_looked_at_alike(names: list[str], says: str) -> None:
    with pytest.raises(TournamentError) as refused:
        entries(names)
    assert str(refused.value) == says
