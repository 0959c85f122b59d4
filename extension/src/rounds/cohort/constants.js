// Parameters of the `cohort` round: fixed numbers, and the sizes that follow from a tree's size.
// Generated from pdd_shared/rounds/cohort/parameters.py, pdd_shared/rounds/cohort/masking/ring.py by `python -m
// scripts.generate`: change it there.

/** q, the field's prime. Elements fit uint32 and products uint64, and 4096 divides q - 1, as the NTT needs. */
export const Q = 4_293_918_721;

/** N, the ring's degree: the ring is F_q[x] / (x^N + 1). */
export const DEGREE = 2048;

/** psi, a root of x^N + 1 modulo q. Its order is 2 N = 4096. */
export const PSI = 68_871_676;

/** The factor by which a vector's numbers are scaled in the ring. Summed errors below half of it are rounded away. */
export const DELTA = 4096;

/** How many different values a number of a sum can have, noise included. */
export const RANGE = 1_048_320;

/** The fewest zeros at the end of a padded vector. If they don't open as zeros, the sum was decoded wrongly. */
export const ZEROS = 16;

/** About how many leaves a cohort has where there are several. It leaves room for joiners up to `MOST_UPLOADS`. */
export const TARGET_COHORT = 6500;

/** The number of members of a committee, in trees of at least so many leaves. */
export const DRAWN_MEMBERS = 256;

/** How many of 256 drawn members may be corrupt. If a tenth of all donors is, more are with probability 2^-100. */
export const DRAWN_CORRUPT = 94;

/** Sets the margin for colluders that a part gets by chance beyond its mean: sqrt(128 mean). */
export const DEALING = 128;

/** An error is the difference of two sums of so many fair coins, so its variance is 21 / 2. */
export const ERROR_BITS = 21;
