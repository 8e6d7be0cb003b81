"""The networks and how they learn: networks.py, train.py, losses.py; what they are shown (labelled,
detector_samples, classifier_samples, mine); export, with whole numbers instead of floats (lighter).
"""
