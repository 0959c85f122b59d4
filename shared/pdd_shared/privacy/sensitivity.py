"""Sensitivity: how far one donor's day can move a published vector.

Neighbours differ in one donor's vector of one data day, `joined` included: in one of them it is zeros. At most
`max_searches` searches count (Limit-User-Activity: Korolova et al., WWW '09, Algorithm 1), and so many of their hits
as the other caps allow (`Caps`). A donor counts in one stratum, so all strata of a campaign together move no further
than one.
"""

from pdd_shared.protocol.terms import Terms


def l1_sensitivity(terms: Terms) -> int:
    """Return the largest L1 distance between a vector and its neighbour.

    A donor adds 1 to `joined`. Each of its searches adds 1 to `searches`. Each hit that counts adds 1 to an entry. The
    last hit of a campaign that caps them all adds 1 to `full`.
    """
    return 1 + terms.caps.searches + terms.caps.hits + terms.caps.has_full


def squared_l2_sensitivity(terms: Terms) -> int:
    """Return the largest squared L2 distance between a vector and its neighbour.

    It is largest where a donor's hits count for as few entries as the caps allow.
    """
    return 1 + terms.caps.searches**2 + terms.caps.squared_l2 + terms.caps.has_full
