// The types that a Donor takes and returns: frozen objects with the fields of the Python client's views.
//
// A `Day` is ISO text ("2026-11-20"). An `Instant` is milliseconds since 1970, as in Date.now(). An exact number is
// decimal text ("2.5"). Campaigns and server infos are as protocol/messages.js reads them.

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
 * A server's offer: the server itself, and the campaigns asked for, with the signed texts that they were read from.
 * `consents` are the newest ones in force. `campaigns`, `signed` and `consents` are by campaign id.
 * @typedef {Readonly<{
 *   url: string, info: ServerInfo, campaigns: Readonly<Record<string, Campaign>>,
 *   signed: Readonly<Record<string, Signed>>, consents: Readonly<Record<string, Consent>>,
 * }>} Offer
 */

/**
 * What joining did, as campaign ids: `campaigns` were joined, or agreed to again as they had changed; `already` had
 * been joined before as they are.
 * @typedef {Readonly<{campaigns: readonly string[], already: readonly string[]}>} Joined
 */

/**
 * A campaign, as signed last, that the donor can agree to. If it is `joined`, it has changed since the donor agreed,
 * and `newEntries` are the entries that are new to the donor; else these are all entries.
 * @typedef {Readonly<{campaign: Campaign, joined: boolean, newEntries: readonly string[]}>} OnOffer
 */

/**
 * A campaign that the donor has joined, or had joined and left.
 *
 * - `joined`: when the donor joined it, the last time if it had left; `left`: when it left, null if it did not.
 * - `entries`: how many entries the donor agreed to; `waitingEntries`: how many later ones wait for its consent.
 * - `changed`: the newest text differs from the one agreed to, and can still be agreed to.
 * - `changedProtocol`: the campaign gets zeros until the donor agrees to the server's new protocol.
 * - `completion`: how far the donor is from its completion code; null if the campaign has none, or none is known yet.
 * - `state`, `last`, `ending`: as in `CampaignState`.
 * @typedef {Readonly<{
 *   id: string, title: string, stratum: string | null, joined: Instant, left: Instant | null, entries: number,
 *   waitingEntries: number, changed: boolean, changedProtocol: boolean, start: Day, end: Day,
 *   completion: Completion | null, state: import("./campaign_state.js").CampaignState["state"], last: Day,
 *   ending: import("./campaign_state.js").CampaignState["ending"],
 * }>} JoinedCampaign
 */

/**
 * A donor's status.
 *
 * - `today`: the data day; `zone`: the time zone of the data days.
 * - `failing`: the last check-in failed, or the server put off some of it.
 * - `pausedSince`, `pausedUntil`: the pause that goes on; null without one, `pausedUntil` also if it has no end.
 * - `blocked`: the number of blocked words.
 * - `clockAhead`: seconds by which this computer's clock is ahead of the server's; null before the first check-in.
 * - `refusals`: the lines of the log that say what was refused.
 * - `companion`: the desktop app donates, and this extension does not.
 * - `outdated`: which of app and extension has to be updated before the app can use this extension's searches.
 * - `lost`: the browser dropped what was kept here, so nothing is joined any more.
 * - `protocol`: the server's; null before joining.
 * - `servesUntil`: the last day on which this home serves on a committee, with two short contacts a day; null if it
 *   does not serve now.
 * - `waitsForEpoch`: the server has not yet made an epoch in which this home has a place.
 * @typedef {Readonly<{
 *   today: Day, server: string | null, serverName: string | null, zone: string, registered: boolean,
 *   campaigns: readonly JoinedCampaign[], lastCheckIn: Instant | null,
 *   failing: boolean, next: "join" | "check in today" | "check in tomorrow", pausedSince: Instant | null,
 *   pausedUntil: Instant | null,
 *   blocked: number, ceiling: string | null, clockAhead: number | null, clockIsWrong: boolean,
 *   refusals: readonly Logged[], companion: boolean, outdated: "app" | "extension" | null, lost: boolean,
 *   protocol: ServerInfo["protocol"] | null, servesUntil: Day | null, waitsForEpoch: boolean,
 * }>} Status
 */

/** @typedef {"counting" | "in-week" | "waits-for-you" | "late" | "approved" | "nothing" | "sent" | "zeros-sent"} DayState */
/** @typedef {"sent" | "nothing" | "missed" | "unconfirmed" | "refused" | "waiting"} SentState */

/**
 * A day whose counts can still be sent, or were sent recently.
 *
 * The states:
 *
 * - `counting`: the day is today, or goes out without a review.
 * - `in-week`: the day goes out only with its week, on Sunday, so there is nothing to decide about it.
 * - `waits-for-you`: the day goes out as zeros unless the donor approves it.
 * - `late`: the same, but the server may have closed it while this donor did not contact it.
 * - `approved`: the counts that the donor saw go out.
 * - `nothing`: the donor withholds the day; zeros go out.
 * - `sent`, `zeros-sent`: the day is locked, with counts or with zeros.
 *
 * `until` is the last day on which the donor can surely still decide; null for a locked or late day. `goesOut` is the day
 * whose first contact sends the counts or zeros, whatever the donor decides. `goesOutAt` is the moment of that
 * contact, null if it is not planned yet. Both are null for a locked or late day, and under another protocol than `cohort`.
 * @typedef {Readonly<{
 *   day: Day, state: DayState, until: Day | null, goesOut: Day | null, goesOutAt: Instant | null,
 * }>} ReviewDay
 */

