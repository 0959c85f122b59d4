// Keeps evidence against a server: texts that it signed and that an honest server would not both have signed. They are
// kept until the donor erases everything.

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */

/** The refusals in which the server's own signatures prove that it lied. */
const REASONS = ["two-epochs", "two-committees", "denied-ticket"];

/**
 * Keep the signed texts, and that of the server's online key, if this refusal convicts the server.
 *
 * If the server told two stories of an epoch, the home takes no part in that epoch from now on. Otherwise the server
 * could try until the home believes it.
 * @param {CohortContact} contact
 * @param {import("../../rounds/refusals.js").Refused} refused
 * @param {number} epoch
 * @param {readonly (Signed | null)[]} texts nulls are left out
 */
export async function keepEvidence({ store, info }, { reason }, epoch, texts) {
  if (!REASONS.includes(reason)) return;
  const all = [...texts.filter((text) => text !== null), info.online];
  await store.write(async (home) => {
    await home.cohort.keepEvidence(reason, String(epoch), all);
    if (reason !== "denied-ticket") await home.cohort.noteDenied(epoch);
  });
}
