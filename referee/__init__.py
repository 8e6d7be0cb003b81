"""The rulebook: the rules of Rummikub for a table, a turn and a match.

tiles.py and table.py first. Each subpackage answers a question: sets/ is this row a set; rules/ which rules apply;
judging/ was the turn allowed; match/ and tournament/ what is the state; solving/ what is the best play; coaching/ how
is it laid by hand; highlights/ which turns are worth remembering; messages/ how is it worded.
"""
