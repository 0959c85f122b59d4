"""Completion codes. Each check-in is told them, the home keeps those of joined campaigns, leaving forgets them."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from pdd_client.core.errors import DonorError
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.completion_codes import Completion, Completions, ToldCompletions
from pdd_shared.protocol.messages import CheckInAnswer

if TYPE_CHECKING:
    from pdd_client.gateways.server_http.server_http import ServerHttp


def learn_completions(store: LocalStore, server: "ServerHttp", token: str, answer: CheckInAnswer) -> None:
    """Keep how far this donor is from the completion codes of the joined campaigns.

    Every donor is told the codes of all campaigns, so that the request does not tell what the donor has joined.
    """
    told = answer.completions
    if told is None:
        told = _asked_apart(server, token)
    if told is None:
        return
    with store.transaction():
        _keep(store, merge_completions(completions(store), told, store.consents.agreed()))


def _asked_apart(server: "ServerHttp", token: str) -> ToldCompletions | None:
    """Return the answer of a server that tells no codes in its answer to a check-in; None without a usable one.

    Without it the kept codes stay as they are, and the check-in succeeds all the same.
    """
    try:
        return server.completions(token).completions
    except DonorError:
        return None


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
