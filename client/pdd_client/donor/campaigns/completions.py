"""Completion codes: asked for at each check-in, kept for the campaigns joined, forgotten with them."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pdd_client.core.errors import DonorError
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.completion_codes import Completion, Completions

if TYPE_CHECKING:
    from pdd_client.gateways.server_http.server_http import ServerHttp


def learn_completions(store: LocalStore, server: "ServerHttp", token: str) -> None:
    """Ask how far this donor is from each campaign's code; without a usable answer all stays as it was.

    Every donor asks, and for all campaigns: that it asks must not tell what it has joined. A check-in is done whether
    or not a server has an answer to this.
    """
    try:
        told = server.completions(token)
    except DonorError:
        return
    with store.transaction():
        _keep(store, merge_completions(completions(store), told, store.agreed()))


def completions(store: LocalStore) -> dict[str, Completion]:
    """What was told of the campaigns joined, by campaign."""
    text = store.fact("completions")
    return {one.campaign: one for one in Completions.model_validate_json(text).completions} if text else {}


def forget_completion(store: LocalStore, campaign: str) -> None:
    """Forget a campaign's code, in the caller's transaction."""
    _keep(store, {name: one for name, one in completions(store).items() if name != campaign})


def _keep(store: LocalStore, told: Mapping[str, Completion]) -> None:
    text = Completions(completions=tuple(told.values())).model_dump_json()
    store.set_fact("completions", text if told else None)


def merge_completions(
    known: Mapping[str, Completion], told: Completions, joined: Collection[str]
) -> dict[str, Completion]:
    """Return what is kept of an answer, by campaign: of the campaigns joined, and nothing of any other.

    A code that was told once stays, also where the server does not count the days behind it any more; one told anew
    takes its place. What the server has no code for any more goes.
    """
    ours = (one for one in told.completions if one.campaign in joined)
    return {one.campaign: _better(known.get(one.campaign), one) for one in ours}


def _better(known: Completion | None, told: Completion) -> Completion:
    return known if known is not None and known.code is not None and told.code is None else told
