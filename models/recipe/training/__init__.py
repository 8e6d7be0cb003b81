"""The networks and how they learn: networks.py, train.py, losses.py; what they are shown (labelled, parts,
detector_samples, corner_samples, classifier_samples, as_found, mine); weights and export; whole numbers instead of
floats (quantise, saturation, lighter).
"""
