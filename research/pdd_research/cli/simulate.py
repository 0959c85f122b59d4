"""`pdd-research simulate`: the coverage, losses, noise and delays that a campaign can expect."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pdd_research.cli import campaign_simulation
from pdd_research.cli.progress import progress_bar
from pdd_research.errors import SettingError
from pdd_research.simulator import Activity, DayNoise, Holiday, Queries, Repeated, Setting, Volume, repeat
from pdd_research.simulator.repeated_runs import CohortFigures
from pdd_shared.privacy.forecast import cohort_confidence, plain_loss

_DONORS = 100_000
"""How many donors are simulated unless said."""
_DELAYS = {"plain": Setting().delay, "cohort": campaign_simulation.COHORT_DELAY}
"""The default delay of each protocol in days."""


def add_commands(commands: Any) -> None:
    """Add `simulate` with its arguments."""
    text = "simulate donors and a protocol (PDD, WWW '19, section 4)"
    parser = commands.add_parser("simulate", help=text, description=text)
    parser.set_defaults(command=_simulate)
    add_size_arguments(parser)
    # A campaign's plan has its own number of donors.
    parser.set_defaults(donors=None)
    campaign_simulation.add_question(parser)
    _setting_arguments(parser)


def add_size_arguments(parser: argparse.ArgumentParser) -> None:
    """Add how much is simulated: donors, days, and how many runs from which seed."""
    parser.add_argument("--donors", type=int, default=_DONORS, metavar="N")
    parser.add_argument("--days", type=int, default=100, metavar="D")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first run; the next ones count up")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how often, for the spread")


def _setting_arguments(parser: argparse.ArgumentParser) -> None:
    usual = Setting()
    parser.add_argument("--group-size", type=int, default=usual.group_size, metavar="G")
    delays = ", ".join(f"{name} {delay}" for name, delay in _DELAYS.items())
    parser.add_argument("--delay", type=int, metavar="K", help=f"in days; unless said: {delays}")
    parser.add_argument("--protocol", choices=("plain", "cohort"), default=usual.protocol)
    parser.add_argument("--strategy", choices=("shuffled", "frequent", "ranked"), default=usual.strategy)
    _cohort_arguments(parser, usual)
    parser.add_argument("--activity", type=float, metavar="MEAN", help="share of days a donor is active, on average")
    parser.add_argument("--weekday-donors", type=float, default=0.0, metavar="SHARE", help="donors away at weekends")
    parser.add_argument(
        "--holiday", type=_holiday, action="append", default=[], metavar="FIRST:LAST:SHARE", help="many away together"
    )
    parser.add_argument("--queries", type=Path, metavar="CSV", help="a query and its share or count a line")
    parser.add_argument("--epsilon-per-day", type=float, metavar="E", help="with --queries: discrete Laplace noise")
    parser.add_argument("--max-searches", type=int, metavar="N", help="the cap of a donor's day")
    parser.add_argument("--max-hits", type=int, metavar="N", help="the cap of a day's hits; for the noise")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="write every simulated day")
    parser.add_argument("--json", action="store_true")


def _cohort_arguments(parser: argparse.ArgumentParser, usual: Setting) -> None:
    contacts = "cohort: how often a day a committee member contacts the server"
    parser.add_argument("--contacts", type=int, default=usual.contacts, metavar="N", help=contacts)
    colluders = "cohort: percentage of donors tolerated as colluders"
    parser.add_argument("--colluders", type=int, default=usual.colluders, metavar="PERCENT", help=colluders)
    leaving = "cohort: donors replaced by new ones each day"
    parser.add_argument("--leaving", type=float, default=usual.leaving, metavar="SHARE", help=leaving)
    reviewing = "cohort: donors who look each day through before it is sent"
    parser.add_argument("--reviewing", type=float, default=usual.reviewing, metavar="SHARE", help=reviewing)
    approving = f"with --reviewing: days that they approve; {usual.approving} unless said"
    parser.add_argument("--approving", type=float, default=usual.approving, metavar="SHARE", help=approving)


def _simulate(given: argparse.Namespace) -> None:
    if given.campaign is not None:
        campaign_simulation.simulate_file(given, seeds_of(given))
        return
    if alone := next((name for name in ("rate", "searches", "effect") if getattr(given, name) is not None), None):
        raise SettingError(f"--{alone}: changes nothing without a campaign; add --campaign FILE.json")
    given.donors = _DONORS if given.donors is None else given.donors
    setting = _setting(given)
    with progress_bar("simulating", given.runs * given.days) as set_done:
        found = repeat(setting, seeds_of(given), lambda done, _: set_done(done))
    if given.out is not None:
        found.days.write_csv(given.out)
    print(json.dumps(_figures_of(found, setting), indent=1) if given.json else _as_text(found, setting))


def seeds_of(given: argparse.Namespace) -> range:
    """Return the seed of each run.

    Raises:
        SettingError: if there is no run.
    """
    if given.runs < 1:
        raise SettingError(f"--runs: is {given.runs}; it must be 1 or more")
    return range(given.seed, given.seed + given.runs)


def _setting(given: argparse.Namespace) -> Setting:
    usual = Activity() if given.activity is None else Activity.of_mean(given.activity)
    return Setting(
        donors=given.donors,
        days=given.days,
        group_size=given.group_size,
        delay=_DELAYS[given.protocol] if given.delay is None else given.delay,
        protocol=given.protocol,
        strategy=given.strategy,
        contacts=given.contacts,
        colluders=given.colluders,
        leaving=given.leaving,
        reviewing=given.reviewing,
        approving=given.approving,
        activity=replace(usual, weekday_donors=given.weekday_donors, holidays=tuple(given.holiday)),
        volume=Volume(max_searches=given.max_searches),
        queries=Queries.read(given.queries) if given.queries else None,
        noise=_noise(given),
    )


def _noise(given: argparse.Namespace) -> DayNoise | None:
    if given.epsilon_per_day is None:
        return None
    for name in ("max_searches", "max_hits"):
        if getattr(given, name) is None:
            raise SettingError(f"--{name.replace('_', '-')}: is missing; noise follows from the caps of a donor's day")
    return DayNoise.of_day(given.epsilon_per_day, given.max_searches, given.max_hits)


def _holiday(text: str) -> Holiday:
    try:
        first, last, share = text.split(":")
        return Holiday(int(first), int(last), float(share))
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r}: {error}; write first day, last day and share, as in 20:27:0.4"
        ) from None


def _expected(setting: Setting) -> float | None:
    """Return the expected loss in closed form; None if the setting has no closed form.

    There is one for the paper's activity, if the server doesn't choose donors. In `cohort` there is none without a
    delay either: most windows then wait for another day.
    """
    if setting.activity != Activity() or setting.strategy != "shuffled":
        return None
    if setting.protocol == "plain":
        return plain_loss(setting.group_size, setting.delay)
    waits = setting.leaving or setting.reviewing or not setting.delay
    return None if waits else 1 - cohort_confidence(setting.delay)


def _figures_of(found: Repeated, setting: Setting) -> dict[str, Any]:
    figures: dict[str, Any] = {"confidence": found.confidence.mean, "mre": found.mre.mean, "sd": found.mre.sd}
    figures["confidence_sd"] = found.confidence.sd
    figures["expected_mre"] = _expected(setting)
    for name in ("count_error", "frequency_error"):
        figure = getattr(found, name)
        figures[name] = figure and figure.mean
    if (cohort := found.cohort) is not None:
        figures["nights"] = {"median": cohort.median, "p90": cohort.p90}
        figures["days_lost"], figures["days_dropped"] = cohort.days_lost, cohort.days_dropped
        figures["noise_sd"] = {"mean": cohort.noise_sd, "most": cohort.most_noise_sd}
    return figures


def _as_text(found: Repeated, setting: Setting) -> str:
    expected = _expected(setting)
    closed = "" if expected is None else f" (in closed form {expected:.3f})"
    lines = [
        f"confidence  {found.confidence.mean:.3f}, standard deviation {found.confidence.sd:.4f} from run to run",
        f"mre         {found.mre.mean:.3f}, standard deviation {found.mre.sd:.4f}{closed}: the share of searches lost",
    ]
    if found.count_error is not None and found.frequency_error is not None:
        lines += [
            f"counts      off by {found.count_error.mean:.1%} on average over the queries of a day",
            f"frequencies off by {found.frequency_error.mean:.1%}: a query's share of all searches",
        ]
    if found.cohort is not None:
        lines += _of_cohorts(found.cohort, setting.days)
    return "\n".join(lines)


def _of_cohorts(figures: CohortFigures, days: int) -> list[str]:
    lines = [f"days lost   {figures.days_lost:.2f} of {days} in a run, {figures.days_dropped:.2f} of them charged"]
    if figures.median is not None:
        lines += [
            f"published   after night {figures.median:g} (median), nine in ten by night {figures.p90}; "
            "the night that ends a day is its first",
            f"noise       {figures.noise_sd:.2f} times the deviation of one central draw, at most "
            f"{figures.most_noise_sd:.2f}",
        ]
    return lines
