"""The app's texts under `cohort`: the terms, when and why a day goes out, duty, and what became of a day."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pdd_client.core.donation.consent import Objection
from pdd_client.core.published_totals import PublishedDay
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.results.result_texts import missing as missing_days
from pdd_client.desktop.sent import sent_texts
from pdd_client.desktop.sent.view_model import SentViewModel
from pdd_client.desktop.texts import campaign_texts, reason_texts, wording
from pdd_client.desktop.texts.language import Language
from pdd_client.desktop.texts.terms_texts import privacy_sentences
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.actions import DayActions
from pdd_client.desktop.today.explanation import Explanation
from pdd_client.donor.campaigns.results import CampaignResults, MissingDay
from pdd_client.donor.days.calendar import SentDay
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PartNoise
from tests.client.cohort_fakes import cohort_campaign, cohort_terms
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.desktop.texts.test_languages import english, texts
from tests.client.desktop.today_days import DAY, MORNING, shown
from tests.support.catalogue import TRANSLATED

OUT = DAY + timedelta(days=2)
AT = MORNING + timedelta(days=2)
OF_A_SUM = ("altered-list", "list-too-small", "bad-certificate")
OF_A_LIAR = ("two-epochs", "two-committees", "denied-ticket", "denied-vector", "told-before", "left-out", "forked-log")


@pytest.fixture
def speaking(qapp: QApplication) -> Iterator[Language]:
    """Set another language for this test alone."""
    language = Language(qapp)
    yield language
    language.choose(None)


def waiting(**changes: Any) -> Any:
    """Return a finished cohort day that waits for review."""
    fields: dict[str, Any] = {"state": "waits-for-you", "goes_out": OUT, "in_cohort": True, "today": DAY}
    return shown(**(fields | changes))


# --- terms


def test_cohort_terms_are_said_in_full() -> None:
    """The terms say who is in a sum, who adds how much noise, its limits, who is left out, the duty and the limit."""
    said = " ".join(privacy_sentences(cohort_terms("20", min_cohort=120, colluders=5)))
    for part in (
        "only your first 5 searches count, each for at most 2 keywords",
        "added to those of at least 119 other people",
        "nobody sees a sum without noise, not even the server. The noise can move a count by 60 or more",
        "The noise is enough even if 5 in 100 people add none",
        "only if the server is honest about who takes part",
        "with people it made up, and so find out most of your counts",
        "only their counts are left out",
        "it contacts the server twice a day, for a few seconds each time",
        "Privacy limit of this campaign: 1000.",
    ):
        assert part in said
    assert "group" not in said


def of_kinds() -> CohortTerms:
    """Return terms with Skellam noise of its own for each kind of number."""
    kinds = {"joined": "10.3", "searches": "359", "counts": "3.42"}
    laws = {kind: NumberNoise(law="skellam", scale=Decimal(scale), unit=1) for kind, scale in kinds.items()}
    return cohort_terms(noise=PartNoise(**laws))


def test_noise_of_its_own_for_each_kind_of_number_is_said_for_each() -> None:
    """Terms whose kinds of numbers have noise of their own say how far each kind is moved."""
    assert (
        "The noise can move a keyword's count by 7 or more, the number of searches by 704 or more, and the number of "
        "donors by 20 or more."
    ) in " ".join(privacy_sentences(of_kinds()))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_noise_of_each_kind_is_said_in_every_language(speaking: Language, tag: str) -> None:
    """In each language the sentence on noise has the number of each kind, and is not English."""
    speaking.choose(tag)
    said = set(privacy_sentences(of_kinds()))
    assert english(said, tag) == set()
    assert any(all(re.search(rf"\b{half}\b", text) for half in (7, 704, 20)) for text in said)


@pytest.mark.parametrize("least", [1, 2, 3])
def test_no_sum_is_said_to_be_smaller_than_any_home_accepts(least: int) -> None:
    """A campaign that asks for one person is still said to have sums of at least three, as homes accept no less."""
    assert "at least 2 other people" in " ".join(privacy_sentences(cohort_terms(min_cohort=least)))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_terms_are_said_in_every_language(speaking: Language, tag: str) -> None:
    """In each language no sentence of the terms is English, and each contains the numbers."""
    speaking.choose(tag)
    said = set(privacy_sentences(cohort_terms("20", min_cohort=78, colluders=5)))
    assert english(said, tag) == set()
    assert all(any(number in text for text in said) for number in ("77", "60", "5"))


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_consent_and_explanation_have_room(speaking: Language, qtbot: QtBot, tag: str) -> None:
    """The longest sentences fit a small window, and every control has a name."""
    speaking.choose(tag)
    for widget in (ConsentStep(cohort_campaign(), tag), Explanation(None, in_cohort=True)):
        qtbot.addWidget(widget)
        widget.resize(680, 380)
        widget.show()
        assert texts_laid_out(qtbot, widget) >= 5
        assert english(texts(widget), tag) == set() or tag == "en"


def test_how_it_works_says_nothing_of_groups_in_cohorts(qtbot: QtBot) -> None:
    """The explanation of `cohort` does not mention groups, and that of `plain` keeps the warning about them."""
    said = {}
    for in_cohort in (False, True):
        dialog = Explanation(None, in_cohort=in_cohort)
        qtbot.addWidget(dialog)
        dialog.show()
        said[in_cohort] = " ".join(texts(dialog))
    assert "that sum is your counts" in said[False]
    assert "group" not in said[True]
    assert "not even the server" in said[True]
    assert "They see nobody's counts" in said[True]
    assert "A server that cheats could read most of your counts" in said[True]


# --- when a day goes out


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "It goes out on {day}: your counts if you approve them before, else zeros."),
        ({"state": "approved"}, "These counts go out on {day}."),
        ({"state": "nothing"}, "Only zeros are sent, on {day}."),
        ({"state": "counting"}, "Today isn't over. It goes out on {day}."),
        ({"state": "counting", "sending": "by-itself"}, "It is sent automatically on {day}."),
    ],
)
def test_each_state_says_when_the_day_goes_out(changes: dict[str, Any], said: str) -> None:
    """For a day in each state (approved, not approved, withheld, by itself) the same sending day is named."""
    assert said.format(day=wording.day(OUT)) in day_texts.decision(waiting(**changes))


def test_the_moment_is_said_once_it_is_planned() -> None:
    """Once the contact is planned, its time is shown instead of the day."""
    said = day_texts.decision(waiting(goes_out_at=AT))
    assert wording.day(OUT) not in said
    assert wording.moment(AT) in said
    assert day_texts.approved(waiting(goes_out_at=AT)) == f"These counts go out on {wording.moment(AT)}."


def test_only_reviewers_are_told_why_a_day_waits() -> None:
    """Only a donor who reviews is told why a day does not go out at once."""
    why = "the time does not show whether you gave anything"
    assert why in day_texts.what_leaves(waiting())
    assert why not in day_texts.what_leaves(waiting(sending="by-itself"))
    assert why not in day_texts.what_leaves(waiting(state="sent", goes_out=None))


def test_what_leaves_is_a_sum_of_many() -> None:
    """The text says how many numbers leave, and with how many people's they can be read together."""
    assert (
        "52 locked numbers will be sent. An honest server can read them only as a sum with at least 49 other people's."
        in (day_texts.what_leaves(waiting()))
    )
    assert "52 locked numbers were sent." in day_texts.what_leaves(waiting(state="sent"))


