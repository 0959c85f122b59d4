// The ledger: the donor's own record of its privacy costs, and the campaigns that these costs rule out.
//
// A day is charged when its counts are locked, whether they are published or not: a donor can't see what the server
// does with them.

import { daysLeft, fits, within } from "../../privacy/accounting/budget.js";
import { chargeOf, merged, summed } from "../../privacy/accounting/charges.js";
import { basicEpsilon, epsilon } from "../../privacy/accounting/composition.js";
import { lastDay } from "../../protocol/days.js";
import { isExact } from "../../protocol/decimals.js";
import { periodOf } from "../../protocol/terms.js";
import { LARGEST_EXPONENT, LEDGER_DELTA, MAX_CEILING } from "../constants.js";
import { DonorError } from "../errors.js";
import { isOutside, ofDay } from "./consent.js";

/** @typedef {import("../../privacy/accounting/charges.js").DayCharge} DayCharge */
/** @typedef {import("../../privacy/accounting/charges.js").Charges} Charges */
/** @typedef {import("../../protocol/terms.js").Terms} Terms */
/** @typedef {import("./consent.js").Objection} Objection */
/** @typedef {import("./prepare_donation.js").Filled} Filled */
/** @typedef {import("../views.js").Account} Account */

/**
 * What one more day costs, and one more week: a charge for each campaign that goes on, by its period.
 * @typedef {Readonly<Record<import("../../protocol/days.js").Period, readonly DayCharge[]>>} Running
 */

/**
 * A day that was given to a campaign, and what that costs. A week is charged on its last day.
 *
 * A lost week that was given once more is charged again, on the day of the later plan. `repeats` is then the week's last
 * day; otherwise it is missing. `hits` is how many hits it used of those that count in all of a campaign's periods, and
 * one for the number `full`, so that a donor who agrees to a higher cap is `full` once in all. It is missing for none.
 * @typedef {Readonly<{day: string, campaign: string, charge: DayCharge, repeats?: string, hits?: number}>} GivenDay
 */

/**
 * All days given, and the donor's choices and other programs about them.
 *
 * - `ceiling`: the epsilon that all of them together may not pass, as decimal text; null for none.
 * - `hitsElsewhere`: the hits that the desktop app and other extensions have used.
 * @typedef {Readonly<{
 *   given: readonly GivenDay[], ceiling: string | null,
 *   hitsElsewhere?: import("./campaign_hits.js").HitsElsewhere,
 * }>} Ledger
 */

/**
 * Return whether a campaign was given a week, and not once more since.
 * @param {readonly GivenDay[]} given
 * @param {string} campaign
 * @param {string} week its last day
 */
export function isGivenOnce(given, campaign, week) {
  const own = given.filter((one) => one.campaign === campaign);
  return own.some(({ day }) => day === week) && own.every(({ repeats }) => repeats !== week);
}

/**
 * Return charges for days that a home may have given without a record of it. A week is charged on its last day.
 * @param {ReadonlyMap<string, readonly import("./consent.js").Consent[]>} agreed the consents in force, the oldest first
 * @param {readonly string[]} days
 * @param {readonly GivenDay[]} given what the home has charged
 * @param {string} zone of the data days
 * @returns {GivenDay[]}
 */
export function maybeGiven(agreed, days, given, zone) {
  const charged = new Set(given.map(({ campaign, day }) => `${campaign} ${day}`));
  return [...agreed].flatMap(([campaign, consents]) =>
    days.flatMap((day) => {
      const consent = ofDay(consents, day, zone);
      const { terms } = consent.campaign;
      const isDue = lastDay(periodOf(terms), day) === day && !isOutside(consent, day, zone);
      if (!isDue || charged.has(`${campaign} ${day}`)) return [];
      return [{ day, campaign, charge: chargeOf(terms, campaign) }];
    }),
  );
}

/**
 * Return the parts that the donor's privacy costs allow to fill, in the plan's order, and the objections to the others.
 *
 * A part that comes first in the plan uses up the ceiling first. What was charged for this day already does not count:
 * a day is paid for once.
 * @param {Ledger} ledger
 * @param {string} day
 * @param {readonly Filled[]} parts that keep to their consents: so each budget is the one agreed to, or a stricter one
 */
export function affordable({ given, ceiling }, day, parts) {
  const before = given.filter((one) => one.day !== day);
  const everything = chargesOf(before);
  /** @type {Filled[]} */
  const paid = [];
  /** @type {Map<string, Objection>} */
  const unpaid = new Map();
  for (const filled of parts) {
    const { campaign, terms } = filled[0];
    const more = chargeOf(terms, campaign);
    const own = chargesOf(before.filter((one) => one.campaign === campaign));
    if (!fits(summed([...own, more]), terms.budget)) unpaid.set(campaign, "over-budget");
    else if (!isBelow(ceiling, summed([...everything, more]))) unpaid.set(campaign, "over-ceiling");
    else {
      everything.push(more);
      paid.push(filled);
    }
  }
  return { paid, unpaid };
}

/**
 * Return what the ledger shows to the donor.
 *
 * Where days have noise of their own for each kind of number, all of it can take a second, and each step a few tenths of one.
 * @param {Ledger} ledger
 * @param {ReadonlyMap<string, Terms>} agreed the terms of all campaigns in the ledger, as agreed to last, by id
 * @param {Running} running
 * @param {() => Promise<unknown>} [pause] waits between the steps, so that a page can react
 * @returns {Promise<Account>}
 */
