"""Cases of `tests/vectors/privacy/charges.json`: what a day costs under terms, and which days a budget allows."""

from collections import Counter

from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import charge_of_terms
from tests.support.reference.donor.inputs import (
    COHORT,
    PLAIN,
    Case,
    as_charge,
    budget,
    charge,
    number_noise,
    of_kinds,
    terms_of,
    with_cap,
    with_hits,
)

LAPLACE = {"law": "discrete-laplace", "scale": "16", "sensitivity": 16, "delta": 0.0}
WEAK = LAPLACE | {"scale": "160"}
WEEKS = of_kinds(number_noise("10.3"), number_noise("359"), number_noise("3.42"))
"""Terms of a campaign whose noise keeps to its budget for 18 periods."""
PARTS = as_charge(charge_of_terms(terms_of(WEEKS), "flu"))
CAPPED_WEEKS = with_cap(of_kinds(number_noise("10.3"), number_noise("359"), number_noise("1.8")), 4, 2)
"""The same with a cap over all periods, so that half of the noise on counts does."""
CAPPED = as_charge(charge_of_terms(terms_of(CAPPED_WEEKS), "flu"))
CAPPED_COLD = CAPPED | {"cap": {"campaign": "cold", "hits": 5}}
"""Another campaign with the same noise."""
GAUSSIAN = {"law": "discrete-gaussian", "scale": "90", "sensitivity": 76, "delta": 0.0}
SMALL_DELTA = {"epsilon": "1000", "delta": "0.000001"}


def _cohort(scale: str = "16", **other: str) -> Case:
    """Return `cohort` terms with this noise on all kinds of numbers except those with another scale."""
    kinds = ("joined", "searches", "counts")
    laws = {kind: {"law": "discrete-laplace", "scale": other.get(kind, scale), "unit": 1} for kind in kinds}
    return COHORT | {"noise": laws}


TERMS = [
    {"why": "Laplace noise: 1 + 5 searches of 2 keywords each", "terms": PLAIN},
    {"why": "the narrowest caps", "terms": PLAIN | {"max_searches": 1, "max_matches": 1}},
    {"why": "the widest caps", "terms": PLAIN | {"max_searches": 1000, "max_matches": 100}},
    {
        "why": "Gaussian noise: the squared L2 distance",
        "terms": PLAIN | {"noise": {"law": "discrete-gaussian", "scale": "90"}, "budget": SMALL_DELTA},
    },
    {"why": "caps on hits: 1 + 5 searches + 7 hits", "terms": with_hits(PLAIN, 7, 3)},
    {
        "why": "caps on hits, Gaussian noise: as many keywords as possible have all their hits",
        "terms": with_hits(PLAIN, 7, 3) | {"noise": {"law": "discrete-gaussian", "scale": "90"}, "budget": SMALL_DELTA},
    },
    {
        "why": "a keyword has no more hits than there are searches",
        "terms": with_hits(PLAIN, 12, 9)
        | {"noise": {"law": "discrete-gaussian", "scale": "90"}, "budget": SMALL_DELTA},
    },
    {"why": "caps on hits, donors' noise", "terms": with_hits(COHORT, 7, 3)},
    {"why": "donors' noise: tables take a share of delta", "terms": _cohort()},
    {"why": "donors' noise that hides little: tables take more of delta", "terms": _cohort("1")},
    {"why": "donors' noise that hides nothing: tables take all of delta", "terms": _cohort("0.001")},
    *(
        {"why": f"noise that differs on {kind} is charged by parts", "terms": _cohort(**{kind: "17"})}
        for kind in ("joined", "searches", "counts")
    ),
    {"why": "Skellam noise on all numbers", "terms": WEEKS},
    {
        "why": "the same Skellam noise on all numbers is charged by parts as well",
        "terms": of_kinds(*[number_noise("9.5")] * 3),
    },
    {
        "why": "Skellam noise beside discrete Laplace noise",
        "terms": of_kinds(number_noise("5.5", "discrete-laplace"), number_noise("359"), number_noise("3.42")),
    },
    {
        "why": "several hits of a keyword, at most as many as there are searches",
        "terms": with_hits(WEEKS, 12, 9) | {"max_searches": 5},
    },
    {"why": "a cap over all periods: its hits and one for `full`", "terms": CAPPED_WEEKS},
    {
        "why": "a cap over all periods, and fewer hits in each",
        "terms": with_cap(WEEKS, 12, 9, 10) | {"max_searches": 5},
    },
    {"why": "a cap over all periods is charged by parts, though one noise hides all", "terms": with_cap(COHORT, 4, 2)},
    {
        "why": "a cap over all periods, with counts in units",
        "terms": with_cap(
            of_kinds(
                number_noise("10.3"),
                {"law": "discrete-laplace", "scale": "359.5", "unit": 8},
                {"law": "discrete-laplace", "scale": "128", "unit": 4},
            ),
            12,
            4,
        ),
    },
]


