"""What light, lens and camera do to a picture: webcam.py is the chain; light, views and effects are its links."""
