"""Which rules are there? options.py: every option of play and the presets; leaflets.py: where each rule comes from."""
