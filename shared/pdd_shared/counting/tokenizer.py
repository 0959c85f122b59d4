"""The words of a search, by one rule that is the same in Python and in JavaScript.

Invisible code points are removed. The text is then put in Unicode's compatibility form (NFKC) and in lower case. A word
is a run of letters, marks and numbers of any script that begins with a letter or a number. The rule uses no locale and
no dictionary, and keeps accents. The vectors in tests/vectors/counting/tokenizer.json fix it. Code points that Unicode
assigned after version 14 (Python 3.11) may differ between Python and a browser until both know them.
"""

import unicodedata

import regex  # type: ignore[import-untyped]

# Joiners, soft hyphens, direction marks, variation selectors and fillers make no difference between words, as in
# Unicode's NFKC_Casefold (UAX #44). They are removed first, since between two letters they would keep NFKC from
# composing these.
_INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")

# A mark without a base is no word. Such marks are left over from emoji, and from spacing accents that NFKC takes apart.
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*")

# Lower case must not depend on neighbouring words or the language. The dot that the Turkish capital İ leaves above its
# small i is dropped. The form of a sigma is decided within its word: Unicode's Final_Sigma looks across punctuation,
# and depends on a property that changes between versions.
_DOTTED_I = regex.compile(r"i\u0307+")
_FINAL_SIGMA = regex.compile(r"σ(?<=[\p{L}\p{N}]\p{M}*σ)(?![\p{L}\p{M}\p{N}])")

# Scripts written without spaces, and some letters that Unicode calls common although only Japanese uses them. The
# property Script_Extensions has these letters too, but also Latin modifier letters, and it changes between versions.
# Decimal digits of these scripts are left out, so that they form whole numbers as elsewhere: 19 is not in 2019.
_UNSPACED = (
    r"(?!\p{Nd})"
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}〆〱-〵〼ー]"
)
_PIECE = regex.compile(rf"{_UNSPACED}\p{{M}}*|(?:(?!{_UNSPACED})[\p{{L}}\p{{N}}]\p{{M}}*)+")


def visible(text: str) -> str:
    """Return the text without the code points that are not displayed (Unicode's Default_Ignorable_Code_Point)."""
    shown: str = _INVISIBLE.sub("", text)
    return shown


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, in lower case; none if it has no letter and no number.

    Words are stable: words(" ".join(words(text))) == words(text). Any string is accepted; a lone surrogate separates
    words.
    """
    lower = unicodedata.normalize("NFKC", visible(text)).lower()
    folded = unicodedata.normalize("NFKC", _DOTTED_I.sub("i", lower)).replace("ς", "σ")
    return tuple(_WORD.findall(_FINAL_SIGMA.sub("ς", folded)))


def pieces(word: str) -> tuple[str, ...]:
    """Return the parts of a word that are never cut: "流感flu2023" has the pieces 流, 感 and flu2023.

    A piece is a letter of an unspaced script with its marks, or a run of other letters and numbers. A word contains a
    term if the term's pieces follow each other among the word's. So a term is found anywhere in unspaced text, but only
    as a whole word in spaced text.
    """
    return tuple(_PIECE.findall(word))
