"""The links that the server makes are those that donors' programs read."""

from pdd_client.core.join_link import JoinLink, parse_link
from pdd_server.services.campaigns.recruitment import join_link

CODE = "K7QM-4TXA-9WDE"


def test_donors_programs_read_the_link() -> None:
    """The app reads server, campaign and code from the link, with and without a code, also under a path."""
    assert parse_link(join_link("https://pdd.example.org/", "flu", CODE)) == JoinLink(
        "https://pdd.example.org", "flu", CODE
    )
    assert parse_link(join_link("https://example.org/pdd", "flu", None)) == JoinLink(
        "https://example.org/pdd", "flu", None
    )
    assert parse_link(join_link("https://pdd.example.org", "flu", "a b&c#d")).invitation == "a b&c#d"
