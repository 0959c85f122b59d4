"""Sentences about why nothing was given, for the reasons of docs/reference/donor-commands.md."""

from pdd_client.desktop.texts.catalogue import named, tr


def short(reason: str) -> str:
    """Return why a campaign gets nothing, as the end of a sentence.

    Args:
        reason: as in `ReviewedCampaign.why`; one without a text of its own is named.

    """
    return named("why", reason) or tr("why", reason=reason)


def full(reason: str) -> str:
    """Return what was refused, what it means for the donor's data, and what to do.

    Args:
        reason: the refusal's name; one without a text of its own is named.

    """
    return named("refused", reason) or tr("refused", reason=reason)


def missing(what: str, reason: str) -> str:
    """Return what is missing, such as "2 days without totals", and why.

    Args:
        what: a sentence without its full stop.
        reason: the server's word for it, as in `MissingDay`; a newer one is shown as it is.

    """
    if why := named("missing", reason):
        return tr("because", what=what, why=why)
    return tr("because_unnamed", what=what, reason=reason)


def unreadable(fault: str) -> str:
    """Return why a browser's history can't be read, and what to do.

    Args:
        fault: one of the reasons in `history_copy`; all others share one text.

    """
    from pdd_client.gateways.browser_history import history_copy

    texts = {
        history_copy.NOT_FOUND: tr("unreadable_missing"),
        history_copy.EMPTY: tr("unreadable_empty"),
        history_copy.LOCKED: tr("unreadable_in_use"),
        history_copy.NO_PERMISSION: tr("unreadable_forbidden"),
        history_copy.TOO_LARGE: tr("unreadable_large"),
    }
    return texts.get(fault) or tr("unreadable_other")
