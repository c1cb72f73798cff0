/** @typedef {import("../types.js").Frame} Frame */

/**
 * The answer in a few words, for those who hear the page: what is wrong, then what was found.
 * @param {Pick<Frame, "t" | "format" | "answer" | "plan">} frame
 */
export function announcement({ t, format, answer, plan }) {
  const { result, errors, stale } = plan ?? answer;
  const wrong = errors.map((error) => t.said("errors", error));
  if (!result || stale) return wrong.join(" ");
  const found = plan?.result
    ? `${t(plan.result.fits ? "fit.yes" : "fit.no")} ${t.said("verdicts", plan.result.verdict)}`
    : t("answer.announced", { size: format.gib(result.payloadBytes) });
  return [...wrong, found].join(" ");
}
