"""The frame of the public pages that are in four languages: the list of campaigns, and the page to join by."""

from typing import Any

from flask import render_template, request

from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.web.context import server
from pdd_server.web.public.join.texts import PageTexts, texts_in
from pdd_server.web.public.join.visitor import language_of


def texts() -> PageTexts:
    """Return the texts in the language of the request."""
    return texts_in(language_of(request.accept_languages, request.args.get("lang")))


def page(template: str, **values: Any) -> str:
    """Render a page that extends `join_base.html`, in the language of the request.

    Its `chosen` is the language of which the reader has chosen the link; None if it follows from the browser. Links to
    other such pages carry it.
    """
    chosen = request.args.get("lang")
    return render_template(
        template,
        server=server().config,
        t=texts(),
        languages=[(tag, texts_in(tag)("language")) for tag in LANGUAGES],
        chosen=chosen if chosen in LANGUAGES else None,
        **values,
    )
