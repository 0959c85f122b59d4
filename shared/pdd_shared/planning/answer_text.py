"""The answer to a campaign's question in words: the same in the server's commands and pages, and in the simulator."""

from typing import Any

VERDICTS = {
    "can answer": "This campaign can answer its question with a single keyword.",
    "can answer only as an index": "This campaign can answer its question only as an index. One keyword is too rare.",
    "cannot": "This campaign can't answer its question.",
}
"""The sentence for each verdict."""


def answer_rows(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the answer that `planning.answer.answer` computed, as headings and texts."""
    asked, index = answer["question"], answer["index"]
    span = "week" if asked["days"] == 7 else f"{asked['days']} days"
    rows = [
        ("question", f"do the totals show a rise of {share(asked['effect'])} from one {span} to the next?"),
        ("assumed", f"{asked['donors']:,} donors there on a day, {asked['searches']:g} searches of each"),
        *_rows_of("keyword", answer, span),
    ]
    if index:
        rows += _rows_of("index", index, span)
    return [*rows, ("verdict", VERDICTS[answer["verdict"]])]


def _rows_of(heading: str, measured: dict[str, Any], span: str) -> list[tuple[str, str]]:
    name = f"{measured['name']} that {share(measured['rate'])} of the searches match"
    error, seen = measured["relative_error"], f"a chance of {measured['power']:.0%} to see the rise"
    found = f"{measured['expected']:,.1f} searches a {span} ±{measured['half_width_95']:,} (95%)"
    return [
        (heading, name),
        ("", f"{found}, typical error {share(error)}; {seen}" if error is not None else "no totals: too few donors"),
        ("", f"donors it takes: {_needed(measured)}"),
    ]


def _needed(measured: dict[str, Any]) -> str:
    first, second = measured["donors_needed"].items()
    wanted = {
        f"for an error of {float(first[0]):.0%}": first[1],
        f"for {float(second[0]):.0%}": second[1],
        "to see the rise (80%)": measured["donors_to_see"],
    }
    return ", ".join(f"{'no number' if donors is None else f'{donors:,}'} {what}" for what, donors in wanted.items())


def share(number: float) -> str:
    """Return a share in percent: whole from 10% on, else with two digits that count, as in 0.0052%."""
    percent = 100 * number
    return f"{percent:,.0f}%" if percent >= 10 else f"{float(f'{percent:.2g}'):.10f}".rstrip("0").rstrip(".") + "%"