def test_other_protocols_say_what_they_said() -> None:
    """Under `plain` a day waits, is approved and leaves without a planned time."""
    plain = shown(state="waits-for-you")
    assert "You can decide until" in day_texts.decision(plain)
    assert "52 locked numbers will be sent." in day_texts.what_leaves(plain)
    assert day_texts.approved(plain) == "These counts go out when the server asks for them."


def test_the_button_says_what_it_does(qtbot: QtBot) -> None:
    """The button approves a `cohort` day, which is sent later, and sends a `plain` day."""
    actions = DayActions()
    qtbot.addWidget(actions)
    actions.show_day(waiting())
    assert actions.send.text().replace("&", "") == "Approve these counts"
    actions.show_day(shown(state="waits-for-you"))
    assert actions.send.text().replace("&", "") == "Send these counts"


def test_duty_and_waiting_are_said() -> None:
    """One line shows committee duty, an amber one that too few have joined, and neither appears without reason."""
    assert campaign_texts.duty(None) == ""
    assert campaign_texts.duty(OUT) == (
        f"Your computer helps to unlock this week's sums, until {wording.day(OUT)}. That takes two short contacts a "
        "day, a few seconds each."
    )
    assert "No counts are sent yet. The server makes its list of people at night, once enough have joined." in list(
        day_texts.warnings(waiting(waits_for_epoch=True))
    )
    assert list(day_texts.warnings(waiting())) == []


# --- what became of a day


def sent_day(state: Any = "sent", **changes: Any) -> SentDay:
    given = ({"campaign": "flu", "stratum": None, "searches": 2, "counts": {"flu": 1}},)
    return SentDay(DAY, state, given, (), **changes)


