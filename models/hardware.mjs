/**
 * Accelerators as the files have them and as the page shows them: in models/hardware.json a figure is
 * [value, index of its source, how it was obtained]; here it becomes an object that says so in words.
 */

/** @typedef {{ value: number | null, source: string, basis?: string }} Figure `basis`: which report, or the link's name */
/** @typedef {[number | null, number, string?]} PackedFigure */

/** Lists of an accelerator that are not figures. */
const lists = new Set(["supports", "notes"]);

/**
 * @param {{ sources: string[], hardware: Record<string, any>[] }} file
 * @returns {Record<string, any>[]} accelerators whose figures are {@link Figure}s
 */
export function unpackHardware({ sources, hardware }) {
  /** @param {PackedFigure} figure @returns {Figure} */
  const unpackFigure = ([value, source, basis]) => ({ value, source: sources[source], ...(basis && { basis }) });
  return hardware.map((accelerator) =>
    Object.fromEntries(
      Object.entries(accelerator).map(([key, value]) =>
        Array.isArray(value) && !lists.has(key) ? [key, unpackFigure(/** @type {any} */ (value))] : [key, value],
      ),
    ),
  );
}
