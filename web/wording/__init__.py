"""What is said in which language.

catalogue.py: one gettext catalogue a language, for the scripts, too; speaking.py: the language of a reader, and what a
printed leaflet is called there; rules_told.py: the rules and every option in that language.
"""
