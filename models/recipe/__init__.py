"""How the networks are made: made-up pictures, training, measuring. Not installed; README.md tells how to use it.

make.py: every step of a training, as rounds.toml lists them; packed.py: what it needs, carried to another machine.
Pictures: make_pictures.py draws them from editions/
(boxes of tiles), scenes/ (tables), things/ (what else lies there), tops/ (what it lies on) and seeing/ (light and
lens); photographs.py and crops.py give real ones their labels. training/: the networks; measuring/: how well they read;
tests/: of all these.
"""
