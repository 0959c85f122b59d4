// What a restored or copied home can't know: which days were given since the copy was made.
//
// The server tells such a home apart by the number of its check-in (`stale-state`). Its account would forget what the
// other copy gave meanwhile. So each day that it may have given is charged, and counts towards budgets and limit. Where
// a campaign caps the hits of all its periods, all of them may be used.

import { maybeGiven } from "../../core/donation/ledger.js";
import { dayOf, plusDays } from "../../protocol/days.js";
import { LAST_CLOSE } from "../../protocol/limits.js";

/**
 * Charge the days that the home may have given without a record: those that could go out since its last contact. Under
 * new keys no server asks for them again.
 * @param {import("../installation.js").Installation} installation
 * @param {import("../../protocol/messages.js").ServerInfo} info
 */
export async function chargeUnrecorded({ store, clock }, { zone, delay }) {
  const today = dayOf(clock(), zone);
  await store.write(async (home) => {
    if ((await home.number("number")) === null) return;
    const [agreed, given, locked] = [await home.agreed(), await home.days.given(), await home.days.locked()];
    // A copy that was made before the first contact knows none.
    const last =
      (await home.number("last_check_in")) ?? Math.min(clock(), ...[...agreed.values()].map(([{ time }]) => time));
    const days = [];
    for (let day = plusDays(dayOf(last, zone), -Math.max(LAST_CLOSE, 1 + delay)); day < today; day = plusDays(day, 1)) {
      if (!locked.has(day)) days.push(day);
    }
    home.days.charge(maybeGiven(agreed, days, given, zone));
    home.keepHitsElsewhere({ ...(await home.hitsElsewhere()), unknown: today });
  });
}
