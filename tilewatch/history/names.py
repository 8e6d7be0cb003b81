"""What players are called: one name a person, in every match that is kept."""

from collections.abc import Sequence

from referee.match import heard
from tilewatch.history.match_summary import MatchSummary
from web.contract import BadRequest, Conflict


def new_name_of(player: str, to: str, merge: bool, summaries: Sequence[MatchSummary]) -> str:
    """What a player is to be called; `merge`: also where that is another's name, who is the same person.

    Raises BadRequest: nobody is called so. Conflict: the name is another's, or both played in one match.
    """
    seats = [summary.names for summary in summaries]
    known = dict.fromkeys(name for names in seats for name in names)
    if player not in known:
        raise BadRequest("no-such-player", name=player)
    taken = next((name for name in known if name != player and heard(name) == heard(to)), None)
    if taken is None:
        return to
    if not merge:
        raise Conflict("name-taken", name=taken)
    if any(player in names and taken in names for names in seats):
        raise Conflict("played-each-other", one=player, other=taken)
    return taken
