"""How the networks are made: made-up pictures, training, measuring. Not installed; see models/README.md."""
