"""The switchboard: commands and the live table; the only package that knows all the others."""
