"""How everything stands, as it is told: state_json.py makes it, listeners.py wakes who waits.

turns_json.py: the turns, and what was said of each.
"""
