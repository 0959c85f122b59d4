// Results that are kept, because the same ones are wanted again and again.

/**
 * Return the same function with a memory for its latest results. The one that has been there longest is thrown out.
 * @template {readonly unknown[]} Given numbers and texts, and lists of them
 * @template Found
 * @param {number} most how many results are kept
 * @param {(...given: Given) => Found} make
 * @returns {(...given: Given) => Found}
 */
export function remembered(most, make) {
  /** @type {Map<string, Found>} */
  const known = new Map();
  return (...given) => {
    const name = JSON.stringify(given);
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    if (known.size >= most) known.delete(/** @type {string} */ (known.keys().next().value));
    const made = make(...given);
    known.set(name, made);
    return made;
  };
}