export async function accountOf(ledger, agreed, running, pause = async () => {}) {
  const { given, ceiling } = ledger;
  const charges = summed(chargesOf(given));
  const [composed, basic] = [epsilon(charges, LEDGER_DELTA), basicEpsilon(charges, LEDGER_DELTA)];
  await pause();
  const shift = factor(charges);
  const campaigns = [];
  for (const name of distinct(given.map(({ campaign }) => campaign))) {
    await pause();
    campaigns.push(ofCampaign(name, given, agreed));
  }
  const months = [];
  for (const month of distinct(given.map(monthOf))) {
    await pause();
    months.push(upTo(month, given));
  }
  await pause();
  return Object.freeze({
    days: daysOf(given),
    since: given.map(({ day }) => day).sort()[0] ?? null,
    epsilon: composed,
    basicEpsilon: basic,
    factor: shift,
    delta: LEDGER_DELTA,
    campaigns,
    months,
    ceiling,
    daysLeft: leftOf(ledger, running),
  });
}

/**
 * Return the factor by which an observer's odds can have shifted, up or down, except with probability LEDGER_DELTA.
 * Infinity if the factor is no floating-point number.
 *
 * Epsilon at delta is no such bound: the privacy loss passes epsilon a little more often than delta. But where the loss
 * passes epsilon + ln 1.1, at least 1/11 of the probability counts towards delta. So that happens with probability
 * 11 delta at most. The loss can pass on either side, which is why each side gets half of LEDGER_DELTA: delta is
 * LEDGER_DELTA / 22 (docs/reference/privacy.md, in words).
 * @param {Charges} charges
 */
function factor(charges) {
  const found = Math.min(basicEpsilon(charges, 0), epsilon(charges, LEDGER_DELTA / 22) + Math.log(1.1));
  return found < LARGEST_EXPONENT ? Math.exp(found) : Infinity;
}

/**
 * Return a ceiling as exact decimal text without superfluous zeros.
 * @param {string} text as typed
 * @throws {DonorError} `not-a-limit` if it is no decimal number above 0, or above MAX_CEILING
 */
export function checkedCeiling(text) {
  const written = text.trim().replace(/^(?=\.)/, "0");
  const ceiling = written
    .replace(/^0+(?=\d)/, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  if (!isExact(ceiling) || !(Number(ceiling) > 0 && Number(ceiling) <= MAX_CEILING)) {
    const line = "a limit is a number above 0, such as 20 or 2.5, and at most 1,000,000; or none";
    throw new DonorError("not-a-limit", line);
  }
  return ceiling;
}

/**
 * Return how many more days of these charges fit below the ceiling, at most MAX_BUDGET_DAYS. Null without a ceiling, or
 * if a day costs nothing.
 *
 * Where days have noise of their own for each kind of number and are many, it may be a few percent too low.
 * @param {Ledger} ledger
 * @param {Running} running
 */
function leftOf({ given, ceiling }, running) {
  if (ceiling === null || running.day.length + running.week.length === 0) return null;
  const spent = summed(chargesOf(given));
  /** @param {number} days */
  const after = (days) => merged([...spent, ...further(running, days)]);
  return daysLeft(after, Number(ceiling), LEDGER_DELTA);
}

/**
 * Return what so many further days cost at most. A week is charged once, and may end on the first of them.
 * @param {Running} running
 * @param {number} days
 * @returns {Charges}
 */
function further({ day, week }, days) {
  const weeks = Math.ceil(days / 7);
  return [...day.map((charge) => ({ charge, days })), ...week.map((charge) => ({ charge, days: weeks }))];
}

/**
 * Return whether these charges stay within the ceiling; all do if the donor has set none.
 * @param {string | null} ceiling
 * @param {Charges} charges
 */
function isBelow(ceiling, charges) {
  return ceiling === null || within(charges, Number(ceiling), LEDGER_DELTA);
}

/**
 * Return what was given to one campaign, at the delta of its budget.
 * @param {string} id
 * @param {readonly GivenDay[]} given
 * @param {ReadonlyMap<string, Terms>} agreed
 */
function ofCampaign(id, given, agreed) {
  const own = given.filter(({ campaign }) => campaign === id);
  const [charges, terms] = [summed(chargesOf(own)), /** @type {Terms} */ (agreed.get(id))];
  const { budget } = terms;
  const delta = Number(budget.delta);
  const [composed, basic] = [epsilon(charges, delta), basicEpsilon(charges, delta)];
  const counts = { days: daysOf(own), period: periodOf(terms) };
  return Object.freeze({ id, ...counts, epsilon: composed, basicEpsilon: basic, budget, hits: null });
}

/**
 * Return a month's number of days given, and the epsilon of all days up to its end.
 * @param {string} month such as "2026-11"
 * @param {readonly GivenDay[]} given
 */
function upTo(month, given) {
  const days = daysOf(given.filter((one) => monthOf(one) === month));
  const charges = summed(chargesOf(given.filter((one) => monthOf(one) <= month)));
  return Object.freeze({ month, days, epsilon: epsilon(charges, LEDGER_DELTA) });
}

/** @param {GivenDay} given */
function monthOf({ day }) {
  return day.slice(0, 7);
}

/** @param {readonly GivenDay[]} given */
function chargesOf(given) {
  return given.map(({ charge }) => charge);
}

/**
 * Return on how many different days something was given.
 * @param {readonly GivenDay[]} given
 */
function daysOf(given) {
  return distinct(given.map(({ day }) => day)).length;
}

/** @param {readonly string[]} names */
function distinct(names) {
  return [...new Set(names)].sort();
}
