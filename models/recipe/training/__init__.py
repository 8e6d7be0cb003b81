"""The networks and how they learn: networks.py, train.py and what they are shown (labelled, parts, corner_looks,
crops_named, as_found, faces_sought, mine); weights and export; whole numbers instead of floats (quantise, saturation,
lighter).
"""
