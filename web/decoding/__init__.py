"""What enters as JSON: decoded once at the door into frozen records. decode.py first, then texts.py and explain.py."""
