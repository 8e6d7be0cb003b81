"""What is told, one file a group of addresses. What is pressed: web/presses.py.

stands.py: how everything stands, who is seated here, what the camera saw; camera.py, devices.py, feed.py, help.py,
rules.py, sets.py; check.py: photographs that are judged; history.py: what was played before; exports.py: files to
take home; backups.py; networks.py: where phones come in; pages.py: the pages that a person opens; joining.py: how a
phone comes in; frames.py: what such pages share.
"""
