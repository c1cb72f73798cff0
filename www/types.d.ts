import type { TemplateResult } from "lit-html";
import type { Accelerator, Fit, KvFit, Log, Price } from "../wasm/kvfit.js";
import type {
  Architecture,
  CompareRow,
  FrontierPoint,
  InputError,
  LoadResult,
  LogReading,
  Remedy,
  ReuseProgress,
  ReuseResult,
  Setting,
  SizeResult,
  SolveResult,
  TableRow,
  TermOperation,
  TransferResult,
} from "../wasm/generated/types.js";
import type { Format } from "./format.mjs";
import type { Translate } from "./i18n.mjs";

export type { LoadResult, TableRow, TransferResult };
export type { Log, LogReading, Remedy };
export type { CompareRow, ReuseProgress, ReuseResult, KvFit, Architecture, InputError, SizeResult, Format, Translate };

/** A term of an equation, leaf or operation. */
export interface Term {
  op?: TermOperation;
  value: number;
  symbol?: string;
  unit?: string;
  source?: string;
  args?: Term[];
}

/** What a person set, as typed; absent keys take their defaults. */
export type Scenario = Record<string, string | number | boolean>;

/**
 * A scenario with what the core says to it. A `stale` result is the last good one, and `answered` the scenario that it
 * belongs to; errors beside a result that is not stale are the engine's refusal, and the result is the payload.
 */
export interface Answer {
  scenario: Scenario;
  answered?: Scenario;
  result?: SizeResult;
  architecture?: Architecture;
  errors: InputError[];
  stale: boolean;
}

/** Whether the scenario fits: while errors are open, the last good answer, which is `stale`. */
export interface Plan {
  /** All of the scenario that the points depend on. */
  machine?: string;
  result?: Fit;
  points: FrontierPoint[];
  remedies?: Remedy[];
  errors: InputError[];
  stale: boolean;
}

/** Requests of real lengths: while errors are open, the last good answer, which is `stale`. */
export interface Load {
  /** All of the scenario that the table depends on. */
  asked: string;
  result?: LoadResult;
  rows: TableRow[];
  transfer?: TransferResult;
  errors: InputError[];
  stale: boolean;
}

/** A line about a link that could not be read in full, or whose figures have changed since. */
export interface Problem {
  code: string;
  params: Record<string, string | number>;
  changes?: Change[];
}

/** A figure of a link as it was when the link was made, and as it is. */
export interface Change {
  name: string;
  before: number;
  now: number;
}

/** State of the surface alone; it is in no link. */
export interface Surface {
  drawer: boolean;
  editing?: { key: string; text: string };
  more: boolean;
  equation: string;
  leaf?: number;
  reading?: number;
  chartAsTable: boolean;
  /** Whether hit rates count blocks in place of tokens. */
  byBlocks?: boolean;
  chartWidth: number;
  copied?: string;
  /** Name of the chart that could not be saved as PNG. */
  undrawn?: string;
  /** Setting that is looked for. */
  unknown?: string;
  /** What was found, and the question that it answers. */
  found?: { asked: string; result?: SolveResult; errors: InputError[] };
  /** Compared setting whose fields are open. */
  variant?: number;
  /** The file that request lengths were read from, or why they were not. */
  lengthsFile?: { name: string; requests?: number; kept?: number; badLines?: number; error?: InputError };
  /** Whether the scenario is shown in every engine. */
  allEngines?: boolean;
  /** Column of the comparison that it is sorted by, empty for the order of the list. */
  sort: { column: string; descending: boolean };
}

/** A replay's question with its answer. */
export interface Replayed {
  scenario: Scenario;
  traffic: Record<string, string>;
  /** Name of the trace; none: the described traffic. */
  file?: string;
  result: ReuseResult;
}

/** What every view is given. */
export interface Frame {
  kvfit: KvFit;
  /** The core's lists, asked for once: engines, stored types, models, keys of a scenario. */
  engines: ReturnType<KvFit["engines"]>;
  dtypes: ReturnType<KvFit["dtypes"]>;
  models: ReturnType<KvFit["models"]>;
  trafficSettings: ReturnType<KvFit["trafficSettings"]>;
  prices: Price[];
  hardware: Accelerator[];
  settings: Map<string, Setting>;
  t: Translate;
  format: Format;
  answer: Answer;
  /** How far all this is drawn: one of www/views/stages.mjs. */
  stage: number;
  /** Of the Fit view alone. */
  plan?: Plan;
  /** Of the Load view alone. */
  load?: Load;
  /** The open view, empty for the first. */
  view: string;
  /** What the scenario is compared with. */
  variants: Scenario[];
  /** Traffic that is replayed where there is no trace: what differs from the defaults. */
  traffic: Record<string, string>;
  problems: Problem[];
  /** Address of the page that tells how everything is computed; empty where there is none. */
  methodology: string;
  surface: Surface;
  set(changes: Record<string, string | number | boolean | undefined>, surface?: Partial<Surface>): void;
  show(changes: Partial<Surface>): void;
  error(key: string): InputError | undefined;
}

export type View = TemplateResult | TemplateResult[] | string | typeof import("lit-html").nothing;
