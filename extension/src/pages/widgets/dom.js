// Builds elements without parsing markup, so that text from outside never becomes a tag.

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {string | number | boolean | null | undefined | EventListener} Value */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes] a function becomes a listener ("onclick"), true an empty attribute;
 *   false, null and undefined are left out
 * @param {...(Child | readonly Child[])} children false, null and undefined are left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/**
 * Make an SVG element, as `h` makes HTML elements.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Child | readonly Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  fill(made, attributes, children);
  return made;
}

/**
 * @param {Element} element
 * @param {Record<string, Value>} attributes
 * @param {readonly (Child | readonly Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...shown(children));
}

/** @param {readonly (Child | readonly Child[])[]} children */
function shown(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of /** @type {Child[]} */ (children.flat())) {
    if (child instanceof Node) found.push(child);
    else if (child !== false && child !== null && child !== undefined) found.push(String(child));
  }
  return found;
}

/**
 * Replace an element's children, and keep what the donor did to them.
 *
 * An element with the same id as an old one keeps the focus, its open fold, or its typed text. If the focus was on an
 * element that is gone, it goes to `root`. If the children are the same nodes as before, nothing is touched.
 * @param {HTMLElement} root
 * @param {...Child} children
 */
export function redraw(root, ...children) {
  const found = shown(children);
  if (isSame(found, root.childNodes)) return;
  const active = document.activeElement;
  const held = active instanceof HTMLElement && active !== root && root.contains(active) ? active.id : null;
  const folds = [...root.querySelectorAll("details[id][open]")].map((fold) => fold.id);
  const typed = [...root.querySelectorAll("input")].filter((field) => field.id && field.value !== field.defaultValue);
  root.replaceChildren(...found);
  for (const id of folds) unfold(root.querySelector(`details#${CSS.escape(id)}`));
  for (const field of typed) restore(root, field);
  if (held === null) return;
  const again = held === "" ? null : document.getElementById(held);
  (again ?? root).focus();
}

/**
 * @param {readonly (Node | string)[]} some
 * @param {NodeListOf<ChildNode>} others
 */
function isSame(some, others) {
  return some.length === others.length && some.every((child, place) => child === others[place]);
}

/**
 * Open a fold that was open before, and have it draw its content at once: the focus may go there.
 * @param {Element | null} fold
 */
function unfold(fold) {
  fold?.setAttribute("open", "");
  fold?.dispatchEvent(new Event("toggle"));
}

/**
 * Give a new field the text that was typed into the old one of the same id.
 * @param {HTMLElement} root
 * @param {HTMLInputElement} field the old one
 */
function restore(root, field) {
  const again = root.querySelector(`#${CSS.escape(field.id)}`);
  if (again instanceof HTMLInputElement && ["text", "number", "search", "time"].includes(field.type)) {
    again.value = field.value;
    again.dispatchEvent(new Event("input"));
  }
}

/**
 * Make a paragraph.
 * @param {string} text
 * @param {string} [kind] its classes, such as "quiet"
 */
export function p(text, kind) {
  return h("p", { class: kind }, text);
}

/**
 * Make a button.
 * @param {string} label
 * @param {() => void} pressed
 * @param {Record<string, Value>} [attributes]
 */
export function button(label, pressed, attributes = {}) {
  return h("button", { type: "button", ...attributes, onclick: () => pressed() }, label);
}

/**
 * Make a button that ignores the second click of a double click, and all clicks while it is `aria-disabled`.
 *
 * After the first click another button may take its place, such as its opposite. The second click is not meant for that
 * one. Unlike `disabled`, `aria-disabled` lets the button keep the focus.
 * @param {string} label
 * @param {() => void} pressed
 * @param {Record<string, Value>} [attributes]
 */
export function pressedOnce(label, pressed, attributes = {}) {
  const made = button(label, () => {}, attributes);
  made.addEventListener("click", ({ detail }) => {
    if (detail < 2 && made.ariaDisabled !== "true") pressed();
  });
  return made;
}
