// Key agreements of a committee member with the thousands of leaves of its cohort, some in each contact.
//
// WebCrypto takes .3 s for 8,192 of them. Without it they take 4 to 11 s: so a contact makes some, keeps them, and the
// next one goes on, long before an answer needs them. Between slices other work of the page or worker gets its turn.

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("./contact.js").Held} Held */

/** Agreements without a pause: about 20 ms without WebCrypto. */
const SLICE = 16;
/** Agreements that a contact makes in advance: about 2 s without WebCrypto. */
export const IN_ADVANCE = 2048;

/**
 * Agree with these keys and keep it, `most` new ones at most; returns whether none is left.
 * @param {CohortContact} contact
 * @param {Held} held
 * @param {readonly Uint8Array[]} keys
 * @param {number} [most]
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
