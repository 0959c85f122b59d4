// What convicts a server: two texts that it signed and that can't both be honest. They are kept until everything is
// erased.

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */

const REASONS = ["two-epochs", "two-committees", "denied-ticket"];

/**
 * Keep the texts, with the online key's, if this refusal convicts the server. If it told two stories of an epoch, the home
 * takes no part in it from now on: else a server could try until the home believes it.
 * @param {CohortContact} contact
 * @param {import("../../rounds/refusals.js").Refused} refused
 * @param {number} epoch
 * @param {readonly (Signed | null)[]} texts
 */
export async function keepEvidence({ store, info }, { reason }, epoch, texts) {
  if (!REASONS.includes(reason)) return;
  const all = [...texts.filter((text) => text !== null), info.online];
  await store.write(async (home) => {
    await home.cohort.keepEvidence(reason, String(epoch), all);
    if (reason !== "denied-ticket") await home.cohort.noteDenied(epoch);
  });
}
