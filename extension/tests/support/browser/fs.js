// Stands for node:fs where the tests of vectors run in a browser (tests/extension/browser/drivers/vectors.py).

/** @type {Map<string, string>} the texts of the files that there are, by their paths in the repository */
const texts = new Map();
/** @type {Set<string>} the paths that were read */
const read = new Set();

/**
 * Make these files, and no others, the ones that can be read.
 * @param {Record<string, string>} files texts by path, such as "/tests/vectors/rounds/plain_round.json"
 */
export function setFiles(files) {
  texts.clear();
  read.clear();
  for (const [path, text] of Object.entries(files)) texts.set(path, text);
}

/** Return the paths of the files that were read. */
export function filesRead() {
  return [...read];
}

/**
 * Return the text of a file, as node:fs does.
 * @param {URL} url
 */
export function readFileSync({ pathname }) {
  const text = texts.get(pathname);
  if (text === undefined) throw new Error(`the test reads ${pathname}, which the browser was not given`);
  read.add(pathname);
  return text;
}
