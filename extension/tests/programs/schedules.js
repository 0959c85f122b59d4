// A program for tests: moments of check-ins, for each line of JSON on stdin: {"call": FUNCTION of core/schedule.js,
// "with": [ARGUMENTS but the last], "random": HEX}. Instead of a moment, "servesUntil" gives a day, or null.

import { createInterface } from "node:readline";

import { servesUntil } from "../../src/core/committee_duty.js";
import * as schedule from "../../src/core/schedule.js";
import { fromHex } from "../../src/protocol/encoding.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { call, with: given, random } = JSON.parse(line);
  if (call === "servesUntil") {
    console.log(JSON.stringify(servesUntil(.../** @type {Parameters<typeof servesUntil>} */ (given))));
    continue;
  }
  const moment = /** @type {any} */ (schedule)[call](...given, () => fromHex(random));
  console.log(JSON.stringify(Math.round(moment * 1000)));
}
