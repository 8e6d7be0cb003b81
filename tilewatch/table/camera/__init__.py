"""What the table's camera gives: camera_loop.py pictures, camera_choice.py which it is, pictures.py shows them.

status.py: what is asked of a camera; crop.py: one place, large; rack_photo.py: a photographed rack.
"""
