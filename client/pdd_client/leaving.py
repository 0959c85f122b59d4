"""Leaving: one campaign, or altogether."""

from pdd_client.completing import forget_completion
from pdd_client.errors import DonorError
from pdd_client.gateways.server_http import ServerHttp, ServerProblem
from pdd_client.installation import Installation


def leave(installation: Installation, campaign: str) -> None:
    """Note that the donor gives this campaign nothing any more; DonorError if it has not joined it."""
    joined = installation.store.agreed()
    if campaign not in joined:
        raise DonorError(f"you have not joined {campaign!r}: you have joined {', '.join(joined) or 'no campaign'}")
    with installation.store.transaction():
        installation.store.leave(campaign, installation.clock())
        forget_completion(installation.store, campaign)


def erase(installation: Installation) -> bool:
    """Have the server forget the donor, then erase its keys and its home; False if the server did not know it.

    The server comes first: without the keys it could not be asked again.
    """
    store, known = installation.store, False
    with store.exclusive():
        membership, credentials = installation.joined(), installation.credentials()
        if membership and credentials:
            with installation.server(membership.url) as server:
                known = _forgotten(server, credentials.token)
        if (name := store.fact("installation")) is not None:
            installation.keychain.delete(name)
        with store.transaction():
            store.forget_data()
            store.rounds.forget_all()
            store.forget_installation()
        store.destroy()
    return known


def _forgotten(server: ServerHttp, token: str) -> bool:
    try:
        server.erase(token)
    except ServerProblem as problem:
        if problem.name != "not-registered":
            raise
        return False
    return True
