// A button that saves everything that is kept here as a file.

import { button } from "./dom.js";

const NAME = "private-data-donor.json";

/**
 * Make the button.
 * @param {import("../session/app.js").App} app
 * @param {string} id the button's
 */
export function exportButton(app, id) {
  const { texts, donor, browser } = app;
  const work = async () => browser.save(NAME, JSON.stringify(await donor.export(), null, 2));
  const press = () => {
    app.act(work, { doing: texts.t("doing_export"), says: () => texts.t("exported", { file: NAME }) });
  };
  return button(texts.t("export"), press, { id });
}
