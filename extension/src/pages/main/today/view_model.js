// The view model of the Today page.

import { labelOf } from "../../../counting/entry_texts.js";
import { lastDay } from "../../../protocol/days.js";
import { periodOf, smallestSum } from "../../../protocol/terms.js";
import { countNumbers } from "../../../rounds/cohort/day/layout.js";
import { width } from "../../../rounds/layout.js";
import { isCounted } from "../../texts/campaign_texts.js";
import { leaving } from "../../texts/sending_times.js";
import { waitingDays } from "./waiting_view_model.js";

/** @typedef {import("../../../core/views.js").FoundSearch} FoundSearch */
/** @typedef {import("../../../core/views.js").LeftOut} LeftOut */
/** @typedef {import("../../../core/views.js").ReviewedCampaign} ReviewedCampaign */
/** @typedef {import("../../../core/views.js").ReviewDay} ReviewDay */
/** @typedef {import("../../../core/views.js").OnOffer} OnOffer */
/** @typedef {import("../../texts/sending_times.js").Leaving} Leaving */
/** @typedef {import("../../../core/views.js").Campaign} Campaign */
/** @typedef {import("../../../donor/donor.js").Donor} Donor */

/**
 * A keyword or an index; `text` is its canonical form.
 * @typedef {Readonly<{label: string, text: string, count: number, searches: readonly FoundSearch[]}>} EntryView
 */

/** @typedef {Readonly<{search: FoundSearch, why: LeftOut["why"], entries: readonly string[]}>} LeftOutView */

/** @typedef {Readonly<{search: FoundSearch, why: LeftOut["why"] | null, entries: readonly string[]}>} MadeView */

/**
 * One day of a weekly campaign.
 *
 * - `why`: why it gives nothing; null if it gives something.
 * - `kept`: whether its searches are not known any more.
 * - `searches`, `entries`: how many searches count, and for which keywords.
 * - `made`: its searches in the order they were made, each with why it does not count, at all or for some keywords.
 * @typedef {Readonly<Omit<import("../../../core/views.js").ReviewedDay, "day"> &
 *   {day: string, made: readonly MadeView[]}>} DayView
 */

/**
 * One campaign on the Today page.
 *
 * - `last`: the last day of the period; `days`: the days of a weekly campaign until today, none of a daily one.
 * - `repeated`: whether the week was lost, and is asked for once more.
 * - `searches`: the number of searches that count; `counted`: these searches.
 * - `entries`: the keywords with a count above zero; `zeros`: all other keywords, in canonical form.
 * - `why`: why the campaign gets zeros; null if it does not.
 * - `leftOut`: the searches that don't count, or not for all keywords that they match.
 * - `left`: as in a review.
 * @typedef {Readonly<{
 *   id: string, title: string, left: ReviewedCampaign["left"], last: string, repeated: boolean, days: readonly DayView[], searches: number,
 *   entries: readonly EntryView[], zeros: readonly string[], why: string | null, counted: readonly FoundSearch[], leftOut: readonly LeftOutView[],
 * }>} CampaignView
 */

/**
 * A day on the Today page: what would be sent, or was sent.
 *
 * - `days`: the days to choose from.
 * - `searches`: those of the day, or of its week; `made`: how many of them are the day's.
 * - `state`: the day's state; "no-campaign" if no joined campaign counts the day, so that nothing can be given.
 * - `goesOut`: when the day will be sent, whatever the donor decides; null if that is not known.
 * - `inCohorts`: whether the server's protocol is `cohort`.
 * - `unreadable`: whether the history could not be read.
 * - `review`: the review that the donor approves; null while nothing is joined.
 * - `numbers`: how many numbers are sent.
 * - `others`: the smallest number of other people whose counts are in a sum with the donor's.
 * - `offers`: the campaigns that are not joined.
 * - `matching`: the number of the day's searches that count for any keyword.
 * - `waiting`: the past days that wait for the donor, the oldest first.
 * @typedef {Readonly<{
 *   day: string, days: readonly ReviewDay[], until: string | null, goesOut: Leaving | null, inCohorts: boolean,
 *   state: import("../../../core/views.js").DayState | "no-campaign",
 *   sending: import("../../../core/views.js").Sending, searches: readonly FoundSearch[], made: number,
 *   unreadable: boolean,
 *   review: import("../../../core/views.js").Review | null, campaigns: readonly CampaignView[], numbers: number,
 *   others: number, offers: readonly OnOffer[], locked: boolean, matching: number,
 *   waiting: readonly import("./waiting_view_model.js").WaitingDayView[],
 * }>} TodayView
 */

/**
 * Return the view of a day.
 * @param {Donor} donor
 * @param {import("../../session/app_status.js").AppStatus} now
 * @param {string | null} wanted the day that the donor chose, null for none (`chosenDay`)
 * @returns {Promise<TodayView>}
 */
