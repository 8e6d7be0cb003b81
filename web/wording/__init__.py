"""The page's words: rules and options in plain words, texts of the scripts, sentences of other languages."""
