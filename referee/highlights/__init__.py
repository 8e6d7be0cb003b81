"""What was worth remembering of a match? highlights.py first; missed.py: better plays that counted racks prove."""

from referee.highlights.highlights import highlights
from referee.highlights.missed import MissedPlay, missed_play
