"""The end of a turn: claims.py (a player presses Done), asking.py (the question before it is judged), fresh_look.py
(the table read anew before it is judged), done_by_itself.py (claims made by time alone), sleep.py (the computer slept);
in a match by photographs: photographs.py, photo_mending.py (players' corrections of their tiles)."""
