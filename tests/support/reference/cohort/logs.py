"""The vectors of the public log: a log of three epochs around a reset, and what a home refuses of others."""

import hashlib
from typing import Any

from tests.support.reference.cohort.lies_of_weeks import STRANGER, Case, case
from tests.support.reference.cohort.messages import SERVER, compact, signed
from tests.support.reference.cohort.trees import floor_after


def line(kind: str, **fields: Any) -> str:
    return f"{kind} {compact({'server': SERVER.hex()} | fields)}"


def epoch_line(number: int, start: str, size: int, reset: int = 0, **others: Any) -> str:
    return line(
        "epoch", **({"number": number, "start": start, "size": size, "root": "ab" * 32, "reset": reset} | others)
    )


def reset_line(number: int, day: str, **others: Any) -> str:
    return line("reset", **({"number": number, "day": day} | others))


LINES = [
    epoch_line(0, "2026-11-02", 34),
    epoch_line(1, "2026-11-09", 30),
    "a-later-kind that nobody reads",
    reset_line(9, "2026-11-12"),
    epoch_line(28, "2026-11-13", 20, 9),
]


def root(lines: list[str]) -> str:
    """Return the root of a log, made by pairing neighbours; an odd one out moves up."""
    level = [hashlib.sha256(b"\0" + each.encode()).digest() for each in lines]
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\1" + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return (level[0] if level else hashlib.sha256(b"").digest()).hex()


def checkpoint(lines: list[str], **changed: Any) -> dict[str, str]:
    return signed("checkpoint", {"server": SERVER.hex(), "size": len(lines), "root": root(lines)} | changed)


def log() -> dict[str, Any]:
    return {
        "lines": LINES,
        "checkpoints": [checkpoint(LINES[:size]) for size in range(len(LINES) + 1)],
        "largest": {"2026-11-02": 34, "2026-11-13": 34, "2026-11-30": 34, "2026-12-01": 30, "2026-12-12": 0},
        "floors": [floors(*given) for given in SHRUNK],
        "restored": restored_logs(),
        "good": good_logs(),
        "weeks": weeks(),
        "compared": compared(),
    }


def fingerprint(lines: list[str]) -> str:
    """Return the last 40 digits of a root as a decimal number, in groups of five."""
    digits = str(int(root(lines), 16)).rjust(40, "0")[-40:]
    return " ".join(digits[at : at + 5] for at in range(0, 40, 5))


def weeks() -> list[dict[str, Any]]:
    """Return what homes that have read so many of LINES show to compare."""
    return [
        {"known": known, "weeks": [[start, fingerprint(LINES[:size])] for start, size in shown]}
        for known, shown in [
            (0, []),
            (1, [("2026-11-02", 1)]),
            (4, [("2026-11-09", 2), ("2026-11-02", 1)]),
            (5, [("2026-11-13", 5), ("2026-11-09", 2)]),
        ]
    ]


def compared() -> list[dict[str, Any]]:
    """Return checkpoints that somebody else was shown, and how they fit to the first so many of LINES."""
    other = [epoch_line(0, "2026-11-02", 4)]

    def shown(why: str, known: int, result: str, lines: list[str]) -> dict[str, Any]:
        return {"why": why, "known": known, "result": result, "size": len(lines), "root": root(lines)}

    return [
        shown("the same", 5, "same", LINES),
        shown("an older one", 5, "same", LINES[:2]),
        shown("a newer one", 2, "ahead", LINES),
        shown("another tree", 3, "forked", other),
        shown("another tree, before this log's reset", 5, "forked", other),
        shown("as long as a log with a reset", 5, "restored", [*LINES[:3], *other, *other]),
    ]


SHRUNK = [
    (4, 10, 1, 34),
    (17, 10, 1, 34),
    (16, 10, 1, 34),
    (60, 5, 1, 2001),
    (6500, 10, 1, 20_000),
    (9000, 10, 4, 60_000),
]


def floors(size: int, percent: int, sub_cohorts: int, recent: int) -> dict[str, int]:
    least = floor_after(size, percent, sub_cohorts, recent)
    return {"size": size, "percent": percent, "sub_cohorts": sub_cohorts, "recent": recent, "least_floor": least}


