// What a restored or copied home can't know: which days were given since the copy was made.
//
// Such a home registers anew: its check-in has an old number (`stale-state`), or the server does not know it
// (`not-registered`, which a server can also say of a home that it knows). Its account would forget what the other copy
// gave meanwhile. So each day that it may have given is charged, whatever the reason, and counts towards budgets and
// limit. Where a campaign caps the hits of all its periods, all of them may be used.

import { lostUntil } from "../core/donation/campaign_hits.js";
import { maybeGiven } from "../core/donation/ledger.js";
import { dayOf, plusDays } from "../protocol/days.js";
import { LAST_CLOSE } from "../protocol/limits.js";

/**
 * Charge, in the caller's transaction, the days that the home may have given without a record: those that could go out
 * since its last contact. Under new keys no server asks for them again. A home that never joined has given nothing.
 * @param {import("../gateways/home_store/home.js").Home} home
 * @param {number} now
 * @param {import("../protocol/messages.js").ServerInfo} info
 */
export async function chargeUnrecorded(home, now, { zone, delay }) {
  if ((await home.everyConsent()).length === 0) return;
  const [known, today] = [await home.number("last_check_in"), dayOf(now, zone)];
  const [agreed, given, locked] = [await home.agreed(), await home.days.given(), await home.days.locked()];
  // A copy that was made before the first contact knows none.
  const last = known ?? Math.min(now, ...[...agreed.values()].map(([{ time }]) => time));
  const days = [];
  for (let day = plusDays(dayOf(last, zone), -Math.max(LAST_CLOSE, 1 + delay)); day < today; day = plusDays(day, 1)) {
    if (!locked.has(day)) days.push(day);
  }
  home.days.charge(maybeGiven(agreed, days, given, zone));
  home.keepHitsElsewhere(lostUntil(await home.hitsElsewhere(), today));
}
