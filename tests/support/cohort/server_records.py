"""All that a real server of `cohort` received in a week, as the linear forms of `lying_server.linear_view`.

A test knows what each home drew. So it can explain every word that arrived by the donors' draws, and it must: words
without an explanation raise `Unexplained`. That way no leak is overlooked because nobody thought of it. Equal values
become one variable, so a nonce, a seed or noise that was used twice shows.

The forms are those of `Toy` with the real field and committee. One polynomial stands for all K, and the ring has as
many dimensions as it holds secrets. The bytes of the real upload are checked against its form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations

import numpy as np

from pdd_shared.rounds.cohort.day.layout import Given
from pdd_shared.rounds.cohort.day.server import CohortDayFrame
from pdd_shared.rounds.cohort.day.uploads import Upload as Uploaded
from pdd_shared.rounds.cohort.day.uploads import read_upload
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.field import Elements, from_wire, subtract, total
from pdd_shared.rounds.cohort.masking.ring import mask, read_sum
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams
from pdd_shared.rounds.cohort.parameters import RANGE, Q
from scripts.rehearsal.recorded_randomness import RecordedRandomness, UploadRandomness
from tests.support.lying_server.linear_view import (
    SECRETS,
    Form,
    Kind,
    Sharing,
    Toy,
    Upload,
    Variable,
    View,
    noise_makers,
    plus,
)

_WORD = 4
_SIGNATURE = 64


class Unexplained(Exception):
    """Raised for bytes that do not follow from the homes' draws by the protocol."""


@dataclass(frozen=True, eq=False)
class Sent:
    """An upload that arrived, its donor, what the donor drew for it, and whether the noise is in it."""

    frame: CohortDayFrame
    donor: int
    upload: Uploaded = field(repr=False)
    drawn: UploadRandomness = field(repr=False)
    streams: Elements = field(repr=False)
    noisy: bool = True

    @property
    def toy(self) -> Toy:
        """Return the `Toy` that makes this upload's forms."""
        return toy(self.frame)


def toy(frame: CohortDayFrame) -> Toy:
    """Return the protocol's forms for a day's committee."""
    size = frame.upload.committee
    return Toy(Sharing(size.members, size.corrupt, size.quorum), columns=1, prime=Q)


@dataclass(frozen=True, eq=False)
class Answered:
    """An answer that arrived: the member's place, and its words without the signature."""

    frame: CohortDayFrame
    place: int
    words: Elements = field(repr=False)


@dataclass(eq=False)
class Homes:
    """What a test knows about the homes: each one's draws, and its counts of a day if it gives any."""

    draws: Mapping[int, RecordedRandomness]
    given: Callable[[int, date], Given]

    def secrets(self, leaf: Leaf) -> tuple[int, bytes]:
        """Return whose leaf it is, and its X25519 secret."""
        for donor, draws in self.draws.items():
            secret = draws.exchange_secret(leaf.exchange)
            if secret is not None:
                return donor, secret
        raise Unexplained(f"leaf {leaf.index} is no home's")


