"""How a turn is ended: claims.py (somebody says so), asking.py (what is asked before it is judged), fresh_look.py (the
table read anew before it is judged), done_by_itself.py (what time alone brings); in a match by
photographs: photographs.py, photo_mending.py (what persons say of their tiles).
"""
