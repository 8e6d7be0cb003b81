"""Addresses that answer questions, one file for each group. Addresses for presses: web/presses.py.

stands.py: the state, who is seated at this table, the camera's pictures; camera.py, devices.py, feed.py, help.py,
rules.py, sets.py; check.py: judges photographs; history.py: past matches; exports.py: downloads, workbook.py: as .xlsx;
backups.py; taken_away.py: restores removed things; networks.py: the addresses at which phones find the page; pages.py:
the pages that a person opens; joining.py: how a phone joins; frames.py: the common parts of such pages.
"""
