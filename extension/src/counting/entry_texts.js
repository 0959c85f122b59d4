// The canonical text of an entry, taken apart: a keyword such as `flu`, or `flu index: any of flu, fever + child`.
//
// The text of an entry of a signed campaign is canonical (`vocabularyOfCampaign`), so that whatever only displays it
// need not parse it. No keyword has a colon in its canonical form.

const ANY_OF = ": any of ";
const COMMA = ", ";

/**
 * Return the canonical text of an index.
 * @param {string} name
 * @param {readonly string[]} parts its keywords in canonical form
 */
export function indexText(name, parts) {
  return name + ANY_OF + parts.join(COMMA);
}

/**
 * Return the label of an entry: the name of an index, the whole text of a keyword.
 * @param {string} text
 */
export function labelOf(text) {
  return text.split(ANY_OF, 1)[0];
}

/**
 * Return the keywords that an index counts together; none if the entry is a keyword.
 * @param {string} text
 * @returns {readonly string[]}
 */
export function partsOf(text) {
  const name = labelOf(text);
  return name === text ? [] : text.slice(name.length + ANY_OF.length).split(COMMA);
}
