"""`python -m models.recipe make WORK` trains the networks on, `pack WORK OUT` packs that for another machine,
`accept WORK NAME` ships a network, `measure FOLDER` measures.

Each command explains itself with `--help`; the steps in between are modules of their own.
"""

import sys
from importlib import import_module

COMMANDS = {
    "make": ("make", "main"),
    "pack": ("make", "pack"),
    "accept": ("make", "ship"),
    "measure": ("measuring.measure", "main"),
}
"""Name of each command -> its module and function: measuring needs no torch."""


def main() -> None:
    """Runs the command named by the first argument."""
    command = COMMANDS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if command is None:
        sys.exit(__doc__)
    module, function = command
    try:
        run = getattr(import_module(f"models.recipe.{module}"), function)
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing.name} is missing: .venv/bin/pip install --editable '.[train]'")
    run(sys.argv[2:])


if __name__ == "__main__":
    main()