def of_day(found: SentDay, *, days: Any = (), missing: Any = (), in_cohort: bool = True) -> str:
    results = {"flu": CampaignResults("flu", "Winter flu", True, days, missing)}
    sent = SentViewModel(DAY, (found,), (), {"flu": "Winter flu"}, results, in_cohort)
    return sent_texts.of_day(sent, found)


def test_a_sent_day_says_how_far_it_has_come() -> None:
    """A sent day is confirmed, waiting for its sum, partly published, published, or will not be published."""
    confirmed = "Your counts were locked and sent, and the server has confirmed them."
    published = PublishedDay(DAY, None, 40, 400, 10.0, {"flu": 12})
    assert of_day(sent_day()) == f"{confirmed} When this app last looked, their sum was not published."
    assert of_day(sent_day(), days=(published,)) == f"{confirmed} The totals of this day are published."
    assert of_day(sent_day(), days=(replace(published, final=False),)).endswith(
        "More counts may still be added to them."
    )
    assert of_day(sent_day(), missing=(MissingDay(DAY, "dropped"),)) == confirmed
    assert "your group's sum" in of_day(sent_day(), in_cohort=False)


def test_a_day_not_sent_says_when_it_goes_out() -> None:
    """A day that was not sent says when it goes out, if that is known."""
    said = of_day(sent_day("waiting", goes_out=OUT))
    assert said == f"Not sent yet. It goes out on {wording.day(OUT)}."
    assert of_day(sent_day("waiting")) == "Not sent yet, or not yet confirmed by the server."


def test_a_day_without_a_receipt_is_not_told_as_missed() -> None:
    """A day without a receipt is not called missed, because it was sent and may be in the sum."""
    assert of_day(sent_day("unconfirmed")).endswith("It may be in the sum.")
    assert sent_texts.marks()["unconfirmed"].shape != sent_texts.marks()["missed"].shape


@pytest.mark.parametrize("reason", ["waiting", "lost", "dropped", "min-cohort", "no-room", "spoiled", "budget", "down"])
def test_each_reason_for_a_missing_day_has_words(reason: str) -> None:
    """Each reason for a missing day or week has words on both pages, and none mentions groups."""
    of_days = (sent_texts.missing(reason, weekly=False), missing_days(reason, 2, "day"))
    of_weeks = (sent_texts.missing(reason, weekly=True), missing_days(reason, 2, "week"))
    for said in (*of_days, *of_weeks):
        assert f"({reason})" not in said
        assert "group" not in said


# --- refusals


@pytest.mark.parametrize(
    "reason", [*OF_A_SUM, *OF_A_LIAR, "cohort-full", "cohort-too-small", "floor-too-low", "miscomputed"]
)
def test_refusals_that_reach_a_person_have_words(reason: str) -> None:
    """Each refusal that a person sees says what happened and what to do, without a name in brackets."""
    said = reason_texts.full(reason)
    assert reason not in said
    assert "group" not in said
    if reason in OF_A_SUM:
        assert said.endswith("It did not help. You need not do anything.")
    if reason in OF_A_LIAR:
        assert said.endswith("Tell the people who answer for the campaign.")


@pytest.mark.parametrize("reason", list(Objection))
def test_no_choice_is_told_as_a_dishonest_server(reason: Objection) -> None:
    """Each reason for zeros that the donor chose says that zeros went out, and does not accuse the server."""
    said = reason_texts.full(reason)
    assert reason not in said
    assert "honest" not in said
    assert (
        "Zeros went out" in said
        or "sent only zeros" in said
        or reason in (Objection.COHORT_TOO_SMALL, Objection.UNWITNESSED)
    )


@pytest.mark.parametrize("reason", list(Objection))
def test_short_reasons_end_a_sentence(reason: Objection) -> None:
    """Each short reason ends a sentence, as on the page Today after a colon."""
    assert reason_texts.short(reason)[0].islower()
    assert not reason_texts.short(reason).endswith(".")


@pytest.mark.parametrize("tag", TRANSLATED)
def test_refusals_and_days_are_told_in_every_language(speaking: Language, tag: str) -> None:
    """In each language no text about a cohort day is English."""
    speaking.choose(tag)
    said = {
        reason_texts.full(reason)
        for reason in (*OF_A_SUM, *OF_A_LIAR, "cohort-full", "cohort-too-small", "miscomputed")
    }
    said |= {day_texts.decision(waiting(state=state)) for state in ("waits-for-you", "approved", "nothing", "counting")}
    said |= {campaign_texts.duty(date(2026, 11, 29)), day_texts.what_leaves(waiting()), of_day(sent_day())}
    assert english(said, tag) == set()
