"""Passwords: the most common ones are refused, with the reason in plain words."""

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]

from pdd_server.errors import Rejected
from pdd_server.services.accounts.authentication.passwords import LEAST, hash_of, is_right

COMMON = [word for word in FREQUENCY_LISTS["passwords"] if len(word) >= LEAST]


def test_no_password_that_is_used_most_is_taken() -> None:
    """Of the 30,000 most common passwords every one that is long enough is refused, in capitals too."""
    assert len(FREQUENCY_LISTS["passwords"]) >= 10_000
    assert len(COMMON) > 200
    for word in (*COMMON, *(word.title() for word in COMMON[::10])):
        with pytest.raises(Rejected, match="too easily guessed"):
            hash_of(word, "ada@example.org", "Ada")


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("passwordpassword", "repeats the same signs"),
        ("iloveyou2024!", "passwords used most"),
        ("abcdefghijklm", "row of signs"),
        ("lkjhgfdsapoiu", "passwords used most"),
    ],
)
def test_the_reason_for_a_refused_password_is_told(password: str, reason: str) -> None:
    """The refusal says what makes the password easy to guess, and does not repeat it."""
    with pytest.raises(Rejected) as caught:
        hash_of(password, "ada@example.org", "Ada")
    assert reason in str(caught.value)
    assert password not in str(caught.value)


@pytest.mark.parametrize(
    "password", ["correct horse battery", "zx8 kkq mvu 92q", "grünes Fahrrad im Regen", "x7" * 3 + "Lq9!vRt2"]
)
def test_passwords_that_are_hard_to_guess_are_accepted(password: str) -> None:
    """Passwords that are hard to guess are accepted: unrelated words, random characters, other languages."""
    assert is_right(hash_of(password, "ada@example.org", "Ada"), password)
