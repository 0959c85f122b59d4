"""What the Today page shows once all campaigns are finished: thanks, what the donor gave, and what came of it."""

from collections.abc import Iterator

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.today.view_model import FarewellViewModel
from pdd_client.desktop.widgets.layout.column import empty
from pdd_client.desktop.widgets.layout.wide_page import paragraph


class Farewells(QWidget):
    """Shows a card for each campaign; hidden while a campaign runs."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[FarewellViewModel, ...] = ()
        self._cards = QVBoxLayout(self)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._cards.setSpacing(12)
        self.hide()

    def show_campaigns(self, campaigns: tuple[FarewellViewModel, ...]) -> None:
        """Show these campaigns, which are finished."""
        self.setVisible(bool(campaigns))
        if campaigns != self._shown:  # else a screen reader would lose its place
            self._shown = campaigns
            empty(self._cards)
            for one in campaigns:
                self._cards.addWidget(_card(one))


def _card(one: FarewellViewModel) -> QFrame:
    card = QFrame()
    role(card, "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(16, 12, 16, 12)
    column.setSpacing(8)
    column.addWidget(paragraph(tr("farewell", campaign=one.campaign.title), "title"))
    if ending := campaign_texts.ending(one.campaign):
        column.addWidget(paragraph(ending, "quiet"))
    column.addWidget(paragraph(tr("farewell_gave"), "heading"))
    column.addWidget(paragraph("\n".join(given(one))))
    column.addWidget(paragraph(tr("farewell_came"), "heading"))
    column.addWidget(paragraph("\n".join(came(one))))
    return card


def given(one: FarewellViewModel) -> Iterator[str]:
    """Yield lines about what the donor gave to the campaign."""
    numbers = one.numbers
    if numbers.periods == 0:
        yield tr("farewell_nothing")
        return
    yield tr("farewell_weeks" if one.weekly else "farewell_days", n=wording.number(numbers.periods))
    yield tr("farewell_searches", n=wording.number(numbers.searches))
    keywords = (tr("waiting_keyword", keyword=label, count=wording.number(count)) for label, count in numbers.top)
    if numbers.top:
        yield tr("farewell_hits", n=wording.number(numbers.hits), keywords=", ".join(keywords))


def came(one: FarewellViewModel) -> Iterator[str]:
    """Yield lines about what was published of the campaign."""
    numbers = one.numbers
    if numbers.published == 0:
        yield tr("farewell_no_results")
        return
    published = wording.number(numbers.published)
    yield tr("farewell_weeks" if one.weekly else "farewell_days", n=published)
    if numbers.donors is not None:
        yield tr("farewell_donors", n=wording.number(numbers.donors))
