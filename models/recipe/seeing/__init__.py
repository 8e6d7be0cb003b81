"""The effects of light, lens and camera on a picture: webcam.py is the chain; light, views and effects are its
links."""
