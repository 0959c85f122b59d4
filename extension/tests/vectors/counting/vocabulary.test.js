import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEntry, VocabularyError } from "../../../src/counting/entries.js";
import { labelOf, partsOf } from "../../../src/counting/entry_texts.js";
import { parseVocabulary, vocabularyOfCampaign } from "../../../src/counting/vocabulary.js";
import { toHex } from "../../../src/protocol/encoding.js";
import { vectors } from "../../support/vectors.js";

const { good, bad, bad_in_a_campaign } = vectors("counting/vocabulary");

for (const { entries, labels, texts = labels, counting_rules = 2, queries, digest_hex, why } of good) {
  test(`good: ${why}`, () => {
    const vocabulary = parseVocabulary(entries, counting_rules);
    assert.deepEqual(vocabulary.labels, labels);
    assert.deepEqual(vocabulary.texts, texts);
    assert.deepEqual(texts.map(parseEntry), vocabulary.entries);
    assert.deepEqual(vocabularyOfCampaign(texts).entries, vocabulary.entries);
    assert.deepEqual(texts.map(labelOf), labels);
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

for (const { entries, error, why } of bad_in_a_campaign) {
  test(`bad in a signed campaign: ${why}`, () => {
    assert.throws(
      () => vocabularyOfCampaign(entries),
      (thrown) => thrown instanceof VocabularyError && thrown.message.includes(error),
    );
  });
}

test("the text of an index gives its keywords, and that of a keyword gives none", () => {
  assert.deepEqual(partsOf('flu index: any of flu, "high fever", fever + child'), [
    "flu",
    '"high fever"',
    "fever + child",
  ]);
  for (const keyword of ["flu", '"any of us"', "any + of"]) assert.deepEqual(partsOf(keyword), []);
});

test("a vocabulary extends another exactly if it begins with the other's entries", () => {
  const [short, long, other] = [["flu"], ["flu", "cough"], ["cough", "flu"]].map((texts) => parseVocabulary(texts));
  assert.ok(long.extends(short) && long.extends(long));
  assert.ok(!short.extends(long) && !other.extends(short));
  assert.throws(() => short.digest(2), RangeError);
});
