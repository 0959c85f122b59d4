// Long lists, drawn some rows at a time: a keyword set has thousands of entries, and drawing all of them is slow.

import { button, h } from "./dom.js";

const PIECE = 100;

/**
 * Make a list of the first items, with a button that adds more.
 * @template Item
 * @param {import("../texts/texts.js").Texts} texts
 * @param {readonly Item[]} items
 * @param {(item: Item) => Node | string} draw
 * @param {Record<string, string>} [attributes]
 */
export function longList(texts, items, draw, attributes = {}) {
  const list = h("ul", attributes);
  const box = h("div", {}, list);
  let drawn = 0;
  const more = button("", () => add());
  const add = () => {
    const rows = items.slice(drawn, drawn + PIECE).map((item) => h("li", {}, draw(item)));
    const first = rows[0];
    list.append(...rows);
    if (drawn > 0 && first) focusOn(first);
    drawn += rows.length;
    more.textContent = texts.count("more", items.length - drawn);
    if (drawn < items.length) box.append(more);
    else more.remove();
  };
  add();
  return box;
}

/** @param {HTMLElement} row */
function focusOn(row) {
  row.tabIndex = -1;
  row.focus();
}

/**
 * Make a fold that draws its content when it is first opened.
 * @param {string} id
 * @param {readonly (Node | string)[]} summary
 * @param {() => Node} draw
 */
export function fold(id, summary, draw) {
  const made = h("details", { id }, h("summary", { id: `${id}-summary` }, ...summary));
  made.addEventListener("toggle", () => {
    if (made.open && made.childElementCount === 1) made.append(draw());
  });
  return made;
}
