// Comparing the public log that a home reads with what somebody else was shown
// (docs/reference/cohort.md, "Comparing logs"; pdd_shared/rounds/cohort/epoch/log_comparison.py, which says why).

import { toHex } from "../../../protocol/encoding.js";
import { readMessage } from "../signed_messages.js";
import { rootOf } from "./public_log.js";

/** @typedef {import("../messages.js").Checkpoint} Checkpoint */

/**
 * How a checkpoint and the log that a home has read fit together: the log has it; it has more lines than the home has
 * read; it is of another log, but this one has a reset, before which the server may have lost lines; it is of another
 * log.
 * @typedef {"same" | "ahead" | "restored" | "forked"} Comparison
 */

const DIGITS = 40;

/**
 * Return how a checkpoint and the lines that a home has read fit together.
 * @param {readonly string[]} lines
 * @param {Pick<Checkpoint, "size" | "root">} checkpoint
 * @returns {Comparison}
 */
export function compare(lines, { size, root }) {
  if (size > lines.length) return "ahead";
  const known = lines.slice(0, size);
  if (toHex(rootOf(known)) === root) return "same";
  return known.some((line) => line.startsWith("reset ")) ? "restored" : "forked";
}

/**
 * Return a root as people compare it: its last 40 decimal digits, in groups of five.
 * @param {Uint8Array} root
 */
export function fingerprint(root) {
  const digits = BigInt(`0x${toHex(root)}`)
    .toString()
    .padStart(DIGITS, "0")
    .slice(-DIGITS);
  return digits.match(/.{5}/gu)?.join(" ") ?? "";
}

/**
 * Return the first days of a log's last epochs and the fingerprint of the log up to each, the newest first.
 * @param {readonly string[]} lines all lines of a checked log
 * @param {number} [most] how many epochs
 */
export function weeks(lines, most = 2) {
  const sizes = [...lines.keys()].filter((at) => lines[at].startsWith("epoch ")).map((at) => at + 1);
  return sizes
    .slice(-most)
    .reverse()
    .map((size) => ({
      start: readMessage(lines[size - 1].slice("epoch ".length), "epoch").start,
      fingerprint: fingerprint(rootOf(lines.slice(0, size))),
    }));
}
