"""Twins, as in `twins`, in one cohort with two more Python homes."""

import json
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from pdd_client.core.errors import DonorError
from pdd_client.donor.contact.report import CheckInReport
from pdd_shared.protocol.days import days_of, last_day
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch
from tests.client.cohort_fakes import CohortServer, cohort_terms
from tests.client.cohort_players import crowd, everybody
from tests.client.fakes import DAY, budget
from tests.extension.donors import Donors, Failed
from tests.extension.twins.statements import Statement
from tests.extension.twins.twins import Twins, World, refused_of, sent_of


@dataclass(frozen=True)
class CohortWorld(World):
    """A world whose server runs `cohort`."""

    @property
    def campaigns(self) -> tuple[Campaign, Campaign]:
        """Return the same two campaigns under `cohort` terms.

        The first one's budget lasts some days. The second one has noise of its own for each kind of number.
        """
        flu, cold = super().campaigns
        return (
            flu.model_copy(update={"terms": cohort_terms("16", budget=budget(3, "0.0001"))}),
            cold.model_copy(update={"terms": cohort_terms(max_searches=3, max_matches=1, noise=_kinds())}),
        )

    def weaker(self, text: Campaign) -> Campaign:
        """Return the campaign with larger caps."""
        return text.model_copy(update={"terms": cohort_terms("16", max_searches=9)})


@dataclass(frozen=True)
class WeeklyWorld(CohortWorld):
    """A world whose first campaign counts by week, from the Monday before the first day on."""

    @property
    def campaigns(self) -> tuple[Campaign, Campaign]:
        """Return a weekly campaign whose budget lasts two weeks, and the daily one."""
        flu, cold = super().campaigns
        monday = days_of("week", last_day("week", self.start.date()))[0]
        dates = {"start": monday, "end": monday + 27 * DAY}
        return flu.model_copy(update=dates | {"terms": _weekly(budget=budget(2, "0.0001"))}), cold

    def weaker(self, text: Campaign) -> Campaign:
        """Return the campaign with larger caps."""
        return text.model_copy(update={"terms": _weekly(max_searches=19)})


@dataclass(frozen=True)
class CappedWorld(WeeklyWorld):
    """The same world, whose campaigns cap the hits of all their weeks, and of all their days."""

    @property
    def campaigns(self) -> tuple[Campaign, Campaign]:
        """Return the same two campaigns with such caps."""
        flu, cold = super().campaigns
        daily = {"max_matches": None, "max_hits_per_keyword": 1, "max_campaign_hits": 2}
        return (
            flu.model_copy(update={"terms": _weekly(max_campaign_hits=5, budget=budget(4, "0.0001"))}),
            cold.model_copy(update={"terms": cold.terms.model_copy(update=daily)}),
        )

    def weaker(self, text: Campaign) -> Campaign:
        """Return the campaign with a larger cap on all its weeks."""
        return text.model_copy(update={"terms": _weekly(max_campaign_hits=6)})


def _kinds() -> PartNoise:
    """Return Skellam noise on donors and keywords, and discrete Laplace noise on searches."""
    return PartNoise(
        joined=NumberNoise(law="skellam", scale=Decimal(5), unit=1),
        searches=NumberNoise(law="discrete-laplace", scale=Decimal(16), unit=1),
        counts=NumberNoise(law="skellam", scale=Decimal("9.5"), unit=1),
    )


def _weekly(**changes: Any) -> CohortTerms:
    caps = {"max_searches": 6, "max_matches": None, "max_hits": 4, "max_hits_per_keyword": 2}
    return cohort_terms("16", **({"period": "week"} | caps | changes))


class CohortTwins(Twins):
    """Both donors and the events that may happen to them.

    A contact of both is two, so that each completes the other's.
    """

    def __init__(
        self, javascript: Donors, url: str, server: CohortServer, folder: Path, world: World, stack: ExitStack
    ) -> None:
        """Join with two others, so that there are enough donors."""
        self.cohort = server
        server.campaigns = list(world.campaigns)[:1]
        self.others = stack.enter_context(crowd(folder, server, 2))
        super().__init__(javascript, url, server, folder, world)
        self.check_in()

    def _ask_for_yesterday(self) -> None:
        self.cohort.night()
        for _contact in range(2):
            try:
                everybody(self.others)
            except DonorError:
                return

    def lie(self, index: int) -> None:
        """Show plans with weaker terms, of another zone, by another key, or with each campaign on each day."""
        lies: list[Any] = [
            lambda plan: plan.model_copy(update={"zone": "Asia/Tokyo"}),
            lambda plan: sign(plan, SigningKey(b"o" * 32)),
            lambda plan: plan.model_copy(update={"layout": tuple(self._weaker(each) for each in plan.layout)}),
            lambda plan: plan.model_copy(update={"layout": tuple(map(cohort_part_of, self.cohort.campaigns))}),
        ]
        self.cohort.lies = {"plan": lies[index]} if index < len(lies) else {}

    def _weaker(self, part: Any) -> Any:
        return part.model_copy(update={"terms": cohort_terms("16", max_searches=9)})

    def check_in(self) -> None:
        """Let both contact the server twice; it is honest afterwards."""
        ours: list[CheckInReport] = []
        theirs: list[Any] = []
        failed: Counter[str] = Counter()
        for _contact in range(2):
            try:
                ours.append(self.one.check_in(self.files))
            except DonorError:
                failed["one"] += 1
            try:
                theirs.append(self.other.call("checkIn"))
            except Failed:
                failed["other"] += 1
        self.cohort.lies = {}
        assert failed["one"] == failed["other"]
        sent = Counter(json.dumps(sent_of(sent)) for report in ours for sent in report.sent)
        assert Counter(json.dumps(one) for found in theirs for one in found["sent"]) == sent
        refused = {refused_of(part) for one in ours for part in one.refused}
        assert {tuple(part.values()) for found in theirs for part in found["refused"]} == refused
        if ours and theirs:
            assert theirs[-1]["waiting"] == [str(day) for day in ours[-1].waiting]

    def _plan(self, day: date) -> CohortPlan:
        """Return the plan of a day; its tree does not matter for what would be sent."""
        epoch = Epoch(server=self.cohort.server_id, number=0, start=day, size=LEAST_TREE, root="00" * 32, reset=0)
        return self.cohort.plan_of(day, epoch)

    def _statements(self) -> tuple[Statement, Statement]:
        """Return the statements with the log in any order, and without repeated uploads and their refusals.

        The app sends the first upload of an epoch a contact earlier, and again in the next one if it failed on its way
        or was refused.
        """
        ours, theirs = super()._statements()
        for said in (ours, theirs):
            lines = [line for line in said["log"] if not (line[0] == "vector" and line[4] is None)]
            lines = _once(lines, lambda line: line[5] == "foreign-plan")
            said["log"] = sorted(lines, key=lambda line: json.dumps([line[0], *line[2:]], sort_keys=True))
            said["sent"] = [(*day[:3], _once(day[3], lambda reason: reason == "foreign-plan")) for day in said["sent"]]
        return ours, theirs


def _once(found: list[Any], is_repeated: Callable[[Any], bool]) -> list[Any]:
    """Return what was found, with what may be repeated in its first place only."""
    return [one for at, one in enumerate(found) if not (is_repeated(one) and one in found[:at])]
