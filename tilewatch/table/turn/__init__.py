"""How a turn is ended: claims.py (somebody says so), asking.py (the table is read anew, and what is in doubt is asked,
before it is judged), done_by_itself.py (what time alone brings).
"""
