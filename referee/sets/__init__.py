"""What is this row of tiles? interpret.py: run, group or neither; joker_roles.py; enumerate.py: sets of some tiles."""
