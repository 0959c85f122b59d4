// The rules of messages that are about several fields, each under the name of its message's reader. Each gives null, or
// what the message must be (the model validators of pdd_shared/protocol/terms.py and completion_codes.py).

import { units } from "./decimals.js";

/**
 * Discrete Gaussian noise has no guarantee with delta 0.
 * @param {Readonly<{noise: Readonly<{law: string}>, budget: Readonly<{delta: string}>}>} terms
 */
export function plainTerms({ noise: { law }, budget: { delta } }) {
  return law === "discrete-gaussian" && units(delta) === 0n ? "with a delta above 0 for this noise" : null;
}

/**
 * A completion code is told once its days are counted, and not before.
 * @param {Readonly<{days: number, there: number, code: string | null}>} completion
 */
export function completion({ days, there, code }) {
  const isDue = there === days;
  return there <= days && isDue === (code !== null) ? null : "told its code when its days are there, and not before";
}
