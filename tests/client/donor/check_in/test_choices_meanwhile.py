"""A decision by another command while a check-in counts and blinds takes effect, or is refused."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from pdd_client.core.donation.consent import AnyPlan, Objection
from pdd_client.core.donation.prepare_donation import DonorState, PreparedDonation, ReadSearches, prepare_donation
from pdd_client.core.errors import DonorError
from pdd_client.donor.contact import lock_donation
from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.donor import Donor
from tests.client.donor.days.test_sending import ALL, ZEROS
from tests.client.fakes import Clock, FakeServer, open_donor
from tests.client.rounds_to_send import PROTOCOLS, ROUND, DueRound, due_round

Decide = Callable[[Donor], object]
Meanwhile = Callable[[str, Decide], AbstractContextManager[tuple[DueRound, CheckInReport]]]


def remove_all(other: Donor, history: Path) -> None:
    for search, _ in other.days.searches(ROUND, [history]).searches:
        other.exclusions.remove_search(search.id, [history])


NO_SEARCH = [1, 0, 0, 0, 0]
CHOICES: dict[str, tuple[Callable[[Donor, Path], object], list[int]]] = {
    "withhold": (lambda other, _: other.days.withhold(ROUND), ZEROS),
    "remove": (remove_all, NO_SEARCH),
    "block": (lambda other, _: other.exclusions.block("child"), [1, 3, 2, 0, 1]),
    "pause": (lambda other, _: other.exclusions.pause(), ZEROS),
    "leave": (lambda other, _: other.campaigns.leave("flu"), ZEROS),
    # Another write than a choice only has the same counts made again.
    "theme": (lambda other, _: other.settings.set_preference("theme", "dark"), ALL),
}


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, clock: Clock, history: Path) -> Meanwhile:
    """Run a check-in of an approved day, during which another command decides after counting and before storing."""

    @contextmanager
    def check_in(protocol: str, decide: Decide) -> Iterator[tuple[DueRound, CheckInReport]]:
        with due_round(protocol, tmp_path, clock, history) as due, open_donor(due.donor.home, due.server) as other:
            # Under `cohort` a reviewed day goes out on its last day, and a check-in on that day ends all deciding.
            due.donor.settings.set_sending("review" if protocol == "plain" else "by-itself")
            due.next_day()
            due.donor.days.approve(ROUND, histories=[history])
            decisions = [decide]

            def prepare(
                plan: AnyPlan, state: DonorState, read: ReadSearches, closed: Mapping[str, Objection]
            ) -> PreparedDonation:
                prepared = prepare_donation(plan, state, read, closed)
                if decisions and plan.day == ROUND:
                    decisions.pop()(other)
                return prepared

            monkeypatch.setattr(lock_donation, "prepare_donation", prepare)
            yield due, due.send()

    return check_in


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("choice", CHOICES)
def test_decisions_during_a_check_in_take_effect(
    choice: str, protocol: str, meanwhile: Meanwhile, history: Path
) -> None:
    """A search removed during a check-in is not in the counts that are sent, in either protocol."""
    decide, total = CHOICES[choice]
    with meanwhile(protocol, lambda other: decide(other, history)) as (due, _):
        assert due.total() == total


def test_an_approval_taken_back_during_a_check_in_makes_the_day_wait(meanwhile: Meanwhile) -> None:
    """If approval is taken back during a check-in, nothing of the day leaves or is stored."""
    with meanwhile("plain", lambda other: other.days.reconsider(ROUND)) as (due, report):
        assert (report.waiting, due.sent()) == ((ROUND,), False)


def test_a_day_that_is_locked_first_refuses_the_decision(
    home: Path, server: FakeServer, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a day is still open is checked when the decision is stored, so a day locked meanwhile refuses it."""
    with open_donor(home, server) as donor, open_donor(home, server) as other:
        due = DueRound(donor, server, history)
        due.join()
        due.next_day()
        store, transaction = other.installation.store, other.installation.store.transaction

        def after_the_check_in() -> AbstractContextManager[None]:
            monkeypatch.setattr(store, "transaction", transaction)
            due.check_in()
            return transaction()

        monkeypatch.setattr(store, "transaction", after_the_check_in)
        with pytest.raises(DonorError, match="locked already"):
            other.days.withhold(ROUND)
