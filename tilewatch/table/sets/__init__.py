"""How this set of tiles looks: own_sets.py what was taught here, kept_gallery.py what was seen."""
