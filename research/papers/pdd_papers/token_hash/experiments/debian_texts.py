"""Short English texts from Debian: descriptions of its packages, and the glosses of WordNet.

apt fetches them into a folder of ours. That needs no root and changes nothing in the system.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

CACHE = Path.cwd() / "build" / "attack"
"""Below the working directory, which is the checkout's root in all uses: texts are fetched once."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


class Missing(RuntimeError):
    """The texts can't be fetched here; the message says why in one line."""


def words_of(texts: Iterable[str]) -> list[list[str]]:
    """Return the words of each distinct text of at least two words, in lower case, without punctuation.

    A text that many packages share counts once. Otherwise texts meant for one log only would be in both.
    """
    split = {tuple(_WORD.findall(text.lower())) for text in texts}
    return [list(words) for words in sorted(split) if len(words) > 1]


def debian_texts() -> list[list[str]]:
    """Return the words of WordNet's glosses and of the descriptions' paragraphs.

    Raises:
        Missing: if apt isn't available or can't fetch them.
    """
    try:
        return words_of([*_glosses(), *_paragraphs()])
    except (OSError, subprocess.CalledProcessError) as error:
        raise Missing(f"the texts for the attack's logs can't be fetched with apt: {error}") from None


def _glosses() -> Iterator[str]:
    folder = CACHE / "wordnet" / "usr" / "share" / "wordnet"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        _run("apt-get", "download", "wordnet-base")
        (archive,) = CACHE.glob("wordnet-base_*.deb")
        _run("dpkg-deb", "-x", archive.name, "wordnet")
    for file in sorted(folder.glob("data.*")):
        for line in file.read_text("utf-8", errors="replace").splitlines():
            if not line.startswith(" "):
                yield line.partition("|")[2]


def _paragraphs() -> Iterator[str]:
    lists = CACHE / "lists"
    if not (found := sorted(lists.glob("*Translation-en*"))):
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        (CACHE / "archives" / "partial").mkdir(parents=True, exist_ok=True)
        _run(
            "apt-get",
            "update",
            "-q",
            "-o",
            "Acquire::Languages=en",
            "-o",
            f"Dir::State::Lists={lists}",
            "-o",
            f"Dir::Cache={CACHE}",
        )
        found = sorted(lists.glob("*Translation-en*"))
    for file in found:
        for entry in _run("/usr/lib/apt/apt-helper", "cat-file", str(file)).split("\n\n"):
            yield from entry.partition("Description-en:")[2].split("\n .\n")


def _run(*command: str) -> str:
    return subprocess.run(command, cwd=CACHE, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own arguments
