"""What players settle among themselves at a live table, as the page offers it."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol


class CompanyControls(Protocol):
    """Who plays and is called what, by which rules, what a round was worth. Raises Refused."""

    def leave(self, player: str, rack: Literal["pool", "keep"]) -> None:
        """A player goes; the rack's tiles go to the pool, or are counted at the round's end."""
        ...

    def join(self, player: str, is_now: bool) -> None:
        """A player comes, from the next round on or now."""
        ...

    def rename(self, player: str, to: str, merge: bool) -> None:
        """A player is called otherwise in every match that is kept; `merge`: two names are one person."""
        ...

    def order(self, players: Sequence[str]) -> None:
        """Who follows whom from the next turn on."""
        ...

    def forget(self, player: str) -> None:
        """A player's line of the all-time table, colour and picture go."""
        ...

    def change_rules(self, rules: object, reason: str, by: str) -> None:
        """Other rules from the next turn on; `by`: on whose device."""
        ...

    def mend_round(
        self, number: int, racks: Mapping[str, str], reason: str, by: str, anyway: bool, match: int | None = None
    ) -> None:
        """A scored round is counted again; `match`: of a match that is not at the table."""
        ...

    def void_round(self, number: int, reason: str, by: str, match: int | None = None) -> None:
        """A scored round is struck out."""
        ...

    def unvoid_round(self, number: int, by: str, match: int | None = None) -> None:
        """A round that was struck out counts again."""
        ...
