"""Computes by linear algebra over a small field what a server of `cohort` can learn from all that it receives.

Everything that hides a donor's counts in this protocol is linear: polynomials, streams, masks and sums. So every number
that the server receives is a linear form in the donors' random draws. Without breaking a cipher it can compute exactly
the span of these forms. A `View` holds the forms and answers one question: which forms in given variables lie in their
span? A `Toy` makes the protocol's forms, in a ring of a few dimensions without structure.

An upload's message is counts, errors and noise. Somebody who knows a sum of messages without any key can round the
errors away. So a form of messages alone reveals its counts, up to its noise.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Kind(Enum):
    """The kinds of variables: what a donor draws for an upload, or puts into it."""

    SECRET = "the ring key"
    POLYNOMIAL = "values of the polynomials at the first places"
    STREAM = "what hides a share from all but one member"
    COUNT = "counts"
    ERROR = "the ring's errors"
    NOISE = "the donor's share of the noise"


SECRETS = frozenset({Kind.SECRET})
MESSAGES = frozenset({Kind.COUNT, Kind.ERROR, Kind.NOISE})


class Upload(NamedTuple):
    """One upload of a donor: a home restored from a backup can make several of one day."""

    donor: int
    number: int = 0


class Variable(NamedTuple):
    """One unknown field element."""

    upload: Upload
    kind: Kind
    coordinate: tuple[int, ...]


Form = Mapping[Variable, int]
"""Coefficients by variable: one linear form."""
Matrix = NDArray[np.uint64]


def plus(*forms: Form) -> dict[Variable, int]:
    """Return the sum of forms."""
    total: dict[Variable, int] = {}
    for form in forms:
        for variable, coefficient in form.items():
            total[variable] = total.get(variable, 0) + coefficient
    return total


def times(factor: int, form: Form) -> dict[Variable, int]:
    """Return a multiple of a form."""
    return {variable: factor * coefficient for variable, coefficient in form.items()}


def donors_of(form: Form) -> frozenset[int]:
    """Return the donors whose variables a form has."""
    return frozenset(variable.upload.donor for variable in form)


def part(form: Form, kind: Kind) -> Form:
    """Return a form without its variables of other kinds."""
    return {variable: coefficient for variable, coefficient in form.items() if variable.kind is kind}


def noise_makers(form: Form) -> frozenset[int]:
    """Return the donors whose noise is in a form."""
    return donors_of(part(form, Kind.NOISE))


@dataclass
class View:
    """Linear forms whose values somebody knows, over the field of a prime below 2^32."""

    prime: int
    _known: list[Form] = field(default_factory=list)

    def observe(self, forms: Iterable[Form]) -> None:
        """Add forms whose values became known."""
        self._known.extend(forms)

    def knows(self, form: Form) -> bool:
        """Return whether the form's value follows from the others' by linear algebra."""
        columns = _columns([*self._known, form])
        known = _matrix(self._known, columns, self.prime)
        both = np.vstack([known, _matrix([form], columns, self.prime)])
        return len(_echelon(both, self.prime)) == len(_echelon(known, self.prime))

    def within(self, wanted: Callable[[Variable], bool]) -> list[Form]:
        """Return a basis of the known forms that have only wanted variables.

        The columns of the others stand first, so the rows of the echelon form that start behind them are the basis.
        """
        columns = sorted(_columns(self._known), key=wanted)
        others = sum(not wanted(variable) for variable in columns)
        rows = _echelon(_matrix(self._known, columns, self.prime), self.prime)
        return [_form(row, columns) for row in rows if not row[:others].any()]

    def of_honest(self, kinds: frozenset[Kind], honest: frozenset[int]) -> list[Form]:
        """Return a basis of the known forms in these kinds of variables, each of which has an honest donor's.

        The other donors' variables are taken as known.
        """
        freed = View(self.prime, [_only(form, honest) for form in self._known])
        return freed.within(lambda variable: variable.kind in kinds)

    def fewest_keys(self, honest: frozenset[int]) -> int | None:
        """Return the fewest honest donors in a known sum of ring keys, or a part of one; None if no sum is known."""
        return self.fewest(self.of_honest(SECRETS, honest))

    def fewest_counts(self, honest: frozenset[int]) -> int | None:
        """Return the fewest honest donors in a known sum of counts, noise apart; None if no sum is known."""
        return self.fewest([part(form, Kind.COUNT) for form in self.of_honest(MESSAGES, honest)])

    def fewest(self, basis: Sequence[Form]) -> int | None:
        """Return how many donors the smallest form in the span of these has; None where they span nothing.

        A form without the variables of some donors exists if leaving these donors' variables out lowers the rank.
        """
        donors = sorted(frozenset[int]().union(*map(donors_of, basis)))
        rank = self._rank(basis)
        for size in range(1, len(donors) + 1):
            for some in map(frozenset, combinations(donors, size)):
                if self._rank([_only(form, frozenset(donors) - some) for form in basis]) < rank:
                    return size
        return None

    def _rank(self, forms: Sequence[Form]) -> int:
        return len(_echelon(_matrix(forms, _columns(forms), self.prime), self.prime))


def _only(form: Form, donors: frozenset[int]) -> Form:
    return {variable: value for variable, value in form.items() if variable.upload.donor in donors}


def _columns(forms: Iterable[Form]) -> list[Variable]:
    return list(dict.fromkeys(variable for form in forms for variable in form))


def _matrix(forms: Sequence[Form], columns: Sequence[Variable], prime: int) -> Matrix:
    places = {variable: place for place, variable in enumerate(columns)}
    matrix = np.zeros((len(forms), len(columns)), dtype=np.uint64)
    for row, form in zip(matrix, forms, strict=True):
        for variable, coefficient in form.items():
            row[places[variable]] = coefficient % prime
    return matrix


def _form(row: Matrix, columns: Sequence[Variable]) -> Form:
    return {columns[place]: int(row[place]) for place in np.flatnonzero(row).tolist()}


def _echelon(matrix: Matrix, prime: int) -> Matrix:
    """Return the rows of an echelon form that are not zero. Products stay below 2^64."""
    rows, found = matrix.copy(), 0
    for column in range(rows.shape[1]):
        below = np.flatnonzero(rows[found:, column])
        if not len(below):
            continue
        pivot = found + below[0]
        rows[[found, pivot]] = rows[[pivot, found]]
        rows[found] = rows[found] * np.uint64(pow(int(rows[found, column]), -1, prime)) % np.uint64(prime)
        rest = found + below[below > 0]
        factors = np.uint64(prime) - rows[rest, column]
        rows[rest] = (rows[rest] + factors[:, None] * rows[found] % np.uint64(prime)) % np.uint64(prime)
        found += 1
    return rows[:found]


@dataclass(frozen=True)
class Sharing:
    """A committee's secret sharing: its members, how many of them may be corrupt, and the quorum that opens a sum."""

    members: int
    corrupt: int
    quorum: int

    @property
    def secrets(self) -> int:
        """Return the number of secrets that a polynomial shares (rho)."""
        return self.quorum - self.corrupt


