// Reads from the home all that decides what is given of one day.

import { zerosBecause } from "../../core/donation/decisions.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/donation/prepare_donation.js").DonorState} DonorState */

/**
 * Return all that decides what is given of a day, read in the caller's transaction.
 * @param {Home} home
 * @param {string} day
 * @param {import("../../protocol/messages.js").ServerInfo} info the server that is joined
 * @param {number} now
 * @returns {Promise<DonorState>}
 */
export async function donorState(home, day, info, now) {
  const withheld = await home.days.withheld();
  const [decision, sending] = [await home.days.decided(day), (await home.sendingOf())(day)];
  // The app may take over while a check-in goes on: from then on it gives every day.
  const isElsewhere = (await home.elsewhere()).has(day) || (await home.fact("companion")) !== null;
  return Object.freeze({
    version: await home.fact("choices"),
    info,
    consents: await home.agreed(),
    newest: await home.campaigns(),
    ledger: await home.ledger(),
    exclusions: await home.exclusions(info.zone),
    decision,
    kept: await home.days.kept(),
    settled: new Set([...(await home.days.locked()).keys(), ...withheld]),
    withheld,
    zeros: zerosBecause(sending, decision, isElsewhere),
    now,
  });
}
