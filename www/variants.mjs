import { subjectKeys, without } from "./answer.mjs";

/** @typedef {import("./types.js").Scenario} Scenario */

/**
 * What a scenario is compared with: each variant is the settings that it changes.
 * @param {unknown} text of the link's key `with`
 * @returns {Scenario[]}
 */
export const readVariants = (text) =>
  String(text ?? "")
    .split("~")
    .map((piece) => Object.fromEntries(new URLSearchParams(piece)))
    .filter((variant) => Object.keys(variant).length > 0);

/** The reverse; URLSearchParams leaves no `~` in a piece. @param {Scenario[]} variants */
export const writeVariants = (variants) =>
  variants
    .map((variant) => String(new URLSearchParams(Object.entries(variant).map(([key, value]) => [key, String(value)]))))
    .join("~") || undefined;

/** A variant's own model or engine takes the place of the scenario's. @param {Scenario} scenario @param {Scenario} variant */
export function varied(scenario, variant) {
  const replaced = [
    ...(subjectKeys.some((key) => key in variant) ? subjectKeys : []),
    ...("engine" in variant ? ["engineVersion"] : []),
  ];
  const given = Object.entries({ ...without(scenario, replaced), ...variant }).filter(([, value]) => value !== "");
  return Object.fromEntries(given);
}

/** Whether a variant names another engine or version and changes nothing else. @param {Scenario} variant */
export const isEngineAlone = (variant) =>
  "engine" in variant && Object.keys(variant).every((key) => key === "engine" || key === "engineVersion");
