"""How a campaign's results are cited: CITATION.cff 1.2.0, BibTeX, and one line to copy."""

import json
from datetime import date

from pdd_shared.protocol.messages import Campaign


def line(campaign: Campaign, newest: date | None) -> str:
    """One line; `newest` is the last day that is published."""
    span = _span(campaign, newest)
    return f"{campaign.contact}: {campaign.title}. Daily totals of donated searches with noise, {span}."


def cff(campaign: Campaign, newest: date | None) -> str:
    """The text of a CITATION.cff; JSON strings are YAML strings too."""
    abstract = f"{campaign.purpose} Daily totals of donated searches with noise, {_span(campaign, newest)}."
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
date-released: {(newest or campaign.start).isoformat()}
"""


def bibtex(campaign: Campaign, newest: date | None) -> str:
    """A BibTeX entry of the kind `misc`."""
    note = f"Daily totals of donated searches with noise, {_span(campaign, newest)}"
    return f"""\
@misc{{{campaign.id},
  author = {{{{{_tex(campaign.contact)}}}}},
  title = {{{{{_tex(campaign.title)}}}}},
  year = {{{(newest or campaign.start).year}}},
  note = {{{_tex(note)}}}
}}
"""


def _span(campaign: Campaign, newest: date | None) -> str:
    return f"{campaign.start} to {newest}" if newest else f"from {campaign.start} on, none published yet"


def _tex(text: str) -> str:
    """Text in which nothing is a command of TeX, nor ends the field it stands in."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(one, f"\\{one}" if one in "{}$&#_%" else one) for one in text)