def _budget(why: str, epsilon: str, delta: str, *rows: tuple[Case, int]) -> Case:
    charges = [{"charge": cost, "days": days} for cost, days in rows]
    return {"why": why, "budget": {"epsilon": epsilon, "delta": delta}, "charges": charges}


BUDGETS = [
    _budget("nothing", "1", "0"),
    _budget("spent to the last digit", "30", "0", (LAPLACE, 30)),
    _budget("a day more", "30", "0", (LAPLACE, 31)),
    _budget("three days of 0.1, whose sum is above 0.3 in floating point", "0.3", "0", (WEAK, 3)),
    _budget("a ten-millionth above the budget", "0.2999999", "0", (WEAK, 3)),
    _budget("kept to by composition alone", "2.4", "0.000001", (WEAK, 30)),
    _budget("not kept to by composition", "2.2", "0.000001", (WEAK, 30)),
    _budget("two scales kept to by composition alone", "7", "0.000001", (LAPLACE, 4), (WEAK, 40)),
    _budget("two scales, not kept to", "6", "0.000001", (LAPLACE, 4), (WEAK, 40)),
    _budget("Gaussian noise kept to", "3", "0.000001", (GAUSSIAN, 10)),
    _budget("Gaussian noise, not kept to", "1", "0.000001", (GAUSSIAN, 10)),
    _budget("Gaussian noise without a delta", "1000", "0", (GAUSSIAN, 1)),
    _budget("tables that take a part of delta", "10", "0.000001", (LAPLACE | {"delta": 1e-07}, 9)),
    _budget("tables that take all of delta and no more", "10", "0.000001", (LAPLACE | {"delta": 1e-06}, 1)),
    _budget("parts kept to", "10", "0.000001", (PARTS, 18)),
    _budget("parts, a period more", "10", "0.000001", (PARTS, 19)),
    _budget("Skellam noise without a delta", "1000", "0", (PARTS, 1)),
    _budget("parts and one noise kept to", "14", "0.000001", (PARTS, 18), (WEAK, 30)),
    _budget("parts and one noise, not kept to", "10", "0.000001", (PARTS, 18), (WEAK, 30)),
    _budget("parts and Gaussian noise kept to", "14", "0.000001", (PARTS, 18), (GAUSSIAN, 10)),
    _budget("parts and Gaussian noise, not kept to", "11", "0.000001", (PARTS, 18), (GAUSSIAN, 10)),
    _budget("a large budget, of which tables would take all of delta", "1000", "0.000001", (PARTS, 18)),
    _budget("tables that take more than delta", "100000", "0.000001", (LAPLACE | {"delta": 1e-06}, 2)),
    _budget("a cap over all periods kept to", "10", "0.000001", (CAPPED, 18)),
    _budget(
        "the same noise on a second campaign, which has a cap of its own",
        "10",
        "0.000001",
        (CAPPED, 18),
        (CAPPED_COLD, 1),
    ),
]

SUMS = [
    {"why": "no days", "charges": []},
    {"why": "days of one mechanism", "charges": [LAPLACE, LAPLACE, LAPLACE]},
    {"why": "another scale is another mechanism", "charges": [LAPLACE, WEAK, LAPLACE]},
    {"why": "so is another law", "charges": [LAPLACE, LAPLACE | {"law": "discrete-gaussian"}]},
    {"why": "so is another sensitivity", "charges": [LAPLACE, LAPLACE | {"sensitivity": 15}]},
    {"why": "so is another delta", "charges": [LAPLACE, LAPLACE | {"delta": 1e-09}]},
    {"why": "days of parts", "charges": [PARTS, LAPLACE, PARTS]},
    {
        "why": "another noise on one kind is another mechanism",
        "charges": [PARTS, PARTS | {"searches": PARTS["joined"]}, PARTS],
    },
    {"why": "campaigns with equal noise and a cap each are charged apart", "charges": [CAPPED, CAPPED_COLD, CAPPED]},
    {"why": "another cap is another mechanism", "charges": [CAPPED, CAPPED | {"cap": {"campaign": "flu", "hits": 6}}]},
    {"why": "so is another unit", "charges": [CAPPED, CAPPED | {"counts": CAPPED["counts"] | {"unit": 2}}]},
]


def _charge_of(case: Case) -> Case:
    return as_charge(charge_of_terms(terms_of(case["terms"]), "flu"))


def _fits(case: Case) -> bool:
    charges = {charge(row["charge"]): row["days"] for row in case["charges"]}
    return fits(charges, budget(case["budget"]))


def _summed(case: Case) -> list[Case]:
    summed = Counter(map(charge, case["charges"]))
    return [{"charge": as_charge(cost), "days": days} for cost, days in summed.items()]


CASES = {"terms": TERMS, "budgets": BUDGETS, "sums": SUMS}
ANSWERS = {"terms": _charge_of, "budgets": _fits, "sums": _summed}
