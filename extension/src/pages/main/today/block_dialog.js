// A dialog that blocks words of a search.

import { words } from "../../../counting/tokenizer.js";
import { outside } from "../../texts/texts.js";
import { closing, openDialog } from "../../widgets/dialog.js";
import { h, p } from "../../widgets/dom.js";

/**
 * Offer the words of a search. Those that are ticked are blocked together: searches with all of them don't count.
 * @param {import("../../session/app.js").App} app
 * @param {string} query
 */
export function blockDialog(app, query) {
  const { texts, donor } = app;
  const boxes = [...new Set(words(query))].map((word) => h("input", { type: "checkbox", value: word }));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const block = closing(
    texts.t("block"),
    () => {
      app.act(() => donor.exclusions.block(chosen().join(" ")), { says: () => texts.t("blocked_done") });
    },
    { class: "primary", disabled: true },
  );
  for (const box of boxes) {
    box.addEventListener("change", () => {
      block.disabled = chosen().length === 0;
    });
  }
  const choices = boxes.map((box) => h("li", {}, h("label", {}, box, " ", outside(box.value))));
  const list = h("ul", { class: "plain" }, choices);
  const parts = [p(texts.t("block_what")), list, p(texts.t("block_together"), "quiet")];
  openDialog(texts.t("block_title"), parts, [closing(texts.t("cancel")), block]);
}
