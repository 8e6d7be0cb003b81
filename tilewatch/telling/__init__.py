"""How everything stands, as it is told: state_json.py makes the state, listeners.py wakes whoever waits for news."""
