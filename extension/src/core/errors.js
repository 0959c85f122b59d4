// The one error that a donor's methods throw for a person to read.

/**
 * One plain line: what is wrong, where, what it means for the donor's data, and what to do.
 *
 * `code` names the error and `values` hold what its line mentions, so that a page can say it in another language:
 *
 * joining: `not-joined`, `joining-unfinished` {url}, `other-server` {url, joined}, `changed-server-key` {url},
 * `unvouched-key`, `unknown-zone` {zone}, `small-groups` {campaign, least}, `uncountable` {campaign}, `forged-campaign`,
 * `no-such-campaign` {campaign}, `no-campaigns`, `choose-stratum` {campaign, strata}, `not-an-address` {url},
 * `not-encrypted` {url}, `not-joined-campaign` {campaign};
 * the server: `no-connection`, `foreign-answer`, `server-error`, `too-slow`, `endless-answer` and `unreadable-answer`,
 * each {host, url}; `problem` {name, detail}, `unreadable-results` {campaigns};
 * days: `no-such-search`, `day-to-come` {day}, `day-locked` {day}, `day-not-counted` {day}, `day-over` {day};
 * choices: `no-word`, `too-long`, `not-blocked`, `pause-in-past`, `not-a-mode`, `not-a-limit`, `no-such-preference`,
 * `wrong-preference` {name};
 * here: `under-way`, `app-donates`, `app-unreachable`, `disk-full`, `store-failed`, `store-newer`, `store-outdated`,
 * `store-damaged`.
 */
export class DonorError extends Error {
  /**
   * @param {string} code
   * @param {string} line
   * @param {Readonly<Record<string, string | number>>} [values]
   */
  constructor(code, line, values = {}) {
    super(line);
    this.name = "DonorError";
    this.code = code;
    this.values = Object.freeze(values);
  }
}
