// The numbers of the privacy account: with others, the app and the extension would give different days.
// Generated from pdd_shared/privacy/accounting/budget.py, pdd_shared/privacy/accounting/charges.py,
// pdd_shared/privacy/noise/donor_shares.py, pdd_shared/privacy/accounting/composition.py,
// pdd_shared/privacy/accounting/fourier.py, pdd_shared/privacy/accounting/loss_grid.py by `python -m scripts.generate`:
// change it there.

/**
 * The factor by which a cost may pass its budget, so that different rounding does not overspend a budget just spent.
 */
export const WITHIN_ROUNDING = 1.000000001;

/**
 * By how many bits the grid is coarser where nothing is decided, which makes composing parts up to 64 times as fast.
 */
export const COARSER = 3;

/** One over this is by how much the days that are left may be too low, beside what the coarser grid adds. */
export const SLACK = 64;

/** About the largest epsilon of a release of parts. Beyond it, finite tables alone take more than a usual delta. */
export const LARGEST_EPSILON = 37;

/** The largest exponent of e that is computed. The square of the result still fits a float, and exceeds any delta. */
export const LARGEST_EXPONENT = 300;

/**
 * The largest total variation distance between a draw and NB(1 / m): 2^-100 for the cut tail, the rest for rounding.
 */
export const DISTANCE = 1.5777218104420236e-30;

/** The least part of delta that is kept for what convolution leaves out (OUTSIDE of the losses' law) or rounds. */
export const CONVOLVED = 1e-12;

/**
 * The part of delta that is kept for the rounding of each day, where the days are many. A transform of 2^15 numbers
 * rounds each by some 1e-16, and raising it to the power of the days multiplies that by them. Only the sums up to the
 * largest delta, 0.001, matter. Where it was measured, rounding made them too small by about 1e-16 for each day at
 * most, half of this. That is not a proof (tests/shared/privacy/accounting/test_composition_rounding.py).
 */
export const CONVOLVED_A_DAY = 2e-16;

/** The factor that covers rounding on the way from probabilities to epsilon. The extension has the same. */
export const UPWARD = 1.000000001;

/** How many Renyi orders are tried around the best one, from a tenth to ten times its distance from 1. */
export const ORDERS = 400;

/** The largest probability that a sum lies outside the places that are computed. */
export const OUTSIDE = 1e-15;

/**
 * About how many cells the losses of all days span, so that a Fourier transform of 2^15 numbers is mostly enough. Each
 * day takes at least one cell. So a few costly days beside many days that cost much less than a cell need 2^16.
 */
export const CELLS = 30_000;
