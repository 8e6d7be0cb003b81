"""The demo game: player.py plays the pictures that lie here."""
