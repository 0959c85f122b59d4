"""The texts of the page to join by, of the list of campaigns and of posters, in four languages."""

from functools import cache

from pdd_server.services.campaigns import donor_texts
from pdd_server.services.campaigns.donor_texts.texts import Texts, values_of


class PageTexts(Texts):
    """The page's texts in one language, those about a campaign's terms among them.

    Attributes:
        systems: The names of the systems that programs are for.
    """

    def __init__(self, tag: str) -> None:
        """Read the texts in a language."""
        values = values_of(donor_texts.__name__, f"{tag}.toml") | values_of(__package__, f"texts/{tag}.toml")
        self.systems = values.pop("systems")
        super().__init__(tag, values)

    def megabytes(self, size: int) -> str:
        """Return a size in megabytes: with a decimal below 10."""
        return self.decimal(f"{size / 1e6:.1f}") if size < 10_000_000 else self.number(round(size / 1e6))


@cache
def texts_in(language: str) -> PageTexts:
    """Return the page's texts in a language, one of `donor_texts.texts.LANGUAGES`."""
    return PageTexts(language)
