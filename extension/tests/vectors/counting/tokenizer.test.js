import assert from "node:assert/strict";
import { test } from "node:test";

import { pieces, words } from "../../../src/counting/tokenizer.js";
import { vectors } from "../../support/vectors.js";

for (const { text, words: expected, why } of vectors("counting/tokenizer")) {
  test(`words: ${why}`, () => assert.deepEqual([...words(text)], expected));
}

test("pieces: in scripts without spaces each letter with its marks, in others whole runs", () => {
  assert.deepEqual([...pieces("流感flu2023")], ["流", "感", "flu2023"]);
  assert.deepEqual([...pieces("ไข้")], ["ไ", "ข้"]);
  assert.deepEqual([...pieces("၂၀၁၉")], ["၂၀၁၉"]);
});
