// The Today page: what would be sent of a day, and the person's decision about it.

import { appStatus } from "../../session/app_status.js";
import { campaignLine, isToTell } from "../../texts/campaign_texts.js";
import { outside } from "../../texts/texts.js";
import { farewells } from "../../widgets/campaign/farewells.js";
import { dutyParts } from "../../widgets/committee_duty.js";
import { h, p } from "../../widgets/dom.js";
import { pauseControl } from "../../widgets/pause_control.js";
import { campaignRows } from "./campaign_rows.js";
import { found, named, seen, warnings } from "./day_texts.js";
import { decidingParts } from "./decision_buttons.js";
import { withRemovedSearches } from "./removed_searches.js";
import { todayView } from "./view_model.js";
import { waitingParts } from "./waiting_days.js";

/** @typedef {import("../../session/app.js").App} App */
/** @typedef {import("./view_model.js").TodayView} TodayView */

/** Shows the review of one day, by default of a day that waits for the donor. */
export class TodayPage {
  /** @type {string | null} */
  #wanted = null;
  #today = "";
  /** @type {TodayView | null} */
  #before = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Promise<readonly Node[]>} */
  async draw() {
    const { app } = this;
    const now = await appStatus(app);
    if (now.state.companion) return [p(app.texts.t("companion_today"), "large")];
    if (!now.joined) return this.#nothingJoined(now.state);
    if (now.phase === "finished") return this.#finished(now.going);
    if (this.#today !== now.state.today) this.#wanted = null; // a new day has begun: show the default day again
    this.#today = now.state.today;
    const day = withRemovedSearches(await todayView(app.donor, now, this.#wanted), this.#before);
    if (this.#before !== null && this.#before.day !== day.day) app.screen.withdraw?.();
    this.#before = day;
    const decided = () => {
      this.#wanted = day.day; // stay on the day that was decided, and do not go on to the next one that waits
    };
    return [
      this.#heading(day, now.state.pausedSince !== null),
      ...now.going
        .filter((campaign) => isToTell(campaign, now.state.today))
        .map((campaign) => p(campaignLine(app.texts, campaign), "quiet")),
      ...dutyParts(app.texts, now.state),
      ...waitingParts(app, day, { opened: (one) => this.#open(one), decided }),
      p(found(app.texts, day)),
      p(seen(app.texts, day), "quiet"),
      ...warnings(app.texts, day, now, app.now()).map((text) => p(text, "amber")),
      ...(day.state === "no-campaign" ? [] : day.campaigns.map((part) => campaignRows(app, part, day))),
      ...this.#offers(day),
      ...decidingParts(app, day, { decided, clock: { today: this.#today, now: app.now() } }),
    ];
  }

  /** @param {import("../../../core/views.js").Status} state */
  #nothingJoined(state) {
    const { texts } = this.app;
    const left = state.campaigns.length > 0; // there were some
    return [
      p(texts.t(left ? "all_left" : "nothing_joined"), "large"),
      p(texts.t(left ? "still_contacted" : "nothing_leaves")),
      ...dutyParts(texts, state),
      h("p", {}, h("a", { class: "button primary", href: "#join" }, texts.t("join_campaign"))),
    ];
  }

  /** @param {import("../../session/app_status.js").AppStatus["going"]} campaigns */
  async #finished(campaigns) {
    const { texts } = this.app;
    return [
      ...(await farewells(this.app, campaigns)),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button primary", href: "#results", id: "to-results" }, texts.t("see_results")),
        h("a", { class: "button", href: "#join" }, texts.t("join_another")),
      ),
    ];
  }

  /**
   * @param {TodayView} day
   * @param {boolean} paused
   */
  #heading(day, paused) {
    const { app } = this;
    const states = new Map(day.days.map((one) => [one.day, one.state]));
    for (const one of [this.#today, day.day]) if (!states.has(one)) states.set(one, "counting");
    const options = [...states.keys()]
      .sort()
      .reverse()
      .map((one) => {
        const name = named(app.texts, one, /** @type {string} */ (states.get(one)));
        return h("option", { value: one, selected: one === day.day }, name);
      });
    const choice = h("select", { id: "day", "aria-label": app.texts.t("day") }, options);
    choice.addEventListener("change", () => this.#open(choice.value));
    return h("div", { class: "bar" }, choice, pauseControl(app, paused));
  }

  /**
   * Show a day that the donor chose.
   * @param {string} day
   */
  #open(day) {
    this.#wanted = day;
    this.app.refresh();
  }

  /** @param {TodayView} day */
  #offers(day) {
    const { texts } = this.app;
    return day.offers.map(({ campaign }) => {
      const link = h("a", {
        href: "#join",
        "aria-label": texts.of(texts.t("not_joined"), outside(campaign.title)),
      });
      link.append(texts.t("not_joined"));
      return h("p", { class: "offer" }, h("span", { class: "quiet" }, outside(campaign.title)), " ", link);
    });
  }
}
