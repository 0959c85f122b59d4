"""The joint cost of a vector's parts: each part with its own caps and noise, over many periods, as one guarantee.

A pair of laws P (a donor gave zeros) and Q (it gave counts) is known by the law of its likelihood ratio Q / P under Q.
From that follows the divergence at every epsilon:

    D(Q, P) = E_Q[(1 - e^epsilon / ratio)+]        delta at this epsilon

Ratios of independent numbers, parts and periods multiply. So their joint law is a convolution on a geometric grid.

    contributions   which vectors of counts the caps allow, and which of them is the worst
    ratios          the law of the ratio where noise hides a shift of one number
    ratio_grid      such laws on a grid 1, g, g^2, ..., their products, and their divergence
    exchange        the check that the worst vector is the worst
    release         parts and periods: their joint epsilon and delta
    gaussian        the Gaussian mechanism, to compare with and to begin searches with
    scales          the smallest noise that keeps to a budget, and which law it is

Every result is an upper bound. The numbers are floating point, but all are positive, and almost all steps add, multiply
or divide them. So relative errors add up, and no cancellation makes them grow. Each step is rounded up by more than its
error (`UP`). Where numbers are subtracted, the subtraction is exact or rounds by one unit. Logarithms and exponentials
are Python's decimal ones, which are correctly rounded. docs/reference/privacy.md, section "Parts", has the theorems.
"""
