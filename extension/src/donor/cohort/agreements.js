// Makes the key agreements of a committee member with the thousands of leaves of its cohort, some in each contact.
//
// WebCrypto takes 0.3 s for 8,192 agreements. A browser without X25519 in WebCrypto takes 4 to 11 s. So each contact
// makes some and keeps them, and the next one goes on. They are complete long before an answer needs them. Between
// slices, other work of the page or worker gets its turn.

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("./contact.js").HomePlace} HomePlace */

/** Agreements made without a pause for other work: about 20 ms without WebCrypto. */
const SLICE = 16;
/** The most agreements that a contact makes in advance: about 2 s without WebCrypto. */
export const IN_ADVANCE = 2048;

/**
 * Make agreements with these keys and keep them. Return whether all are made.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {readonly Uint8Array[]} keys exchange keys of leaves
 * @param {number} [most] after how many new ones to stop, rounded up to a slice; by default none
 * @throws {WeakKey} if an agreement would be all zero
 */
export async function agreeOn({ store }, { agreements, ticket }, keys, most = Number.POSITIVE_INFINITY) {
  let made = 0;
  for (let at = 0; at < keys.length && made < most; at += SLICE) {
    const slice = keys.slice(at, at + SLICE);
    const unknown = await agreements.prepare(slice, 0);
    if (unknown === 0) continue;
    await agreements.prepare(slice);
    made += unknown;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  if (made > 0) await store.write((home) => home.cohort.keepAgreements(ticket.ticket, agreements.kept));
  return (await agreements.prepare(keys, 0)) === 0;
}
