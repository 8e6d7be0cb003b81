"""The designs of synthetic boxes of tiles: faces.py (an edition), made of bodies, inks, figures, ornaments and jokers.
joker_heads.py: jokers with heads; fonts.py: fonts for the figures; photographed.py: boxes whose faces are cut from
photographs.
"""
