"""The live table: a camera's pictures on one side, the players' buttons on the other, one match between them.

In reading order: live.py (the parts put together), situation.py (what changes: view, match, question), the way of a
picture: camera/, watching.py, tilewatch/telling; what players press, where it is more than a change of the match
(web/presses.py): turn/, match_play.py (with its highlights), corrections.py, sets/; checks.py (photographs that are
judged); kept.py (the page's notes, players' names, what a start could not read); turn_memory.py (what is remembered
from a turn's beginning to its end: a Done that waits, too).
"""
