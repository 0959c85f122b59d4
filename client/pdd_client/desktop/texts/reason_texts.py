"""Sentences about why nothing was given, for the reasons of docs/reference/donor-commands.md."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def short(reason: str) -> str:
    """Return why a campaign gets nothing, as the end of a sentence.

    Args:
        reason: as in `ReviewedCampaign.why`; one without a text of its own is named.

    """
    texts = {
        "paused": translate("reasons", "you have paused"),
        "withheld": translate("reasons", "you chose to send nothing"),
        "not-approved": translate("reasons", "you did not send it in time"),
        "zeros-sent": translate("reasons", "you had paused, left, or not yet joined"),
        "given-elsewhere": translate("reasons", "your browser's extension gives this day"),
        "no-history": translate("reasons", "no browser history can be read"),
        "over-ceiling": translate("reasons", "your own limit is reached"),
        "over-budget": translate("reasons", "the limit you agreed to for this campaign is reached"),
        "cohort-too-small": translate("reasons", "fewer people take part than it asks for"),
        "not-repeated": translate("reasons", "you gave this week twice, or nothing of it the first time"),
        "outside-consent": translate("reasons", "the day is outside of what you agreed to"),
        "over": translate("reasons", "it is over"),
        "not-begun": translate("reasons", "it has not begun yet"),
        "weaker-terms": translate("reasons", "it would protect you less than you agreed to"),
        "changed-protocol": translate("reasons", "it would add counts up in another way than you agreed to"),
        "changed-vocabulary": translate("reasons", "its keywords are not those you agreed to"),
        "changed-strata": translate("reasons", "its regions are not those you agreed to"),
        "changed-zone": translate("reasons", "its days begin at other hours than you agreed to"),
    }
    return texts.get(reason) or translate("reasons", "it is not what you agreed to ({reason})").format(reason=reason)


def full(reason: str) -> str:
    """Return what was refused, what it means for the donor's data, and what to do.

    Args:
        reason: the refusal's name; one without a text of its own is named.

    """
    texts = _choices() | _changes() | _rounds() | _cohorts()
    return texts.get(reason) or translate(
        "reasons",
        "The round was not what an honest server asks for ({reason}). Nothing was sent. You need not do anything.",
    ).format(reason=reason)


def missing(what: str, reason: str) -> str:
    """Return what is missing, such as "2 days without totals", and why.

    Args:
        what: a sentence without its full stop.
        reason: the server's word for it, as in `MissingDay`; a newer one is shown as it is.

    """
    texts = {
        "waiting": translate("reasons", "too few people took part."),
        "lost": translate("reasons", "too few people came back in time."),
        "down": translate("reasons", "the server was not running, or had to be restored."),
        "budget": translate("reasons", "the campaign's privacy limit is used up."),
        "spoiled": translate("reasons", "false counts spoiled every sum."),
        "dropped": translate("reasons", "too few helpers came back to unlock the sum."),
        "min-cohort": translate("reasons", "fewer people took part than this campaign asks for."),
        "no-room": translate("reasons", "the sums had no room for this campaign."),
    }
    if why := texts.get(reason):
        return translate("reasons", "{what}: {why}").format(what=what, why=why)
    return translate("reasons", "{what} ({reason}).").format(what=what, reason=reason)


def unreadable(fault: str) -> str:
    """Return why a browser's history can't be read, and what to do.

    Args:
        fault: one of the reasons in `history_copy`; all others share one text.

    """
    from pdd_client.gateways.browser_history import history_copy

    texts = {
        history_copy.NOT_FOUND: translate("reasons", "Its history is not where it was. Its searches do not count."),
        history_copy.EMPTY: translate("reasons", "Its history is empty. There is nothing to count yet."),
        history_copy.LOCKED: translate("reasons", "The browser is using its history. Close the browser, or wait."),
        history_copy.NO_PERMISSION: translate(
            "reasons", "This app may not read its history. Its searches do not count until you allow that."
        ),
    }
    return texts.get(fault) or translate("reasons", "Its history can't be read. Its searches do not count.")


def _choices() -> dict[str, str]:
    """Return the sentences for reasons that lie with the donor: decisions, limits and histories."""
    return {
        "withheld": translate(
            "reasons", "You chose to send nothing for this day. Zeros went out, so that it does not show."
        ),
        "not-approved": translate(
            "reasons", "You did not send this day in time. Zeros went out, so that it does not show."
        ),
        "given-elsewhere": translate(
            "reasons", "Your browser's extension covers this day, so the app sent only zeros."
        ),
        "no-history": translate(
            "reasons", "No browser history could be read. Zeros went out. Look at your browsers in Settings."
        ),
        "over-ceiling": translate(
            "reasons", "Your own limit is reached. Zeros went out. You can change the limit on the page Sent."
        ),
        "over-budget": translate(
            "reasons",
            "The limit you agreed to for this campaign is reached. Zeros went out, "
            "and nothing more will be given to it.",
        ),
    }


def _changes() -> dict[str, str]:
    """Return the sentences for what a server asked for beyond a consent."""
    return {
        "outside-consent": translate("reasons", "The day is outside of what you agreed to. Zeros went out."),
        "not-repeated": translate(
            "reasons", "You gave this week twice, or nothing of it the first time. Zeros went out."
        ),
        "named-twice": translate(
            "reasons",
            "The server asked for this campaign twice in one day. Zeros went out. "
            "Tell the people who answer for the campaign.",
        ),
        "weaker-terms": translate(
            "reasons",
            "The campaign would protect you less than you agreed to. Zeros went out. "
            "Look at it in Settings and agree again, or leave it.",
        ),
        "changed-protocol": translate(
            "reasons",
            "The campaign adds counts up in another way than you agreed to. Zeros went out. "
            "Look at it in Settings and agree again, or leave it.",
        ),
        "changed-vocabulary": translate(
            "reasons",
            "The campaign counts other keywords than you agreed to. Zeros went out. "
            "Look at it in Settings and agree again, or leave it.",
        ),
        "changed-strata": translate(
            "reasons",
            "The campaign has other regions than you agreed to. Zeros went out. "
            "Look at it in Settings and agree again, or leave it.",
        ),
        "changed-zone": translate(
            "reasons",
            "The campaign's days begin at other hours than you agreed to. Zeros went out. "
            "Look at it in Settings and agree again, or leave it.",
        ),
    }


def _rounds() -> dict[str, str]:
    """Return the sentences for what went wrong between donor and server."""
    return {
        "too-late": translate("reasons", "The time for this day was over. Nothing was sent. You need not do anything."),
        "group-too-small": translate("reasons", "Too few people were there to hide among. Nothing was sent."),
        "floor-too-low": translate("reasons", "The server asked for a smaller sum than it may. Nothing was sent."),
        "different-receipt": translate(
            "reasons", "The server confirmed other numbers than you sent. Tell the people who answer for the campaign."
        ),
        "changed-key": translate("reasons", "Somebody in your group has another key than before. Nothing was sent."),
        "told-before": translate(
            "reasons",
            "The server contradicted itself about this day. Nothing more was sent. Tell the people "
            "who answer for the campaign.",
        ),
        "day-signed-before": translate("reasons", "This day was locked once already. Nothing was sent a second time."),
    }


def _cohorts() -> dict[str, str]:
    """Return the sentences for what went wrong with a `cohort` server, where a person can do or learn something."""
    two_stories = translate(
        "reasons",
        "The server contradicted itself about this week. Nothing was sent. Tell the people who "
        "answer for the campaign.",
    )
    not_unlocked = translate(
        "reasons",
        "Your computer was asked to help unlock a sum that does not keep the rules. It did not help. "
        "You need not do anything.",
    )
    return {
        "two-epochs": two_stories,
        "two-committees": two_stories,
        "denied-ticket": translate(
            "reasons",
            "The server left your computer out of this week, though it had confirmed it. Nothing was sent. "
            "Tell the people who answer for the campaign.",
        ),
        "denied-vector": translate(
            "reasons",
            "The server left out counts that it had confirmed. Your computer did not help to unlock that sum. "
            "Tell the people who answer for the campaign.",
        ),
        "cohort-too-small": translate(
            "reasons", "Too few people take part here for this campaign. Only random noise went out for it."
        ),
        "cohort-full": translate(
            "reasons",
            "More people took part than one sum can hold. Your counts were not taken. You need not do anything.",
        ),
        "miscomputed": translate(
            "reasons",
            "This computer made a mistake and noticed it. Nothing was sent. It tries again at the next contact.",
        ),
        "altered-list": not_unlocked,
        "list-too-small": not_unlocked,
        "bad-certificate": not_unlocked,
    }