/**
 * What became of a day. `campaigns` are the counts before blinding and `refusals` the refusals, both from the log.
 *
 * The states:
 *
 * - `sent`: the server has confirmed the counts.
 * - `nothing`: the server has confirmed zeros.
 * - `waiting`: the day can still be sent, or confirmed.
 * - `refused`: the donor or the server refused it.
 * - `missed`: this donor was not there in time.
 * - `unconfirmed`: the day was locked, and the server did not confirm it in time.
 *
 * `goesOut` and `goesOutAt` are as in `ReviewDay`, for a day that can still be sent.
 * @typedef {Readonly<{
 *   day: Day, state: SentState, campaigns: readonly Given[], refusals: readonly Logged[], goesOut: Day | null,
 *   goesOutAt: Instant | null,
 * }>} SentDay
 */

/**
 * One campaign's numbers before blinding. An entry that is not in `counts` counts zero. `repeats`: the last day of a lost
 * week, if they are given once more.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, searches: number, counts: Readonly<Record<string, number>>,
 *   repeats?: Day,
 * }>} Given
 */

/**
 * One line of the log: what left the computer, or what was refused and why.
 *
 * - `round`: the data day; null if the line is about none.
 * - `bytes`: the size of what left.
 * - `given`: the counts in a vector.
 * - `campaign`: id of the campaign that got zeros for the `reason`; null if the line is about the whole message.
 * @typedef {Readonly<{
 *   time: Instant, round: Day | null, bytes: number | null, given: readonly Given[] | null, reason: string | null,
 *   what: "registration" | "registered-anew" | "check-in" | "vector" | "ticket" | "signature" | "answer" | "refusal",
 *   detail: string | null, campaign: string | null,
 * }>} Logged
 */

/**
 * One search of the history. `why` tells why it does not count, null if it does. `visits`: its visits to result pages.
 * @typedef {Readonly<{
 *   id: string, day: Day, time: Instant, last: Instant, engine: string, query: string, visits: number,
 *   why: "blocked" | "removed" | "paused" | "site" | "hours" | null,
 * }>} FoundSearch
 */

/**
 * The searches of the history. If it could not be read there are none, and `unread` says why.
 * @typedef {Readonly<{searches: readonly FoundSearch[], unread: readonly UnreadHistory[]}>} LocalSearches
 */

/** @typedef {Readonly<{reason: string}>} UnreadHistory */

/**
 * An entry with a count above zero: its label, its canonical text, and the ids of the searches behind the count. The
 * text is empty and there are no ids once the day is locked, because they are not kept.
 * @typedef {Readonly<{entry: string, text: string, count: number, searches: readonly string[]}>} ReviewedEntry
 */

/**
 * A search of the day, by id, that does not count for a campaign. If it has `entries`, it does not count for these
 * only.
 *
 * - `blocked`, `removed`, `paused`, `site`, `hours`: the donor keeps it out.
 * - `over-searches`: it came after the first `max_searches` of the day.
 * - `over-hits`: a cap on hits was reached before it.
 * - `not-seen`: it was not in the review that the donor approved.
 * @typedef {Readonly<{
 *   search: string, entries: readonly string[],
 *   why: "blocked" | "removed" | "paused" | "site" | "hours" | "over-searches" | "over-hits" | "not-seen",
 * }>} LeftOut
 */

/**
 * One day of a campaign that counts by week: how many of its searches count, and for which entries.
 *
 * - `why`: why the day gives nothing, an `Objection` or "paused"; null if it gives something.
 * - `kept`: whether the history was cleared since the day was counted. Its searches are then not known.
 * @typedef {Readonly<{
 *   day: Day, why: string | null, kept: boolean, searches: number,
 *   entries: readonly Readonly<{entry: string, count: number}>[],
 * }>} ReviewedDay
 */

/**
 * One campaign in a review: how many searches count, and for which entries.
 *
 * - `period`: whether the counts are of the day, or of the week that holds it. They go out with the period's last day:
 *   only a decision about that day is one about them.
 * - `repeats`: the last day of a lost week that the day's plan asks for once more; null for the period that holds the
 *   day. A decision about the day is one about that week.
 * - `days`: the days of the week; none if the campaign counts by day, gets zeros, or the counts are locked.
 * - `why`: why the campaign gets zeros, null if it does not: an `Objection` of core/donation/consent.js; "paused";
 *   "over" or "not-begun" if the day is outside the campaign's dates; "zeros-sent" for a locked day without a known
 *   reason.
 * - `counted`: the ids of the searches that count.
 * - `leftOut`: the searches of the day that don't count, at all or for some entries.
 * - `left`: of the hits that count in all periods of the campaign, how many are left after these counts, and how many
 *   there are; null for a locked day, and if the campaign caps only each period's.
 *
 * For a locked day, `counted`, `leftOut` and `days` are empty: the ids of its searches are not kept.
 * @typedef {Readonly<{
 *   id: string, period: import("../protocol/days.js").Period, days: readonly ReviewedDay[], searches: number,
 *   entries: readonly ReviewedEntry[], why: string | null, counted: readonly string[], leftOut: readonly LeftOut[],
 *   repeats: Day | null, left: Readonly<{after: number, of: number}> | null,
 * }>} ReviewedCampaign
 */

