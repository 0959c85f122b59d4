"""The plan of a campaign as text, for researchers and ethics boards."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any

from pdd_server.services.campaigns.forecast.settings_comparison import MOST_TAX, tax_of
from pdd_server.services.numbers import short
from pdd_shared.planning.answer_text import TAX, VERDICTS, answer_rows, overlap_sentences, share
from pdd_shared.planning.used_up import BURST

ROWS = 13
"""The most rows of the table of months; those of a long campaign are two or more months apart."""


def report_text(plan: dict[str, Any]) -> str:
    """Return the plan that `campaign_forecast` computed, and the answer if it has one, as aligned lines of text."""
    when = f"{_counted(plan['days'], 'day')}, {plan['start']} to {plan['end']}"
    lines = [f"{plan['campaign']}: {when}, {_size(plan)}", ""]
    if "verdict" in plan:
        lines += [*_aligned(answer_rows(plan)), ""]
    lines += _aligned(_facts(plan).items())
    lines += ["", *_table(plan["privacy"])]
    if plan["donors"]:
        lines += ["", *_donors(plan["donors"], " over all strata" if plan["strata"] else "")]
    if compared := plan.get("compared"):
        lines += ["", *_compared(compared, plan)]
    return "\n".join(lines)


def _aligned(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name:<13}{text}" for name, text in rows]


def _compared(compared: dict[str, Any], plan: dict[str, Any]) -> Iterator[str]:
    """Yield the table of other settings under the same budget, and the best one as keys of a campaign file."""
    kinds = ["", "index_"] if plan["index"] else [""]
    heads = (f"{kind.removesuffix('_') or 'keyword':>10}{'seen':>7}{'epsilon':>9}" for kind in kinds)
    yield f"other settings at {_cost(plan['privacy']['budget'])}, each kind of number with noise of its own (about):"
    yield f"  {'period':<8}{'hits':>12}{'noise':>9}{''.join(heads)}"
    for row in compared["settings"]:
        noise = f"  {row['period']:<8}{_hits(row):>12}{short(row['standard_deviation']):>9}"
        yield noise + "".join(_errors(row, kind) for kind in kinds)
    yield "  (typical error of a week's total; chance to see the rise; epsilon of all periods for a chance of 80%)"
    yield f"  (searches come in bursts of {BURST}, from people who differ: what the caps leave out is in the error)"
    yield from _best(compared["best"])


def _hits(row: dict[str, Any]) -> str:
    """Return a setting's cap on hits: of a period, or of all periods."""
    if row["max_campaign_hits"] is None:
        return str(row["max_hits"])
    return f"{row['max_campaign_hits']} in all"


def _errors(row: dict[str, Any], kind: str) -> str:
    """Return a setting's error, chance and epsilon for a keyword, or for an index if `kind` is "index_"."""
    error, needed = row[f"{kind}relative_error"], row[f"{kind}epsilon_needed"]
    shown = "none" if error is None else share(error)
    return f"{shown:>10}{row[f'{kind}power']:>7.0%}{'none' if needed is None else short(needed):>9}"


def _best(best: dict[str, Any]) -> Iterator[str]:
    """Yield the best setting as keys of a campaign file, with its noise and what it gives."""
    keys = ("max_searches", "max_campaign_hits", "max_hits", "max_hits_per_keyword")
    caps = ", ".join(f"{key} = {best[key]}" for key in keys if best[key] is not None)
    yield f'best: period = "{best["period"]}"; [caps] {caps}'
    if "parts" in best:
        parts = ", ".join(f"{kind} = {part:g}" for kind, part in best["parts"].items())
        yield f"      [privacy] epsilon = {best['epsilon']:g}, parts = {{ {parts} }}"
        yield f"      {best['law']} noise of scale {short(best['scale'], 6)}: {VERDICTS[best['verdict']]}"
    if "parts" in best and best["max_campaign_hits"] is not None:
        yield from _of_cap(best)


def _of_cap(best: dict[str, Any]) -> Iterator[str]:
    """Yield the privacy tax of a setting with a cap on all periods, what the cap loses, and a donor's risk."""
    tax, lost = tax_of(best), best["lost"]
    if tax is not None:
        yield f"      privacy tax {short(tax)}: {TAX}"
    if tax is None or tax > MOST_TAX:
        yield "      no epsilon up to the campaign's makes the privacy tax small, so the campaign's is taken"
    yield f"      caps leave out {share(lost['mean'])} of the hits, {share(lost['last_quarter'])} in the last quarter"
    yield f"  {best['risk']}"


def _size(plan: dict[str, Any]) -> str:
    size = "1 entry" if plan["entries"] == 1 else f"{plan['entries']:,} entries"
    return f"{size} in {plan['strata']} strata" if plan["strata"] else size


