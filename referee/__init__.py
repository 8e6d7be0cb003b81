"""The rulebook: what a table, a turn and a match of Rummikub are, and what is allowed."""
