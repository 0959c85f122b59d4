// The settings of how days are sent, and when the server is contacted.

import { duty } from "../../widgets/committee_duty.js";
import { button, h, p } from "../../widgets/dom.js";
import { sendingChoice } from "../../widgets/sending_choice.js";

/**
 * @param {import("../../session/app.js").App} app
 * @param {import("../../session/app_status.js").AppStatus} now
 * @param {import("../../../core/views.js").Sending} mode
 */
export function sendingParts(app, now, mode) {
  const { texts, donor } = app;
  const choice = sendingChoice(texts, mode, (chosen) => {
    app.act(() => donor.settings.setSending(chosen), { says: () => texts.t("changed") });
  });
  const contact = button(texts.t("contact_now"), () => app.contact(), { id: "contact" });
  contact.disabled = now.next === null || now.state.companion;
  const account = h("a", { class: "button", href: "#sent" }, texts.t("set_limit"));
  return [choice, p(schedule(texts, now)), h("div", { class: "row" }, contact, account)];
}

/**
 * Return sentences about the last and the next check-in.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {import("../../session/app_status.js").AppStatus} now
 */
function schedule(texts, { state, next }) {
  if (next === null) return texts.t("never_contacted");
  const coming = texts.t("contact_next", { time: texts.moment(next) });
  const why = duty(texts, state) ?? texts.t("contact_why");
  if (state.lastCheckIn === null) return `${why} ${coming}`;
  return `${why} ${texts.t("contact_last", { time: texts.moment(state.lastCheckIn) })} ${coming}`;
}
