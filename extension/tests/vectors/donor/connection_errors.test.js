// The pages say why a server gives no answer in the app's words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { errorText } from "../../../src/pages/texts/error_texts.js";
import { Texts } from "../../../src/pages/texts/texts.js";
import { textsIn, vectors } from "../../support/vectors.js";

const TEXTS = new Texts("en", "en", textsIn("en"));

for (const { code, browser, en } of vectors("donor/connection_errors").errors) {
  if (!browser) continue;
  test(`${code} is told word for word as in the app`, () => {
    const error = Object.assign(new Error("a line"), { code, values: { host: "a.example" } });
    assert.equal(errorText(TEXTS, error), en.replace("{host}", "\u2068a.example\u2069"));
  });
}
