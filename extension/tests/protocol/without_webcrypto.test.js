// An engine without Ed25519 and X25519 in WebCrypto gives the same bytes: all vectors once more, by @noble alone.

import { withoutWebCrypto } from "../../src/protocol/primitives.js";

withoutWebCrypto();
await import("../vectors/protocol/signatures.test.js");
await import("../vectors/rounds/plain_round.test.js");
await import("../vectors/rounds/cohort_round.test.js");
await import("../vectors/rounds/cohort_round.refusals.test.js");
await import("../vectors/rounds/cohort_witnesses.test.js");
