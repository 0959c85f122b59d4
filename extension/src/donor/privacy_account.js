// The privacy account: what all days given have cost, as it is now.

import { accountOf } from "../core/donation/ledger.js";
import { chargeOf } from "../privacy/accounting/charges.js";
import { dayOf } from "../protocol/days.js";

/**
 * The account; nothing is sent to find out.
 * @param {import("./installation.js").Installation} installation
 * @returns {Promise<import("./views.js").Account>}
 */
export async function account(installation) {
  const { ledger, consents, today } = await installation.store.read(async (home) => ({
    ledger: { given: await home.days.given(), ceiling: await home.fact("ceiling") },
    consents: [...(await home.consents()).values()],
    today: dayOf(installation.clock(), await installation.zoneOf(home)),
  }));
  const goingOn = consents.filter(({ consent, left }) => left === null && consent.campaign.end >= today);
  const daily = goingOn.map(({ consent }) => chargeOf(consent.campaign.terms));
  const budgets = consents.map(
    ({ consent: { campaign } }) => /** @type {const} */ ([campaign.id, campaign.terms.budget]),
  );
  return accountOf(ledger, new Map(budgets), daily);
}
