import { once } from "../wasm/once.mjs";

/** No-break thin space between a number and its unit. */
export const thin = "\u202f";

const binary = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
const decimal = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A number with its unit, apart so that each can be styled. @typedef {{number: string, unit: string}} Quantity */

/** Numbers as a language writes them: three significant digits in view, whole numbers exact. */
export class Format {
  #whole;
  #short;
  #percent;
  #tick;
  #decimals;

  /** @param {string} language */
  constructor(language) {
    // A browser takes milliseconds to make one of them.
    const format = (/** @type {Intl.NumberFormatOptions} */ options) =>
      once(() => new Intl.NumberFormat(language, options));
    this.#whole = format({ maximumFractionDigits: 0 });
    this.#short = format({ maximumSignificantDigits: 3, minimumSignificantDigits: 3 });
    this.#tick = format({ maximumSignificantDigits: 3 });
    this.#decimals = format({ maximumFractionDigits: 4 });
    this.#percent = format({ style: "percent", maximumSignificantDigits: 3 });
  }

  /** @param {number} n */
  whole(n) {
    return this.#whole().format(n);
  }

  /** Three digits where they say something: whole numbers below 1,000 stay whole. @param {number} n */
  short(n) {
    return Number.isInteger(n) && Math.abs(n) < 1000 ? this.whole(n) : this.#short().format(n);
  }

  /** A number with its decimals, as a log prints it: up to four. @param {number} n */
  decimals(n) {
    return this.#decimals().format(n);
  }

  /** A power of ten on an axis. @param {number} n */
  tick(n) {
    return this.#tick().format(n);
  }

  /** @param {number} share */
  percent(share) {
    return this.#percent().format(share);
  }

  /** Exact bytes. @param {number} bytes */
  exact(bytes) {
    return `${Number.isInteger(bytes) ? this.whole(bytes) : this.#short().format(bytes)}${thin}B`;
  }

  /**
   * Bytes in the unit of 2^10 that suits them, or that suits `like`.
   * @param {number} bytes
   * @param {number} [like]
   * @returns {Quantity}
   */
  binary(bytes, like = bytes) {
    return this.#scaled(bytes, like, 1024, binary);
  }

  /** @param {number} bytes @returns {Quantity} */
  decimal(bytes) {
    return this.#scaled(bytes, bytes, 1000, decimal);
  }

  /** @param {number} bytes @param {number} [like] */
  gib(bytes, like) {
    const { number, unit } = this.binary(bytes, like);
    return `${number}${thin}${unit}`;
  }

  /** @param {number} bytes */
  gb(bytes) {
    const { number, unit } = this.decimal(bytes);
    return `${number}${thin}${unit}`;
  }

  /**
   * A length on an axis: 128K, 1M in powers of two, else in full.
   * @param {number} tokens
   */
  length(tokens) {
    if (tokens >= 2 ** 20 && tokens % 2 ** 20 === 0) return `${this.whole(tokens / 2 ** 20)}M`;
    if (tokens >= 1024 && tokens % 1024 === 0) return `${this.whole(tokens / 1024)}K`;
    return this.whole(tokens);
  }

  /** @param {number} bytes @param {number} like @param {number} base @param {string[]} units */
  #scaled(bytes, like, base, units) {
    let power = 0;
    while (like >= base ** (power + 1) && power < units.length - 1) power += 1;
    const number = bytes / base ** power;
    return {
      number: power === 0 && Number.isInteger(bytes) ? this.whole(bytes) : this.short(number),
      unit: units[power],
    };
  }
}
