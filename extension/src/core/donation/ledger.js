// The donor's own record of its privacy costs, and the campaigns that the costs rule out.
//
// What a day costs is charged when its counts are locked, published or not: a donor can't see what becomes of them.

import { fits, within } from "../../privacy/accounting/budget.js";
import { chargeOf, merged, summed } from "../../privacy/accounting/charges.js";
import { basicEpsilon, epsilon } from "../../privacy/accounting/composition.js";
import { isExact } from "../../protocol/decimals.js";
import { MAX_BUDGET_DAYS } from "../../protocol/limits.js";
import { DonorError } from "../errors.js";

/** @typedef {import("../../privacy/accounting/charges.js").Charge} Charge */
/** @typedef {import("../../privacy/accounting/charges.js").Charges} Charges */
/** @typedef {import("../../protocol/messages.js").Budget} Budget */
/** @typedef {import("./consent.js").Objection} Objection */
/** @typedef {import("./prepare_donation.js").Filled} Filled */
/** @typedef {import("../views.js").Account} Account */

/** The delta of what is said of all campaigns together, and of the ceiling: campaigns may have others of their own. */
const LEDGER_DELTA = 0.000001;
/** Beyond any budget: a larger ceiling would be a slip. */
const MAX_CEILING = 1_000_000;
/** Of e, that is still a floating-point number. */
const LARGEST_EXPONENT = 700;

/**
 * A day that was given to a campaign, and what that costs.
 * @typedef {Readonly<{day: string, campaign: string, charge: Charge}>} GivenDay
 */

/**
 * All days given, and the epsilon that all of them together may not pass; null: no ceiling.
 * @typedef {Readonly<{given: readonly GivenDay[], ceiling: string | null}>} Ledger
 */

/**
 * The parts of a plan that may be filled on this day, in the plan's order, and the objections to the others.
 *
 * The parts keep to their consents, so that a part's budget is the one agreed to, or a stricter one. What is charged
 * for the day already is left out: it is the same day.
 * @param {Ledger} ledger
 * @param {string} day
 * @param {readonly Filled[]} parts
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
    const more = chargeOf(terms);
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
 * What the ledger shows; `budgets` are those of all campaigns in it, `daily` what a day costs from now on.
 * @param {Ledger} ledger
 * @param {ReadonlyMap<string, Budget>} budgets
 * @param {readonly Charge[]} daily
 * @returns {Account}
 */
export function accountOf(ledger, budgets, daily) {
  const { given, ceiling } = ledger;
  const charges = summed(chargesOf(given));
  return Object.freeze({
    days: daysOf(given),
    since: given.map(({ day }) => day).sort()[0] ?? null,
    epsilon: epsilon(charges, LEDGER_DELTA),
    basicEpsilon: basicEpsilon(charges, LEDGER_DELTA),
    factor: factor(charges),
    delta: LEDGER_DELTA,
    campaigns: distinct(given.map(({ campaign }) => campaign)).map((name) => ofCampaign(name, given, budgets)),
    months: distinct(given.map(monthOf)).map((month) => upTo(month, given)),
    ceiling,
    daysLeft: daysLeft(ledger, daily),
  });
}

/**
 * How far odds can have shifted, up or down, but for a chance of LEDGER_DELTA; infinite beyond floating point.
 *
 * Epsilon at delta does not say that: the loss passes it more often than delta, by little. Where it passes
 * epsilon + ln 1.1, at least 1/11 of the probability counts towards delta; so that happens with probability 11 delta at
 * most, and on either side half of LEDGER_DELTA is enough (docs/reference/privacy.md, in words).
 * @param {Charges} charges
 */
function factor(charges) {
  const found = Math.min(basicEpsilon(charges, 0), epsilon(charges, LEDGER_DELTA / 22) + Math.log(1.1));
  return found < LARGEST_EXPONENT ? Math.exp(found) : Infinity;
}

/**
 * The ceiling as exact decimal text, if it is one; DonorError says what it has to be.
 * @param {string} text
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
 * How many more such days fit below the ceiling, at most MAX_BUDGET_DAYS: the cost of days only grows.
 * @param {Ledger} ledger
 * @param {readonly Charge[]} daily
 */
function daysLeft({ given, ceiling }, daily) {
  if (ceiling === null || daily.length === 0) return null;
  const spent = summed(chargesOf(given));
  /** @param {number} days */
  const lasts = (days) => isBelow(ceiling, merged([...spent, ...daily.map((charge) => ({ charge, days }))]));
  // By doubling, then halving: many days take long to compose.
  let tooMany = 1;
  while (tooMany <= MAX_BUDGET_DAYS && lasts(tooMany)) tooMany *= 2;
  let most = Math.floor(tooMany / 2);
  tooMany = Math.min(tooMany, MAX_BUDGET_DAYS + 1);
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (lasts(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

/**
 * @param {string | null} ceiling
 * @param {Charges} charges
 */
function isBelow(ceiling, charges) {
  return ceiling === null || within(charges, Number(ceiling), LEDGER_DELTA);
}

/**
 * @param {string} id
 * @param {readonly GivenDay[]} given
 * @param {ReadonlyMap<string, Budget>} budgets
 */
function ofCampaign(id, given, budgets) {
  const own = given.filter(({ campaign }) => campaign === id);
  const [charges, budget] = [summed(chargesOf(own)), /** @type {Budget} */ (budgets.get(id))];
  const delta = Number(budget.delta);
  const [composed, basic] = [epsilon(charges, delta), basicEpsilon(charges, delta)];
  return Object.freeze({ id, days: daysOf(own), epsilon: composed, basicEpsilon: basic, budget });
}

/**
 * @param {string} month
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

/** @param {readonly GivenDay[]} given */
function daysOf(given) {
  return distinct(given.map(({ day }) => day)).length;
}

/** @param {readonly string[]} names */
function distinct(names) {
  return [...new Set(names)].sort();
}
