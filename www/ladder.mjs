/**
 * The round numbers that sliders and arrow keys step through: four to an octave, whole ones only
 * (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20 ...).
 * @param {number} from
 * @param {number} to
 * @returns {number[]}
 */
export function ladder(from, to) {
  const steps = [];
  for (let octave = 1; octave <= to; octave *= 2)
    for (const quarter of [1, 1.25, 1.5, 1.75]) {
      const step = octave * quarter;
      if (Number.isInteger(step) && step >= from && step <= to) steps.push(step);
    }
  return steps;
}

/**
 * Index of the step that is nearest to a value, by ratio.
 * @param {number[]} steps
 * @param {number} value
 */
export function nearestStep(steps, value) {
  const above = steps.findIndex((step) => step >= value);
  if (above < 0) return steps.length - 1;
  if (above === 0) return 0;
  return value * value < steps[above - 1] * steps[above] ? above - 1 : above;
}

/**
 * The next round number in a direction, also from a value between two.
 * @param {number[]} steps
 * @param {number} value
 * @param {1 | -1} direction
 */
export function nextStep(steps, value, direction) {
  const next = direction > 0 ? steps.find((step) => step > value) : steps.findLast((step) => step < value);
  return next ?? value;
}
