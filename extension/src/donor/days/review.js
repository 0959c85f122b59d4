// Makes the review of a day: what would be sent or, once the day's counts are locked, what was sent.

import { stateOfConsent } from "../../core/campaign_state.js";
import { objectionToTerms } from "../../core/donation/consent.js";
import { reason } from "../../core/donation/exclusions.js";
import { expectedPart, expectedPlan } from "../../core/donation/expected_plan.js";
import { asIfApproved, prepareDonation } from "../../core/donation/prepare_donation.js";
import { dayOf, lastDay, mayRepeat } from "../../protocol/days.js";
import { capsOf, hasFull, periodOf } from "../../protocol/terms.js";
import { membershipOf } from "../installation.js";
import { donorState } from "./donor_state.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("./read_searches.js").Found} Found */
/** @typedef {import("../../core/views.js").Review} Review */
/** @typedef {import("../../core/views.js").ReviewedCampaign} ReviewedCampaign */
/** @typedef {import("../../core/views.js").Logged} Logged */
/** @typedef {import("../../core/views.js").LeftOut} LeftOut */
/** @typedef {import("../../core/donation/prepare_donation.js").PreparedDonation} PreparedDonation */
/** @typedef {import("../../core/donation/prepare_donation.js").DonorState} DonorState */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/donation/prepare_donation.js").Given} Given */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */
/** @typedef {import("../../core/donation/consent.js").Plan} Plan */
/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("../../core/views.js").ReviewedDay} ReviewedDay */

/**
 * Return the review of a day. For a day that waits for the donor, or is withheld, it shows what would be sent if the
 * donor approved it now.
 *
 * Campaigns that count by week show the week that holds the day. It goes out with the plan of the week's last day. If the
 * day's plan asks for a lost week once more, that week is shown instead. Of a locked day, only what was sent is shown.
 * @param {Installation} installation
 * @param {string} day
 * @param {() => Promise<Found>} read finds the searches of the day, or of its week; it is not called for a locked day
 * @returns {Promise<Review>}
 * @throws {DonorError} `not-joined` or `joining-unfinished`
 */
export async function review(installation, day, read) {
  const now = installation.clock();
  const [own, ...later] = await installation.store.read((home) => reviewedPlans(home, day, now));
  if (!isOpen(own)) {
    return Object.freeze({ day, locked: true, campaigns: own.locked, unread: [], time: null, withheld: false });
  }
  const { searches, unread } = await read();
  const campaigns = [];
  for (const one of [own, ...later]) campaigns.push(...(isOpen(one) ? await countedBy(one, searches) : one.locked));
  const { decision } = own.state;
  const withheld = decision !== null && !decision.approved;
  return Object.freeze({ day, locked: false, campaigns, unread, time: now, withheld });
}

/**
 * The plan that an honest server will make of a day, and all that decides what is given in it. `others` are campaigns
 * that have no part in it, each with the reason; `lasts` is the last day of each joined campaign; `weeks` are the lost
 * weeks that the plan asks for once more, by campaign.
 * @typedef {Readonly<{
 *   plan: Plan, state: DonorState, others: readonly ReviewedCampaign[], lasts: ReadonlyMap<string, string>,
 *   weeks: ReadonlyMap<string, string>,
 * }>} OpenPlan
 */

/** @typedef {OpenPlan | Readonly<{locked: readonly ReviewedCampaign[]}>} ReviewedPlan of a day that is open or locked */

/**
 * @param {ReviewedPlan} one
 * @returns {one is OpenPlan}
 */
function isOpen(one) {
  return "plan" in one;
}

/**
 * Return the plan of a day and, if campaigns count the day's week, the plan of the week's last day.
 * @param {Home} home
 * @param {string} day
 * @param {number} now
 * @returns {Promise<readonly ReviewedPlan[]>}
 */
async function reviewedPlans(home, day, now) {
  const { info } = await membershipOf(home);
  const weeks = await repeatedWeeks(home, day);
  /** @type {Map<string, Set<string>>} */
  const byPlan = new Map([[day, new Set()]]);
  for (const [name, consents] of await home.agreed()) {
    const last = weeks.has(name) ? day : lastDay(periodOf(latest(consents).campaign.terms), day);
    byPlan.set(last, new Set([...(byPlan.get(last) ?? []), name]));
  }
  const found = [];
  for (const [last, names] of byPlan) {
    const isLocked = (await home.days.blinded(last)) !== null;
    if (isLocked) found.push({ locked: await lockedCampaigns(home, last, names) });
    else found.push(await openPlan(home, last, names, info, now));
  }
  return found;
}

/**
 * Return the last days of the lost weeks that the plan of a day asks for once more, by campaign.
 * @param {Home} home
 * @param {string} day
 */
export async function repeatedWeeks(home, day) {
  const [weeks, agreed] = [(await home.cohort.repeated()).get(day) ?? {}, await home.agreed()];
  return new Map(Object.entries(weeks).filter(([name, week]) => agreed.has(name) && mayRepeat(week, day)));
}

