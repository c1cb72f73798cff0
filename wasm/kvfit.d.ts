import type {
  Architecture,
  CompareRow,
  Dtype,
  EngineProfile,
  KindRule,
  EngineRow,
  FitResult,
  FrontierResult,
  InputError,
  LengthSample,
  LoadResult,
  LogReading,
  LogRow,
  Overheads,
  Remedy,
  ReuseResult,
  Scenario,
  Setting,
  SizeResult,
  SolveResult,
  TableRow,
  Traffic,
  TransferResult,
  WeightSize,
} from "./generated/types.js";

export * from "./generated/types.js";

/** Bad input: everything that is wrong with it, at once. Its own code, field and message are the first's. */
export declare class KvFitError extends Error {
  constructor(errors: Partial<InputError>[]);
  readonly code: string;
  readonly field: string;
  readonly errors: InputError[];
}

/** A published model: facts with their source and the date at which it was read. */
export interface CatalogueEntry {
  id: string;
  name: string;
  family: string;
  huggingFace: string;
  released: string;
  source: string;
  read: string;
  totalParams?: number;
  activeParams?: number;
  [fact: string]: unknown;
}

/** A catalogue entry, its configuration, and what the reader makes of it. */
export interface CatalogueModel extends CatalogueEntry {
  config: object;
  architecture: Architecture;
}

/** A figure of an accelerator, where it was read, and what it stands for. */
export interface AcceleratorFigure {
  value: number;
  source: string;
  basis?: string;
}

/** An accelerator with the basis and source of its figures; it has more of them. */
export interface Accelerator {
  id: string;
  name: string;
  vendor: string;
  /** Memory as sold, GB. */
  soldGb: AcceleratorFigure;
  /** Memory as drivers report it, GiB. */
  usableGib?: AcceleratorFigure;
  /** Of the memory, GB/s. */
  bandwidthGbS?: AcceleratorFigure;
  /** Dense. */
  bf16Tflops?: AcceleratorFigure;
  [fact: string]: unknown;
}

/** Public price of one accelerator for an hour: whose, on which page, read when, and a record of that reading. */
export interface Price {
  hardware: string;
  perGpuHour: number;
  seller: { id: string; name: string; page: string; read: string; via: string; term: string; currency: string };
}

/** Bytes of an engine's figures under their own names. */
export interface Figures {
  reservedBytes?: number;
  admissionBytes?: number;
  liveBytes?: number;
  cachedBytes?: number;
  paddingBytes?: number;
}

/** What size() returns: the result, and each figure's bytes under its own name. */
export interface Size extends SizeResult, Figures {}

/** What fit() returns: all of size(), and the plan. */
export interface Fit extends FitResult, Figures {}

/** Lengths: a list, or evenly spaced (`linear`) or by equal factors (`log`, the default). */
export type Range =
  readonly number[] | Float64Array | { from: number; to: number; points?: number; scale?: "log" | "linear" };

/** A request trace: JSON lines, perhaps gzipped, as a file or as chunks of bytes or text. It stays on this machine. */
export type TraceSource =
  | Blob
  | ReadableStream
  | AsyncIterable<Uint8Array | ArrayBuffer | string>
  | Iterable<Uint8Array | ArrayBuffer | string>;

/** How far a replay is. */
export interface ReuseProgress {
  phase: "read" | "replay";
  /** Bytes of text that were read, unpacked. */
  bytes: number;
  /** Bytes of the source, packed where it is packed; then steps of the replay. */
  done: number;
  /** The same of the whole; 0 while the size of the source is not known. */
  total: number;
}

/** A log with what it says of the scenario, and each printed figure beside ours. */
export interface Log extends LogReading {
  /** What the log prints, completed by what was given: a scenario for every other call. */
  scenario: Scenario;
  /** Catalogue id of the model that is named; empty: none is. */
  modelId: string;
  /** Printed figures beside ours; without a model the printed ones alone. */
  rows: LogRow[];
  /** Why nothing could be computed. */
  errors: InputError[];
}

/** A log that is read in pieces. */
export interface OpenLog {
  feed(piece: Uint8Array | ArrayBuffer | string): void;
  /** What it says; it is closed then. */
  finish(): LogReading;
  close(): void;
}

