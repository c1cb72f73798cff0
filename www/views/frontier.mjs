import { html, nothing } from "lit-html";
import { frontierChart } from "../charts/frontier.mjs";
import { chartSection } from "./chart_section.mjs";
import { lengthSteps, sequenceSteps } from "./scenario.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** How many requests of which length fit, as a chart or as a table. @param {Frame} frame */
export function frontierSection(frame) {
  const { t, format, plan, answer } = frame;
  if (!plan?.result || plan.points.length === 0) return nothing;
  const { tokens, sequences, fits } = plan.result;
  const tokenSteps = lengthSteps(answer.architecture);
  const longest = tokenSteps[tokenSteps.length - 1];
  const corners = plan.points.map((point) => ({ ...point, tokens: Math.min(point.tokens ?? longest, longest) }));
  const table = () =>
    html`<div class="scroll" tabindex="0" role="group" aria-labelledby="frontier-head">
      <table part="table" class="frontier-table">
        <thead>
          <tr>
            <th scope="col" class="number">${t("frontier.requests")}</th>
            <th scope="col" class="number">${t("frontier.tokens")}</th>
          </tr>
        </thead>
        <tbody>
          ${plan.points.map(
            (point) =>
              html`<tr>
                <th scope="row" class="number">${format.whole(point.sequences)}</th>
                <td class="number" data-value=${String(point.tokens ?? null)}>
                  ${point.tokens ? format.whole(point.tokens) : t("fit.unlimited")}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  return chartSection(frame, {
    name: "frontier",
    title: t("frontier.head"),
    draw: (within) => frontierChart(within, { corners, tokens, sequences, fits, tokenSteps, sequenceSteps }),
    table,
    stale: plan.stale,
  });
}
