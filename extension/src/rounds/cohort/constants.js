// The numbers of the protocol: its field and ring, and what follows from the size of an epoch's tree.
// Generated from pdd_shared/rounds/cohort/parameters.py by `python -m scripts.generate`: change it there.

/** The field's prime: elements fit uint32, products uint64. */
export const Q = 4_293_918_721;

/** N: the ring is F_q[x] / (x^N + 1). */
export const DEGREE = 2048;

/** A root of x^N + 1 modulo q: its order is 2 N. */
export const PSI = 68_871_676;

/**
 * A number of the vector counts this much in the ring; errors that add up to less than half of it are rounded away.
 */
export const DELTA = 4096;

/** How many numbers a sum can tell apart. */
export const RANGE = 1_048_320;

/** Zeros at the end of a padded vector, at least: that they open as zeros shows that the sum was decoded right. */
export const ZEROS = 16;

/** About how many leaves a cohort has where there are several. */
export const TARGET_COHORT = 6500;

/** The members of a committee that is drawn. */
export const DRAWN_MEMBERS = 256;

/** How many members of a drawn committee may be corrupt. */
export const DRAWN_CORRUPT = 94;

/** How far beyond its mean the number of colluders in a part may lie: sqrt(128 mean). */
export const DEALING = 128;
