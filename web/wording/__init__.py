"""Languages of the page. catalogue.py: a gettext catalogue for each language, also for the scripts, and the reader's
language; rules_told.py: the rules and options in that language; vocabulary.py: texts in the words of a preset's
leaflet.
"""
