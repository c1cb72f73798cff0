// Comparison of a result with an entry of `expect`: cases/FORMAT.md section 4.

const bytesOf = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Differences below this share of a number come from its decimal notation. */
const slack = 1e-9;

/** The result in the unit of the entry; only byte units convert. */
const inUnit = (result, unit) => (typeof result === "number" ? result / (bytesOf[unit] ?? 1) : result);

/** Half a unit of the last decimal with which a number is written; counts are whole and exact. */
const rounding = (value) => {
  const decimals = String(value).split(".")[1]?.length ?? 0;
  return decimals === 0 ? 0 : 0.5 * 10 ** -decimals;
};

const within = (a, b, distance) => Math.abs(a - b) <= distance + slack * Math.abs(b);

/** @returns {boolean} equal: integers, truth values and words exactly, other numbers to 1e-9 of their size */
export function equal(actual, expected) {
  if (typeof expected !== "number" || Number.isInteger(expected) || typeof actual !== "number")
    return actual === expected;
  return within(actual, expected, 0);
}

/**
 * @param {{metric: string, value: unknown, unit?: string, decimals?: number, tolerance?: number, range?: number[]}} entry
 * @param {unknown} result in bytes, tokens, ...
 * @param {unknown[]} ends results at the ends of the scenario's rounding interval, where there is one
 */
export function check(entry, result, ends) {
  const { metric, value, unit, decimals, tolerance, range } = entry;
  const actual = inUnit(result, unit);
  const outcome = (good, reason) => ({ metric, status: good ? "pass" : "fail", expected: value, actual, reason });
  if (typeof value === "number" && typeof actual !== "number") return outcome(false, "not a number");
  if (range) {
    const [low, high] = range;
    if (!(within(actual, low, 0) || actual >= low) || !(within(actual, high, 0) || actual <= high))
      return outcome(false, `outside ${low} to ${high}`);
    const [least, most] = ends.map((end) => inUnit(end, unit)).sort((a, b) => a - b);
    // A printed figure is rounded itself.
    const give = rounding(value) + slack * value;
    const between = ends.length === 0 || (value >= least - give && value <= most + give);
    return outcome(between, between ? "" : `the rounded figures of the scenario give ${least} to ${most}`);
  }
  if (decimals !== undefined) return outcome(within(actual, value, 0.5 * 10 ** -decimals), `to ${decimals} decimals`);
  if (tolerance !== undefined) return outcome(within(actual, value, tolerance), `to ${tolerance}`);
  return outcome(equal(actual, value), "exactly");
}
