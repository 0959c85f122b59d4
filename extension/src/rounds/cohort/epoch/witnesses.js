// How much of a server's public log its witnesses vouch for
// (docs/reference/cohort.md, "Witnesses"; pdd_shared/rounds/cohort/epoch/witnesses.py, which says why).

import { NEWEST_COSIGNATURE, OLDEST_COSIGNATURE } from "../../../protocol/limits.js";
import { checkpointText, cosignedAt, witnessKey } from "./checkpoints.js";
import { rootOf } from "./public_log.js";

/** @typedef {import("../../../protocol/messages.js").Cosignature} Cosignature */
/** @typedef {import("../../../protocol/messages.js").WitnessPolicy} WitnessPolicy */

const SECOND = 1000;

/**
 * Return how many of a log's first lines the required number of witnesses vouches for.
 *
 * A cosignature counts if the witness made it at most 4 days before, and not more than an hour after the home's own
 * time. Each witness may have cosigned the log at another size.
 * @param {readonly string[]} lines all lines of the log
 * @param {readonly Cosignature[]} cosignatures what the server shows
 * @param {WitnessPolicy} policy
 * @param {string} origin the log's name (`originOf` in checkpoints.js)
 * @param {number} now the home's own time, in milliseconds since 1970
 */
export async function vouched(lines, cosignatures, policy, origin, now) {
  const shown = cosignatures.filter(({ size }) => size <= lines.length);
  const texts = new Map(
    [...new Set(shown.map(({ size }) => size))].map((size) => [
      size,
      checkpointText(origin, size, rootOf(lines.slice(0, size))),
    ]),
  );
  const sizes = policy.keys.map(async (key) => {
    const found = shown.map(async ({ size, line }) =>
      (await vouches(key, line, /** @type {string} */ (texts.get(size)), now)) ? size : 0,
    );
    return Math.max(0, ...(await Promise.all(found)));
  });
  return (await Promise.all(sizes)).sort((one, other) => other - one)[policy.required - 1];
}

/**
 * Return whether a cosignature is by the witness with this key, of this checkpoint, and of these days.
 * @param {string} key
 * @param {string} line
 * @param {string} text of the checkpoint
 * @param {number} now
 */
async function vouches(key, line, text, now) {
  const witness = witnessKey(key);
  const seconds = witness && (await cosignedAt(line, text, witness));
  if (seconds === null) return false;
  const age = now / SECOND - Number(seconds);
  return -NEWEST_COSIGNATURE <= age && age <= OLDEST_COSIGNATURE;
}

/**
 * Return whether whoever meets a policy meets the one before it, too.
 *
 * So it is if it keeps all witnesses, and if enough of them remain of those required when all that are new lie.
 * @param {WitnessPolicy} policy
 * @param {WitnessPolicy} before
 */
export function isAsStrong(policy, before) {
  const added = policy.keys.length - before.keys.length;
  return before.keys.every((key) => policy.keys.includes(key)) && policy.required - added >= before.required;
}
