"""One picture -> tiles and rows: reader.py is the steps in order, one file a step."""
