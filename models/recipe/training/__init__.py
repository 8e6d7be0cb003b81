"""The networks and how they are trained: networks.py, train.py, losses.py; their samples: labelled.py,
detector_samples.py, classifier_samples.py, mine.py; and export.py, which quantises them, with lighter.py.
"""
