"""The recipe of the networks: synthetic pictures, training, measuring. It is not installed with the program; README.md
describes its use.

make.py: every step of a training, as rounds.toml lists them; packed.py: its input, packed for another machine.
Pictures: make_pictures.py draws them from editions/ (boxes of tiles), scenes/ (tables), things/ (other objects), tops/
(table tops) and seeing/ (light and lens); photographs.py and crops.py give real ones their labels. training/: the
networks; measuring/: the accuracy of the networks; tests/: tests of all parts.
"""
