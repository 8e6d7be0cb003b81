"""As the original game, with a tournament's clock and a new deal on three pairs."""

from referee.rules.options import Preset
from referee.rules.vocabularies import FINNISH_001

TOURNAMENT = Preset(
    name="tournament",
    title="Tournament",
    about="as the original, with a tournament's clock",
    options={"new_deal_on_three_pairs": True, "clock_waits_for_referee": False},
    sources={
        "new_deal_on_three_pairs": "German, Polish and MSO tournament rules: a new deal on three pairs",
        "clock_waits_for_referee": "tournament practice: the clock runs on while the referee reads",
    },
    readings=("As original; only the new deal and the clock differ.",),
    vocabulary=FINNISH_001,
)
