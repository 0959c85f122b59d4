import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { VocabularyError, matches, parseEntry, parseVocabulary } from "../src/protocol/vocabulary.js";

const vectors = JSON.parse(readFileSync(new URL("../../tests/vectors/vocabulary.json", import.meta.url), "utf8"));

for (const { entries, labels, queries, why } of vectors.good) {
  test(`good: ${why}`, () => {
    const vocabulary = parseVocabulary(entries);
    assert.deepEqual(vocabulary.map((entry) => entry.label), labels);
    assert.deepEqual(labels.map(parseEntry), vocabulary);
    for (const { query, matches: expected } of queries) {
      assert.deepEqual(matches(vocabulary, query), expected, query);
    }
  });
}

for (const { entries, error, why } of vectors.bad) {
  test(`bad: ${why}`, () => {
    assert.throws(
      () => parseVocabulary(entries),
      (thrown) => thrown instanceof VocabularyError && thrown.message.includes(error),
    );
  });
}
