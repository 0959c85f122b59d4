"""What a campaign says is shown literally, whatever it would mean in Markdown, HTML or a template."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.services.campaigns.ethics.markdown import Written, escaped, quoted
from tests.server.services.campaigns.ethics.studies import html

NASTY = (
    "# no heading",
    "1. no list",
    "- no list",
    "+ no list",
    "= no underline",
    "a *b* _c_ **d** ~~e~~ `f`",
    "[To decide: nothing](https://example.org)",
    "![picture](https://example.org/x.png)",
    "<script>alert(1)</script> <https://example.org>",
    "&lt;b&gt; &amp;",
    "a | b | c",
    "[^1] [a]: b",
    "> no quote",
    "back\\slash\\",
    "{{ campaign }} {% raw %}",
)


def shown(markdown: str) -> str:
    """Return the text of the only paragraph that Markdown makes."""
    found = re.fullmatch(r"<p>([^<]*)</p>\n", html(markdown))
    assert found, html(markdown)
    return unescape(found[1])


@pytest.mark.parametrize("text", NASTY)
def test_a_text_is_one_paragraph_and_shown_as_it_is(text: str) -> None:
    """Each of these makes one paragraph that shows the text, without an element of its own."""
    assert shown(escaped(text)) == text
    assert shown(f"Title: {escaped(text)}") == f"Title: {text}"


@given(st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126), min_size=1).map(str.strip))
def test_any_ascii_is_shown_as_it_is(text: str) -> None:
    """Any line of ASCII is shown literally; runs of spaces become one."""
    line = " ".join(text.split())
    if line:
        assert shown(f"x {escaped(text)}") == f"x {line}"
        assert shown(escaped(text)) == line


def test_lines_and_control_characters_become_spaces_or_go() -> None:
    """A text with line breaks can't leave its line, and no control character is written. Other spaces stay."""
    assert escaped("a\n\n# b\r\u2028\x1b[31mc\x00") == "a \\# b \\[31mc"
    assert escaped("12\u202f345\u00a0: x") == "12\u202f345\u00a0: x"


def test_a_quote_keeps_its_lines_and_nothing_else() -> None:
    """A text of several lines is one block quote with its breaks and paragraphs, and no list or heading."""
    made = html(quoted("First\nsecond *line*\n\n# Third\n- fourth"))
    assert re.findall(r"<(\w+)", made) == ["blockquote", "p", "br", "p", "br"]
    assert "second *line*" in made
    assert "# Third" in made


def test_what_is_written_stays() -> None:
    """Markdown that is marked as written is not escaped."""
    assert escaped(Written("**b**")) == "**b**"
