// What bounds one donor's part in a campaign, as a donor consents to it: protocol, caps, noise, budget, smallest group
// (pdd_shared/terms.py).

import { units } from "./exact.js";
import { checked, exact, integer, object, oneOf } from "./message.js";

/** @typedef {ReturnType<typeof noise>} Noise */
/** @typedef {ReturnType<typeof budget>} Budget */
/** @typedef {ReturnType<typeof terms>} Terms */

/** The largest noise: beyond it no campaign could read anything. */
const MAX_SCALE = "1000000";
/** The largest noise that donors draw: its table has 700,000 rows, and a group's sum stays far below 2^31. */
export const MAX_DONORS_SCALE = "10000";

/** The counting protocols of docs/protocol.md. */
export const protocol = oneOf("plain", "recoverable");

export const noise = checked(
  object({
    law: oneOf("discrete-laplace", "discrete-gaussian"),
    scale: exact({ above: "0", most: MAX_SCALE }),
    added_by: oneOf("server", "donors"),
    colluders: integer({ least: 0, most: 254 }),
  }),
  ({ law, scale, added_by, colluders }) => {
    if (added_by === "server") return colluders === 0 ? null : "without colluders where the server adds the noise";
    if (law !== "discrete-laplace") return "discrete-laplace where donors add the noise";
    return units(scale) <= units(MAX_DONORS_SCALE) ? null : `of a scale up to ${MAX_DONORS_SCALE} where donors draw it`;
  },
);

export const budget = object({
  epsilon: exact({ above: "0", most: "100000" }),
  delta: exact({ least: "0", most: "0.001" }),
});

export const terms = checked(
  object({
    protocol,
    max_searches: integer({ least: 1, most: 1000 }),
    max_matches: integer({ least: 1, most: 100 }),
    noise,
    budget,
    min_group: integer({ least: 1 }),
  }),
  (read) => {
    if (shares(read) < 1) return "with fewer colluders than the smallest group has members";
    const needsDelta = read.noise.law === "discrete-gaussian" || read.noise.added_by === "donors";
    return needsDelta && units(read.budget.delta) === 0n ? "with a delta above 0 for this noise" : null;
  },
);

/**
 * How many members of the smallest group make the whole noise, where donors add it: m.
 * @param {Readonly<{min_group: number, noise: Noise}>} terms
 */
export function shares({ min_group, noise: { colluders } }) {
  return min_group - colluders;
}

/**
 * Whether these terms protect a donor at least as well as those it consented to.
 *
 * Another protocol has other risks, which cannot be ranked: it never is at least as good.
 * @param {Terms} now
 * @param {Terms} consented
 */
export function noWeakerThan(now, consented) {
  return (
    now.protocol === consented.protocol &&
    now.max_searches <= consented.max_searches &&
    now.max_matches <= consented.max_matches &&
    hidesAsMuch(now.noise, consented.noise) &&
    units(now.budget.epsilon) <= units(consented.budget.epsilon) &&
    units(now.budget.delta) <= units(consented.budget.delta) &&
    now.min_group >= consented.min_group
  );
}

/**
 * More of the same law, under no fewer eyes.
 * @param {Noise} now
 * @param {Noise} consented
 */
function hidesAsMuch(now, consented) {
  return (
    now.law === consented.law &&
    now.added_by === consented.added_by &&
    units(now.scale) >= units(consented.scale) &&
    now.colluders >= consented.colluders
  );
}
