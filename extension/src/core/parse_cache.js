// A cache of parsed texts. A campaign's text has up to 50,000 entries, and is needed again for every page.

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
