// Completion codes: how they are kept, and what a lying server can't do with them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kept, learnCompletions } from "../../src/donor/campaigns/completions.js";
import { ServerHttp } from "../../src/gateways/server_http/server_http.js";
import { vectors } from "../support/vectors.js";

const { bad } = vectors("protocol/completions");
const EARLY = { campaign: "flu", days: 5, there: 3, code: null };
const TOLD = { ...EARLY, there: 5, code: "K7QM4TXA9W" };
const JOINED = new Map([["flu", null]]);

test("a donor stores completion codes of joined campaigns only", () => {
  assert.deepEqual([...kept(new Map(), [EARLY, { ...TOLD, campaign: "sleep" }], JOINED).values()], [EARLY]);
  assert.equal(kept(new Map(), [EARLY], new Map()).size, 0);
});

test("a stored code stays until the campaign has another or none", () => {
  const known = new Map([["flu", TOLD]]);
  const changed = { ...TOLD, code: "C0DE" };
  assert.deepEqual(kept(known, [EARLY], JOINED).get("flu"), TOLD);
  assert.deepEqual(kept(known, [changed], JOINED).get("flu"), changed);
  assert.equal(kept(known, [], JOINED).size, 0);
});

/**
 * What is kept after a check-in whose answer has these codes, or after the request to an earlier server.
 * @param {string | Uint8Array<ArrayBuffer>} body
 * @param {number} [status]
 * @param {readonly any[]} [told]
 */
async function learnt(body, status = 200, told) {
  const fetch = async () => new Response(body, { status });
  /** @type {any} */
  const home = {
    completions: async () => new Map(),
    agreed: async () => JOINED,
    keepCompletions: (/** @type {any} */ found) => Object.assign(home, { found }),
  };
  /** @type {any} */
  const store = { write: (/** @type {any} */ work) => work(home) };
  await learnCompletions(store, new ServerHttp("http://127.0.0.1:9", fetch), "t", { completions: told });
  return home.found;
}

test("without a valid answer of an earlier server a check-in succeeds unchanged", async () => {
  const long = JSON.stringify({ completions: [{ ...TOLD, code: "A".repeat(10_000_000) }] });
  const many = JSON.stringify({ completions: Array(100_000).fill(EARLY) });
  for (const { json } of bad) assert.equal(await learnt(json), undefined);
  for (const body of [long, many, "<html>", new Uint8Array([0xff, 0xfe])]) assert.equal(await learnt(body), undefined);
  for (const status of [302, 404, 429, 500]) assert.equal(await learnt("{}", status), undefined);
  assert.deepEqual(await learnt(JSON.stringify({ completions: [TOLD] })), new Map([["flu", TOLD]]));
});

test("a server that told the codes with the check-in is not asked again", async () => {
  const other = JSON.stringify({ completions: [EARLY] });
  assert.deepEqual(await learnt(other, 200, [TOLD]), new Map([["flu", TOLD]]));
  assert.deepEqual(await learnt(other, 200, []), new Map());
});