def restored_logs() -> list[dict[str, Any]]:
    """Return whole logs that a home is shown which has read the first two lines of LINES, or all of them."""

    def shown(why: str, known: int, lines: list[str], lost: list[int] | None) -> dict[str, Any]:
        return {"why": why, "known": known, "lines": lines, "checkpoint": checkpoint(lines), "lost": lost}

    reset, old, other = reset_line(10, "2026-11-12"), reset_line(9, "2026-11-12"), epoch_line(1, "2026-11-10", 30)
    return [
        shown("an epoch was lost", 2, [LINES[0], reset], [1]),
        shown("an epoch was lost, and another came", 2, [LINES[0], reset, epoch_line(30, "2026-11-13", 4, 10)], [1]),
        shown("all was lost", 2, [reset], [0, 1]),
        shown("small trees under the numbers of lost ones", 2, [reset, epoch_line(0, "2026-11-13", 4, 10)], [0, 1]),
        shown("a reset was lost", 5, [*LINES[:2], reset], [28]),
        shown("nothing was lost", 2, [*LINES[:2], reset], []),
        shown("no reset says so", 2, [LINES[0]], None),
        shown("another epoch in its place", 2, [LINES[0], other], None),
        shown("a reset after another epoch", 2, [LINES[0], other, reset], None),
        shown("a reset that the home has read of", 5, [LINES[0], old], None),
    ]


def good_logs() -> list[list[str]]:
    """Return logs that a home takes, beside LINES."""
    ahead, back = epoch_line(1, "2027-11-09", 30), epoch_line(28, "2026-11-13", 20, 9)
    return [
        [LINES[0], ahead, reset_line(9, "2026-11-12"), back],
        [LINES[0], epoch_line(1, "2026-11-03", 41)],
    ]


def bad_logs() -> list[Case]:
    """Return logs that a home is shown which has read the first line."""

    def shown(why: str, refusal: str, *lines: str, first: int = 1, **others: Any) -> Case:
        return case(
            why,
            refusal,
            first=first,
            lines=lines,
            checkpoint=others.pop("signed", None) or checkpoint([LINES[0], *lines], **others),
        )

    after, other = epoch_line(1, "2026-11-09", 30), epoch_line(0, "2026-11-02", 35)
    restored, later = reset_line(9, "2026-11-12"), epoch_line(28, "2026-11-13", 20, 9)
    stranger = signed("checkpoint", {"server": SERVER.hex(), "size": 2, "root": root([LINES[0], after])}, STRANGER)
    return [
        shown("another key signed it", "bad-signature", after, signed=stranger),
        shown("of another server", "foreign-epoch", after, server="cd" * 32),
        shown("another root", "forked-log", after, root="00" * 32),
        shown("a line more than it says", "forked-log", after, size=1),
        shown("a line that the home has read is another", "forked-log", after, root=root([other, after])),
        shown("shorter than what the home has read", "forked-log", size=0, root=root([])),
        shown("from the start once more", "forked-log", after, first=0),
        shown("an epoch with spaces", "bad-signature", after.replace(",", ", ")),
        shown("an epoch of three", "bad-signature", epoch_line(1, "2026-11-09", 3)),
        shown("a line of another server", "foreign-epoch", epoch_line(1, "2026-11-09", 30, server="cd" * 32)),
        shown("two epochs of one number", "two-epochs", after, epoch_line(1, "2026-11-16", 30)),
        shown("a lower number", "two-epochs", after, epoch_line(0, "2026-11-16", 30)),
        shown("six days after the last", "too-soon", epoch_line(1, "2026-11-08", 34)),
        shown("early, and not a fifth larger", "too-soon", epoch_line(1, "2026-11-04", 40)),
        shown(
            "early, for a reset before the last epoch",
            "too-soon",
            reset_line(9, "2026-11-01"),
            epoch_line(28, "2026-11-04", 20, 9),
        ),
        shown("a word without its message", "bad-signature", "epoch"),
        shown(
            "back before the last epoch, without a reset between",
            "too-soon",
            epoch_line(1, "2027-11-09", 30),
            epoch_line(2, "2026-11-13", 40),
        ),
        shown("on the last one's first day", "too-soon", epoch_line(1, "2026-11-02", 99)),
        shown("a reset that no line announces", "foreign-epoch", later),
        shown("the reset before the last one", "foreign-epoch", restored, reset_line(10, "2026-11-12"), later),
        shown("resets that fall", "foreign-epoch", restored, reset_line(8, "2026-11-12")),
        shown("a reset before the last one's day", "foreign-epoch", restored, reset_line(10, "2026-11-11")),
    ]
