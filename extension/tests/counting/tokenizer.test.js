import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { pieces, words } from "../../src/counting/tokenizer.js";

const vectors = JSON.parse(
  readFileSync(new URL("../../../tests/vectors/counting/tokenizer.json", import.meta.url), "utf8"),
);

for (const { text, words: expected, why } of vectors) {
  test(`words: ${why}`, () => assert.deepEqual([...words(text)], expected));
}

test("pieces: in scripts without spaces each letter with its marks, in others whole runs", () => {
  assert.deepEqual([...pieces("流感flu2023")], ["流", "感", "flu2023"]);
  assert.deepEqual([...pieces("ไข้")], ["ไ", "ข้"]);
  assert.deepEqual([...pieces("၂၀၁၉")], ["၂၀၁၉"]);
});
