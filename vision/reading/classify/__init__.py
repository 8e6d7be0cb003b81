"""Quads -> names. rectify.py (refines corners, and cuts upright crops), classifier.py (crops -> probabilities, with
small figures enlarged), cache.py (faces that did not move are not classified again).
"""
