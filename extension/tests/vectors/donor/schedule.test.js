// Check-ins are planned for the moments for which Python plans them, to a microsecond.

import { servesUntil } from "../../../src/core/committee_duty.js";
import { lastDay } from "../../../src/core/donation/decisions.js";
import * as schedule from "../../../src/core/schedule.js";
import { fromHex } from "../../../src/protocol/encoding.js";
import { testAnswers } from "../../support/answers.js";
import { asInstant, instant, instantOrNull } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

/** @param {any} given */
const random = (given) => () => fromHex(given.random);

/** @param {any} given */
function corrected({ planned, last, now, zone, waits, started, ...given }) {
  const [plan, done] = [instantOrNull(planned), instantOrNull(last)];
  return schedule.corrected(plan, done, instant(now), zone, waits, started, random(given));
}

/** @param {any} given */
function duty({ epochs, today, delay }) {
  const all = epochs.map((/** @type {any} */ { number, start, home }) => ({
    number,
    start,
    ticket: home === "none" ? null : "a",
  }));
  const served = all.filter((/** @type {any} */ _, /** @type {number} */ at) => epochs[at].home === "serves");
  return servesUntil(all, served, today, delay);
}

testAnswers(vectors("donor/schedule"), {
  soon: (given) => asInstant(schedule.soon(instant(given.now), random(given))),
  after_success: (given) => asInstant(schedule.afterSuccess(instant(given.now), given.zone, random(given))),
  after_service: (given) => asInstant(schedule.afterService(instant(given.now), given.zone, random(given))),
  after_failure: (given) => asInstant(schedule.afterFailure(instant(given.now), given.failures, random(given))),
  corrected: (given) => asInstant(corrected(given)),
  served_until: duty,
  last_day: ({ day, delay }) => lastDay(day, delay),
});
