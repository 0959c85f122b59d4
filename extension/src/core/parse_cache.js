// What was made of a text is kept for the next time it is asked for.

const MOST = 100;

/**
 * A function that makes the same of the same text only once, as long as not too many others came between.
 * @template Made
 * @param {(text: string) => Made} make
 * @returns {(text: string) => Made}
 */
export function cachedParser(make) {
  /** @type {Map<string, Made>} */
  const known = new Map();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.delete(text);
    known.set(text, made);
    if (known.size > MOST) known.delete(/** @type {string} */ (known.keys().next().value));
    return made;
  };
}
