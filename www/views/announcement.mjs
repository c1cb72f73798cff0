import { words } from "./verdict_words.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * The answer in a few words, for those who hear the page: what is wrong, then what was found.
 * @param {Pick<Frame, "t" | "format" | "answer" | "plan" | "load"> & {quietly: boolean}} frame quietly: only what is wrong
 */
export function announcement({ t, format, answer, plan, load, quietly }) {
  const { result, errors, stale } = plan ?? load ?? answer;
  const wrong = errors.map((error) => t.said("errors", error));
  if (!result || stale || quietly) return wrong.join(" ");
  if (load?.result) return [...wrong, t.said("verdicts", load.result.verdict)].join(" ");
  const found = plan?.result
    ? `${t(words[plan.result.state].said)} ${t.said("verdicts", plan.result.verdict)}`
    : t("answer.announced", { size: format.gib(answer.result?.payloadBytes ?? 0) });
  return [...wrong, found].join(" ");
}
