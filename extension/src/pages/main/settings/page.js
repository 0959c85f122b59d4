// The Settings page. Each change takes effect at once.

import { appStatus } from "../../session/app_status.js";
import { PageError } from "../../texts/error_texts.js";
import { h, p, pressedOnce } from "../../widgets/dom.js";
import { exportButton } from "../../widgets/export_button.js";
import { appearanceParts } from "./appearance.js";
import { blockedParts } from "./blocked_words.js";
import { campaignParts } from "./campaigns.js";
import { comparisonParts } from "./comparison.js";
import { companionParts } from "./desktop_app.js";
import { eraseButton } from "./erase.js";
import { hoursParts, sitesParts } from "./left_out.js";
import { sendingParts } from "./sending.js";
import { allowParts } from "./server_permission.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {() => Promise<void>} Dress applies the chosen language and colours to the page */

/** Shows the groups of settings in one column. */
export class SettingsPage {
  /**
   * @param {App} app
   * @param {Dress} dress
   * @param {import("./erase.js").Erased} erased
   */
  constructor(app, dress, erased) {
    this.app = app;
    this.dress = dress;
    this.erased = erased;
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    const { app } = this;
    const { texts, donor } = app;
    const [consents, weeks] = [await donor.campaigns.consents(), await donor.logWeeks()];
    const [now, chosen] = [await appStatus(app), await donor.settings.preferences()];
    return [
      group(texts.t("sending"), sendingParts(app, now, await donor.settings.sending())),
      group(texts.t("campaigns"), [
        ...(await allowParts(app, now.state.server)),
        ...campaignParts(app, now.state, now.joined ? await donor.campaigns.onOffer() : [], consents),
      ]),
      group(texts.t("blocked_words"), blockedParts(app, await donor.exclusions.blocked())),
      group(texts.t("sites"), sitesParts(app, await donor.exclusions.sites())),
      group(texts.t("hours"), hoursParts(app, await donor.exclusions.hours())),
      group(texts.t("this_extension"), appearanceParts(app, chosen, this.dress)),
      group(texts.t("companion"), companionParts(app, now.state, await app.browser.appAllowed())),
      ...(weeks.length > 0 ? [group(texts.t("compare"), comparisonParts(app, weeks, await donor.witnesses()))] : []),
      group(texts.t("your_data"), this.#data(await app.browser.storageKept())),
      group(texts.t("about"), [
        p(texts.t("about_licence", { version: app.browser.version() })),
        p(texts.t("about_what"), "quiet"),
      ]),
    ];
  }

  /** @param {boolean} isKept whether the browser keeps the data when the disk gets full */
  #data(isKept) {
    const { app } = this;
    const where = p(app.texts.t("data_where"), "quiet");
    const kept = isKept ? [p(app.texts.t("data_kept"), "quiet")] : [p(app.texts.t("data_at_risk")), this.#keepButton()];
    return [where, ...kept, h("div", { class: "row" }, exportButton(app, "export"), eraseButton(app, this.erased))];
  }

  #keepButton() {
    const { app } = this;
    const keep = () => {
      const asked = app.browser.keepStorage(); // during the click: Firefox refuses the question after an await
      const work = async () => {
        if (!(await asked)) throw new PageError("not-kept");
      };
      app.act(work, { says: () => app.texts.t("changed") });
    };
    return h("p", {}, pressedOnce(app.texts.t("keep_data"), keep, { id: "keep-data" }));
  }
}

/**
 * @param {string} title
 * @param {readonly Node[]} parts
 */
function group(title, parts) {
  return h("section", {}, h("h2", {}, title), ...parts);
}
