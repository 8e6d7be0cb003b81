"""The live table: a camera's pictures on one side, the players' buttons on the other, one match between them.

In reading order: live.py (the parts put together), situation.py (what changes: view, match, question), the way of a
picture: camera_loop.py, watching.py, listeners.py, state_json.py; what players press: claims.py, match_play.py,
corrections.py, pictures.py, rack_photo.py, camera_choice.py, page_notes.py; fresh_look.py (the table read anew before
it is judged), timekeeper.py (what time alone brings), turn_memory.py (what is remembered from a turn's beginning to its
end).
"""
