"""Picture -> quads: where faces may be. pyramid.py (the picture at any size), infer.py (alone imports onnxruntime),
decode.py (the network's maps -> quads), scales.py (at which sizes the picture is searched)."""
