import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEntry, parseVocabulary, VocabularyError } from "../../src/counting/vocabulary.js";
import { toHex } from "../../src/protocol/encoding.js";
import { vectors } from "../support/vectors.js";

const { good, bad } = vectors("counting/vocabulary");

for (const { entries, labels, queries, digest_hex, why } of good) {
  test(`good: ${why}`, () => {
    const vocabulary = parseVocabulary(entries);
    assert.deepEqual(vocabulary.labels, labels);
    assert.deepEqual(labels.map(parseEntry), vocabulary.entries);
    assert.equal(toHex(vocabulary.digest()), digest_hex);
    for (const { query, matches } of queries) assert.deepEqual(vocabulary.matches(query), matches, query);
  });
}

for (const { entries, error, why } of bad) {
  test(`bad: ${why}`, () => {
    assert.throws(
      () => parseVocabulary(entries),
      (thrown) => thrown instanceof VocabularyError && thrown.message.includes(error),
    );
  });
}

test("a vocabulary extends another exactly if it begins with the other's entries", () => {
  const [short, long, other] = [["flu"], ["flu", "cough"], ["cough", "flu"]].map(parseVocabulary);
  assert.ok(long.extends(short) && long.extends(long));
  assert.ok(!short.extends(long) && !other.extends(short));
  assert.throws(() => short.digest(2), RangeError);
});