/**
 * @param {Home} home
 * @param {string} day
 * @param {ReadonlySet<string>} names the campaigns of which the plan of the day counts a period
 * @param {import("../../protocol/messages.js").ServerInfo} info
 * @param {number} now
 * @returns {Promise<OpenPlan>}
 */
async function openPlan(home, day, names, info, now) {
  const state = await donorState(home, day, info, now);
  const { consents, newest } = state;
  const own = [...consents].filter(([name]) => names.has(name));
  const weeks = await repeatedWeeks(home, day);
  const parts = own.map(([name, all]) => {
    const week = weeks.get(name);
    const part = expectedPart(all, week ?? day, info.zone, newest.get(name));
    return week === undefined ? part : { ...part, repeats: week };
  });
  const plan = expectedPlan(info, day, parts);
  const placed = new Set(plan.layout.map(({ campaign }) => campaign));
  const others = own.filter(([name]) => !placed.has(name)).map(([, all]) => unplaced(all, newest));
  const [unlisted, today] = [await home.results.unlisted(), dayOf(now, info.zone)];
  const lasts = own.map(([name, all]) => {
    const { last } = stateOfConsent(latest(all), newest, unlisted, info.delay, today);
    return /** @type {const} */ ([name, last]);
  });
  return { plan, state, others, lasts: new Map(lasts), weeks };
}

/**
 * Return a campaign that has no part in an honest plan of its day, as it is of another protocol or period now.
 * @param {readonly Consent[]} consents
 * @param {DonorState["newest"]} newest
 */
function unplaced(consents, newest) {
  const { campaign } = latest(consents);
  const why = objectionToTerms((newest.get(campaign.id) ?? campaign).terms, campaign.terms) ?? "changed-protocol";
  return zeros(campaign, why);
}

/** @param {readonly Consent[]} consents at least one */
function latest(consents) {
  return consents[consents.length - 1];
}

/**
 * Return what would be given to each campaign in a plan, if the donor approved it now.
 * @param {OpenPlan} open
 * @param {readonly Search[] | null} searches
 * @returns {Promise<readonly ReviewedCampaign[]>}
 */
async function countedBy({ plan, state, others, lasts, weeks }, searches) {
  const asked = asIfApproved(state);
  const prepared = await prepareDonation(plan, asked, async () => searches);
  const { consents } = state;
  return [...counted(prepared, asked, searches ?? []), ...others].map((part) => {
    const { campaign } = latest(/** @type {readonly Consent[]} */ (consents.get(part.id)));
    const week = weeks.get(part.id);
    const shown = withinDates(part, week ?? plan.day, campaign, /** @type {string} */ (lasts.get(part.id)));
    return week === undefined ? shown : { ...shown, repeats: week };
  });
}

/**
 * Return a campaign's part of a review, with zeros instead if the day is before or after the campaign.
 * @param {ReviewedCampaign} part
 * @param {string} day the last day of the period that is shown
 * @param {Campaign} campaign as agreed to last
 * @param {string} last the campaign's last day: as agreed, or sooner if the researcher closed it
 * @returns {ReviewedCampaign}
 */
function withinDates(part, day, campaign, last) {
  if (campaign.start <= day && day <= last) return part;
  return zeros(campaign, day > last ? "over" : "not-begun");
}

/**
 * Return the campaigns of the plan with the counts that would be given.
 * @param {PreparedDonation} prepared
 * @param {DonorState} state
 * @param {readonly Search[]} searches all that were found, possibly with those of other days
 * @returns {readonly ReviewedCampaign[]}
 */
function counted({ donation: { plan, given, objections, paused }, undecided }, state, searches) {
  const before = new Map(undecided.given.map((one) => [one.campaign, one]));
  return plan.layout.map(({ campaign, terms }) => {
    const [found, whole] = [given.find((one) => one.campaign === campaign), before.get(campaign)];
    if (found === undefined || whole === undefined) {
      // A text that the donor objects to may have another period: what is shown is the period that was agreed to.
      const agreed = latest(/** @type {readonly Consent[]} */ (state.consents.get(campaign)));
      return zeros(agreed.campaign, paused.includes(campaign) ? "paused" : (objections.get(campaign) ?? null));
    }
    const rows = found.labels.map((entry, index) => ({
      entry,
      text: found.texts[index],
      count: found.entries[index],
      searches: found.behind[index],
    }));
    return Object.freeze({
      id: campaign,
      period: periodOf(terms),
      days: found.days.length > 1 ? found.days.map((day) => reviewedDay(found, day)) : [],
      searches: found.searches,
      entries: rows.filter(({ count }) => count > 0),
      why: null,
      repeats: null,
      left: hasFull(terms) ? leftOf(found, capsOf(terms).campaignHits) : null,
      counted: found.counted,
      leftOut: leftOut(found, whole, state, searches),
    });
  });
}

