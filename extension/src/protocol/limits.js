// The limits on which all programs must agree: sizes of messages, and the bounds that a donor enforces.
// Generated from pdd_shared/protocol/limits.py by `python -m scripts.generate`: change it there.

/** The most numbers of one day's vector. A server's settings may allow fewer. */
export const MAX_ENTRIES = 50_000;

/** The fewest members of a `plain` group. A smaller group hides nobody: configuration and donors refuse it. */
export const LEAST_GROUP = 3;

/** The version of the rules by which donors count; docs/reference/counting.md says what each version brought. */
export const COUNTING_RULES = 3;

/** The most characters of a search's URL. A longer URL is no search. */
export const MAX_URL = 10_000;

/** The most characters of a keyword. */
export const MAX_CHARACTERS = 200;

/** The most words that a keyword can ask for together. */
export const MAX_TERMS = 8;

/** The most keywords that an index counts together. */
export const MAX_PARTS = 200;

/** The most characters of an index's name. */
export const MAX_NAME = 60;

/** The most characters of an index in its canonical form. */
export const MAX_INDEX = 10_000;

/** The largest cap on hits: 1,000 searches, each for 100 keywords. */
export const MAX_HITS = 100_000;

/** The largest scale of a server's noise, in counts. With more noise no campaign could learn anything. */
export const MAX_SCALE = 1_000_000;

/** The largest scale of donors' noise. Its table has 700,000 rows. */
export const MAX_DONORS_SCALE = 10_000;

/** The most counts in a unit of donors' noise. */
export const MAX_UNIT = 65_536;

/** The least scale of donors' noise in units of several counts. A unit costs half a unit of noise, 0.4% or less. */
export const LEAST_SCALE_OF_UNITS = 128;

/**
 * The most hits of one keyword that Skellam noise hides. What its accounting compares grows with the square of them.
 */
export const MOST_PER_NUMBER = 10;

/** The most days for which it is computed how long a budget lasts. */
export const MAX_BUDGET_DAYS = 10_000;

/** The most days that a completion code can ask for. A server keeps no longer on which days a donor was there. */
export const MOST_COMPLETION_DAYS = 60;

/** The most completion codes that a server tells its donors of. */
export const MOST_COMPLETIONS = 1000;

/** The most uploads of one cohort. Beyond, errors would round numbers wrongly more often than once in 10^11. */
export const MOST_UPLOADS = 8192;

/** The fewest leaves of an epoch's tree. */
export const LEAST_TREE = 4;

/**
 * The most leaves of an epoch's tree. A home draws its duties from the tree's size, so one signed number must not keep
 * its computer busy for minutes.
 */
export const MOST_LEAVES = 100_000_000;

/** Into how many parts a cohort can be divided for a day. */
export const SUB_COHORTS = Object.freeze([1, 2, 4, 8]);

/** The fewest leaves of a sub-cohort. The fewer there are, the more noise each of them carries. */
export const LEAST_SUB_COHORT = 500;

/**
 * How many numbers of noise alone a vector has for each law of noise, so that anybody can test the published noise.
 */
export const DECOYS_A_LAW = 64;

/** The most laws of noise that a home draws for a plan. A law's table takes up to a second. */
export const MOST_LAWS = 24;

/** The most links of the chain of online keys that a server shows. A home that missed more has to join anew. */
export const MOST_LINKS = 64;

/** The longest time from an online key's first day to its last. In days. */
export const LONGEST_KEY = 400;

/**
 * The least time from an epoch's first day to the next one's, unless the tree grew or the server was restored. In
 * days.
 */
export const LEAST_EPOCH = 7;

/**
 * From an epoch's first day to its last possible day. Otherwise a server could keep ticket keys from erasure. In days.
 */
export const LONGEST_EPOCH = 13;

/**
 * How long before an epoch its server's trees still raise the home's least floor. A tree may halve in this time. In
 * days.
 */
export const LOG_REMEMBERED = 28;

/** The most lines of a public log that a home reads: an epoch a night for 27 years. */
export const MOST_LOG_LINES = 10_000;

/** The most witnesses of a server: a home verifies one signature of each in a contact. */
export const MOST_WITNESSES = 9;

/** The most seconds that a cosignature may be older than a home's own time. */
export const OLDEST_COSIGNATURE = 345_600;

/** The most seconds that a cosignature may be ahead of a home's own time. */
export const NEWEST_COSIGNATURE = 3600;

/** The longest time from a data day to the last day of its window. In days. */
export const LAST_CLOSE = 7;

/** The least delay of a data day that ends a week, in days. A donor who misses its window loses the whole week. */
export const LEAST_WEEK_DELAY = 3;

/** The longest time from a window's last day to the last day on which members answer. In days. */
export const LONGEST_ANSWERING = 14;

/**
 * The least time from a week's last day to a data day whose plan asks for the week again: its window is over then. In
 * days.
 */
export const FIRST_REPEAT = 8;

/**
 * The longest time from a week's last day to such a data day: 21 days until its answers are over, and 6 more. In days.
 */
export const LAST_REPEAT = 27;

/** How long a home keeps a ticket's secrets after a data day: a window of 7 days, and 14 more for answers. In days. */
export const SECRETS_KEPT = 21;

/**
 * How long a home keeps a ticket for a tree that it was not shown yet. Epochs start at most 14 days apart. In days.
 */
export const TICKET_LAPSES = 28;

/** The stratum of donors who would rather not say theirs, in a campaign that has it. A stratum like any other. */
export const UNSTATED = "unstated";
