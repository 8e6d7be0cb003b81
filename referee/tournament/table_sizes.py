"""How many tables of how many seats, and how many players have to sit out."""

SEATS = (3, 4)
"""A table seats three or four; which of them a tournament prefers is its own choice."""


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """The seats of each table: as few byes as can be, then as few tables of the other size.

    >>> table_sizes(16, 4), table_sizes(10, 4), table_sizes(5, 4), table_sizes(8, 3)
    ((4, 4, 4, 4), (4, 3, 3), (4,), (4, 4))
    """
    other = sum(SEATS) - seats
    for byes in range(players + 1):
        for others in range(seats):
            rest = players - byes - others * other
            if rest >= 0 and rest % seats == 0:
                return tuple(sorted((seats,) * (rest // seats) + (other,) * others, reverse=True))
    return ()
