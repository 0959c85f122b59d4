// After a look or by itself; when the server is contacted.

import { button, h, p } from "../../shared/dom.js";
import { duty } from "../../shared/duty.js";
import { sendingChoice } from "../../shared/sending_choice.js";

/**
 * @param {import("../../shared/app.js").App} app
 * @param {import("../../shared/standing.js").Standing} now
 * @param {import("../../../donor/views.js").Sending} mode
 */
export function sendingParts(app, now, mode) {
  const { texts, donor } = app;
  const choice = sendingChoice(texts, mode, (chosen) => {
    app.act(() => donor.setSending(chosen), { says: () => texts.t("changed") });
  });
  const contact = button(texts.t("contact_now"), () => app.contact(), { id: "contact" });
  contact.disabled = now.next === null || now.state.companion;
  const account = h("a", { class: "button", href: "#sent" }, texts.t("set_limit"));
  return [choice, p(schedule(texts, now)), h("div", { class: "row" }, contact, account)];
}

/**
 * When the server was contacted, and will be.
 * @param {import("../../shared/texts.js").Texts} texts
 * @param {import("../../shared/standing.js").Standing} now
 */
function schedule(texts, { state, next }) {
  if (next === null) return texts.t("never_contacted");
  const coming = texts.t("contact_next", { time: texts.moment(next) });
  const why = duty(texts, state) ?? texts.t("contact_why");
  if (state.lastCheckIn === null) return `${why} ${coming}`;
  return `${why} ${texts.t("contact_last", { time: texts.moment(state.lastCheckIn) })} ${coming}`;
}
