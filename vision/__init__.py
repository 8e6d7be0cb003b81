"""Pixels to tiles: camera gives pictures, reading names what one shows, watching joins them into one settled table."""
