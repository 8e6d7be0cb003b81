"""Parts that benchmarks share: command lines, times in words, the memory of a process."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def command_line(says: str | None, *places: str, **options: Any) -> Namespace:
    """The parsed arguments of a benchmark; `says`: its docstring, which is its help.

    `places`: positional arguments, with "..." one or more, with "***" any number. `options`: each with its default:
    False is a flag, a type is an optional value of that type, a tuple is a choice with its first value as default, a
    list takes several values.
    """
    parser = ArgumentParser(description=says, formatter_class=RawDescriptionHelpFormatter)
    for place in places:
        how_many = {"...": "+", "***": "*"}.get(place[-3:])
        parser.add_argument(place.rstrip(".*"), type=Path, nargs=how_many)
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


def in_words(seconds: Sequence[float]) -> str:
    """Median, 95th percentile and maximum of some times in milliseconds, and their number."""
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    at = [ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], ordered[-1]]
    middle, most_of, most = (f"{1000 * one:,.1f}" for one in at)
    return f"median {middle} ms, 95 % {most_of} ms, most {most} ms ({len(ordered):,})"


def megabytes(pid: int, name: str = "VmRSS") -> float:
    """Memory of a process in megabytes; `VmHWM`: its maximum."""
    return int(Path(f"/proc/{pid}/status").read_text().partition(f"{name}:")[2].split()[0]) / 1024
