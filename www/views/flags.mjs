import { html, nothing } from "lit-html";
import { copyButton } from "./export.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** An option with its value breaks only where it is longer than a line. @param {string} command */
const options = (command) => command.split(/ (?=-)/).map((one, i) => html`${i > 0 ? " " : ""}<span>${one}</span>`);

/** The engine's command line for this scenario, and why each option is there. @param {Frame} frame */
export function startFlags(frame) {
  const { t, plan } = frame;
  const { result, stale } = plan ?? {};
  if (!result?.command) return nothing;
  const json = () =>
    JSON.stringify(
      result.flags.map(({ flag, value, message }) => ({ flag, value, message })),
      null,
      2,
    );
  return html`<section aria-labelledby="flags-head" class=${stale ? "stale" : ""}>
    <div class="head">
      <h2 id="flags-head">${t("flags.head")}</h2>
      <div class="copies">${copyButton(frame, "command", () => result.command)} ${copyButton(frame, "json", json)}</div>
    </div>
    <pre class="command" tabindex="0" aria-labelledby="flags-head"><code>${options(result.command)}</code></pre>
    <ul class="reasons">
      ${result.flags.map(
        ({ flag, value, reason, message }) =>
          html`<li>
            <code>${[flag, value].filter(Boolean).join(" ")}</code> ${t.said("flags", { code: reason, message })}
          </li>`,
      )}
    </ul>
  </section>`;
}
