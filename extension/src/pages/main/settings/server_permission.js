// Asks for the permission to contact the server, if the browser needs one and it was taken away.

import { PageError } from "../../texts/error_texts.js";
import { outside } from "../../texts/texts.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";

/**
 * @param {import("../../session/app.js").App} app
 * @param {string | null} server the one that is joined
 */
export async function allowParts(app, server) {
  const { texts, browser } = app;
  if (server === null || (await browser.serverAllowed(server))) return [];
  const { host } = new URL(server);
  const pressed = () => {
    const asked = browser.allowServer(server); // at the click, before anything is waited for
    const work = async () => {
      if (!(await asked)) throw new PageError("permission", { host });
    };
    app.act(work, { says: () => texts.t("changed") });
  };
  const says = p(texts.t("permission_missing", { host: outside(host) }), "amber");
  return [says, h("p", {}, pressedOnce(texts.t("permission_allow"), pressed, { id: "allow" }))];
}
