"""Prints the interface as a document: `.venv/bin/python -m web > docs/interface.md`."""

from web.app import TOLD
from web.club.app import CLUB_PRESSES, CLUB_TOLD
from web.interface import bare, markdown
from web.presses import PRESSES

if __name__ == "__main__":
    print(markdown({"A table's page": bare(PRESSES, TOLD), "A club's page": bare(CLUB_PRESSES, CLUB_TOLD)}), end="")
