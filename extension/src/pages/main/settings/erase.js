// Erases everything, at the server and here; or only here if the server can't be reached.

import { errorText, isOfServer } from "../../texts/error_texts.js";
import { ask } from "../../widgets/dialog.js";
import { button } from "../../widgets/dom.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {(farewell: import("../../../donor/campaigns/leave.js").Farewell) => void} Erased follows when it is done */

/**
 * Make the button that erases everything, after a question.
 * @param {App} app
 * @param {Erased} erased
 */
export function eraseButton(app, erased) {
  const { texts } = app;
  const question = {
    title: texts.t("erase_title"),
    says: ["erase_what", "erase_final", "erase_history"].map((key) => texts.t(key)),
    label: texts.t("erase_go"),
    tick: texts.t("erase_understood"),
  };
  const pressed = () => ask(texts, question, () => erase(app, erased, true));
  return button(texts.t("erase"), pressed, { class: "danger", id: "erase" });
}

/**
 * @param {App} app
 * @param {Erased} erased
 * @param {boolean} tellServer
 */
function erase(app, erased, tellServer) {
  const { texts, donor } = app;
  /** @type {unknown} */
  let fault = null;
  const work = () =>
    donor.eraseMe({ tellServer }).catch((error) => {
      if (!isOfServer(error)) throw error;
      fault = error;
      return null;
    });
  app.act(work, {
    doing: texts.t("doing_erase"),
    done: (farewell) => (farewell === null ? askHere(app, erased, fault) : erased(farewell)),
  });
}

/**
 * Ask whether to erase only what is kept here, as the server could not be asked. Nothing is erased yet.
 * @param {App} app
 * @param {Erased} erased
 * @param {unknown} fault
 */
function askHere(app, erased, fault) {
  const { texts } = app;
  const says = [texts.t("erase_here_why", { why: errorText(texts, fault) })];
  says.push(...["erase_here_later", "erase_here_keeps", "erase_here_final"].map((key) => texts.t(key)));
  ask(texts, { title: texts.t("erase_here_title"), says, label: texts.t("erase_here_go") }, () =>
    erase(app, erased, false),
  );
}
