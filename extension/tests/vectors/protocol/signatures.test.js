// Signatures are taken and refused as libsodium does, by WebCrypto and by @noble: crafted ones, too.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHex } from "../../../src/protocol/encoding.js";
import { verify } from "../../../src/protocol/primitives.js";
import { vectors } from "../../support/vectors.js";

for (const { why, public: key, message, signature, valid } of vectors("protocol/signatures").signatures) {
  test(`a signature: ${why}`, async () => {
    assert.equal(await verify(fromHex(signature), fromHex(message), fromHex(key)), valid);
  });
}

test("malformed signatures and keys are refused", async () => {
  assert.equal(await verify(new Uint8Array(63), new Uint8Array(), new Uint8Array(32)), false);
  assert.equal(await verify(new Uint8Array(64), new Uint8Array(), new Uint8Array(31)), false);
});
