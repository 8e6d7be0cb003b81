"""What is said in which language.

catalogue.py: one gettext catalogue a language, for the scripts, too, and the language of whoever reads; rules_told.py:
the rules and every option in that language; vocabulary.py: texts in the words of the leaflet that is played.
"""
