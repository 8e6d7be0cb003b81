"""Updates the catalogues: `python -m tilewatch.catalogues`.

Collects every English text of the program, writes the texts into each catalogue of web/translations (new texts without
a translation; texts that are gone are removed), and compiles the catalogues. `python -m tilewatch.catalogues LANGUAGE`
begins a new language.
"""

import io
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path

from referee.messages import TEMPLATES, Template
from referee.rules import PRESET_FILES
from tilewatch.cli import COMMANDS, command_named, main
from tilewatch.extras import what_brings
from tilewatch.language import OF_CLICK, OF_CLICK_COUNTED, help_texts
from web.wording.catalogue import ENGLISH, FOLDER, languages

try:
    from babel import Locale, UnknownLocaleError
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po
except ModuleNotFoundError:
    raise SystemExit(what_brings("babel", "test")) from None

WEB = FOLDER.parent
TEXT = r'"((?:[^"\\]|\\.)*)"'
IN_PAGE = re.compile(r"""\b_\((?:"([^"]*)"|'([^']*)')\)""")
IN_SCRIPT = re.compile(rf"(?<![\w.])t\(\s*{TEXT}")
COUNTED_IN_SCRIPT = re.compile(rf'(?<![\w.])counted\([^"]*?,\s*{TEXT},\s*{TEXT}')


def texts() -> dict[str, Template]:
    """Every text of the program in English; of a text with a plural form its singular."""
    plain = {*_presets(), *_pages(), *_commands()}
    found = [*TEMPLATES.values(), *OF_CLICK_COUNTED, *map(Template, plain), *_scripts()]
    return {one.text: one for one in sorted(found, key=lambda one: (one.text, one.plural or ""))}


def _presets() -> Iterator[str]:
    for preset in PRESET_FILES.values():
        yield from (preset.title, preset.about, *preset.sources.values(), *preset.readings)


def _pages() -> Iterator[str]:
    for page in (WEB / "templates").glob("*.html"):
        for double, single in IN_PAGE.findall(page.read_text(encoding="utf-8")):
            yield double or single


def _scripts() -> Iterator[Template]:
    for script in (WEB / "static" / "js").rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        yield from map(Template, IN_SCRIPT.findall(text))
        yield from (Template(one, more, "n") for one, more in COUNTED_IN_SCRIPT.findall(text))


def _commands() -> Iterator[str]:
    yield from (*COMMANDS.values(), *OF_CLICK)
    yield from help_texts(main)
    for name in COMMANDS:
        yield from help_texts(command_named(name))


def brought_up_to_date(language: str) -> Catalog:
    """A language's catalogue with every present text; texts that were translated before keep their translation."""
    file = po_file(language)
    old = read_po(io.BytesIO(file.read_bytes()), language) if file.exists() else Catalog(language)
    new = Catalog(language, project="Tilewatch", version="", charset="utf-8", creation_date=old.creation_date)
    for text, template in texts().items():
        known = old.get(text)
        new.add((text, template.plural) if template.plural else text, known.string if known else None)
    return new


def po_file(language: str) -> Path:
    """The file with a language's translations."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def save(language: str, catalogue: Catalog) -> None:
    """Writes a catalogue and its compiled form, which the program reads."""
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as written:
        write_po(written, catalogue, width=120, omit_header=False)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)


def update() -> None:
    """Updates each catalogue, and prints the number of its missing translations."""
    parser = ArgumentParser(description="Brings the catalogues of web/translations up to date.")
    parser.add_argument("languages", nargs="*", type=known_language, help="a new one's code, as de")
    for code in sorted({*languages(), *parser.parse_args().languages} - {ENGLISH}):
        save(code, brought_up_to_date(code))
        missing = [message.id for message in brought_up_to_date(code) if message.id and not message.string]
        print(f"{code}: {len(missing)} of {len(texts())} texts are missing")


def known_language(code: str) -> str:
    """The language code of a command-line argument. Raises ArgumentTypeError: there is no such language."""
    try:
        return str(Locale.parse(code))
    except (ValueError, UnknownLocaleError):
        raise ArgumentTypeError(f"no language is called {code!r}") from None


if __name__ == "__main__":
    update()
