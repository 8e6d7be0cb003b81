"""What was played before: every match of a journal to open again, and what it says of its players.

match_summary.py: a match in short, which a list needs; summaries.py: those of a whole journal, kept so that nothing
is played through twice. From summaries: player_figures.py (the all-time table; one player's form, rivals, openings,
thinking time, faults). From a whole match: replay.py (its boards, each tile followed from turn to turn), in_json.py
(as the page gets it, with what a player held, where that is certain). profiles.py: each player's colour and picture.
labelled.py: misread turns as labelled pictures. history.py puts it together (web.contract.History).

Nothing here knows of a table that is played at now: whoever shows the matches of many tables uses the same functions.
"""
