// The numbers of the accounting of parts: with others, the app and the extension would give different periods.
// Generated from pdd_shared/privacy/accounting/parts/ratios.py, pdd_shared/privacy/accounting/parts/ratio_grid.py,
// pdd_shared/privacy/accounting/parts/exchange.py, pdd_shared/privacy/accounting/parts/release.py by `python -m
// scripts.generate`: change it there.

/** The factor by which a result is rounded up: 8 units of rounding, more than a step of up to 5 operations loses. */
export const UP = 1.0000000000000009;

/** The factor by which a result is rounded down, by as much. */
export const DOWN = 0.9999999999999991;

/** Noise with a weight below this, relative to zero's, is not looked at one by one. */
export const RARE = 7.52316384526264e-37;

/** The largest scale of Skellam and discrete Gaussian noise. Beyond it rounding would add up to more than planned. */
export const MOST_SCALE = 10_000;

/** Digits of decimal exponentials, of which a float takes 17. */
export const PRECISION = 30;

/** A shift by more than so many scales of the noise is told by it: the ratio would pass what a float holds. */
export const MOST_SCALES = 600;

/** Larger ratios count as infinite, and those below one over this as large as it. */
export const FARTHEST = 1.8446744073709552e19;

/** The mass at either end that is moved up: from the top to infinity, from the bottom to the lowest place left. */
export const CUT_MASS = 8.673617379884035e-19;

/**
 * About the largest loss, in nats, that a product of ratios keeps apart from infinity. Without a limit, a server could
 * name terms with which composing takes hours and all memory. Budgets beyond 37 are spent by finite tables alone.
 */
export const MOST_LOSS = 96;

/** More than all products that are too small for a float can add up to in one convolution. */
export const LOST = 1.1830521861667747e-271;

/** More than a whole law's mass after rounding up, by which what goes to infinity or an end is multiplied. */
export const CARRIED = 1.0009765625;

/** More than what cutting the ends of a product can add to its divergence. */
export const CUTS = 6.938893903907228e-18;

/** The most that the grid adds to the variance of the whole loss, as a share: half of it to the noise's scale. */
export const COARSENESS = 0.0009765625;

/** The fewest bits of the grid. */
export const ROUGHEST = 7;

/** The most bits of the grid. */
export const FINEST = 16;

/** About the most places within eight standard deviations of the whole loss, on a grid finer than the roughest. */
export const MOST_PLACES = 32_768;
