"""Texts in a draft's form are kept exactly, and read as a campaign file would be."""

import os
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pdd_server.services.campaigns.drafts.content_validation import check
from pdd_server.services.campaigns.drafts.draft_content import USUAL_PARTS, ConsentText, DraftContent
from pdd_server.services.campaigns.drafts.draft_forecast import forecast
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.drafts.form_values import field_of, typed_of, values_of
from pdd_server.services.campaigns.drafts.workflow import get, save, start
from pdd_server.services.operations.data_folder import Deployment
from pdd_shared.planning.answer import answer
from pdd_shared.planning.question import Question, Rates
from pdd_shared.protocol.informing_lines import LINES
from tests.server.services.campaigns.drafts.draft_authors import act, typed
from tests.support.consent_texts import CONSENT, CONTACT

ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TYPED = st.builds(
    DraftContent,
    **{name: ANYTHING for name in DraftContent.model_fields if name not in ("consent", "public")},
    consent=st.lists(st.builds(ConsentText, language=ANYTHING, text=ANYTHING), max_size=3).map(tuple),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(TYPED)
def test_whatever_is_typed_is_kept_and_judged(server: Deployment, anything: DraftContent) -> None:
    """Any text in any field comes back from the database unchanged, and its validation never fails."""
    with act(server) as one:
        draft = start(one, os.urandom(16).hex(), DraftContent())
        saved = save(one, draft.id, 1, anything)
        assert get(one.connection, draft.id).typed == anything == saved.typed
        found = validate(one.connection, server.config, anything)
        assert found.campaign is None
        assert sum(map(len, found.by_field.values())) == len(found.problems) > 0
        forecast(server.config, anything, found)


LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=20)
SHARES = {"joined": Decimal("0.05"), "searches": Decimal("0.05"), "keywords": Decimal("0.9")}
FILES = st.fixed_dictionaries(
    {
        "id": st.just("flu"),
        "title": LINE,
        "purpose": ANYTHING.filter(bool),
        "contact": st.one_of(LINE, st.just(CONTACT)),
        "start": st.dates(date(2026, 1, 1), date(2026, 6, 1)),
        "end": st.dates(date(2026, 6, 1), date(2026, 7, 1)),
        "vocabulary": st.lists(st.sampled_from(["flu", "Fever + child", '"how are you"', " flu ", "?"]), max_size=4),
        "consent": st.dictionaries(
            st.sampled_from(["en", "de", "pt-BR", "x"]), st.one_of(ANYTHING.filter(bool), st.just(CONSENT)), min_size=1
        ),
        "caps": st.fixed_dictionaries(
            {
                "max_searches": st.integers(0, 20),
                "max_hits": st.integers(1, 5),
                "max_hits_per_keyword": st.integers(1, 2),
            }
        ),
        "privacy": st.fixed_dictionaries(
            {"epsilon_per_day": st.decimals("0.01", "5", places=3)},
            optional={
                "delta": st.just(Decimal("0.0")),
                "noise": st.just("discrete-laplace"),
                "colluders": st.integers(0, 1),
                "parts": st.sampled_from([SHARES, {**SHARES, "joined": Decimal("0.3")}]),
            },
        ),
    },
    optional={
        **dict.fromkeys(LINES, LINE),
        "licence": st.sampled_from(["CC0-1.0", "CC-BY-4.0", "cc0"]),
        "data_protection": st.one_of(LINE, st.just("https://flu.example.org/notice")),
        "period": st.sampled_from(["day", "week", "month"]),
        "strata": st.lists(st.sampled_from(["north", "south", "West"]), max_size=3),
        "publication": st.fixed_dictionaries({"threshold": st.integers(0, 9)}),
    },
)


@settings(max_examples=150)
@given(FILES)
def test_a_files_fields_typed_make_what_the_file_makes(values: dict[str, object]) -> None:
    """A file's content in the form is validated like the file: the same campaign, or problems at the same keys."""
    of_file, of_form = check(values, 3, "plain"), check(values_of(typed_of(values)), 3, "plain")
    assert of_form.campaign == of_file.campaign
    assert {problem.path for problem in of_form.problems} == {problem.path for problem in of_file.problems}


@pytest.mark.parametrize("extra", [{"colour": "teal"}, {"caps": {"most": 1}}, {"privacy": {"epsilon": 1, "scale": 2}}])
def test_what_the_form_has_no_field_for_is_refused(extra: dict[str, object]) -> None:
    """A key that has no field in the form is refused by name."""
    with pytest.raises(KeyError, match=r"colour|caps\.most|privacy\.scale"):
        typed_of(extra)


