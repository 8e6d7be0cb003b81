"""What is kept: the journal, the album, and who may write."""
