import type { Scenario } from "../../wasm/kvfit.js";

/** A number as an engine printed it, with its unit: `16.00 GiB`, `3861424`. */
export type Printed = string;

/** What one published log says. The model is a catalogue id, a configuration's decisive fields or a GGUF's metadata. */
export interface Log {
  model?: string;
  config?: object;
  /** What a configuration without a word for its class is called. */
  name?: string;
  gguf?: Record<string, unknown>;
  version?: string;
  /** Settings. A text with decimals is a figure that the engine printed: known to half a unit of its last decimal. */
  given: Record<string, string | number | boolean>;
  printed: Record<string, Printed>;
  /** Figures that are known to come out otherwise, with the word of the reason. */
  miss?: Record<string, string>;
  source: string;
}

/** The logs of one engine and the day on which they were read. */
export interface Logs {
  engine: string;
  read: string;
  /** Sized from the settings, and from the memory that the log names. */
  caches: Log[];
  /** Estimated from the settings alone, without any printed figure. */
  startUps: Log[];
}

/** One figure, predicted and printed, in the printed unit. */
export interface Figure {
  figure: string;
  printed: number;
  unit: string;
  decimals: number;
  predicted: number;
  /** Results at both ends of what the log rounded. */
  low: number;
  high: number;
  explained: boolean;
  miss?: string;
}

/** A log with its figures and the rules that gave them. */
export interface Compared {
  engine: string;
  /** The version whose rules were used, in the words of the engine's profile. */
  version: string;
  model: string;
  scenario: Scenario;
  log: Log;
  figures: Figure[];
}
