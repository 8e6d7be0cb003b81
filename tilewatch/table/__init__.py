"""The live table: the camera's pictures on one side, the players' buttons on the other, one match between them.

In reading order: live.py (puts the parts together), situation.py (the state: view, match, question), notices.py and
state_told.py (the state as pages get it); the way of a picture: camera/, watching.py, tilewatch/telling; presses that
do more than change the match (web/presses.py): turn/, match_play.py (with its highlights), corrections.py (on a
photograph: photo_corrections.py), print_told.py (print taken for tiles), sets/; checks.py (judges photographs); undo.py
(the last act, undone by one tap); kept.py (the page's notes, players' names, sentences about data that a start could
not read); kept_answers.py (what players said of tiles); turn_memory.py (the data stored from a turn's beginning to its
end, such as a waiting Done); bare_table.py (the bare table of the round, which outlasts a start).
"""
