"""Completion codes. Each check-in is told them, the home keeps those of joined campaigns, leaving forgets them."""

from collections.abc import Collection, Iterable, Mapping

from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.completion_codes import Completion, Completions, ToldCompletions


def learn_completions(store: LocalStore, told: ToldCompletions) -> None:
    """Keep how far this donor is from the completion codes of the joined campaigns.

    Every donor is told the codes of all campaigns, so that the request does not tell what the donor has joined.
    """
    with store.transaction():
        _keep(store, merge_completions(completions(store), told, store.consents.agreed()))


def completions(store: LocalStore) -> dict[str, Completion]:
    """Return the kept completions of the joined campaigns, by campaign id."""
    text = store.fact("completions")
    return {one.campaign: one for one in Completions.model_validate_json(text).completions} if text else {}


def forget_completion(store: LocalStore, campaign: str) -> None:
    """Forget a campaign's code, in the caller's transaction."""
    _keep(store, {name: one for name, one in completions(store).items() if name != campaign})


def _keep(store: LocalStore, told: Mapping[str, Completion]) -> None:
    text = Completions(completions=tuple(told.values())).model_dump_json()
    store.set_fact("completions", text if told else None)


def merge_completions(
    known: Mapping[str, Completion], told: Iterable[Completion], joined: Collection[str]
) -> dict[str, Completion]:
    """Return the completions to keep, by campaign id.

    A known code stays, even if the server no longer counts the days that earned it. A new code replaces it. A campaign
    that the answer lacks is dropped.

    Args:
        known: the kept completions, by campaign id.
        told: the server's answer, which covers all its campaigns.
        joined: the ids of the joined campaigns. Nothing is kept of others.

    """
    ours = (one for one in told if one.campaign in joined)
    return {one.campaign: _better(known.get(one.campaign), one) for one in ours}


def _better(known: Completion | None, told: Completion) -> Completion:
    return known if known is not None and known.code is not None and told.code is None else told