@dataclass(frozen=True)
class Toy:
    """The protocol's forms in a toy ring: `columns` polynomials and as many coordinates as these share secrets."""

    sharing: Sharing
    columns: int = 2
    prime: int = 97

    @property
    def degree(self) -> int:
        """Return the ring's dimension."""
        return self.sharing.secrets * self.columns

    def share(self, upload: Upload, column: int, place: int) -> Form:
        """Return the value of one polynomial at a place: Lagrange's formula through -1..-rho and 1..c."""
        rho = self.sharing.secrets
        points = [-k for k in range(1, rho + 1)] + list(range(1, self.sharing.corrupt + 1))
        variables = [Variable(upload, Kind.SECRET, (column * rho + k,)) for k in range(rho)]
        variables += [Variable(upload, Kind.POLYNOMIAL, (column, k)) for k in range(self.sharing.corrupt)]
        return {
            variable: self._lagrange(points, point, place) for variable, point in zip(variables, points, strict=True)
        }

    def _lagrange(self, points: Sequence[int], point: int, place: int) -> int:
        value = 1
        for other in points:
            if other != point:
                value = value * (place - other) * pow(point - other, -1, self.prime) % self.prime
        return value

    def stream(self, upload: Upload, place: int) -> list[Form]:
        """Return the stream that hides an upload's shares from everybody but the member at a place."""
        return [{Variable(upload, Kind.STREAM, (place, column)): 1} for column in range(self.columns)]

    def hidden(self, upload: Upload, place: int) -> list[Form]:
        """Return z: the hidden shares for one place."""
        shares = [self.share(upload, column, place) for column in range(self.columns)]
        return [plus(share, stream) for share, stream in zip(shares, self.stream(upload, place), strict=True)]

    def masked(self, upload: Upload, noisy: bool = True) -> list[Form]:
        """Return c = A s + message: A is the same for all uploads, and can be inverted."""
        return [plus(self._mask(upload, row), message) for row, message in enumerate(self.message(upload, noisy))]

    def _mask(self, upload: Upload, row: int) -> Form:
        """A's entry is 3^((row + 1) (column + 1)): a Vandermonde matrix with different nodes, as 3 has order 48."""
        return {
            Variable(upload, Kind.SECRET, (column,)): pow(3, (row + 1) * (column + 1), self.prime)
            for column in range(self.degree)
        }

    def message(self, upload: Upload, noisy: bool = True) -> list[Form]:
        """Return counts, errors and, unless it is left out, the share of noise.

        A donor's uploads all have the same counts; errors and noise are fresh in each.
        """
        return [self._number(upload, row, noisy) for row in range(self.degree)]

    def _number(self, upload: Upload, row: int, noisy: bool) -> Form:
        kinds = {Kind.COUNT: Upload(upload.donor), Kind.ERROR: upload, Kind.NOISE: upload}
        return {Variable(of, kind, (row,)): 1 for kind, of in kinds.items() if noisy or kind is not Kind.NOISE}

    def received(self, upload: Upload, noisy: bool = True) -> list[Form]:
        """Return all of an upload: c and z."""
        places = range(1, self.sharing.members + 1)
        return [*self.masked(upload, noisy), *(form for place in places for form in self.hidden(upload, place))]

    def answer(self, uploads: Iterable[Upload], place: int) -> list[Form]:
        """Return what the member at a place says of a list: the sum of its streams."""
        streams = [self.stream(upload, place) for upload in uploads]
        return [plus(*(stream[column] for stream in streams)) for column in range(self.columns)]