/**
 * @param {Given} given
 * @param {number} of how many hits count in all periods
 */
function leftOf({ left, entries }, of) {
  return Object.freeze({ after: left - entries.reduce((sum, count) => sum + count, 0), of });
}

/**
 * Return what counts of one day of a week.
 * @param {Given} given
 * @param {Given["days"][number]} day
 * @returns {ReviewedDay}
 */
function reviewedDay({ labels, behind, counted }, { day, why, kept, searches: ids }) {
  const own = new Set(ids);
  const entries = labels.map((entry, at) => ({ entry, count: behind[at].filter((id) => own.has(id)).length }));
  return Object.freeze({
    ...{ day, why, kept, searches: counted.filter((id) => own.has(id)).length },
    entries: entries.filter(({ count }) => count > 0),
  });
}

/**
 * Return the searches of the period that don't count for a campaign, at all or for some of the keywords that they match.
 * Of days that give nothing, and of days that are not counted from the history, only those are that the donor keeps out.
 * @param {Given} given the campaign's counts
 * @param {Given} whole the same before they were cut down to what the donor had approved
 * @param {DonorState} state
 * @param {readonly Search[]} searches all that were found
 * @returns {readonly LeftOut[]}
 */
function leftOut(given, whole, { decision, exclusions }, searches) {
  const days = new Map(given.days.map((day) => [day.day, day]));
  const beyond = labelsOf(given.labels, given.beyond);
  const cut = whole.behind.map((ids, index) => ids.filter((id) => !given.behind[index].includes(id)));
  const unseen = labelsOf(given.labels, cut);
  const [kept, before] = [new Set(given.counted), new Set(whole.counted)];
  return searches.flatMap((search) => {
    const { id } = search;
    const late = decision?.approved && search.time >= decision.time;
    const one = (/** @type {LeftOut["why"]} */ why, entries = /** @type {readonly string[]} */ ([])) => [
      Object.freeze({ search: id, why, entries }),
    ];
    const day = days.get(search.day);
    if (day === undefined) return [];
    const excluded = reason(exclusions, search);
    if (excluded !== null) return one(excluded);
    if (day.why !== null || day.kept) return [];
    if (!kept.has(id)) return one(late || before.has(id) ? "not-seen" : "over-searches");
    if (unseen.has(id)) return one("not-seen", unseen.get(id));
    return beyond.has(id) ? one("over-hits", beyond.get(id)) : [];
  });
}

/**
 * Return, by search, the labels of the rows that hold it.
 * @param {readonly string[]} labels
 * @param {readonly (readonly string[])[]} rows the ids of searches, one row for each label
 */
function labelsOf(labels, rows) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  rows.forEach((ids, index) => {
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), labels[index]]);
  });
  return found;
}

/**
 * Return a campaign that gets zeros.
 * @param {Pick<Campaign, "id" | "terms">} campaign
 * @param {string | null} why
 * @returns {ReviewedCampaign}
 */
function zeros({ id, terms }, why) {
  const period = periodOf(terms);
  return Object.freeze({
    id,
    period,
    days: [],
    searches: 0,
    entries: [],
    why,
    counted: [],
    leftOut: [],
    repeats: null,
    left: null,
  });
}

/**
 * Return the campaigns of a locked day from the log: those with counts, then those that got zeros.
 * @param {Home} home
 * @param {string} day
 * @param {ReadonlySet<string>} names the joined campaigns of which a period ends on the day
 * @returns {Promise<readonly ReviewedCampaign[]>}
 */
async function lockedCampaigns(home, day, names) {
  const lines = (await home.logged()).filter(({ round }) => round === day);
  const sent = lines.flatMap(({ what, given }) => (what === "vector" ? (given ?? []) : []));
  const consents = await home.consents();
  const campaigns = sent.map(({ campaign: id, searches, counts, repeats = null }) => ({
    ...zeros({ id, terms: /** @type {Terms} */ (consents.get(id)?.consent.campaign.terms) }, null),
    searches,
    repeats,
    entries: Object.entries(counts).map(([entry, count]) => ({ entry, text: "", count, searches: [] })),
  }));
  const known = new Set(campaigns.map(({ id }) => id));
  const others = [...consents].filter(([name, { left }]) => !known.has(name) && (names.has(name) || left !== null));
  return [...campaigns, ...others.map(([name, { consent }]) => zeros(consent.campaign, why(lines, name)))];
}

/**
 * Return the reason that the log gives for a campaign's zeros. It gives none, and this returns "zeros-sent", if the
 * donor had paused, had left the campaign, or had not joined it yet.
 * @param {readonly Logged[]} lines
 * @param {string} campaign
 */
function why(lines, campaign) {
  const told = lines.find((line) => line.what === "refusal" && line.campaign === campaign && line.reason);
  return told?.reason ?? "zeros-sent";
}
