"""What a query searches for, since version 3 of the counting rules: no operators, and spellings that differ are folded.

Queries exclude words (`-bird`), name sites (`site:nhs.uk`) and join words (`OR`). None of that is a word of the search.
And some writings of one word are typed for one another, because keyboards or capitals lack a sign: Turkish ı as i,
Greek without accents, Arabic without hamza and vowel signs. Both sides of a comparison are folded, the query and the
keyword, so a keyword keeps its spelling on every screen. Accents of Latin letters are not folded, because año and ano,
or schön and schon, are different words (docs/decisions/0070).

The vectors in tests/vectors/counting/vocabulary.json fix the behaviour for other implementations.
"""

import unicodedata

import regex  # type: ignore[import-untyped]

from pdd_shared.counting.tokenizer import visible

# A token is a run of anything but white space, with all that stands in straight quotes: -"bird flu" is one. So is an
# excluded group: -(bird OR cat).
_TOKEN = regex.compile(r'-\([^()]*\)|(?:"[^"]*"|[^"\p{White_Space}]|")+')
_EXCLUDED = regex.compile(r'-["(\p{L}\p{N}]')
# In a query of capitals alone AND is a word like the others.
_SMALL = regex.compile(r"[\p{Ll}\p{Lo}]")
# `NAME:value` of these names says where to search, so the value is no word of the search either.
_WHERE = regex.compile("after|allinurl|before|ext|filetype|inurl|lang|loc|related|site|url")
# Of these it says in which part of a page a word has to be. The value is searched for.
_WITHIN = regex.compile("allinanchor|allintext|allintitle|define|inanchor|inbody|intext|intitle")

_MARKED = regex.compile(r"([\p{Script=Greek}\p{Script=Arabic}ـ])\p{M}+")
_LETTERS = str.maketrans({"ı": "i", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ـ": None})


def searched(query: str) -> str:
    """Return a query without its operators and the words that it excludes, for `tokenizer.words`."""
    tokens = _TOKEN.findall(visible(query))
    joining = ("AND", "OR") if _SMALL.search(query) else ()
    return " ".join(_kept(token) for token in tokens if token not in joining)


def fold(word: str) -> str:
    """Return the form in which a word is compared. Words that differ in it are different; it is never empty.

    Args:
        word: One of `tokenizer.words`.
    """
    if word.isascii():
        return word
    bare = _MARKED.sub(r"\1", unicodedata.normalize("NFD", word)).translate(_LETTERS)
    return unicodedata.normalize("NFC", bare) or word


def _kept(token: str) -> str:
    """Return what a token of a query searches for, "" if nothing."""
    name, colon, value = token.lstrip("(|+").partition(":")
    operator = name.lower() if colon and name.isascii() and name.isalpha() else ""
    if _EXCLUDED.match(token) or (_WHERE.fullmatch(operator) and value):
        return ""
    if _WITHIN.fullmatch(operator) or (operator.startswith("allin") and not value):
        return value
    return token
