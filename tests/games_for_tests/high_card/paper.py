"""High Card on paper."""

from companion.games.high_card import DECK

from companion.core.messages import msg
from companion.core.paper import Column, Heading, Labels, Para, Sheet, ordinary_face


class HighCardPaper:
    def labels(self, players, options):
        return Labels(tuple(ordinary_face(card) for card in DECK.cards))

    def sheet(self, players, options):
        rules = (Heading(msg("high-card.how")), Para(msg("high-card.highest")))
        target = msg("high-card.target", n=options.target)
        return Sheet((target,), msg("high-card.highest"), (Para(target),), rules)

    def score_columns(self, players, options):
        return (Column(msg("high-card.points"), 1.0),)


PAPER = HighCardPaper()
