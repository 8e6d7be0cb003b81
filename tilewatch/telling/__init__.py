"""How everything stands, as it is told: match_json.py and table_json.py make it, listeners.py wakes who waits."""
