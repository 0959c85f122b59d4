"""Campaign files: what is read, and errors with their lines."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_files import find_lines, read_campaign
from pdd_shared.protocol.terms import Budget
from tests.support.consent_texts import CONSENT, CONSENT_DE
from tests.support.terms import laplace, terms

RESEARCHER = Path(__file__).parents[4] / "docs" / "guides" / "researcher.md"
GOOD = '''\
# A campaign.
id = "winter-flu"
title = "Winter flu"
purpose = """
Where does flu spread?
end = 1 is no key here
"""
contact = "Dr A. Example, flu@example.org"
start = 2026-11-16
end = 2027-03-31
strata = ["england", "scotland"]
vocabulary = [
  "flu",  # "not an entry"
  "Fever + child",
  '"how long is flu contagious"',
]

[consent]
en = "EN"
de = "DE"

[caps]
max_searches = 20
max_hits = 60
max_hits_per_keyword = 20

[privacy]
epsilon_per_day = 1.0
'''.replace("EN", CONSENT).replace("DE", CONSENT_DE)


def read(tmp_path: Path, text: str) -> str:
    """Return the error message for a file, without its path."""
    file = tmp_path / "flu.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Rejected) as raised:
        read_campaign(file, min_group=50, protocol="plain")
    message = str(raised.value)
    assert "\n" not in message
    return message.removeprefix(str(file)).removeprefix(":")


def test_an_index_counts_as_one_item_of_a_list(tmp_path: Path) -> None:
    """What is wrong after an index is named with its own line, and so is an index that is wrong."""
    index = '{ name = "flu index", any = ["flu", "influenza",\n    "fever + child"] },\n  '
    assert read(tmp_path, GOOD.replace('"Fever + child"', index + '"?!"')).startswith("16: vocabulary: ")
    wrong = index.replace('"influenza"', '"flu"')
    message = read(tmp_path, GOOD.replace('"Fever + child"', wrong + '"cold"'))
    assert message.startswith("14: vocabulary: index `flu index`: `flu` counts the same searches as `flu`: remove one")


def test_good_file_is_read(tmp_path: Path) -> None:
    """A good file's keys all arrive in the message, with canonical entries; floor and protocol are the server's."""
    file = tmp_path / "flu.toml"
    file.write_text(GOOD)
    campaign = read_campaign(file, min_group=50, protocol="plain")
    assert campaign.vocabulary == ("flu", "fever + child", '"how long is flu contagious"')
    assert campaign.strata == ("england", "scotland")
    assert set(campaign.consent) == {"en", "de"}
    budget = Budget(epsilon=Decimal(136), delta=Decimal(0))
    caps = {"max_matches": None, "max_hits": 60, "max_hits_per_keyword": 20}
    assert campaign.terms == terms(min_group=50, noise=laplace(81), budget=budget).model_copy(update=caps)
    assert campaign.threshold is None


def test_the_documented_file_is_good(tmp_path: Path) -> None:
    """The example in docs/guides/researcher.md is a valid campaign file."""
    found = re.search(r"```toml\n(.*?)```", RESEARCHER.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    file = tmp_path / "flu.toml"
    file.write_text(found[1], encoding="utf-8")
    assert read_campaign(file, min_group=50, protocol="cohort").id == "winter-flu"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('"Fever + child"', '"FLU"', 14, "vocabulary: .*position 1"),
        ('"Fever + child"', '"child + fever", "fever + child"', 14, "vocabulary: .*position 2"),
        ('"Fever + child"', '"?!"', 14, "vocabulary: .*can never match"),
        ('"Fever + child"', '""', 14, "vocabulary"),
        ('"Fever + child"', "3", 12, "vocabulary"),
        ("2027-03-31", "2027-02-30", 10, "not TOML"),
        ("2027-03-31", "2026-11-15", 10, "end: .*before start"),
        ("2027-03-31", '"2027-03-31"', 10, "end"),
        ("2026-11-16", "2026-11-16T00:00:00", 9, "start"),
        ("epsilon_per_day = 1.0", "", 27, "privacy: says nothing of noise"),
        ("[privacy]\nepsilon_per_day = 1.0", "", 1, "privacy: is missing"),
        ("epsilon_per_day = 1.0", "epsilon_per_day = 0.0", 28, "privacy.epsilon_per_day"),
        ("epsilon_per_day = 1.0", "epsilon_per_day = nan", 28, "privacy.epsilon_per_day"),
        ("epsilon_per_day = 1.0", "epsilon_per_day = 1.0\ngamma = 0.1", 29, "privacy.gamma: is no key"),
        ("epsilon_per_day = 1.0", "epsilon_per_day = 1.0\n[publication]\nthreshold = 0", 30, "publication.threshold"),
        (
            "epsilon_per_day = 1.0",
            "epsilon_per_day = 1.0\n[publication]\nleast = 3",
            30,
            "least: is no key",
        ),
        ("2027-03-31", "2127-03-31", 10, "end: is 36660 days after start; a campaign has at most 10000"),
        ("max_searches = 20\n", "", 22, "caps.max_searches: is missing"),
        ("max_searches = 20", "max_searches = 1001", 23, "caps.max_searches"),
        ("max_hits = 60", "max_hits = true", 24, "caps.max_hits: must be a whole number"),
        ("max_hits = 60", 'max_hits = "60"', 24, "caps.max_hits: must be a whole number"),
        ("max_hits = 60", "max_hits = 100001", 24, "caps.max_hits: .*100000"),
        ("max_hits_per_keyword = 20", "max_hits_per_keyword = 0", 25, "caps.max_hits_per_keyword: .*greater"),
        (
            "max_hits_per_keyword = 20",
            "max_hits_per_keyword = 61",
            25,
            "caps.max_hits_per_keyword: is above max_hits, 60",
        ),
        ("max_hits_per_keyword = 20", "", 22, "caps.max_hits_per_keyword: is missing"),
        (
            "max_hits = 60",
            "max_matches = 3\nmax_hits = 60",
            24,
            "caps.max_matches: is a cap of older campaigns; give max_hits and",
        ),
        ('id = "winter-flu"', 'id = "Winter Flu"', 2, "id"),
        ('id = "winter-flu"', 'id = "../flu"', 2, "id"),
        ('id = "winter-flu"', "", 1, "id: is missing"),
        ('contact = "Dr A. Example, flu@example.org"', 'contact = ""', 8, "contact"),
        (
            'contact = "Dr A. Example, flu@example.org"',
            'contact = "Dr A. Example"',
            8,
            "contact: has no e-mail address",
        ),
        ('contact = "Dr A. Example, flu@example.org"', 'contact = "flu@example.org"', 8, "contact: names nobody"),
        (CONSENT, "You give counts.", 19, "consent.en: has 16 characters"),
        (CONSENT_DE, CONSENT_DE.replace("flu@example.org", "uns"), 20, "consent.de: does not say whom to ask"),
        ('["england", "scotland"]', '["england", "england"]', 11, "strata: .*twice"),
        ('["england", "scotland"]', '["england",\n"New York"]', 12, "strata"),
        ('["england", "scotland"]', '"england"', 11, "strata"),
        (f'en = "{CONSENT}"\nde = "{CONSENT_DE}"', "", 18, "consent"),
        ('de = "Dr', 'german = "Dr', 20, "consent"),
        ('title = "Winter flu"', 'title = "Winter flu"\ncolour = "teal"', 4, "colour: is no key"),
        ('title = "Winter flu"', 'title = "Winter flu', 3, "not TOML"),
        ('title = "Winter flu"', 'title = "Winter\\nflu"', 3, "title"),
        ('title = "Winter flu"', 'title = "Winter\\u0000flu"', 3, "title"),
        ('title = "Winter flu"', 'title = """Winter\nflu"""', 3, "title"),
        ('title = "Winter flu"', 'title = "Winter \\u202eulf"', 3, "title: holds U.202E, which turns .*; correct it"),
        ("You can stop", "You \\u2067can stop", 19, "consent.en: holds U.2067, "),
    ],
)
def test_bad_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    """An error names its line, or the line of the table that lacks a key."""
    assert old in GOOD
    message = read(tmp_path, GOOD.replace(old, new, 1))
    found = re.match(r"(\d+): |.*line (\d+)", message)
    assert found, message
    assert int(found[1] or found[2]) == line, message
    assert re.search(says, message), message


@pytest.mark.parametrize("number", ["1e99999999999999999999999", "1e-99999999999999999999999", "1" * 5000])
def test_a_number_beyond_all_bounds_is_one_line(tmp_path: Path, number: str) -> None:
    """A number that Python itself cannot read is refused in one line like any other error."""
    text = GOOD.replace("epsilon_per_day = 1.0", f"epsilon = {number}")
    assert read(tmp_path, text) == " holds a number of too many digits; write it shorter"


def test_a_delta_of_minus_zero_is_none(tmp_path: Path) -> None:
    """A delta of -0.0, which TOML allows, is read as no delta."""
    file = tmp_path / "flu.toml"
    file.write_text(GOOD + "delta = -0.0\n")
    assert str(read_campaign(file, min_group=50, protocol="plain").terms.budget.delta) == "0"


def test_empty_vocabulary_is_refused(tmp_path: Path) -> None:
    """A campaign that counts nothing is refused at its vocabulary."""
    text = re.sub(r"vocabulary = \[.*?\n\]", "vocabulary = []", GOOD, flags=re.DOTALL)
    assert read(tmp_path, text).startswith("12: vocabulary: ")


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_unreadable_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    """A file that is missing or not UTF-8 is refused by name."""
    file = tmp_path / "flu.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Rejected, match=r"flu\.toml: "):
        read_campaign(file, min_group=50, protocol="plain")


PIECES = st.sampled_from(['"', '""', "#", "\\\\", "=", "[", "]", "\n", " ", "a = ", "ü", "'"])


@given(st.lists(PIECES).map("".join), st.integers(0, 3))
def test_lines_are_found_after_any_comment_or_text(noise: str, blank: int) -> None:
    """Errors name the right line after any comment or multi-line literal string."""
    text = f"# {noise.replace(chr(10), ' ')}\nfirst = '''{noise.replace(chr(39), '')}'''\n" + "\n" * blank
    lines = find_lines(text + "second = [\n 'a',\n 'b',\n]\n[table]\nsecond = 1\n")
    at = text.count("\n") + 1
    assert lines.of(("first",)) == 2
    assert lines.of(("second",)) == at
    assert [lines.of(("second", str(index))) for index in (0, 1)] == [at + 1, at + 2]
    assert lines.of(("table", "second")) == at + 5
    assert lines.of(("table", "third")) == at + 4
