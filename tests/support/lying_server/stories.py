"""A model of a `cohort` day with a lying server: the stories that it may tell homes, and what they give it.

A story has one or two trees, one or two plans and two lists. Any number of members sign and answer anything; they count
among the corrupt. Others lost their journal. A home is a small state machine: `told` gives its next state after a
question of the server, by what its journal holds. The server asks any home anything, in any order, and keeps all that
it receives.

Two lists are enough for the protocol itself. In a story with more lists, each two are a story of two, in which the
members that were shown another list stay away. Homes of one `Kin` are interchangeable, so a state only counts them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tests.support.lying_server.linear_view import Sharing

Numbers = frozenset[int]
NONE: Numbers = frozenset()


class Answers(Enum):
    """The lists for which a member answers when it is shown a certificate."""

    JOURNALLED = "the one it certified, if the certificate is for that"
    NAMED = "the one that the certificate is for, whether or not it certified it"
    SHOWN = "the one that the server shows beside a certificate for the one it certified"


@dataclass(frozen=True)
class Rules:
    """The rules that homes check: those of the protocol, or all but one, to show that the rule is needed."""

    pins_plan: bool = True
    """One plan and root a data day, for both roles."""
    one_list: bool = True
    """One list a data day, whatever its plan; else one signature for each list."""
    certificate: bool = True
    """A member answers only where a quorum certified; else for any list it signed."""
    answers: Answers = Answers.JOURNALLED
    own_certificate: bool = True
    """A certificate must be for the very list; else any other certificate of this committee serves."""
    floor_of_tree: bool = True
    """Only entries of the tree count for the floor; else appended ones do, too."""
    binds_context: bool = True
    """A stream is of one context; else the members of any tree remove it."""


PROTOCOL = Rules()


class Role(Enum):
    """What a home does to the protocol."""

    HONEST = "follows it"
    RESTORED = "follows it, and loses its journal whenever the server likes"
    CORRUPT = "tells the server all it knows, and signs anything"


class Kin(NamedTuple):
    """A kind of homes that behave alike: those of one role, in the same trees and in the same lists.

    A home in no tree joined during the epoch: it is appended to a list.
    """

    role: Role
    trees: Numbers
    listed: Numbers


class Frame(NamedTuple):
    """A plan for a tree: a context."""

    tree: int
    floor: int


@dataclass(frozen=True)
class World:
    """The setting of a story: the trees' committees, two plans, the list or lists of each, and how many homes."""

    trees: tuple[Sharing, ...]
    frames: tuple[Frame, ...]
    lists: tuple[int, ...]
    """The frame of each list."""
    homes: tuple[tuple[Kin, int], ...]

    def count(self, wanted: Callable[[Kin], bool]) -> int:
        """Return how many homes are of a wanted kind."""
        return sum(number for kin, number in self.homes if wanted(kin))

    def tree_of(self, number: int) -> int:
        """Return the tree of a list."""
        return self.frames[self.lists[number]].tree

    def bad(self, tree: int) -> int:
        """Return the corrupt and restored leaves of a tree."""
        return self.count(lambda kin: tree in kin.trees and kin.role is not Role.HONEST)

    def acceptable(self, number: int, rules: Rules) -> bool:
        """Return whether a list has as many entries as its plan's floor wants."""
        tree = self.tree_of(number)
        entries = self.count(
            lambda kin: number in kin.listed and (tree in kin.trees or not (rules.floor_of_tree or kin.trees))
        )
        return entries >= self.frames[self.lists[number]].floor


class Asked(Enum):
    """The questions of a server to a home."""

    SUBMIT = "upload under a plan"
    CERTIFY = "sign a list"
    ANSWER = "say the sum of the streams over a list"
    RESTORE = "nothing: its journal is lost"


class Event(NamedTuple):
    """A question to a home, about a frame or a list; for an answer, the list that the certificate is for."""

    asked: Asked
    about: int = 0
    certificate: int | None = None


class Journal(NamedTuple):
    """What a home knows that it signed: the pinned frame, the frames it uploaded under, and the lists."""

    frame: int | None = None
    uploads: Numbers = NONE
    signed: Numbers = NONE


