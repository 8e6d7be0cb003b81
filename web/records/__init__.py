"""What goes out as JSON, as records that document themselves: `web/interface.py` makes the document of them."""
