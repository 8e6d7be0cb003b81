"""What is said in which language.

catalogue.py: one gettext catalogue a language; speaking.py: the language of a reader; rules_told.py and
options_told.py: the rules and every option in that language; script_texts.py: the same catalogue for the scripts.
leaflets.py: what a printed leaflet is called.
"""
