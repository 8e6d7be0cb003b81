"""The rulebook: what a table, a turn and a match of Rummikub are, and what is allowed.

tiles.py and table.py first. Then each room answers a question: sets/ is this a set; rules/ which rules are there;
judging/ was the turn allowed; match/ and tournament/ how does it stand; solving/ what is the best play; coaching/ how
is it laid by hand; highlights/ what was worth remembering; messages/ how is it said.
"""
