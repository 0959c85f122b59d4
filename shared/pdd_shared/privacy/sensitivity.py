"""Sensitivity: how far one donor's day can move a published vector.

Neighbours differ in one donor's vector of one data day, `joined` included: in one of them it is zeros. At most
`max_searches` searches count (Limit-User-Activity: Korolova et al., WWW '09, Algorithm 1), each for at most
`max_matches` entries. A donor counts in one stratum, so all strata of a campaign together move no further than one.
"""

from pdd_shared.protocol.terms import Terms


def l1_sensitivity(terms: Terms) -> int:
    """Return the largest L1 distance between a vector and its neighbour.

    A donor adds 1 to `joined`. Each of its searches adds 1 to `searches` and 1 to each entry that it matches.
    """
    return 1 + terms.max_searches * (1 + terms.max_matches)


def squared_l2_sensitivity(terms: Terms) -> int:
    """Return the largest squared L2 distance between a vector and its neighbour.

    It is largest where all of a donor's searches count for the same entries.
    """
    return 1 + terms.max_searches**2 * (1 + terms.max_matches)