@dataclass(eq=False)
class Records:
    """A server's week: the uploads and answers that arrived, explained; and the lists that members were shown."""

    homes: Homes
    sent: list[Sent] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    listed: dict[bytes, frozenset[bytes]] = field(default_factory=dict)
    """Nonces of each context's list."""
    _numbers: dict[object, int] = field(default_factory=dict, repr=False)

    def add_upload(self, frame: CohortDayFrame, leaf: Leaf, data: bytes) -> Sent:
        """Record an upload that arrived; Unexplained if none of its home's draws gives these bytes."""
        upload = read_upload(frame.upload, leaf, data)
        donor, secret = self.homes.secrets(leaf)
        keys = TicketSecrets(secret, bytes(32))
        agreed = [keys.agree(member.exchange) for member in frame.committee]
        columns = frame.upload.committee.columns
        hidden = streams(agreed, frame.context, leaf.encoded, upload.nonce, columns)
        for drawn in self.homes.draws[donor].uploads.get(upload.nonce, ()):
            noisy = self._explains(frame, donor, upload, drawn, hidden)
            if noisy is not None:
                sent = Sent(frame, donor, upload, drawn, hidden, noisy)
                self.sent.append(sent)
                return sent
        raise Unexplained(f"an upload of donor {donor} for {frame.plan.day} is not made of what it drew")

    def _explains(
        self, frame: CohortDayFrame, donor: int, upload: Uploaded, drawn: UploadRandomness, hidden: Elements
    ) -> bool | None:
        """Return whether the noise is in an upload that these draws give; None if they don't give it."""
        layout, size = frame.layout, frame.upload.committee
        key = drawn.mask.secret()
        shares = share_key(key, drawn.mask.polynomial_key(), size)
        if not np.array_equal(subtract(upload.shares, hidden), shares):
            return None
        vector = read_sum(upload.ciphertext, key, frame.context, layout.entries, RANGE // 2).numbers
        if not np.array_equal(mask(vector, drawn.mask, frame.context), upload.ciphertext):
            return None
        noise = drawn.shares(layout)
        for given in (self.homes.given(donor, frame.plan.day), {}):
            counts = layout.fill(given)
            if np.array_equal(vector, counts):
                return False
            if np.array_equal(vector, counts + noise):
                return True
        return None

    def add_answer(self, frame: CohortDayFrame, place: int, data: bytes) -> None:
        """Record an answer that arrived."""
        self.answered.append(Answered(frame, place, from_wire(data[:-_SIGNATURE], frame.upload.committee.columns)))

    def add_list(self, frame: CohortDayFrame, nonces: Iterable[bytes]) -> None:
        """Record the list that a day's members were shown."""
        self.listed[frame.context] = frozenset(nonces)

    # --- what follows from it

    def view(self, corrupt: frozenset[int]) -> View:
        """Return all that the server has, with the keys of corrupt donors, as linear forms."""
        seen = View(Q)
        for sent in self.sent:
            seen.observe(self.named(sent, form) for form in sent.toy.received(Upload(sent.donor), sent.noisy))
            for place, member in enumerate(sent.frame.committee, 1):
                if self.homes.secrets(member)[0] in corrupt:
                    seen.observe(self.stream(sent, place))
        for answer in self.answered:
            entries = self._entries(answer)
            seen.observe([plus(*(self.stream(sent, answer.place)[0] for sent in entries))])
        return seen

    def stream(self, sent: Sent, place: int) -> list[Form]:
        """Return what hides an upload's shares from all but the member at a place."""
        return [self.named(sent, form) for form in sent.toy.stream(Upload(sent.donor), place)]

    def message(self, sent: Sent) -> list[Form]:
        """Return what an upload holds: counts, errors, noise."""
        return [self.named(sent, form) for form in sent.toy.message(Upload(sent.donor), sent.noisy)]

    def key(self, sent: Sent) -> list[Form]:
        """Return an upload's ring key."""
        numbers = range(sent.toy.degree)
        return [self.named(sent, {Variable(Upload(sent.donor), Kind.SECRET, (row,)): 1}) for row in numbers]

    def named(self, sent: Sent, form: Form) -> Form:
        """Return a form of an upload in variables that are named by their values."""
        return {
            Variable(Upload(sent.donor, self._number(sent, variable.kind)), variable.kind, variable.coordinate): value
            for variable, value in form.items()
        }

    def _number(self, sent: Sent, kind: Kind) -> int:
        value: object = sent.drawn.seed
        if kind is Kind.COUNT:
            value = sent.frame.plan.day
        elif kind is Kind.NOISE:
            value = sent.drawn.noise
        elif kind is Kind.STREAM:
            value = sent.streams.tobytes()
        return self._numbers.setdefault(value, len(self._numbers))

    def _entries(self, answer: Answered) -> Sequence[Sent]:
        """Return the uploads whose streams an answer sums up, the longest sum first."""
        different = {sent.streams.tobytes(): sent for sent in self.sent if sent.frame.context == answer.frame.context}
        sents = list(different.values())
        for number in range(len(sents), 0, -1):
            for some in combinations(sents, number):
                if np.array_equal(total(np.array([sent.streams[answer.place - 1] for sent in some])), answer.words):
                    return some
        raise Unexplained(f"the answer of place {answer.place} for {answer.frame.plan.day} is no sum of streams")

    def lists(self) -> Iterator[list[Sent]]:
        """Yield the uploads of each list that members were shown."""
        for context, nonces in self.listed.items():
            of_day = {sent.upload.nonce: sent for sent in reversed(self.sent) if sent.frame.context == context}
            yield [of_day[nonce] for nonce in sorted(nonces)]


def findings(records: Records, seen: View, corrupt: frozenset[int]) -> list[str]:
    """Return what the server can compute beyond the sums of the lists that members were shown; empty if nothing.

    Args:
        records: what the server received.
        seen: the records' view, with whatever else the server was found to have.
        corrupt: the donors whose keys the server has.
    """
    everybody = frozenset(records.homes.draws)
    honest = everybody - corrupt
    keys = _allowed(records, honest, records.key)
    messages = _allowed(records, honest, records.message)
    found = ["a key that is not a certified sum" for form in seen.of_honest(SECRETS, honest) if not keys.knows(form)]
    kinds = frozenset({Kind.COUNT, Kind.ERROR, Kind.NOISE})
    for form in seen.of_honest(kinds, honest):
        if not messages.knows(form):
            found.append("a message that is not a certified sum")
    known = [frozenset(sent.donor for sent in listed) & honest for listed in records.lists()]
    for form in seen.of_honest(kinds, honest):
        if noise_makers(form) not in known:
            found.append("a sum without the noise of all honest donors in it")
    return sorted(set(found))


def _allowed(records: Records, honest: frozenset[int], parts: Callable[[Sent], list[Form]]) -> View:
    """Return a view of the allowed forms: each list's sum over its honest donors, as the attacker knows the rest."""
    sums = View(Q)
    for listed in records.lists():
        rows = zip(*(parts(sent) for sent in listed if sent.donor in honest), strict=True)
        sums.observe(plus(*row) for row in rows)
    return sums
