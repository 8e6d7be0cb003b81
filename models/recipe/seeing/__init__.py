"""What light, lens and camera make of a picture: webcam.py is the chain; light, views and effects its links."""