def _facts(plan: dict[str, Any]) -> dict[str, str]:
    noise, privacy, most, period = plan["noise"], plan["privacy"], plan["sensitivity"], plan["period"]
    off, half, deviation = (noise[key] for key in ("mean_absolute_error", "half_width_95", "standard_deviation"))
    by, l1, l2 = _added_by(noise), most["l1"], most["l2"]
    facts = {
        "sensitivity": f"a donor moves the numbers of a {period} by at most {l1:,} (L1), {l2:,.1f} (L2)",
        "noise": f"{noise['law']} of scale {short(noise['scale'], 6)} on each {_number(noise)}, {by}",
        "error": f"{off:,.1f} on average; 95% interval ±{half:,}; standard deviation {deviation:,.1f}",
        **{kind: _of_kind(noise[kind]) for kind in ("donors", "searches") if kind in noise},
        f"a {period} costs": _cost(privacy["day"]),
        "budget": f"{_cost(privacy['budget'])}, of all {period}s together: {_lasts(plan)}",
    }
    if crowded := overlap_sentences(plan["overlap"]):
        facts["overlap"] = " ".join(crowded)
    if plan["protocol"] == "cohort":
        facts["dishonest"] = f"the noise is whole even if {noise['colluders']}% of all donors add none"
    if threshold := plan["threshold"]:
        alone = f"of {plan['entries']:,} entries that nobody searched, noise alone lists "
        alone += f"{short(threshold['listed_by_noise_alone'], 2)} a {period}{' and stratum' if plan['strata'] else ''}"
        facts["threshold"] = f"totals below {threshold['least']:,} are not listed; {alone}"
    return facts


def _number(noise: dict[str, Any]) -> str:
    """Return which numbers have the noise: all, or only counts where donors and searches have noise of their own."""
    return "count of a keyword" if "donors" in noise else "number"


def _of_kind(noise: dict[str, Any]) -> str:
    law = f"{noise['law']} of scale {short(noise['scale'], 6)} on their number"
    return f"{law}; 95% interval ±{noise['half_width_95']:,}"


def _added_by(noise: dict[str, Any]) -> str:
    if noise["added_by"] == "server":
        return "added by the server"
    return f"by the donors: {noise['of']:,} of {noise['shares']:,} shares are one draw"


def _lasts(plan: dict[str, Any]) -> str:
    privacy = plan["privacy"]
    if privacy["spent_on"] is None:
        again = ", and for one week again" if privacy["pays_repeat"] else ""
        return f"lasts to the end{again}"
    return f"spent on {privacy['spent_on']}, after {_counted(privacy['days_within_budget'], 'day')}"


def _cost(cost: dict[str, float]) -> str:
    text = f"epsilon {short(cost['epsilon'])}"
    return f"{text}, delta {short(cost['delta'])}" if cost["delta"] else text


def _table(privacy: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of what is spent after each month.

    Without a delta only basic composition applies, so there is one column of epsilons.
    """
    how, both = privacy["composition"], privacy["composition"] != "basic"
    heading = f"{'spent after':<12}{'on':<12}{'epsilon':>10}"
    yield f"{heading}{'(basic)':>10}   composed by {how}" if both else heading
    for month in _thinned_out(privacy["months"]):
        row = f"{_counted(month['days'], 'day'):<12}{month['date']:<12}{month['composed']:>10,.3f}"
        yield f"{row}{month['basic']:>10,.3f}" if both else row


def _thinned_out(months: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return at most ROWS months, evenly spaced, always with the last one."""
    *before, last = months
    return [*before[:: ceil(len(before) / (ROWS - 1)) or 1], last]


def _donors(donors: dict[str, Any], strata: str) -> Iterator[str]:
    if not donors["groups"]:
        what = "cohort" if donors["protocol"] == "cohort" else "group"
        yield f"with {donors['there']:,} active donors a day: too few for a {what}, so nothing is published"
        return
    yield (
        f"with {donors['there']:,} active donors a day, {donors['protocol']}, {_counted(donors['delay'], 'day')} of "
        "delay, activity as in the PDD paper:"
    )
    what = "cohort" if donors["protocol"] == "cohort" else "group"
    coverage = f"coverage {donors['confidence']:.0%}: the share of those donors in the totals"
    yield f"  {_counted(donors['groups'], what)}, {coverage}"
    for keyword in donors["keywords"]:
        yield (
            f"  a keyword that {keyword['searched_by']:.0%} of them search once: {keyword['searches']:,.0f} searches, "
            f"typical error {keyword['relative_error']:,.0%}{strata}"
        )


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
