"""Picture -> quads of candidate faces.

infer.py runs the networks (no other module imports onnxruntime) and decodes the detector's maps; scales.py resizes the
picture and chooses the scales at which it is searched.
"""
