"""What a benchmark is asked for on the command line."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any


def command_line(says: str | None, *places: str, **options: Any) -> Namespace:
    """What was said after the benchmark's name; `says`: its docstring, which is its help.

    `places`: files or folders, with "..." one or more. `options`: each with what it is where it is left out: False is
    a flag, a type is nothing of that type, a tuple is what may be chosen, the first if nothing is, a list is several.
    """
    parser = ArgumentParser(description=says, formatter_class=RawDescriptionHelpFormatter)
    for place in places:
        parser.add_argument(place.removesuffix("..."), type=Path, nargs="+" if place.endswith("...") else None)
    for name, given in options.items():
        option = f"--{name.replace('_', '-')}"
        if given is False:
            parser.add_argument(option, action="store_true")
        elif isinstance(given, type):
            parser.add_argument(option, type=given)
        elif isinstance(given, tuple):
            parser.add_argument(option, choices=given, default=given[0])
        else:
            many = isinstance(given, list)
            kind = Path if given == [] else type(given[0] if many else given)
            parser.add_argument(option, type=kind, nargs="*" if many else None, default=given)
    return parser.parse_args()
