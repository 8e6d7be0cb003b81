"""Pixels to tiles: camera gives pictures, reading names the tiles of a picture, watching joins them into one settled
table.

overlay.py draws a reading onto its picture.
"""

import os

# ONNX Runtime (1.32 on Linux) gives each home a number and reports to its maker, unless this is switched off before its
# first import.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
