"""What the table's camera gives: camera_loop.py pictures, camera_choice.py which it is, pictures.py shows them."""
