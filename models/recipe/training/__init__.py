"""The networks and how they learn: networks.py, samples from pictures.py, train.py; weights, mine, export, quantise."""
