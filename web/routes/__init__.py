"""The addresses, one file a group of them; shared.py: what the groups share.

buttons.py first; tiles.py, seen.py: what the camera read and saw; camera.py, devices.py, feed.py, help.py, rules.py;
history.py: what was played before; exports.py, history_exports.py: files to take home; pages.py: what a person opens,
frames.py: what such pages share.
"""
