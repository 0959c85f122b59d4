// The numbers by which the app and the extension count, plan and ask alike.
// Generated from pdd_client/core/searches.py, pdd_client/core/donation/ledger.py, pdd_client/core/schedule.py,
// pdd_client/core/reminders.py, pdd_client/donor/schedule.py, pdd_client/donor/status.py,
// pdd_client/donor/days/calendar.py, pdd_client/donor/days/exclusions.py, pdd_client/donor/cohort/tickets.py,
// pdd_client/donor/campaigns/results.py, pdd_client/gateways/home_store/cohort/epoch_store.py,
// pdd_client/gateways/server_http/server_http.py by `python -m scripts.generate`: change it there.

/**
 * Result pages of one query that follow each other within this time are one search. Reloads, further pages of results
 * and going back must not count again. In milliseconds.
 */
export const SAME_SEARCH = 1_800_000;

/**
 * A result page that comes within this time after a reload begins no search. Search engines' scripts change the
 * address of a page that was loaded, which adds a visit to the history. In milliseconds.
 */
export const AFTER_RELOAD = 10_000;

/**
 * A result page begins no search if the next one of its engine comes within this time, and one text begins the other.
 * Some engines show results at each letter, and each letter is a visit. In milliseconds.
 */
export const STILL_TYPING = 5000;

/**
 * The delta at which the cost of all campaigns together and the ceiling are stated. Campaigns have their own deltas.
 */
export const LEDGER_DELTA = 1e-6;

/** The largest ceiling, as an epsilon. It is beyond any budget, so a larger number would be a typing error. */
export const MAX_CEILING = 1_000_000;

/** An exponent for which `exp` still fits into a floating-point number; it overflows above 709. */
export const LARGEST_EXPONENT = 700;

/**
 * The longest random wait before a check-in that is due: computers that wake up together must not all come at once. In
 * milliseconds.
 */
export const SOON = 120_000;

/** A planned moment that lies further back is drawn again: the computer was off, or slept. In milliseconds. */
export const OVERSLEPT = 600_000;

/**
 * The time between a start and the first check-in. It is the same whether or not something waits for the person's
 * look. If all sessions of a day end before that check-in, the next day's starts wait half as long, and so on, so that
 * people with short sessions check in, too. In milliseconds.
 */
export const WAIT_AFTER_START = 1_800_000;

/** The longest wait after one failure. It doubles with every further failure in a row. In milliseconds. */
export const FIRST_RETRY = 300_000;

/** The longest wait after any number of failures. In milliseconds. */
export const LONGEST_RETRY = 14_400_000;

/** The part of a data day in which its check-in is planned, as fractions of the day. The rest is for retries. */
export const WINDOW = Object.freeze([0.05, 0.8]);

/** The part of a data day for a second check-in, as fractions: after everybody's first, before the nightly run. */
export const EVENING = Object.freeze([0.8, 0.95]);

/** The least time between two reminders: one at midnight must not follow one of the evening. In milliseconds. */
export const APART = 72_000_000;

/** How many days before a campaign's last day its end is told. */
export const ENDS_SOON = 3;

/** After how many days without anything given a person is reminded. */
export const QUIET = 7;

/**
 * For how long after certifying a list a home checks in in the evening too: on that day and the next two. The list's
 * certificate may come on any of these evenings. In days.
 */
export const EVENINGS = 2;

/** A clock this far from the server's puts searches on the wrong day: worth a warning. In milliseconds. */
export const CLOCK_TOLERANCE = 3_600_000;

/** The number of last days that may still be open. It is this large because a server may be down for weeks. */
export const REVIEWED = 32;

/**
 * For how many last days a search can be removed, today included. A round can wait even longer, because the server
 * counts only nights on which it was up.
 */
export const REMOVABLE_DAYS = 32;

/**
 * The most tickets for trees that the server has not shown: the next one, the current one, and one that was missed.
 * The limit keeps a server from making a home generate and keep keys without end.
 */
export const MOST_SPARE = 3;

/** The most characters of one campaign's results that are read and kept. 10,000 entries over a winter fit in. */
export const MAX_RESULTS = 33_554_432;

/**
 * How long results are asked for after a campaign left the list. The last week of one is published within 35 days. In
 * days.
 */
export const LATE_RESULTS = 60;

/** Limit of stored pairs of texts. One pair is proof; a server that lies at each contact must not fill the disk. */
export const MOST_EVIDENCE = 50;

/** Seconds that a whole request may take, from the look-up of the server's name to the answer's last byte. */
export const LONGEST = 30;

/** Bytes of the longest answer that is read, after decompression: an endless one must not fill the memory. */
export const MAX_ANSWER = 67_108_864;

/** The most characters of a server's text that a donor shows. */
export const MAX_DETAIL = 300;

/** The most characters of an entity tag. A longer one is ignored. */
export const MAX_TAG = 200;
