"""Past matches of a journal, and the figures of its players.

match_summary.py: a match's summary, for lists; summaries.py: the summaries of a whole journal, stored so that no match
is replayed twice. From summaries: player_figures.py (the all-time table; one player's form, rivals, openings, thinking
time, faults). From a whole match: replay.py (its boards, each tile tracked from turn to turn), in_json.py (the match
for the page, with racks where they are certain). profiles.py: each player's colour and picture. labelled.py: misread
turns as labelled pictures. history.py puts it together (web.contract.History).

Nothing here depends on a table in play: a club that shows the matches of many tables uses the same functions.
"""
