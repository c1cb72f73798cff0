import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";

/**
 * A slider over a plot: pointer, touch and arrow keys move one crosshair, and its value text reads what stands there.
 * @param {import("../types.js").Frame} frame
 * @param {{label: string, text: string, at: number, last: number, left: number, end: number, nearest: (x: number) => number}} of
 * nearest: the index that a place along the axis means
 */
export function crosshair(frame, { label, text, at, last, left, end, nearest }) {
  /** @param {PointerEvent} event */
  const follow = ({ currentTarget, clientX }) => {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const share = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
    frame.show({ reading: nearest(left + share * (end - left)) });
  };
  const rest = () => frame.show({ reading: undefined });
  return html`<input
    class="crosshair"
    type="range"
    min="0"
    max=${last}
    step="1"
    aria-label=${label}
    aria-valuetext=${text}
    .style=${`inset-inline-start: ${left}px; inline-size: ${end - left}px; max-inline-size: calc(100% - ${left}px)`}
    .value=${live(String(at))}
    @input=${(/** @type {Event} */ { target }) =>
      frame.show({ reading: Number(/** @type {HTMLInputElement} */ (target).value) })}
    @pointermove=${follow}
    @pointerleave=${rest}
    @blur=${rest}
  />`;
}
