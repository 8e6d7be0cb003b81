"""A Done that waits for the table to be seen."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pressed:
    """A Done that waits: of which turn, when it was pressed on the match's watch, and since when a picture counts."""

    turn: int
    moment: float
    since: float
    asks: bool = False
    """Whether it has waited so long that the players are asked what to do."""