/** The calculator. Every call but those that return a promise is synchronous; all throw a KvFitError on bad input. */
export interface KvFit {
  /** Date at which the newest catalogue fact was read. */
  readonly catalogueDate: string;
  models(): CatalogueEntry[];
  model(id: string): CatalogueModel;
  hardware(): Accelerator[];
  /** A short list of prices, each with its source and date. */
  prices(): Price[];
  /** Engines with their versions and settings. */
  engines(): EngineProfile[];
  /** How each kind of cache part is sized. */
  kinds(): KindRule[];
  /** Every key of a scenario with type, unit, default and meaning. */
  settings(): Setting[];
  /** Every stored type that can be named. */
  dtypes(): Dtype[];
  /** Reads a `config.json` or `params.json`. */
  readConfig(config: string | object): Architecture;
  /**
   * Reads the head of a GGUF file from its first bytes. Too few of them are the error `need_more_bytes`, whose
   * `params.needed` is how many to try at least.
   */
  readGguf(bytes: Uint8Array | ArrayBuffer): Architecture;
  /** The same from the file's keys alone. */
  readGgufMetadata(keys: object): Architecture;
  /** Reads a safetensors header, or the text of `model.safetensors.index.json`: weights alone. */
  readSafetensors(source: string | Uint8Array | ArrayBuffer): Architecture;
  size(scenario: Scenario): Size;
  /**
   * Whether the scenario lives in its memory (`hardware` with `hardwareCount` and `nodes`, `memoryBytes`, or
   * `availableKvBytes`), how much does, and the flags that start it.
   */
  fit(scenario: Scenario): Fit;
  /**
   * What the scenario fits with when one setting is free: `tokens`, `maxModelLen`, `ctx`, `sequences`,
   * `maxNumBatchedTokens`, `maxNumSeqs`, `nGpuLayers` (the largest), `tp`, `hardwareCount`, `memoryBytes`,
   * `availableKvBytes`, the engine's share of the memory (the smallest) or `kvDtype` (the most exact).
   */
  solve(scenario: Scenario, key: string): SolveResult;
  /** The corners of what fits, from one sequence to the most. */
  frontier(scenario: Scenario): FrontierResult;
  /** Changes that make a scenario fit, the least invasive first; none where it fits. Each was tried. */
  remedies(scenario: Scenario): Remedy[];
  /** The scenario at every doubling from 2,048 tokens to the model's trained length. */
  table(scenario: Scenario): TableRow[];
  /**
   * What the engine does with requests of real lengths (`lengths`, or `promptLengths` and `outputLengths`): requests at
   * once by seeded simulation at its admission rules; at `requestsPerSecond` the concurrency and deployments that are
   * needed; at `pricePerGpuHour` the cost.
   */
  load(scenario: Scenario): LoadResult;
  /** Bytes and seconds to move the cache of one request of `tokens`, against computing it again. */
  transfer(scenario: Scenario): TransferResult;
  /**
   * The same as the call of this name (`frontier`, `remedies`, `table`, `load` or `transfer`). In a page a worker answers
   * it, so that nothing waits; where workers are barred the page does.
   */
  later<Name extends "frontier" | "remedies" | "table" | "load" | "transfer">(
    name: Name,
    scenario: Scenario,
  ): Promise<ReturnType<KvFit[Name]>>;
  /** Request lengths in a trace, a log or a table, as the setting `lengths` takes them; at most 500 stand for all. */
  readLengths(source: TraceSource): Promise<LengthSample>;
  /** Scenarios side by side, one row each in their order; what is refused has `errors` in its row. */
  compare(scenarios: readonly Scenario[]): CompareRow[];
  /** The equations of size() as text with this scenario's numbers, under the names of their figures. */
  equations(scenario: Scenario): Record<string, string>;
  /** Bytes of the weights, whole and on each rank. */
  weights(scenario: Scenario): WeightSize;
  /** What each rank holds beside the cache: given, counted or estimated. */
  estimate(scenario: Scenario): Overheads;
  /** The same model, lengths and memory in every engine and version, with the reasons of the differences. */
  compareEngines(scenario: Scenario): EngineRow[];
  /** Replays one prefix-cache workload; the answer's keys are spelt as the workload's. */
  replay(workload: object): Record<string, unknown>;
  /**
   * Replays a trace, or described traffic, through the engine's prefix cache. Without a model blocks have no bytes. In a
   * page a worker does it. Aborting rejects with the signal's reason.
   */
  reuse(
    scenario: Scenario,
    source: TraceSource | Traffic,
    options?: { signal?: AbortSignal; onProgress?: (progress: ReuseProgress) => void },
  ): Promise<ReuseResult>;
  /** Described traffic as a trace: JSON lines, in pieces of about 256 KiB. */
  traffic(description: Traffic): Iterable<string>;
  /** Every key of a description of traffic. */
  trafficSettings(): Setting[];
  /**
   * Explains a log of vLLM, SGLang, TensorRT-LLM, lmdeploy, llama.cpp or Ollama: what was set, every printed figure beside
   * ours, refusals, and what is not printed but needed. The scenario completes it and stands before what is printed.
   */
  readLog(text: string | Uint8Array | ArrayBuffer, scenario?: Scenario): Log;
  /** The same for a log that comes in pieces: its reading goes to explainLog(). */
  openLog(): OpenLog;
  explainLog(reading: LogReading, scenario?: Scenario): Log;
  /** The lengths that curve() evaluates for a range. */
  lengths(range: Range): Float64Array;
  /** Payload bytes at each length of the range. */
  curve(scenario: Scenario, range: Range): Float64Array;
}

/** Loads the calculator; `bytes` are those of kvfit.wasm, by default the file beside the module. */
export declare function loadKvFit(options?: { bytes?: Uint8Array | ArrayBuffer }): Promise<KvFit>;
