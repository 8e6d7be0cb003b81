"""The networks and how they learn: networks.py, samples from pictures.py, train.py; resume, mine, export, quantise."""
