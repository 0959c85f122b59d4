// What the extension takes from the catalogue of texts that it shares with the desktop app.

/** @typedef {Record<"both" | "app" | "extension", Record<string, string>>} Catalogue */

/**
 * Return the extension's texts by key: without the mnemonics, which only the app has, and with its own name in them.
 * @param {Catalogue} catalogue a language's file
 * @returns {Record<string, string>}
 */
export function textsOfExtension({ both, extension }) {
  const shown = (/** @type {string} */ text) => text.replaceAll("&", "").replaceAll("{program}", extension.program);
  return Object.fromEntries(Object.entries({ ...both, ...extension }).map(([key, text]) => [key, shown(text)]));
}
