"""What light, lens and camera make of a picture: webcam.py is the chain; light, optics, views and effects its links."""