export async function todayView(donor, { state, joined, going: joinedCampaigns }, wanted) {
  const days = joined ? await donor.days.toReview() : [];
  const day = chosenDay(days, state.today, wanted);
  const decided = days.find((one) => one.day === day);
  const isLocked = decided?.state === "sent" || decided?.state === "zeros-sent";
  const isOutside = joined && !isLocked && decided === undefined && !isCounted(joinedCampaigns, day);
  const [found, review] = await donor.days.searchesAndReview(day);
  const [agreed, offers] = [
    [...(await donor.campaigns.consents()).values()],
    joined ? await donor.campaigns.onOffer() : [],
  ];
  const campaigns = (review?.campaigns ?? []).map((part) => {
    const consent = agreed.find((one) => one.consent.campaign.id === part.id)?.consent;
    const shown = { ...part, days: part.days.filter((one) => one.day <= state.today) };
    return shownCampaign(day, shown, consent?.campaign ?? null, found.searches);
  });
  const going = agreed.filter(({ left }) => left === null).map(({ consent }) => consent.campaign);
  return Object.freeze({
    day,
    days,
    state: isOutside ? "no-campaign" : (decided?.state ?? "counting"),
    until: decided?.until ?? null,
    goesOut: leaving(decided, state),
    inCohorts: state.protocol === "cohort",
    sending: await donor.settings.sending(),
    searches: found.searches,
    made: found.searches.filter((search) => search.day === day).length,
    unreadable: found.unread.length > 0,
    review,
    campaigns,
    numbers: numbersOf(
      agreed.map(({ consent }) => consent.campaign),
      offers,
      day,
      await donor.days.askedAgain(day),
    ),
    others: othersOf(going),
    offers: offers.filter((offer) => !offer.joined),
    locked: isLocked,
    matching: matchingOn(day, campaigns),
    waiting: await waitingDays(donor, days, state.today),
  });
}

/**
 * Return how many of a day's searches count for any keyword.
 * @param {string} day
 * @param {readonly CampaignView[]} campaigns
 */
function matchingOn(day, campaigns) {
  const behind = campaigns.flatMap(({ entries }) => entries.flatMap(({ searches }) => searches));
  return new Set(behind.filter((search) => search.day === day)).size;
}

/**
 * Return the wanted day if it can be shown; else the earliest day that waits for the donor, else today.
 * @param {readonly ReviewDay[]} days
 * @param {string} today
 * @param {string | null} wanted
 */
export function chosenDay(days, today, wanted) {
  if (wanted !== null && (wanted === today || days.some((one) => one.day === wanted))) return wanted;
  const waiting = days.filter((one) => one.state === "waits-for-you" && one.day < today).map((one) => one.day);
  return waiting.sort()[0] ?? today;
}

/**
 * @param {string} day
 * @param {ReviewedCampaign} part
 * @param {import("../../../core/views.js").Campaign | null} agreed
 * @param {readonly FoundSearch[]} searches
 * @returns {CampaignView}
 */
function shownCampaign(day, part, agreed, searches) {
  const byId = new Map(searches.map((search) => [search.id, search]));
  const texts = new Map((agreed?.vocabulary ?? []).map((text) => [labelOf(text), text]));
  const entries = part.entries.map(({ entry, count, searches: ids }) => ({
    label: entry,
    text: texts.get(entry) ?? entry,
    count,
    searches: ids.flatMap((id) => byId.get(id) ?? []),
  }));
  const counted = new Set(entries.map((entry) => entry.label));
  return {
    id: part.id,
    title: agreed?.title ?? part.id,
    left: part.left,
    last: part.repeats ?? lastDay(part.period, day),
    repeated: part.repeats !== null,
    days: part.days.map((one) => ({ ...one, made: madeOn(one, part.leftOut, searches) })),
    searches: part.searches,
    entries,
    zeros: (agreed?.vocabulary ?? []).filter((text) => !counted.has(labelOf(text))),
    why: part.why,
    counted: part.counted.flatMap((id) => byId.get(id) ?? []),
    leftOut: part.leftOut.flatMap(({ search, ...left }) => {
      const found = byId.get(search);
      return found === undefined ? [] : { search: found, ...left };
    }),
  };
}

/**
 * Return a day's searches, each with why it does not count; none if the day gives nothing, or if they are not known.
 * @param {import("../../../core/views.js").ReviewedDay} day
 * @param {readonly LeftOut[]} leftOut
 * @param {readonly FoundSearch[]} searches
 * @returns {readonly MadeView[]}
 */
function madeOn({ day, why, kept }, leftOut, searches) {
  if (why !== null || kept) return [];
  return searches
    .filter((search) => search.day === day)
    .map((search) => {
      const left = leftOut.find((one) => one.search === search.id);
      return { search, why: left?.why ?? null, entries: left?.entries ?? [] };
    });
}

/**
 * Return the smallest number of other people whose counts are in a sum with the donor's.
 *
 * Under `plain`, a group has as many members as the campaign with the highest floor asks for. Under `cohort` the
 * lowest floor counts: a campaign that asks for more people than the day's sum has gets noise alone, and the others
 * are summed.
 * @param {readonly Campaign[]} campaigns those joined
 */
export function othersOf(campaigns) {
  const least = campaigns.map(({ terms }) => smallestSum(terms) - 1);
  if (least.length === 0) return 0;
  return campaigns[0].terms.protocol === "cohort" ? Math.min(...least) : Math.max(...least);
}

/**
 * Return how many numbers are sent: those of every campaign of the server that runs that day, joined or not, and of
 * weekly ones on the last day of a week, and on a day whose plan asks for a lost week once more. Under `cohort`, decoys are added, with which anybody can test the noise.
 * @param {readonly Campaign[]} agreed
 * @param {readonly OnOffer[]} offers as signed last
 * @param {string} day
 * @param {readonly string[]} [again] the campaigns whose lost week the day's plan asks for
 */
export function numbersOf(agreed, offers, day, again = []) {
  const newest = new Map([...agreed, ...offers.map((offer) => offer.campaign)].map((one) => [one.id, one]));
  const running = [...newest.values()].filter(
    ({ id, start, end, terms }) =>
      again.includes(id) || (start <= day && day <= end && lastDay(periodOf(terms), day) === day),
  );
  const parts = running.map(({ strata, vocabulary, terms }) => ({ strata, entries: vocabulary.length, terms }));
  const inCohorts = parts.flatMap(({ terms, ...part }) => (terms.protocol === "cohort" ? [{ ...part, terms }] : []));
  const inGroups = parts.filter(({ terms }) => terms.protocol !== "cohort");
  return countNumbers(inCohorts) + width(inGroups);
}
