"""Twins, as in `twins`, in one cohort with two more Python homes."""

import json
from collections import Counter
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from pdd_client.core.errors import DonorError
from pdd_client.donor.contact.report import CheckInReport
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import Budget
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import crowd, everybody
from tests.client.fakes import budget
from tests.extension.donor.donor_statements import in_javascript, in_python
from tests.extension.donor.twins import Twins
from tests.extension.donors import Donors, Failed

BUDGET: Budget = budget(3, "0.0001")
EARLIER = cohort_campaign(terms=cohort_terms("16", budget=BUDGET))


class CohortTwins(Twins):
    """Both donors and the events that may happen to them.

    A contact of both is two, so that each completes the other's.
    """

    earlier = EARLIER
    weaker = cohort_terms("16", max_searches=9)

    def __init__(self, javascript: Donors, url: str, server: CohortServer, folder: Path, stack: ExitStack) -> None:
        self.cohort = server
        self.others = stack.enter_context(crowd(folder, server, 2))
        super().__init__(javascript, url, server, folder)
        self.check_in(None)

    def night(self, _: object) -> None:
        self._tick(timedelta(hours=24 - self.server.clock.now.hour + 5))
        self.cohort.night()
        for _contact in range(2):
            try:
                everybody(self.others)
            except DonorError:
                return

    def lie(self, index: int) -> None:
        """Show plans with weaker terms, of another zone or by another key; or be honest."""
        lies: list[Any] = [
            lambda plan: plan.model_copy(update={"zone": "Asia/Tokyo"}),
            lambda plan: sign(plan, SigningKey(b"o" * 32)),
            lambda plan: plan.model_copy(update={"layout": tuple(self._weaker(each) for each in plan.layout)}),
        ]
        self.cohort.lies = {"plan": lies[index]} if index < len(lies) else {}

    def _weaker(self, part: Any) -> Any:
        return part.model_copy(update={"terms": self.weaker})

    def check_in(self, _: object) -> None:
        """Let both contact the server twice; it is honest afterwards."""
        ours: list[CheckInReport] = []
        theirs: list[Any] = []
        failed: Counter[str] = Counter()
        for _contact in range(2):
            try:
                ours.append(self.one.check_in([self.file]))
            except DonorError:
                failed["one"] += 1
            try:
                theirs.append(self._call("checkIn"))
            except Failed:
                failed["other"] += 1
        self.cohort.lies = {}
        assert failed["one"] == failed["other"]
        sent = Counter((str(sent.round), sent.kind, sent.bytes) for report in ours for sent in report.sent)
        assert Counter(tuple(one.values()) for found in theirs for one in found["sent"]) == sent
        refused = {(part.round and str(part.round), part.reason, part.campaign) for one in ours for part in one.refused}
        assert {tuple(part.values()) for found in theirs for part in found["refused"]} == refused
        if ours and theirs:
            assert theirs[-1]["waiting"] == [str(day) for day in ours[-1].waiting]

    def compare(self) -> None:
        """Compare what both say of themselves and of the last days, and their logs in any order."""
        days = [self.today - back * timedelta(days=1) for back in range(3)]
        theirs, ours = in_javascript(self._call, days), in_python(self.one, self.file, days)
        for said in (theirs, ours):
            said["log"] = sorted(
                json.dumps(line, default=dict, sort_keys=True) for line in said["log"] if not _again(line)
            )
        for name, told in ours.items():
            assert theirs[name] == told, name


def _again(line: tuple[Any, ...]) -> bool:
    """Return whether the line is of an upload that was sent again.

    The app sends the first upload of an epoch a contact earlier, and again in the next one if it failed on its way.
    """
    what, _, _, given, *_ = line
    return what == "vector" and given is None
