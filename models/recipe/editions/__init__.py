"""What made-up boxes of tiles look like: faces.py is an edition; bodies, inks, figures, ornaments, jokers.

joker_heads.py: the heads among the jokers; fonts.py: letters for the figures; photographed.py: boxes whose
faces are cut from photographs.
"""
