"""What made-up boxes of tiles look like: faces.py is an edition; bodies, inks, figures, ornaments, jokers."""
