"""Citations of a campaign's results: CITATION.cff 1.2.0, BibTeX, and one line to copy."""

import json
from datetime import date

from pdd_shared.protocol.messages import Campaign


def line(campaign: Campaign, newest: date | None) -> str:
    """Return the citation in one line.

    Args:
        campaign: The campaign.
        newest: The newest published day; None before the first.
    """
    span = _span(campaign, newest)
    return f"{campaign.contact}: {campaign.title}. {totals_of(campaign)} of donated searches with noise, {span}."


def cff(campaign: Campaign, newest: date | None) -> str:
    """Return the text of a CITATION.cff; arguments as for `line`. Its strings are JSON, which is valid YAML."""
    abstract = f"{campaign.purpose} {totals_of(campaign)} of donated searches with noise, {_span(campaign, newest)}."
    return f"""\
cff-version: 1.2.0
message: "If you use these numbers, please cite them as below."
type: dataset
title: {json.dumps(campaign.title, ensure_ascii=False)}
abstract: {json.dumps(abstract, ensure_ascii=False)}
authors:
  - name: {json.dumps(campaign.contact, ensure_ascii=False)}
identifiers:
  - type: other
    value: {json.dumps(campaign.id)}
    description: "the campaign's id on its server"
{_licence(campaign)}date-released: {(newest or campaign.start).isoformat()}
"""


def _licence(campaign: Campaign) -> str:
    return f"license: {json.dumps(campaign.licence)}\n" if campaign.licence else ""


def bibtex(campaign: Campaign, newest: date | None) -> str:
    """Return a BibTeX entry of the type `misc`; arguments as for `line`."""
    note = f"{totals_of(campaign)} of donated searches with noise, {_span(campaign, newest)}"
    return f"""\
@misc{{{campaign.id},
  author = {{{{{_tex(campaign.contact)}}}}},
  title = {{{{{_tex(campaign.title)}}}}},
  year = {{{(newest or campaign.start).year}}},
  note = {{{_tex(note)}}}
}}
"""


def totals_of(campaign: Campaign) -> str:
    """Return "Daily totals" or "Weekly totals", as the campaign counts."""
    return "Daily totals" if campaign.terms.period == "day" else "Weekly totals"


def _span(campaign: Campaign, newest: date | None) -> str:
    return f"{campaign.start} to {newest}" if newest else f"from {campaign.start} on, none published yet"


def _tex(text: str) -> str:
    """Return a text with TeX's special characters escaped, so that no title can run commands or end its field."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(one, f"\\{one}" if one in "{}$&#_%" else one) for one in text)
