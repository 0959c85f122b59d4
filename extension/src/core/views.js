// The types of what a Donor takes and returns: frozen objects with the fields of the Python client's views.
// A `Day` is ISO text ("2026-11-20"), an `Instant` milliseconds since 1970 as in Date.now(), an exact number decimal
// text ("2.5"). Campaigns and server infos are as protocol/messages.js reads them.

/** @typedef {string} Day */
/** @typedef {number} Instant */
/** @typedef {"review" | "by-itself"} Sending whether days wait to be looked through before they are sent */
/** @typedef {import("../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../protocol/messages.js").Signed} Signed */
/** @typedef {import("../protocol/messages.js").Budget} Budget */
/** @typedef {import("../protocol/messages.js").Completion} Completion */
/** @typedef {import("./donation/consent.js").Consent} Consent */

/**
 * What a server offers: itself, and the campaigns asked for, with the signed texts they were read from. `held` are the
 * newest consents in force. All three by campaign.
 * @typedef {Readonly<{
 *   url: string, info: ServerInfo, campaigns: Readonly<Record<string, Campaign>>,
 *   signed: Readonly<Record<string, Signed>>, held: Readonly<Record<string, Consent>>,
 * }>} Offer
 */

/**
 * The campaigns joined (or agreed to again, as they have changed), and those that were joined as they are.
 * @typedef {Readonly<{campaigns: readonly string[], already: readonly string[]}>} Joined
 */

/**
 * A campaign as signed last; where it is `joined`, it has changed, and `newEntries` wait for a consent.
 * @typedef {Readonly<{campaign: Campaign, joined: boolean, newEntries: readonly string[]}>} OnOffer
 */

/**
 * A campaign joined: the stratum, since when, until when if left, how many entries wait for a consent, whether it gets
 * zeros until the server's new protocol is agreed to (`changedProtocol`), and how far the donor is from its completion
 * code, null where it has none or the server has not said so yet. `standing`: whether it starts later, runs, is
 * finishing or finished.
 * @typedef {Readonly<{
 *   id: string, title: string, stratum: string | null, joined: Instant, left: Instant | null, entries: number,
 *   waitingEntries: number, changed: boolean, changedProtocol: boolean, start: Day, end: Day,
 *   completion: Completion | null, standing: import("./campaign_state.js").CampaignState,
 * }>} JoinedCampaign
 */

/**
 * Where a donor stands. `failing`: the last contact with the server failed. `clockAhead`: seconds that this computer's clock is ahead of the server's. `companion`: the
 * desktop app donates, and this extension does not. `lost`: what was kept here is gone (the browser dropped it), and
 * nothing is joined any more. `protocol`: the server's, null before joining. `servesUntil`: this home helps to open sums up to this day, with two short
 * contacts a day; null where it does not now. `waitsForEpoch`: the server has not yet made an epoch that this home is in.
 * @typedef {Readonly<{
 *   today: Day, server: string | null, serverName: string | null, zone: string, registered: boolean,
 *   campaigns: readonly JoinedCampaign[], lastCheckIn: Instant | null,
 *   failing: boolean, next: "join" | "check in today" | "check in tomorrow", pausedSince: Instant | null,
 *   pausedUntil: Instant | null,
 *   blocked: number, ceiling: string | null, clockAhead: number | null, clockIsWrong: boolean,
 *   refusals: readonly Logged[], companion: boolean, lost: boolean,
 *   protocol: ServerInfo["protocol"] | null, servesUntil: Day | null, waitsForEpoch: boolean,
 * }>} Status
 */

/** @typedef {"counting" | "waits-for-you" | "approved" | "nothing" | "sent" | "zeros-sent"} DayState */
/** @typedef {"sent" | "nothing" | "missed" | "unconfirmed" | "refused" | "waiting"} SentState */

/**
 * A day whose counts can still be sent, or just were; `until` is the last day on which it can surely be decided on.
 *
 * `counting`: goes on, or goes out by itself at the next check-in. `waits-for-you`: goes out as zeros unless it is
 * approved. `approved`: what was seen goes out. `nothing`: withheld. `sent`, `zeros-sent`: locked, and `until` null.
 *
 * `goesOut` is the day whose first contact sends it, counts or zeros, whatever the donor decides, and `goesOutAt` the moment
 * where that contact is planned already. Both are null for a locked day, and where the protocol is not `cohort`.
 * @typedef {Readonly<{
 *   day: Day, state: DayState, until: Day | null, goesOut: Day | null, goesOutAt: Instant | null,
 * }>} ReviewDay
 */

/**
 * What became of a day: `campaigns` are the counts before locking as the log keeps them, `refusals` its lines.
 *
 * `sent`: the server has confirmed the counts. `nothing`: zeros were sent. `waiting`: nothing is sent or confirmed
 * yet, and still can be. `refused`: donor or server refused. `missed`: this donor was not there in time. `unconfirmed`: it
 * was sent, and the server never said that it has it. `goesOut` and
 * `goesOutAt` as in `ReviewDay`, for a day that is not locked yet.
 * @typedef {Readonly<{
 *   day: Day, state: SentState, campaigns: readonly Given[], refusals: readonly Logged[], goesOut: Day | null,
 *   goesOutAt: Instant | null,
 * }>} SentDay
 */

/**
 * One campaign's numbers before blinding; an entry that is not in `counts` counts zero.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, searches: number, counts: Readonly<Record<string, number>>,
 * }>} Given
 */

