"""What the table's camera gives: camera_choice.py which it is, pictures.py shows them, whole or one place, large.

status.py: what is asked of a camera; rack_photo.py: a photographed rack.
"""
