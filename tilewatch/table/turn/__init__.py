"""How a turn is ended: claims.py (somebody says so; or is asked first), fresh_look.py (the table read anew before it is
judged), timekeeper.py and done_by_itself.py (what time alone brings).
"""
