// Completion codes: fetched at each check-in, kept for the campaigns joined, and erased when a campaign is left.

import { DonorError } from "../../core/errors.js";

/** @typedef {import("../../protocol/messages.js").Completion} Completion */

/**
 * Ask how far this donor is from each campaign's code; without a usable answer all stays as it was.
 *
 * Every donor asks, and for all campaigns: that it asks must not tell what it has joined. A check-in is done whether or
 * not a server has an answer to this.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {import("../../gateways/server_http/server_http.js").ServerHttp} server
 * @param {string} token
 */
export async function learnCompletions(store, server, token) {
  const told = await ifUsable(server.completions(token));
  if (told === null) return;
  await store.write(async (home) => {
    home.keepCompletions(kept(await home.completions(), told, await home.agreed()));
  });
}

/**
 * By campaign, what is kept of an answer: of the campaigns joined, and nothing of any other.
 *
 * A code that was told once stays, also where the server does not count the days behind it any more; one told anew takes
 * its place. What the server has no code for any more goes.
 * @param {ReadonlyMap<string, Completion>} known
 * @param {readonly Completion[]} told
 * @param {ReadonlyMap<string, unknown>} joined
 * @returns {Map<string, Completion>}
 */
export function kept(known, told, joined) {
  const ours = told.filter(({ campaign }) => joined.has(campaign));
  return new Map(ours.map((one) => [one.campaign, better(known.get(one.campaign), one)]));
}

/**
 * @param {Completion | undefined} known
 * @param {Completion} told
 */
function better(known, told) {
  return known?.code && told.code === null ? known : told;
}

/**
 * The answer; null where the server gives none that can be used.
 * @template Answer
 * @param {Promise<Answer>} asking
 * @returns {Promise<Answer | null>}
 */
export async function ifUsable(asking) {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof DonorError)) throw error;
    return null;
  }
}
