// The extension's blinding in a page. `prepare` takes keys, context and length, and sets the global function `blinding`
// that is timed.

import { blind } from "../../../extension/src/rounds/plain/blinding.js";
import { fromHex } from "../../../extension/src/protocol/encoding.js";
import { agreementKey, withoutWebCrypto } from "../../../extension/src/protocol/primitives.js";

globalThis.prepare = async ({ secret, publics, context, entries, withWebCrypto }) => {
  if (!withWebCrypto) withoutWebCrypto();
  const key = (await agreementKey(fromHex(secret))).secret;
  if (key instanceof CryptoKey !== withWebCrypto) throw new Error("this browser's WebCrypto has no X25519");
  const [keys, vector] = [publics.map(fromHex), new Uint32Array(entries)];
  globalThis.blinding = () => blind(vector, key, 0, keys, fromHex(context));
};