/**
 * A review of a day: what would be sent, as counted at `time`. If the day's counts are `locked`, it shows what was
 * sent, and `time` is null. `withheld`: the donor chose to send zeros instead.
 * @typedef {Readonly<{
 *   day: Day, locked: boolean, campaigns: readonly ReviewedCampaign[], unread: readonly UnreadHistory[],
 *   time: Instant | null, withheld: boolean,
 * }>} Review
 */

/**
 * A message that was sent and confirmed. `round` is the data day; for a ticket, the day on which it was sent.
 * @typedef {Readonly<{
 *   round: Day, kind: "submit" | "ticket" | "upload" | "certify" | "open", bytes: number,
 * }>} SentMessage
 */
/** @typedef {Readonly<{round: Day | null, reason: string, campaign: string | null}>} Refusal */

/**
 * The result of a check-in: what was sent, what was refused and why, the histories that could not be read (`unread`),
 * and the days that wait for the donor's review.
 * @typedef {Readonly<{
 *   sent: readonly SentMessage[], refused: readonly Refusal[], unread: readonly UnreadHistory[], waiting: readonly Day[],
 * }>} CheckInReport
 */

/**
 * The published totals of one day and stratum, with noise. `halfWidth` is half the width of their 95% interval, and
 * `halfWidthTogether` that of a sum over all strata, null where the server doesn't say it. Until the day is `final`, more
 * donors' counts can be added to it.
 * @typedef {Readonly<{
 *   day: Day, stratum: string | null, donors: number, searches: number, halfWidth: number,
 *   halfWidthTogether?: number | null, totals: Readonly<Record<string, number>>, final: boolean,
 * }>} PublishedDay
 */

/**
 * A day that is not published. The reason is `waiting`, `lost`, `down`, `budget`, `spoiled`, or one of a newer server.
 * @typedef {Readonly<{day: Day, reason: string}>} MissingDay
 */

/**
 * What one campaign has published so far, the oldest day first. `joined`: whether this donor takes part in it now. If its
 * `period` is a week, each day is the last one of a week, and its totals are those of the week. `isCapped`: whether a
 * donor's hits of all periods together are capped, so that later totals lack some.
 * @typedef {Readonly<{
 *   id: string, title: string, period: import("../protocol/days.js").Period, joined: boolean,
 *   days: readonly PublishedDay[], missing: readonly MissingDay[], isCapped?: boolean,
 * }>} CampaignResults
 */

/**
 * What the donor gave to one campaign, and what that costs. `days` are weeks if its `period` is a week. The epsilons are
 * at the delta of the campaign's budget, as the donor agreed to it last. `hits` are those used of those that count in all
 * its periods; null if it caps only each period's.
 * @typedef {Readonly<{
 *   id: string, days: number, period: import("../protocol/days.js").Period, epsilon: number, basicEpsilon: number,
 *   budget: Budget, hits: Readonly<{used: number, of: number}> | null,
 * }>} CampaignAccount
 */

/**
 * A month such as "2026-11", the number of days given in it, and the epsilon of all days up to its end.
 * @typedef {Readonly<{month: string, days: number, epsilon: number}>} Month
 */

/**
 * The privacy account: all campaigns together at `delta`, each campaign, and each month.
 *
 * - `basicEpsilon`: the sum of the days' epsilons; `epsilon`: their composition, which is never larger. Both are
 *   Infinity if no epsilon holds at the delta.
 * - `factor`: the factor by which an observer's odds can have shifted, except with probability `delta`.
 * - `daysLeft`: how many more days fit below the ceiling; null without a ceiling, or if no campaign goes on.
 * - `unrecorded`: how many of the days count because a restored home may have given them.
 * @typedef {Readonly<{
 *   days: number, since: Day | null, epsilon: number, basicEpsilon: number, factor: number, delta: number,
 *   campaigns: readonly CampaignAccount[], months: readonly Month[], ceiling: string | null, daysLeft: number | null,
 *   unrecorded?: number,
 * }>} Account
 */

/**
 * The donor's preferences for the extension. `language` is a tag such as "de", null for the browser's. `results`:
 * whether the campaigns' results are fetched. `reminders`: whether the browser reminds the donor of days that wait; off
 * until the donor chooses it. `firstRunDone`: the donor has read the introduction to its end, or put it off.
 * @typedef {Readonly<{
 *   language: string | null, theme: "system" | "light" | "dark", results: boolean, reminders: boolean,
 *   firstRunDone: boolean,
 * }>} Preferences
 */

export {};