class Given(NamedTuple):
    """What the server has from a home: uploads by frame; signatures and answers by list."""

    uploads: Numbers = NONE
    signed: Numbers = NONE
    answered: Numbers = NONE


class Home(NamedTuple):
    """A home's state, and what it has given away."""

    journal: Journal = Journal()
    given: Given = Given()


def told(world: World, rules: Rules, kin: Kin, home: Home, event: Event) -> Home | None:
    """Return a home's next state after a question of the server; None if it refuses, or if nothing changes.

    It is not checked here whether the server can have the certificate that it shows.
    """
    match event.asked:
        case Asked.SUBMIT:
            return _submit(world, rules, kin, home, event.about)
        case Asked.CERTIFY:
            return _certify(world, rules, kin, home, event.about)
        case Asked.ANSWER:
            return _answer(world, rules, kin, home, event)
        case Asked.RESTORE:
            lost = home._replace(journal=Journal())
            return lost if kin.role is Role.RESTORED and lost != home else None


def _submit(world: World, rules: Rules, kin: Kin, home: Home, frame: int) -> Home | None:
    """Upload under a frame. A home that joined during the epoch does so under any tree: it has no leaf to look for."""
    pinned = home.journal.frame not in (None, frame)
    if (kin.trees and world.frames[frame].tree not in kin.trees) or (rules.pins_plan and pinned):
        return None
    if frame in home.journal.uploads:
        return None
    journal = home.journal._replace(frame=frame, uploads=home.journal.uploads | {frame})
    return Home(journal, home.given._replace(uploads=home.given.uploads | {frame}))


def _certify(world: World, rules: Rules, kin: Kin, home: Home, number: int) -> Home | None:
    """Certify a list. Receipts are not modelled: a lying server gives none, so that it can leave out whom it likes."""
    frame, journal = world.lists[number], home.journal
    pinned = journal.frame not in (None, frame)
    if world.tree_of(number) not in kin.trees or (rules.pins_plan and pinned) or not world.acceptable(number, rules):
        return None
    if number in journal.signed or (rules.one_list and journal.signed):
        return None
    after = journal._replace(frame=frame, signed=journal.signed | {number})
    return Home(after, home.given._replace(signed=home.given.signed | {number}))


def _answer(world: World, rules: Rules, kin: Kin, home: Home, event: Event) -> Home | None:
    number, shown = event.about, event.certificate
    if number in home.given.answered or world.tree_of(number) not in kin.trees:
        return None
    if rules.certificate and (shown is None or (world.tree_of(shown) != world.tree_of(number))):
        return None
    if not _answers_for(rules, home.journal.signed, number, shown):
        return None
    return home._replace(given=home.given._replace(answered=home.given.answered | {number}))


def _answers_for(rules: Rules, signed: Numbers, number: int, shown: int | None) -> bool:
    match rules.answers:
        case Answers.JOURNALLED:
            return number in signed and (shown == number or not rules.certificate or not rules.own_certificate)
        case Answers.NAMED:
            return shown == number
        case Answers.SHOWN:
            return shown in signed


State = tuple[tuple[tuple[Home, int], ...], ...]
"""For each kin of a world, how many homes are in each state; sorted, so that interchangeable states are one."""


def events(world: World) -> list[Event]:
    """Return all that a server can ask a home."""
    lists = range(len(world.lists))
    answers = [Event(Asked.ANSWER, number, shown) for number in lists for shown in (None, *lists)]
    return [
        *(Event(Asked.SUBMIT, frame) for frame in range(len(world.frames))),
        *(Event(Asked.CERTIFY, number) for number in lists),
        *answers,
        Event(Asked.RESTORE),
    ]


def certified(world: World, state: State, number: int) -> bool:
    """Return whether the server has a quorum's signatures under a list: the corrupt sign any."""
    tree = world.tree_of(number)
    return places(world, state, tree, lambda given: number in given.signed) >= world.trees[tree].quorum


def places(world: World, state: State, tree: int, gave: Callable[[Given], bool]) -> int:
    """Return the places of a tree whose homes gave something, the corrupt ones included."""
    here = [(kin, homes) for (kin, _), homes in zip(world.homes, state, strict=True) if tree in kin.trees]
    return sum(count for kin, homes in here for home, count in homes if kin.role is Role.CORRUPT or gave(home.given))
