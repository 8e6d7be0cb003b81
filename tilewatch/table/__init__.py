"""The live table: watching, claiming, doubts and questions, putting back, what is told to listeners."""
