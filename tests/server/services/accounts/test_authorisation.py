"""Authorisation: what each role may do with its own campaigns and with others."""

from hypothesis import given
from hypothesis import strategies as st

from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.accounts.model import Account, Role

CAMPAIGNS = st.sampled_from(["flu", "sleep", "heat"])
ROLES, ACTIONS = st.sampled_from(Role), st.sampled_from(Action)
OF = st.none() | CAMPAIGNS


def account(role: Role, campaigns: frozenset[str]) -> Account:
    return Account("a", "ada@example.org", "Ada", role, campaigns)


@given(ROLES, st.frozensets(CAMPAIGNS), ACTIONS, OF)
def test_higher_roles_have_all_rights_of_lower_ones(
    role: Role, campaigns: frozenset[str], action: Action, campaign: str | None
) -> None:
    """A researcher may do all that a viewer may, and an administrator all that a researcher may."""
    allowed = [may(account(one, campaigns), action, campaign) for one in (Role.VIEWER, Role.RESEARCHER, role)]
    assert allowed[0] <= allowed[1] <= may(account(Role.ADMINISTRATOR, campaigns), action, campaign)


@given(ROLES, st.frozensets(CAMPAIGNS), ACTIONS, OF, CAMPAIGNS)
def test_more_campaigns_take_no_right_away(
    role: Role, campaigns: frozenset[str], action: Action, campaign: str | None, more: str
) -> None:
    """An account that belongs to one more campaign loses no right, and gains none on other campaigns."""
    before = may(account(role, campaigns), action, campaign)
    after = may(account(role, campaigns | {more}), action, campaign)
    assert before <= after
    assert before == after or campaign == more


@given(ROLES, st.frozensets(CAMPAIGNS), ACTIONS, CAMPAIGNS)
def test_strangers_have_no_rights(role: Role, campaigns: frozenset[str], action: Action, campaign: str) -> None:
    """Only an administrator may do anything with a campaign that it does not belong to."""
    stranger = account(role, campaigns - {campaign})
    assert may(stranger, action, campaign) is (role == Role.ADMINISTRATOR)


@given(ROLES, st.frozensets(CAMPAIGNS), ACTIONS, OF)
def test_whoever_may_change_a_campaign_may_see_it(
    role: Role, campaigns: frozenset[str], action: Action, campaign: str | None
) -> None:
    """Whoever may change a campaign may see it, viewers may only see it, and only administrators manage accounts."""
    who = account(role, campaigns)
    assert may(who, action, campaign) <= may(who, Action.SEE, campaign)
    if role == Role.VIEWER:
        assert may(who, action, campaign) <= (action == Action.SEE)
    assert may(who, Action.ADMINISTER, campaign) is (role == Role.ADMINISTRATOR)
