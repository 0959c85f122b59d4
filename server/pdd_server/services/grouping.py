"""The night after a data day: its plan, its groups, their rosters."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import layout_of_day
from pdd_server.services.strategies import Shuffle, arrange, split
from pdd_server.store import donors, publications, rounds
from pdd_server.store.donors import Attendance
from pdd_server.store.publications import Missing
from pdd_shared.layout import width
from pdd_shared.messages import Part, Plan, Roster, Signed
from pdd_shared.rounds import plain
from pdd_shared.signing import sign, signed_digest


@dataclass(frozen=True)
class Planner:
    """What planning a round takes beside the database: settings, the server's key, a source of random orders."""

    config: Config
    key: SigningKey
    shuffle: Shuffle

    def open_round(self, connection: Connection, day: date, opened: date) -> bool:
        """Group the donors that were there on `day`, in the night named `opened`; whether there is a round.

        No round without an active campaign; with fewer donors than the floor the day is published as waiting.
        """
        layout = layout_of_day(connection, self.config, day)
        if not layout:
            return False
        present = donors.attendances(connection, day, self.config.retention.activity)
        chosen = arrange(self.config.strategy, present, self.config.delay, self.shuffle)
        if len(chosen) < self.config.min_group:
            waiting = [Missing(p.campaign, day, "waiting", len(chosen), self.config.min_group) for p in layout]
            publications.add_missing(connection, waiting)
            return False
        plan = self._plan(day, layout)
        signed = sign(plan, self.key)
        runs = split(chosen, self.config.group_size)
        groups = [self._group(plan, signed, number, run) for number, run in enumerate(runs)]
        rounds.add(connection, day, opened, len(present), signed, groups)
        return True

    def _plan(self, day: date, layout: tuple[Part, ...]) -> Plan:
        return Plan(
            protocol=self.config.protocol,
            version=1,
            server=self.key.verify_key.encode().hex(),
            day=day,
            zone=self.config.zone,
            group_size=self.config.group_size,
            min_group=self.config.min_group,
            delay=self.config.delay,
            layout=layout,
        )

    def _group(self, plan: Plan, signed: Signed, number: int, run: Sequence[Attendance]) -> rounds.NewGroup:
        plan_digest = signed_digest(signed, Plan)
        members = tuple(donor.member for donor in run)
        roster = Roster(plan=plan_digest.hex(), day=plan.day, group=number, members=members)
        signed_roster = sign(roster, self.key)
        encoded = plain.encode_context(plan, plan_digest, roster, signed_digest(signed_roster, Roster))
        return rounds.NewGroup(
            roster=signed_roster,
            context=plain.Context(plan, roster, 0, encoded).digest,
            donors=tuple(donor.donor for donor in run),
            group=plain.open_group(len(run), width(plan.layout)),
        )