/**
 * One line of the log: what left the computer, or what was refused and why. `bytes` is the size of what left;
 * `campaign` the id of the campaign whose place got zeros for the `reason`, null where the line is about the round.
 * @typedef {Readonly<{
 *   time: Instant, what: "registration" | "registered-anew" | "check-in" | "vector" | "ticket" | "signature" | "answer" | "refusal", round: Day | null, bytes: number | null,
 *   given: readonly Given[] | null, reason: string | null,
 *   detail: string | null, campaign: string | null,
 * }>} Logged
 */

/**
 * One search found, with why it does not count (null if it does). `visits`: how many result pages it was.
 * @typedef {Readonly<{
 *   id: string, day: Day, time: Instant, last: Instant, engine: string, query: string, visits: number,
 *   why: "blocked" | "skipped" | "paused" | null,
 * }>} FoundSearch
 */

/**
 * What was found in the history; `skipped` says why it could not be read, and is empty where it could.
 * @typedef {Readonly<{searches: readonly FoundSearch[], skipped: readonly Skipped[]}>} LocalSearches
 */

/** @typedef {Readonly<{reason: string}>} Skipped */

/**
 * An entry that counts more than zero, and the ids of the searches behind it, which are not kept after locking.
 * @typedef {Readonly<{entry: string, count: number, searches: readonly string[]}>} ReviewedEntry
 */

/**
 * A search of the day that does not count for a campaign: at all, or, where it has `entries`, for these alone.
 *
 * `blocked`, `skipped`, `paused`: the donor keeps it out. `over-searches`: it came after the first `max_searches` of the
 * day. `over-matches`: it matches `max_matches` keywords before these. `not-seen`: it is not in what was approved.
 * @typedef {Readonly<{
 *   search: string, why: "blocked" | "skipped" | "paused" | "over-searches" | "over-matches" | "not-seen",
 *   entries: readonly string[],
 * }>} LeftOut
 */

/**
 * One campaign's part: how many searches count, and for which entries; `why` it gets zeros, null if it does not: an
 * objection of core/consent.js, "paused", "over" or "not-begun" where the campaign does not count the day, "zeros-sent".
 *
 * `counted` are the ids of the searches that count, `leftOut` all others of the day, so that both together are the
 * searches found. Of a locked day neither is kept.
 * @typedef {Readonly<{
 *   id: string, searches: number, entries: readonly ReviewedEntry[], why: string | null, counted: readonly string[],
 *   leftOut: readonly LeftOut[],
 * }>} ReviewedCampaign
 */

/**
 * What would be sent of a day, as counted at `time`, or what was, where the day's counts are `locked` already (then
 * `time` is null). `withheld`: whether the donor chose to send zeros instead of this.
 * @typedef {Readonly<{
 *   day: Day, locked: boolean, campaigns: readonly ReviewedCampaign[], skipped: readonly Skipped[],
 *   time: Instant | null, withheld: boolean,
 * }>} Review
 */

/**
 * What was sent. `round` is the data day; for a ticket, the day on which it was sent.
 * @typedef {Readonly<{
 *   round: Day, kind: "submit" | "ticket" | "upload" | "certify" | "open", bytes: number,
 * }>} Sent
 */
/** @typedef {Readonly<{round: Day | null, reason: string, campaign: string | null}>} NotSent */

/**
 * What a check-in sent, what was refused and why, whether the history could be read, and the days that wait for the
 * donor to look them through.
 * @typedef {Readonly<{
 *   sent: readonly Sent[], refused: readonly NotSent[], skipped: readonly Skipped[], waiting: readonly Day[],
 * }>} CheckInReport
 */

/**
 * The totals of one day and stratum, each with noise: 95% of them are off the true sum by at most `halfWidth`. Sums are
 * added to a day as they come until it is `final`.
 * @typedef {Readonly<{
 *   day: Day, stratum: string | null, donors: number, searches: number, halfWidth: number,
 *   totals: Readonly<Record<string, number>>, final: boolean,
 * }>} PublishedDay
 */

/** @typedef {Readonly<{day: Day, reason: string}>} MissingDay `waiting`, `lost`, `down`, `budget`, `spoiled` or a newer */

/**
 * What one campaign has published so far, the oldest day first; `joined` whether this donor gives to it now.
 * @typedef {Readonly<{
 *   id: string, title: string, joined: boolean, days: readonly PublishedDay[], missing: readonly MissingDay[],
 * }>} CampaignResults
 */

/**
 * What was given to one campaign: its epsilons are at the delta of its budget, as last agreed to.
 * @typedef {Readonly<{
 *   id: string, days: number, epsilon: number, basicEpsilon: number, budget: Budget,
 * }>} CampaignAccount
 */

/** @typedef {Readonly<{month: string, days: number, epsilon: number}>} Month "2026-11", up to its end */

/**
 * What the ledger shows: all campaigns together at `delta`, each campaign, and the months. `basicEpsilon` is the plain
 * sum, `epsilon` the composition, never above it; Infinity where none holds at the delta. `factor` bounds how far odds
 * on what was given can have shifted, but for a chance of `delta`. `daysLeft` is null without a ceiling, or while
 * nothing is joined that could use it up.
 * @typedef {Readonly<{
 *   days: number, since: Day | null, epsilon: number, basicEpsilon: number, factor: number, delta: number,
 *   campaigns: readonly CampaignAccount[], months: readonly Month[], ceiling: string | null, daysLeft: number | null,
 * }>} Account
 */

/**
 * How this donor wants the extension. `language` is a tag such as "de", null for the browser's. `results`: whether the
 * campaigns' results are fetched. `firstRunDone`: the first pages were read to the end.
 * @typedef {Readonly<{
 *   language: string | null, theme: "system" | "light" | "dark", results: boolean, firstRunDone: boolean,
 * }>} Preferences
 */

export {};
