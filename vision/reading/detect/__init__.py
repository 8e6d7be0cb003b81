"""Picture -> quads: where faces may be. infer.py (alone imports onnxruntime; the network's maps -> quads), scales.py
(the picture at any size, and at which it is searched)."""