def test_lines_are_those_that_were_typed(server: Deployment) -> None:
    """Empty lines between keywords are no entries, and a problem names the line as an editor counts it."""
    found = typed(vocabulary="flu\n\n  \nFLU\n\nfever + flu")
    with server.store.read() as connection:
        validated = validate(connection, server.config, found)
    assert validated.by_field == {
        "vocabulary": ["Line 4: Entry `FLU` counts the same searches as `flu` at line 1: remove one"]
    }
    assert validated.overlaps_in_words == ["Line 6: `fever + flu`: every search for it counts for `flu` too, at line 1"]


def test_two_texts_in_one_language_are_a_problem(server: Deployment) -> None:
    """Two texts in one language are a problem, because a file could not hold both."""
    texts = tuple(ConsentText(language="en", text=text) for text in (CONSENT, f"{CONSENT} Two."))
    with server.store.read() as connection:
        assert validate(connection, server.config, typed(consent=texts)).by_field == {
            "consent": ["en: Is there twice; keep one text a language"]
        }


def test_a_sketch_is_forecast_before_there_is_a_title(server: Deployment) -> None:
    """Dates, caps and privacy settings are enough for a forecast beside the form; without them there is none.

    It is the forecast of a campaign with one keyword, because hits of other keywords use up the cap on hits.
    """
    with server.store.read() as connection:
        sketch = typed(title="", id="Not an id", vocabulary="?!", consent=())
        found = forecast(server.config, sketch, validate(connection, server.config, sketch))
        one = typed(vocabulary="flu")
        whole = forecast(server.config, one, validate(connection, server.config, one))
        nothing = forecast(server.config, DraftContent(), validate(connection, server.config, DraftContent()))
    assert found.plan
    assert whole.plan
    assert found.plan["noise"] == whole.plan["noise"]
    assert found.totals == whole.totals
    assert nothing.plan is None


def test_problems_of_assumptions_are_not_those_of_the_campaign(server: Deployment) -> None:
    """An invalid number of expected donors is a problem of the assumptions, and not of the campaign."""
    wrong = typed(donors="many", rate="-1", share="1000")
    with server.store.read() as connection:
        validated = validate(connection, server.config, wrong)
    found = forecast(server.config, wrong, validated)
    assert validated.campaign is not None
    assert [problem.path for problem in found.problems] == [("donors",), ("rate",), ("share",)]
    assert found.plan
    assert found.totals is None


def test_shares_of_the_budget_are_one_field(server: Deployment) -> None:
    """A file's shares are in the form as percentages, and the other way round; the law of noise is then left out."""
    of_file = typed_of({"privacy": {"epsilon": 10, "delta": Decimal("0.000001"), "parts": SHARES}})
    assert of_file.parts == USUAL_PARTS == "5, 5, 90"
    assert values_of(of_file)["privacy"] == {"epsilon": 10, "delta": Decimal("0.000001"), "parts": SHARES}
    for text in ("5, 90", "a, b, c", "5, 5, 80"):
        problems = check(values_of(typed(parts=text, way="epsilon", delta="0.000001")), 3, "cohort").problems
        assert [field_of(problem.path) for problem in problems] == ["parts"]


def test_a_draft_is_answered_as_a_plan_is(server: Deployment) -> None:
    """The draft's forecast has the answer that the same campaign and question get anywhere, to the last digit."""
    kept = typed(donors="5000", rate="4", share="0.2", effect="50")
    with server.store.read() as connection:
        validated = validate(connection, server.config, kept)
    assert validated.campaign
    asked = Question(5000, 4.0, Rates(0.002), 0.5)
    assert forecast(server.config, kept, validated).answer == answer(validated.campaign, server.config, asked)


@pytest.mark.parametrize("changes", [{"share": "0"}, {"share": "100"}, {"rate": "0"}, {"effect": "-5"}, {"effect": ""}])
def test_an_assumption_that_no_question_can_have_is_named(server: Deployment, changes: dict[str, str]) -> None:
    """A share of none or of all searches, and no searches or no rise, are errors of their fields."""
    with server.store.read() as connection:
        found = forecast(server.config, typed(**changes), validate(connection, server.config, typed(**changes)))
    assert [problem.path for problem in found.problems] == [tuple(changes)]
    assert found.answer is None
