// Asks for the permission to contact the server, if the browser needs one and it was taken away.

import { PageError } from "../../texts/error_texts.js";
import { outside } from "../../texts/texts.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";

/**
 * Return the question for the permission; nothing if it is not needed.
 * @param {import("../../session/app.js").App} app
 * @param {string | null} server the address of the joined server, null before joining
 */
export async function allowParts(app, server) {
  const { texts, browser } = app;
  if (server === null || (await browser.serverAllowed(server))) return [];
  const { host } = new URL(server);
  const pressed = () => {
    const asked = browser.allowServer(server); // during the click: the browser refuses the question after an await
    const work = async () => {
      if (!(await asked)) throw new PageError("permission", { host });
    };
    app.act(work, { says: () => texts.t("changed") });
  };
  const says = p(texts.t("permission_missing", { host: outside(host) }), "amber");
  return [says, h("p", {}, pressedOnce(texts.t("permission_allow"), pressed, { id: "allow" }))];
}
