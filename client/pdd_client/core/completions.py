"""What a donor keeps of the completion codes that a server tells everybody."""

from collections.abc import Collection, Mapping

from pdd_shared.protocol.completion_codes import Completion, Completions


def kept(known: Mapping[str, Completion], told: Completions, joined: Collection[str]) -> dict[str, Completion]:
    """By campaign, what is kept of an answer: of the campaigns joined, and nothing of any other.

    A code that was told once stays, also where the server does not count the days behind it any more; one told anew
    takes its place. What the server has no code for any more goes.
    """
    ours = (one for one in told.completions if one.campaign in joined)
    return {one.campaign: _better(known.get(one.campaign), one) for one in ours}


def _better(known: Completion | None, told: Completion) -> Completion:
    return known if known is not None and known.code is not None and told.code is None else told
