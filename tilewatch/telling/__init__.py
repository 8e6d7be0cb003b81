"""The state as every device gets it: state_json.py makes it, listeners.py wakes those who wait for it.

turns_json.py: the turns, with their verdicts.
"""
