"""What a developer runs, and no player."""
