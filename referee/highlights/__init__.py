"""What was worth remembering of a match? highlights.py, with better plays that counted racks prove."""

from referee.highlights.highlights import MissedPlay, highlights, missed_play
