// Completion codes. They are told at each check-in, kept for joined campaigns, and erased when a campaign is left.

/** @typedef {import("../../protocol/messages.js").Completion} Completion */

/**
 * Keep how far this donor is from the codes of the campaigns joined.
 *
 * Every donor is told the codes of all campaigns, so that the request does not tell which ones it has joined.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {readonly Completion[]} told
 */
export async function learnCompletions(store, told) {
  await store.write(async (home) => {
    home.keepCompletions(kept(await home.completions(), told, await home.agreed()));
  });
}

/**
 * Return, by campaign, what to keep of the server's answer: only the campaigns joined.
 *
 * A code that the donor was told stays, even if the server has forgotten the days behind it. A new code replaces it. A
 * campaign that the answer no longer mentions is dropped.
 * @param {ReadonlyMap<string, Completion>} known what was kept before, by campaign
 * @param {readonly Completion[]} told the answer
 * @param {ReadonlyMap<string, unknown>} joined the campaigns joined, by id
 * @returns {Map<string, Completion>}
 */
export function kept(known, told, joined) {
  const ours = told.filter(({ campaign }) => joined.has(campaign));
  return new Map(ours.map((one) => [one.campaign, better(known.get(one.campaign), one)]));
}

/**
 * Return what was told, or what was known if only that has a code.
 * @param {Completion | undefined} known
 * @param {Completion} told
 */
function better(known, told) {
  return known?.code && told.code === null ? known : told;
}
