"""The demo game: player.py plays the pictures that lie here; table.py lets it play beside the real table."""
