"""The highlights of a match: highlights.py, which also finds better plays that counted racks prove."""

from referee.highlights.highlights import MissedPlay, highlights, missed_play
