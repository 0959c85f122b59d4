// A cache of parsed texts. A campaign's text has up to 50,000 entries, and every page needs it again.

/** Parsed texts that a cache holds at most. The least recently used one makes room for a new one. */
const MOST = 100;

/**
 * Return a parser that remembers its results, so that it parses a text again only once 100 others have pushed it out.
 * @template Made
 * @param {(text: string) => Made} make the parser; its results are shared by all callers, so they must be immutable
 * @returns {(text: string) => Made}
 */
export function cachedParser(make) {
  /** @type {Map<string, Made>} */
  const known = new Map();
  return (text) => {
    const made = known.get(text) ?? make(text);
    // A Map keeps the order of insertion: deleting and setting moves the text to the end, as the most recently used.
    known.delete(text);
    known.set(text, made);
    if (known.size > MOST) known.delete(/** @type {string} */ (known.keys().next().value));
    return made;
  };
}
