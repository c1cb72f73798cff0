// Generated from core/src/api by `npm run generate`.

export type Kind =
  | "full"
  | "window"
  | "chunked"
  | "cross"
  | "latent"
  | "window_latent"
  | "compressed"
  | "indexer"
  | "recurrent"
  | "conv";

export type Role = "kv" | "latent" | "indexer" | "recurrent" | "conv" | "cross";

export type ModuleKind =
  | "embedding"
  | "head"
  | "attention"
  | "key_value"
  | "latent"
  | "indexer"
  | "state"
  | "mlp"
  | "shared_expert"
  | "expert"
  | "router"
  | "norm"
  | "vision";

export type TermOperation =
  "add" | "multiply" | "minimum" | "maximum" | "subtract" | "divide" | "floor_divide" | "ceil_divide";

/** One node of an equation: a number with its name and source, or an operation over others. */
export type Term =
  | { op?: undefined; value: number; symbol?: string; unit?: string; source?: string; args?: undefined }
  | { op: TermOperation; value: number; symbol?: undefined; unit?: undefined; source?: undefined; args: Term[] };

/** A model as sizing sees it: a list of cache parts. */
export interface Architecture {
  /** Catalogue id, or empty. */
  id: string;
  /** Display name. */
  name: string;
  /** The configuration's own word. */
  modelType: string;
  /** Kind of attention, a stable word. */
  attentionKind: string;
  /** Decoder layers without draft layers. Unit: layers. */
  layers: number;
  /** num_hidden_layers where it is not the number of decoder layers, else 0. Unit: layers. */
  declaredLayers: number;
  /** Query heads. Unit: heads. */
  attentionHeads: number;
  /** Width of the residual stream. Unit: elements. */
  hiddenSize: number;
  /** Vocabulary. Unit: tokens. */
  vocabSize: number;
  /** 0 where the configuration does not say. Unit: tokens. */
  trainedContext: number;
  /** SGLang's list of classes with a pool for windows does not have this one. */
  windowsInFullPool: boolean;
  /** The type the configuration states for its weights. */
  modelDtype: string;
  /** Published cache type, empty where none is published. */
  kvDtype: string;
  /** Published type of the index keys. */
  indexerDtype: string;
  /** Published type of recurrent states. */
  stateDtype: string;
  /** Where each published type was read. */
  typeSources: Record<string, string>;
  /** Speculative layers that the configuration declares. Unit: layers. */
  draftLayers: number;
  /** The cache parts. */
  parts: CachePart[];
  /** Cache parts of a separate draft model. */
  draftModel: CachePart[];
  /** What is known of the weights. */
  weights: Weights;
  /** Weights by module, counted from the configuration. */
  parameters: Parameters;
  /** Assumptions and class rules that were used. */
  notes: Note[];
}

/** One kind of stored thing in one group of layers of equal geometry. */
export interface CachePart {
  /** What is stored and how it grows. */
  kind: Kind;
  /** Which stored width applies. */
  role: Role;
  /** 0-based indices of the layers that own a copy. */
  layers: number[];
  /** Belongs to a speculative head. */
  draft: boolean;
  /** KV heads or state heads, divided by tensor parallelism. Unit: heads. */
  heads: number;
  /** Per head: key, latent, index key, or rows of a state. Unit: elements. */
  keyWidth: number;
  /** Per head: value, or columns of a state. Unit: elements. */
  valueWidth: number;
  /** Rotary elements that a latent keeps beside keyWidth. Unit: elements. */
  ropeWidth: number;
  /** Latent: heads whose K and V it stands for. Unit: heads. */
  expandedHeads: number;
  /** Latent: key of each of those heads. Unit: elements. */
  expandedKeyWidth: number;
  /** Latent: value of each of those heads. Unit: elements. */
  expandedValueWidth: number;
  /** Tokens kept by window, chunked and cross parts. Unit: tokens. */
  window: number;
  /** Tokens per stored entry. Unit: tokens. */
  ratio: number;
  /** Convolution: inputs of all heads. Unit: channels. */
  channels: number;
  /** Convolution: kernel width; kernel - 1 columns are kept. */
  kernel: number;
  /** Convolution: B/C groups within channels. */
  groups: number;
  /** Convolution: state size of each of those groups. Unit: elements. */
  stateWidth: number;
  /** Recurrent: tokens that its kernels take at once. Unit: tokens. */
  chunk: number;
  /** The published mechanism. */
  variant: string;
  /** Stored type where the model fixes one for this part alone. */
  dtype: string;
  /** Field name to the JSON Pointer it was read from. */
  sources: Record<string, string>;
}

/** What is known of the weights; 0 or empty where unknown. */
export interface Weights {
  /** Published or counted parameters. Unit: parameters. */
  totalParams: number;
  /** Parameters used for one token. Unit: parameters. */
  activeParams: number;
  /** Stored type of most weights. */
  dtype: string;
  /** Exact bytes where a header gave them. Unit: B. */
  bytes: number;
  /** Exact bytes of each stored type. Unit: B. */
  bytesByDtype: Record<string, number>;
  /** Exact bytes of each layer, where a header gave them. Unit: B. */
  layerBytes: number[];
  /** Exact bytes outside the layers. Unit: B. */
  otherBytes: number;
}

/** What the shape of the layers says beside the cache. */
export interface Parameters {
  /** Width of a dense feed-forward layer. Unit: elements. */
  intermediateSize: number;
  /** Width of a routed expert. Unit: elements. */
  expertIntermediateSize: number;
  /** Routed experts of a layer. */
  experts: number;
  /** Experts that one token passes. */
  expertsPerToken: number;
  /** Of all towers and projectors. Unit: parameters. */
  visionParams: number;
  /** Width of a query head. Unit: elements. */
  headWidth: number;
  /** Of the tables of sines and cosines. Unit: elements. */
  rotaryElements: number;
  /** Stored type of quantized modules; empty for none. */
  quantization: string;
  /** Empty where the file does not say enough to count. */
  modules: WeightModule[];
  /** Field to the JSON Pointer it was read from. */
  sources: Record<string, string>;
}

/** Weights of one kind and shape in a group of layers. */
export interface WeightModule {
  /** What they do; decides how ranks divide them. */
  kind: ModuleKind;
  /** As a checkpoint calls them. */
  name: string;
  /** Of one copy. Unit: parameters. */
  params: number;
  /** Routed experts. */
  copies: number;
  /** KV heads of a key or value projection. Unit: heads. */
  heads: number;
  /** The dimension that tensor parallelism divides. Unit: elements. */
  width: number;
  /** 0-based indices; empty outside the layers. */
  layers: number[];
  /** Belongs to a speculative head. */
  draft: boolean;
  /** Stored type; empty for the model's own. */
  dtype: string;
  /** Key to the JSON Pointer of what decided the count. */
  sources: Record<string, string>;
}

/** Bytes of the weights, whole and on each rank. */
export interface WeightSize {
  /** 0 where unknown. Unit: parameters. */
  params: number;
  /** One copy of the model. Unit: B. */
  bytes: number;
  /** At least. Unit: B. */
  low: number;
  /** At most. Unit: B. */
  high: number;
  /** Each layer. */
  layers: LayerWeights[];
  /** Token embedding. Unit: B. */
  embeddingBytes: number;
  /** Output head where it is stored apart. Unit: B. */
  headBytes: number;
  /** Towers, norms and draft layers. Unit: B. */
  otherBytes: number;
  /** A rank of each pipeline stage. */
  stages: RankWeights[];
  /** Stored type of most weights. */
  dtype: string;
  /** header, modules or parameters. */
  source: string;
  /** What was assumed. */
  notes: Note[];
}

/** Weights of one layer, all ranks together. */
export interface LayerWeights {
  /** The layer. Unit: B. */
  bytes: number;
  /** The routed experts in it. Unit: B. */
  expertBytes: number;
}

/** Weights on one rank of a pipeline stage. */
export interface RankWeights {
  /** What a rank holds. Unit: B. */
  bytes: number;
  /** At least. Unit: B. */
  low: number;
  /** At most. Unit: B. */
  high: number;
  /** Equation that evaluates to bytes. */
  formula: Term;
}

/** What each rank holds beside the cache. */
export interface Overheads {
  /** One a pipeline stage; llama.cpp: one a device. */
  ranks: RankOverheads[];
  /** llama.cpp: work space in host memory. */
  hostBuffer: Estimate;
  /** What was assumed. */
  notes: Note[];
}

/** What one rank holds beside the cache. */
export interface RankOverheads {
  /** Weights. */
  weights: Estimate;
  /** Peak above the weights in a step. */
  activation: Estimate;
  /** Captured graphs. */
  graphs: Estimate;
  /** Outside the allocator. */
  nonTorch: Estimate;
  /** llama.cpp: work space of a graph. */
  computeBuffer: Estimate;
}

/** Bytes of one rank that only a running engine knows. */
export interface Estimate {
  /** Expected; 0 where the engine has none. Unit: B. */
  bytes: number;
  /** At least. Unit: B. */
  low: number;
  /** At most. Unit: B. */
  high: number;
  /** Equation that evaluates to bytes. */
  formula: Term;
  /** Scenario key that replaces the estimate. */
  key: string;
  /** Where the rule was read, and its measured error. */
  source: string;
  /** Stated by the scenario. */
  given: boolean;
}

/** The size of one scenario's cache. */
export interface SizeResult {
  /** Display name of the model. */
  model: string;
  /** Engine whose rules apply; payload for none. */
  engine: string;
  /** Version whose rules apply. */
  engineVersion: string;
  /** Length of each sequence. Unit: tokens. */
  tokens: number;
  /** Sequences of that length. Unit: sequences. */
  sequences: number;
  /** What the architecture must keep, all sequences, no engine in it. Unit: B. */
  payloadBytes: number;
  /** The same as payloadBytes. Unit: B. */
  totalBytes: number;
  /** Payload of one sequence. Unit: B. */
  bytesPerSequence: number;
  /** Filled windows and states of one sequence. Unit: B. */
  fixedBytesPerSequence: number;
  /** One further token once all windows are full. Unit: B/token. */
  marginalBytesPerToken: number;
  /** Slope at this length. Unit: B/token. */
  growthBytesPerToken: number;
  /** Payload of all sequences on the fullest rank. Unit: B. */
  bytesPerRank: number;
  /** The cache parts that are counted. */
  parts: PartSize[];
  /** Equation that evaluates to payloadBytes. */
  formula: Term;
  /** Equation that evaluates to bytesPerRank. */
  rankFormula: Term;
  /** Equation that evaluates to fixedBytesPerSequence. */
  fixedFormula: Term;
  /** Equation that evaluates to marginalBytesPerToken. */
  marginalFormula: Term;
  /** The engine's own figures by name. */
  figures: Record<string, Figure>;
  /** What the engine will print or refuse, or what deserves care. */
  warnings: Note[];
  /** What was assumed. */
  notes: Note[];
  /** Every figure under its name in cases/FORMAT.md, in camelCase. */
  metrics: Record<string, number | boolean | string>;
}

/** One cache part of a result. */
export interface PartSize {
  /** kv, latent, indexer, recurrent, conv or cross. */
  role: string;
  /** Kind of the part, a stable word. */
  name: string;
  /** Layers that own a copy. Unit: layers. */
  layers: number;
  /** Stored type; K/V where the two differ. */
  dtype: string;
  /** Scenario key, JSON Pointer or rule that chose it. */
  dtypeSource: string;
  /** Belongs to a speculative head. */
  draft: boolean;
  /** For all sequences. Unit: B. */
  bytes: number;
  /** Equation that evaluates to bytes. */
  formula: Term;
}

/** An engine's own figure with its rule. */
export interface Figure {
  /** The figure. Unit: B. */
  bytes: number;
  /** Equation that evaluates to bytes. */
  formula: Term;
  /** Stable word of the rule. */
  rule: string;
  /** The rule in one English sentence. */
  sentence: string;
  /** Where the rule was read. */
  source: string;
  /** Engine versions it holds for. */
  versions: string;
}

/** Something that was assumed, or that the engine will do. */
export interface Note {
  /** Stable word. */
  code: string;
  /** The note in one English sentence. */
  message: string;
  /** The key it is about. */
  field: string;
  /** The values in the message, for translation. */
  params: Record<string, string>;
}

/** One thing that is wrong with an input. */
export interface InputError {
  /** Stable word, the same in cases, warnings and errors. */
  code: string;
  /** JSON Pointer into the document at fault, empty for the whole. */
  pointer: string;
  /** The key that a person typed. */
  field: string;
  /** What is wrong, in one English sentence. */
  message: string;
  /** What would be right. */
  hint: string;
  /** 1-based position in the text, 0 where there is none. */
  line: number;
  /** 1-based position in the line, 0 where there is none. */
  column: number;
  /** The values in the message, for translation. */
  params: Record<string, string>;
}

/** An engine: its versions and the settings that matter. */
export interface EngineProfile {
  /** Engine id. */
  id: string;
  /** Display name. */
  title: string;
  /** The engine's own word: block, page, cell. */
  granule: string;
  /** Ranges of releases, oldest first. */
  versions: EngineVersion[];
  /** Settings that sizing depends on. */
  settings: EngineSetting[];
}

/** A range of releases that share rules. */
export interface EngineVersion {
  /** What engineVersion selects. */
  id: string;
  /** The releases it stands for. */
  title: string;
  /** Date and commit at which its rules were read. */
  read: string;
}

/** A setting of the engine that sizing depends on. */
export interface EngineSetting {
  /** Scenario key. */
  key: string;
  /** The engine's own flag. */
  flag: string;
  /** The newest version's default, in words. */
  standard: string;
}

/** What one engine in one version makes of a scenario. */
export interface EngineRow {
  /** Engine id; payload for the data alone, in the first row. */
  engine: string;
  /** Version whose rules apply. */
  engineVersion: string;
  /** Engine and version as they are shown. */
  title: string;
  /** The same in every row. Unit: B. */
  payloadBytes: number;
  /** Of all sequences at the maximum length, on one rank; 0 without an engine. Unit: B. */
  reservedBytes: number;
  /** Whether memory was given. */
  hasCapacity: boolean;
  /** Tokens that the memory holds, as the engine counts. Unit: tokens. */
  capacityTokens: number;
  /** Requests of the maximum length that fit; 0 where the engine defines none. Unit: requests. */
  maxConcurrency: number;
  /** Why that is not the payload, and which setting changes it. */
  reasons: Note[];
  /** Why this engine refuses the scenario. */
  errors: InputError[];
}

/** How a kind of cache part is sized. */
export interface KindRule {
  /** The kind. */
  kind: Kind;
  /** The rule in one English sentence. */
  sentence: string;
  /** Where it is published. */
  source: string;
  /** Date at which it was read. */
  read: string;
}

/** A key of the scenario. */
export interface Setting {
  /** The key. */
  key: string;
  /** count, number, flag, word, or count or flag. */
  type: string;
  /** Unit of its value. */
  unit: string;
  /** What an absent value means. */
  absent: string;
  /** Meaning. */
  doc: string;
}

/** A stored type: a row of n elements takes ceil(n / elements) x bytes. */
export interface Dtype {
  /** The word for it. */
  name: string;
  /** Elements of a block. Unit: elements. */
  elements: number;
  /** Bytes of a block. Unit: B. */
  bytes: number;
}

/** Whether a scenario lives in its memory: all of SizeResult, and the plan. */
export interface FitResult {
  /** Display name of the model. */
  model: string;
  /** Engine whose rules apply; payload for none. */
  engine: string;
  /** Version whose rules apply. */
  engineVersion: string;
  /** Length of each sequence. Unit: tokens. */
  tokens: number;
  /** Sequences of that length. Unit: sequences. */
  sequences: number;
  /** What the architecture must keep, all sequences, no engine in it. Unit: B. */
  payloadBytes: number;
  /** The same as payloadBytes. Unit: B. */
  totalBytes: number;
  /** Payload of one sequence. Unit: B. */
  bytesPerSequence: number;
  /** Filled windows and states of one sequence. Unit: B. */
  fixedBytesPerSequence: number;
  /** One further token once all windows are full. Unit: B/token. */
  marginalBytesPerToken: number;
  /** Slope at this length. Unit: B/token. */
  growthBytesPerToken: number;
  /** Payload of all sequences on the fullest rank. Unit: B. */
  bytesPerRank: number;
  /** The cache parts that are counted. */
  parts: PartSize[];
  /** Equation that evaluates to payloadBytes. */
  formula: Term;
  /** Equation that evaluates to bytesPerRank. */
  rankFormula: Term;
  /** Equation that evaluates to fixedBytesPerSequence. */
  fixedFormula: Term;
  /** Equation that evaluates to marginalBytesPerToken. */
  marginalFormula: Term;
  /** The engine's own figures by name. */
  figures: Record<string, Figure>;
  /** What the engine will print or refuse, or what deserves care. */
  warnings: Note[];
  /** What was assumed. */
  notes: Note[];
  /** Every figure under its name in cases/FORMAT.md, in camelCase. */
  metrics: Record<string, number | boolean | string>;
  /** The engine starts, and all sequences run at once. */
  fits: boolean;
  /** fits; tight: it does, unless an estimate is too low, or with less than 3% of the cache to spare; does_not_fit. */
  state: string;
  /** The answer in one sentence. */
  verdict: Verdict;
  /** Memory of the fullest GPU. */
  memory: GpuMemory;
  /** How the model is spread over GPUs. */
  layout: Layout;
  /** The accelerators; empty where memory alone is given. */
  hardware: DeviceKind[];
  /** llama.cpp and Ollama: what lies where. */
  devices: DeviceUse[];
  /** Memory for the cache on one GPU; llama.cpp: on all. Unit: B. */
  kvAvailableBytes: number;
  /** What the cache holds, as the engine reports it. Unit: tokens. */
  capacityTokens: number;
  /** Requests of the maximum length, the engine's fraction. Unit: requests. */
  maxConcurrency: number;
  /** Sequences of this length that run at once; one more does not. Unit: requests. */
  requestsThatFit: number;
  /** Longest length for this number of sequences, 0: none; one token more does not fit. null: any length does. Unit: tokens. */
  maxTokens: number | null;
  /** What was assumed of the rest of the memory. */
  estimates: Assumed[];
  /** Options that start this configuration, each with its reason. */
  flags: Flag[];
  /** The same as one line. */
  command: string;
}

/** The answer in one sentence. */
export interface Verdict {
  /** Stable word: fits, fits_narrowly (not at the upper bounds of the estimates), weights_do_not_fit, ... */
  code: string;
  /** The answer in one English sentence. */
  message: string;
  /** The values in the message, for translation; bytes are whole numbers. */
  params: Record<string, string>;
}

/** Memory of one GPU, the fullest: usable = weights + overhead + kv + free. */
export interface GpuMemory {
  /** As a program sees it; 0 where it is not given. Unit: B. */
  total: number;
  /** Held by something else. Unit: B. */
  inUse: number;
  /** What the engine lets itself use. Unit: B. */
  usable: number;
  /** Weights of the model. Unit: B. */
  weights: number;
  /** Peak of a step; llama.cpp: compute buffer. Unit: B. */
  activation: number;
  /** Captured graphs. Unit: B. */
  graphs: number;
  /** Communication and libraries. Unit: B. */
  other: number;
  /** What the engine keeps of usable beside weights and cache, by its own rule. Unit: B. */
  overhead: number;
  /** What this scenario's sequences need. Unit: B. */
  kv: number;
  /** Left of usable; negative: this much is missing. Unit: B. */
  free: number;
}

/** How the model is spread over GPUs. */
export interface Layout {
  /** GPUs that are used. Unit: GPUs. */
  gpus: number;
  /** Tensor-parallel size. Unit: ranks. */
  tp: number;
  /** Pipeline-parallel size. Unit: stages. */
  pp: number;
  /** Data-parallel size. Unit: replicas. */
  dp: number;
  /** Attention runs data-parallel. */
  attentionDp: boolean;
  /** Whole experts are dealt to the ranks. */
  expertParallel: boolean;
}

/** Equal devices of every node. */
export interface DeviceKind {
  /** Accelerator id, or empty. */
  id: string;
  /** Display name. */
  name: string;
  /** Devices in each node. Unit: GPUs. */
  count: number;
  /** Memory as sold; 0 where it is not known. Unit: B. */
  soldBytes: number;
  /** Memory as a program sees it. Unit: B. */
  memoryBytes: number;
  /** Held by something else. Unit: B. */
  usedBytes: number;
  /** Where memoryBytes comes from: given, driver, inferred, sold or share (of the memory as sold). */
  basis: string;
  /** Which report of the driver. */
  report: string;
  /** Where it was read. */
  source: string;
  /** Processor and accelerator share the memory. */
  unifiedMemory: boolean;
  /** Memory bandwidth; 0: unknown. Unit: GB/s. */
  bandwidthGbS: number;
  /** To other accelerators, each direction; 0: unknown. Unit: GB/s. */
  linkGbS: number;
  /** Name of that link. */
  linkName: string;
  /** To the host, each direction; 0: unknown. Unit: GB/s. */
  hostLinkGbS: number;
  /** Name of that link. */
  hostLinkName: string;
}

/** What lies where in llama.cpp and Ollama; the host is the last. */
export interface DeviceUse {
  /** Name of the device; host for the host. */
  name: string;
  /** Layers that it computes. Unit: layers. */
  layers: number;
  /** Memory as a program sees it; 0: not given. Unit: B. */
  total: number;
  /** Without what is in use and the margin that stays free. Unit: B. */
  usable: number;
  /** Weights. Unit: B. */
  weights: number;
  /** Cache of its layers. Unit: B. */
  kv: number;
  /** Work space of a graph. Unit: B. */
  compute: number;
  /** Left of usable; negative: this much is missing. Unit: B. */
  free: number;
}

/** A figure that only a running engine knows, on one GPU. */
export interface Assumed {
  /** weights, activation, graphs, nonTorch or computeBuffer. */
  name: string;
  /** Scenario key that replaces it. */
  key: string;
  /** The figure that was used. Unit: B. */
  bytes: number;
  /** Its lower bound. Unit: B. */
  low: number;
  /** Its upper bound. Unit: B. */
  high: number;
  /** Stated by the scenario. */
  given: boolean;
  /** Rule and where it was read. */
  source: string;
  /** Equation that evaluates to bytes. */
  formula: Term;
}

/** One option of the engine's command line. */
export interface Flag {
  /** The option, or a variable of the environment. */
  flag: string;
  /** Its value; empty where it stands alone. */
  value: string;
  /** Scenario key that it carries. */
  key: string;
  /** Why it is there, a stable word. */
  reason: string;
  /** Why it is there, in English. */
  message: string;
}

/** One scenario of a comparison. What needs memory is null where none is given; a scenario that is refused has errors and nothing else. */
export interface CompareRow {
  /** Display name of the model. */
  model: string;
  /** Engine whose rules apply; payload for none. */
  engine: string;
  /** Version whose rules apply. */
  engineVersion: string;
  /** Length of each sequence. Unit: tokens. */
  tokens: number;
  /** Sequences of that length. Unit: sequences. */
  sequences: number;
  /** What the architecture must keep, all sequences. Unit: B. */
  payloadBytes: number;
  /** Payload of one sequence. Unit: B. */
  bytesPerSequence: number;
  /** One further token once all windows are full. Unit: B/token. */
  marginalBytesPerToken: number;
  /** What the engine reserves on one GPU; null without one. Unit: B. */
  reservedBytes: number | null;
  /** What the sequences need on the fullest GPU. Unit: B. */
  kvBytes: number | null;
  /** Memory for the cache on one GPU. Unit: B. */
  kvAvailableBytes: number | null;
  /** Weights on the fullest GPU. Unit: B. */
  weightsBytes: number | null;
  /** kvBytes over the memory of a GPU. */
  memoryShare: number | null;
  /** GPUs that are used. Unit: GPUs. */
  gpus: number;
  /** What the cache holds, as the engine reports it. Unit: tokens. */
  capacityTokens: number | null;
  /** Sequences that run at once. Unit: requests. */
  requestsThatFit: number | null;
  /** Longest length for this number of sequences. Unit: tokens. */
  maxTokens: number | null;
  /** The engine starts, and all sequences run at once. */
  fits: boolean | null;
  /** The answer in one sentence; its code is empty without memory. */
  verdict: Verdict;
  /** Why the scenario is refused. */
  errors: InputError[];
}

/** The value of one setting with which the scenario fits. */
export interface SolveResult {
  /** The setting that was free. */
  key: string;
  /** Which value it is: largest, smallest or most_exact. */
  goal: string;
  /** The value; null where none fits. */
  value: number | boolean | string | null;
  /** Every larger value fits too. */
  unlimited: boolean;
  /** Scenario keys to set; of a number of GPUs also the layout that uses them. */
  changes: Record<string, number | boolean | string>;
  /** The answer in English. */
  message: string;
}

/** What fits, between few long and many short sequences. */
export interface FrontierResult {
  /** Corners, fewest sequences first; at most 64. */
  points: FrontierPoint[];
}

/** A corner of what fits: neither one more token nor one more sequence does. */
export interface FrontierPoint {
  /** Length of each sequence; null: any. Unit: tokens. */
  tokens: number | null;
  /** Sequences of that length. Unit: sequences. */
  sequences: number;
}

/** A change with which the scenario fits; it was tried. */
export interface Remedy {
  /** Stable word: kv_dtype, attention_dp, batched_tokens, ... */
  code: string;
  /** The change in English. */
  message: string;
  /** Scenario keys to set. */
  changes: Record<string, number | boolean | string>;
  /** The values in the message, for translation. */
  params: Record<string, string>;
  /** The changes that it is made of, where no single one works. */
  together: Note[];
  /** What the sequences then need on one GPU. Unit: B. */
  kvBytes: number;
  /** Memory that there then is for them. Unit: B. */
  kvAvailableBytes: number;
  /** Sequences that then run at once. Unit: requests. */
  requestsThatFit: number;
}

/** A scenario at one length. What needs memory is null where none is given. */
export interface TableRow {
  /** Length of each sequence. Unit: tokens. */
  tokens: number;
  /** What the architecture must keep, all sequences. Unit: B. */
  payloadBytes: number;
  /** Payload of one sequence. Unit: B. */
  bytesPerSequence: number;
  /** What the sequences need on the fullest GPU. Unit: B. */
  kvBytes: number | null;
  /** Sequences that run at once. Unit: requests. */
  requestsThatFit: number | null;
  /** The engine starts, and all sequences run at once. */
  fits: boolean | null;
  /** What one request takes on the fullest GPU. Unit: B. */
  requestBytes: number | null;
  /** Requests that fit, over those of 4,096 tokens. */
  shareOf4K: number | null;
  /** pricePerGpuHour of all GPUs over the requests that fit. */
  costPerRequestHour: number | null;
  /** One request runs. */
  works: boolean | null;
}

/** What the engine does with requests of real lengths. */
export interface LoadResult {
  /** Name of the model. */
  model: string;
  /** Engine whose rules applied. */
  engine: string;
  /** Its version. */
  engineVersion: string;
  /** Lengths of the requests. */
  lengths: LengthSummary;
  /** Requests at once while another always waits. */
  concurrency: ConcurrencyResult;
  /** GPUs of one deployment. Unit: GPUs. */
  gpus: number;
  /** Speed of decoding and prefill; null: neither given nor to be bounded. */
  speed: SpeedResult | null;
  /** Of one deployment whose memory is always full. Unit: requests/s. */
  mostRequestsPerSecond: number | null;
  /** For requestsPerSecond; null without it or without a speed. */
  demand: DemandResult | null;
  /** For pricePerGpuHour; null without it or without a speed. */
  cost: CostResult | null;
  /** The answer in one sentence. */
  verdict: Verdict;
  /** What deserves care. */
  warnings: Note[];
  /** What was assumed, and the method. */
  notes: Note[];
}

/** Lengths of the requests of a load. */
export interface LengthSummary {
  /** Mean length of a prompt. Unit: tokens. */
  meanPrompt: number;
  /** Mean length of an answer. Unit: tokens. */
  meanOutput: number;
  /** Half of the requests are no longer, prompt and answer together. Unit: tokens. */
  p50: number;
  /** 90% are no longer. Unit: tokens. */
  p90: number;
  /** 99% are no longer. Unit: tokens. */
  p99: number;
  /** Longest request. Unit: tokens. */
  longest: number;
}

/** Requests at once while another always waits, by seeded simulation at the engine's admission rules; all replicas together. */
export interface ConcurrencyResult {
  /** Mean over time. Unit: requests. */
  expected: number;
  /** Not reached in 5% of the time. Unit: requests. */
  low: number;
  /** Not exceeded in 95% of the time. Unit: requests. */
  high: number;
  /** When all requests are as long as the longest, to the end. Unit: requests. */
  worst: number;
  /** When all are as long as the mean. Unit: requests. */
  ofMean: number;
  /** What keeps the next one waiting most of the time: memory or scheduler. */
  limit: string;
  /** Share of the time in which fewer than sequences run; null where that is not given. */
  atLimitShare: number | null;
  /** Mean fill of the fullest pool. */
  memoryShare: number;
  /** Times that a request loses its memory and begins anew. */
  stopsPerRequest: number;
  /** Requests that are too long to be taken. */
  refusedShare: number;
  /** Distribution over time; at most 64 bins. */
  shares: RunningShare[];
}

/** Share of the time in which this many requests run. */
export interface RunningShare {
  /** Requests at once; of a wide range the lowest of its bin. Unit: requests. */
  requests: number;
  /** Share of the time. */
  share: number;
}

/** Speed and its basis. */
export interface SpeedResult {
  /** Of one request while `requests` run. Unit: tokens/s. */
  decodeTokensPerSecond: number;
  /** given, or bound: what the memory's bandwidth allows at most. */
  decodeBasis: string;
  /** Requests that run at once. Unit: requests. */
  requests: number;
  /** Weights that a step reads at least on one rank: those of one token's path. Unit: B. */
  weightBytesRead: number;
  /** Cache that a step reads at least for one request on one rank. Unit: B. */
  kvBytesRead: number;
  /** Memory bandwidth of one GPU. Unit: GB/s. */
  bandwidthGbS: number;
  /** Of one prompt of mean length; 0: unknown. Unit: tokens/s. */
  prefillTokensPerSecond: number;
  /** given, or bound: what its arithmetic allows at most; empty: unknown. */
  prefillBasis: string;
}

/** What a rate of requests asks for. */
export interface DemandResult {
  /** Arrivals. Unit: requests/s. */
  requestsPerSecond: number;
  /** Computing and answering one request, without waiting. Unit: s. */
  secondsPerRequest: number;
  /** Requests at once that this makes (Little's law). Unit: requests. */
  concurrency: number;
  /** Deployments of this scenario that hold it on average. */
  deployments: number;
  /** Share of what they hold on average. */
  load: number;
  /** Share of the time in which a request waits, by random arrivals. */
  atLimitShare: number;
  /** Lower end of its 95% interval, by the means of 20 batches of the time played. */
  atLimitLow: number;
  /** Upper end of it. */
  atLimitHigh: number;
  /** Mean wait of a request. Unit: s. */
  waitSeconds: number;
  /** Requests at once in one deployment. Unit: requests. */
  mean: number;
  /** Not exceeded in 95% of the time. Unit: requests. */
  high: number;
  /** Distribution over time in one deployment. */
  shares: RunningShare[];
}

/** Cost in the currency of the price. */
export interface CostResult {
  /** Price of one GPU for an hour. */
  pricePerGpuHour: number;
  /** GPUs of all deployments. Unit: GPUs. */
  gpus: number;
  /** Cost of an hour. */
  perHour: number;
  /** What is asked for, or the most that one deployment does. Unit: requests/s. */
  requestsPerSecond: number;
  /** All of the cost over prompt and answer tokens. */
  perMillionTokens: number;
  /** All of it over prompt tokens alone. */
  perMillionInputTokens: number;
  /** All of it over answer tokens alone. */
  perMillionOutputTokens: number;
}

/** Moving the cache of one request against computing it again. */
export interface TransferResult {
  /** Name of the model. */
  model: string;
  /** Engine whose granules are moved. */
  engine: string;
  /** Length of the request. Unit: tokens. */
  tokens: number;
  /** What one rank holds of it. Unit: B. */
  bytesPerRank: number;
  /** Ranks that move at the same time. Unit: ranks. */
  ranks: number;
  /** All ranks together. Unit: B. */
  bytes: number;
  /** Ways with a known speed. */
  routes: TransferRoute[];
  /** Computing the tokens again; null: unknown. Unit: s. */
  recomputeSeconds: number | null;
  /** given, or bound: at least this long. */
  recomputeBasis: string;
  /** Arithmetic of computing again, 10^12 operations. */
  teraflops: number;
  /** Published dense rate of all GPUs. */
  teraflopsPerSecond: number;
  /** What was assumed. */
  notes: Note[];
}

/** One way for the cache of a request to go. */
export interface TransferRoute {
  /** peer, host, network or disk. */
  name: string;
  /** Name of the link, where it is known. */
  link: string;
  /** Setting that replaces its speed; empty: none. */
  key: string;
  /** Of one rank, each direction. Unit: GB/s. */
  gbPerSecond: number;
  /** With every rank moving its share at the same time. Unit: s. */
  seconds: number;
  /** Seconds over those of computing the tokens again; null: unknown. */
  ofRecompute: number | null;
}

/** Request lengths that a file or list holds. */
export interface LengthSample {
  /** Requests in it. Unit: requests. */
  requests: number;
  /** Those that text has: all, or evenly chosen ones. Unit: requests. */
  kept: number;
  /** Lines that give no request. Unit: lines. */
  badLines: number;
  /** The same by reason. Unit: lines. */
  badByReason: Record<string, number>;
  /** It has lengths of answers. */
  hasOutputs: boolean;
  /** Mean rate by its timestamps; 0: it has none. Unit: requests/s. */
  requestsPerSecond: number;
  /** The lengths as the setting `lengths` takes them. */
  text: string;
}

/** A trace replayed through a prefix cache. */
export interface ReuseResult {
  /** Display name, empty without a model. */
  model: string;
  /** Whose prefix cache is replayed. */
  engine: string;
  /** Version whose bytes apply. */
  engineVersion: string;
  /** What is evicted first. */
  policy: string;
  /** What was read. */
  trace: TraceReport;
  /** Conversations in the trace. */
  conversations: number;
  /** The first ones, which fill the cache and are not counted. Unit: requests. */
  warmupRequests: number;
  /** The others. Unit: requests. */
  measuredRequests: number;
  /** Their prompt tokens. Unit: tokens. */
  measuredTokens: number;
  /** Their blocks. Unit: blocks. */
  measuredBlocks: number;
  /** Bytes of blocks. */
  bytes: BlockBytes;
  /** Capacities of the curves, rising. Unit: blocks. */
  capacityBlocks: number[];
  /** The same on one rank; empty without a model. Unit: B. */
  capacityBytes: number[];
  /** Hits of a cache that never evicts. */
  ceiling: HitRate;
  /** The engine's own line first, then leaf-first LRU and the optimal bound. */
  curves: ReuseCurve[];
  /** The answer at the scenario's capacity, where it gives one. */
  capacity: ReuseAnswer | null;
  /** Where more memory stops paying, where anything is reused. */
  knee: ReuseKnee | null;
  /** One more GiB, where capacity and model are given. */
  nextGib: NextGib | null;
  /** Blocks that concurrent requests share. */
  sharing: Sharing;
  /** The groups' hits are those at the capacity, or at the ceiling. */
  groupsAt: string;
  /** By request class. */
  byKind: ReuseGroup[];
  /** By turn in the conversation; the last is for all further ones. */
  byTurn: ReuseGroup[];
  /** The conversations with most prompt tokens. */
  byConversation: ReuseGroup[];
  /** Working set and reuse distance over time. */
  timeline: ReuseWindow[];
  /** Reuse distances of all blocks, by powers of two. */
  distances: DistanceBin[];
  /** Hits per level, where a capacity is given. */
  tiers: ReuseTier[];
  /** Where systemPromptPriority is given, tensorrt-llm. */
  priority: PriorityEffect | null;
  /** What deserves care. */
  warnings: Note[];
  /** What was assumed, and by which rules. */
  notes: Note[];
}

/** What was read of a trace, what was assumed and what was refused. */
export interface TraceReport {
  /** Bytes of text, unpacked. Unit: B. */
  bytes: number;
  /** Lines, empty ones included. Unit: lines. */
  lines: number;
  /** Requests. Unit: requests. */
  requests: number;
  /** Blocks of all prompts. Unit: blocks. */
  blocks: number;
  /** Different ones among them. Unit: blocks. */
  distinctBlocks: number;
  /** Prompt tokens. Unit: tokens. */
  inputTokens: number;
  /** Tokens of the answers. Unit: tokens. */
  outputTokens: number;
  /** Lines that gave no request. Unit: lines. */
  badLines: number;
  /** The same by reason. Unit: lines. */
  badByReason: Record<string, number>;
  /** The first hundred of them. */
  firstBad: BadLine[];
  /** Tokens of a block. Unit: tokens. */
  blockSize: number;
  /** trace, option, lengths or text. */
  blockSizeSource: string;
  /** Without a length: whole blocks assumed. Unit: requests. */
  lengthsAssumed: number;
  /** Whose blocks hold fewer or more tokens than their length. Unit: requests. */
  lengthsUnlikeBlocks: number;
  /** Earlier than the one before; the order of the file is kept. Unit: requests. */
  timeBackwards: number;
  /** Prompt tokens that were estimated. Unit: tokens. */
  estimatedTokens: number;
  /** Entries of a session that have no blocks. */
  withoutBlocks: number;
  /** The first line that memory had no room for; 0: all were read. */
  stoppedAtLine: number;
  /** What was assumed. */
  notes: Note[];
}

/** A line of a trace that gave no request. */
export interface BadLine {
  /** Its number, counted from 1. */
  line: number;
  /** Why, a stable word. */
  reason: string;
}

/** What one rank keeps of a request, in blocks of the trace. */
export interface BlockBytes {
  /** A block that stays after its request. Unit: B/block. */
  cached: number;
  /** Windows and states that stay at the end of a prompt. Unit: B. */
  cachedEnd: number;
  /** A block of a running request. Unit: B/block. */
  live: number;
  /** Windows and states of a running request. Unit: B. */
  liveEnd: number;
  /** engine, payload, or none without a model. */
  basis: string;
}

/** Hits, and their shares of what was measured. */
export interface HitRate {
  /** Prompt tokens that were in the cache. Unit: tokens. */
  tokens: number;
  /** Blocks that were in the cache. Unit: blocks. */
  blocks: number;
  /** Share of the measured tokens. */
  tokenRate: number;
  /** Share of the measured blocks. */
  blockRate: number;
}

/** Hits of one policy at each capacity. */
export interface ReuseCurve {
  /** engine (the scenario's own cache), leaf_first_lru or optimal. */
  line: string;
  /** What is evicted first. */
  policy: string;
  /** bound, one_pass or simulated. */
  method: string;
  /** A larger cache holds all that a smaller one holds, so hits never fall with capacity. */
  inclusion: boolean;
  /** At each capacity. Unit: tokens. */
  hitTokens: number[];
  /** At each capacity. Unit: blocks. */
  hitBlocks: number[];
  /** Share of the measured tokens, at each capacity. */
  tokenRate: number[];
  /** Share of the measured blocks, at each capacity. */
  blockRate: number[];
}

/** What the scenario's capacity gives. */
export interface ReuseAnswer {
  /** The capacity in blocks of the trace. Unit: blocks. */
  blocks: number;
  /** The capacity on one rank; 0 without a model. Unit: B. */
  bytes: number;
  /** Hits there. */
  hits: HitRate;
  /** What the prefill still computes. Unit: tokens. */
  computedTokens: number;
  /** Measured tokens / computed tokens: ideal, as if nothing else took time. Unit: x. */
  speedUp: number;
  /** Of prefill, where its rate is given. Unit: s. */
  savedSeconds: number | null;
  /** Did not fit into the cache even alone. Unit: requests. */
  refusedRequests: number;
}

/** Where more memory stops paying: the point of the engine's line farthest above the straight line from nothing to the capacity at which it tops out. One of its points is the knee of the leaf-first LRU line, which has every capacity. */
export interface ReuseKnee {
  /** Capacity. Unit: blocks. */
  blocks: number;
  /** Capacity on one rank; 0 without a model. Unit: B. */
  bytes: number;
  /** Hit rate there. */
  tokenRate: number;
  /** Its share of the ceiling's. */
  shareOfCeiling: number;
}

/** What one more GiB on one rank would add to the capacity's answer. */
export interface NextGib {
  /** Blocks that it holds. Unit: blocks. */
  blocks: number;
  /** Further tokens that hit. Unit: tokens. */
  hitTokens: number;
  /** Further share of the measured tokens. */
  tokenRate: number;
  /** Further seconds of prefill, where its rate is given. Unit: s. */
  savedSeconds: number | null;
}

/** What concurrent requests save by holding equal blocks once. */
export interface Sharing {
  /** Concurrent requests: the scenario's sequences. Unit: requests. */
  requests: number;
  /** Saved on average. Unit: blocks. */
  meanBlocks: number;
  /** Saved at most. Unit: blocks. */
  peakBlocks: number;
  /** Saved on average on one rank. Unit: B. */
  meanBytes: number;
  /** Saved at most on one rank. Unit: B. */
  peakBytes: number;
}

/** Measured requests of one class, one turn or one conversation. */
export interface ReuseGroup {
  /** The class (empty: none), the turn's number, or the conversation's by first appearance. */
  name: string;
  /** Its requests. Unit: requests. */
  requests: number;
  /** Their prompt tokens. Unit: tokens. */
  tokens: number;
  /** Of these, in the cache. Unit: tokens. */
  hitTokens: number;
  /** The share. */
  tokenRate: number;
}

/** A stretch of the trace: as many requests as any other. */
export interface ReuseWindow {
  /** Number of its last request, counted from 1. */
  request: number;
  /** Time of that request. Unit: ms. */
  timeMs: number;
  /** Working set. Unit: blocks. */
  distinctBlocks: number;
  /** Working set on one rank. Unit: B. */
  distinctBytes: number;
  /** Never used before. Unit: blocks. */
  newBlocks: number;
  /** The same on one rank. Unit: B. */
  newBytes: number;
  /** Distinct blocks since the last use: the median of its reuses, 0 where there is none. Unit: blocks. */
  medianDistanceBlocks: number;
  /** The same on one rank. Unit: B. */
  medianDistanceBytes: number;
}

/** Reuses whose distance lies above the bin before and not above this one. */
export interface DistanceBin {
  /** Largest distance: distinct blocks since the last use. Unit: blocks. */
  blocks: number;
  /** The same on one rank. Unit: B. */
  bytes: number;
  /** Reused blocks. Unit: blocks. */
  uses: number;
  /** Share of all reused blocks up to this distance. */
  shareWithin: number;
}

/** A level of memory. The first is the engine's own cache; a note says how the others are filled. */
export interface ReuseTier {
  /** gpu, host or ssd. */
  name: string;
  /** Its capacity. Unit: blocks. */
  blocks: number;
  /** Its capacity for one rank. Unit: B. */
  bytes: number;
  /** What is evicted first. */
  policy: string;
  /** Hits that no level above it has. */
  hits: HitRate;
  /** To load its hits, where its bandwidth is given. Unit: s. */
  loadSeconds: number | null;
  /** To compute the same tokens, where the prefill's rate is given. Unit: s. */
  recomputeSeconds: number | null;
  /** Shortest prefix that is loaded faster than it is computed. Unit: tokens. */
  breakEvenTokens: number | null;
  /** Whether there is such a prefix. */
  worthLoading: boolean | null;
}

/** What a priority of its own for the system prompt changes at the capacity. */
export interface PriorityEffect {
  /** The priority; 35 before. */
  priority: number;
  /** Distinct blocks of system prompts. Unit: blocks. */
  blocks: number;
  /** Hits without it. */
  before: HitRate;
  /** Hits with it. */
  after: HitRate;
}

/** What a log says of the last start in it. */
export interface LogReading {
  /** Engine that printed it. */
  engine: string;
  /** Release as a scenario takes it; empty: not printed. */
  engineVersion: string;
  /** Name or path as printed. */
  model: string;
  /** What requests call it; empty: not printed. */
  servedModel: string;
  /** GGUF keys that llama.cpp prints, a JSON object; empty: none. */
  metadata: string;
  /** Scenario keys that the log fills. */
  settings: LogSetting[];
  /** What the engine printed of its memory. */
  figures: LogFigure[];
  /** Why it did not start. */
  refusals: LogRefusal[];
  /** What is not printed but needed. */
  missing: LogGap[];
  /** Which of several starts and ranks was taken. */
  notes: Note[];
  /** Lines of the log. */
  lines: number;
}

/** A setting that a log prints. */
export interface LogSetting {
  /** Scenario key. */
  key: string;
  /** In the key's unit. */
  value: number | boolean | string;
  /** Half a unit of the last printed decimal; 0: exact. */
  rounding: number;
  /** 1-based line of the log. */
  line: number;
  /** The line, cleaned and shortened. */
  text: string;
}

/** A figure that an engine printed. */
export interface LogFigure {
  /** Stable word. */
  name: string;
  /** As printed. */
  value: number;
  /** B, KiB, MiB, GiB, tokens, blocks, x, pct ... */
  unit: string;
  /** That were printed. */
  decimals: number;
  /** Scenario key that the same number fills; empty: none. */
  key: string;
  /** 1-based line of the log. */
  line: number;
  /** The line, cleaned and shortened. */
  text: string;
  /** How often: ranks and devices print theirs. */
  prints: number;
  /** Smallest of the prints. */
  least: number;
  /** Largest of the prints. */
  most: number;
  /** The value is the sum of the prints. */
  summed: boolean;
  /** Printed while requests run: the value is the most, or the last. */
  running: boolean;
}

/** Why an engine did not start. */
export interface LogRefusal {
  /** Stable word. */
  code: string;
  /** What it means, in one English sentence. */
  message: string;
  /** 1-based line of the log. */
  line: number;
  /** The line, cleaned and shortened. */
  text: string;
}

/** What a log does not tell but the figures need. */
export interface LogGap {
  /** Scenario key, or model. */
  key: string;
  /** Nothing can be computed without it; else its default is used. */
  needed: boolean;
}

/** Every printed figure beside ours. */
export interface LogExplanation {
  /** Version whose rules were used. */
  engineVersion: string;
  /** In the order of the log. */
  rows: LogRow[];
  /** What was inferred. */
  notes: Note[];
}

/** A printed figure beside the one that the rules give. */
export interface LogRow {
  /** The figure's word. */
  name: string;
  /** As printed, in unit. */
  printed: number;
  /** Of printed, ours, low, high and difference. */
  unit: string;
  /** 1-based line of the log. */
  line: number;
  /** What the rules give; null where nothing does. */
  ours: number | null;
  /** Ours at one end of the rounding of what it was computed from; of an estimate at least. */
  low: number | null;
  /** At the other end; of an estimate at most. */
  high: number | null;
  /** Ours less printed. */
  difference: number | null;
  /** explained, differs or notReproduced. */
  status: string;
  /** Of notReproduced: measured, inputs or noRule; of differs: otherRank, one may have less memory. */
  reason: string;
  /** Stable word of the rule; empty: none. */
  rule: string;
  /** The rule in one English sentence. */
  sentence: string;
  /** Where the rule was read. */
  source: string;
}

/** One flat set of settings; exactly one of model, config and architecture. */
export interface Scenario {
  /** Catalogue id. */
  model?: string;
  /** A published configuration, as text or as an object. */
  config?: string | object;
  /** What a reader returned. */
  architecture?: Architecture;
  /** Length of each sequence now. Default: maxModelLen, else the trained context. Unit: tokens. */
  tokens?: number | string;
  /** Sequences of that length. Default: 1. Unit: sequences. */
  sequences?: number | string;
  /** Stored type of K, V and latents. Default: auto. */
  kvDtype?: string;
  /** Stored type of K alone. Default: kvDtype. */
  kDtype?: string;
  /** Stored type of V alone. Default: kvDtype. */
  vDtype?: string;
  /** Stored type of index keys. Default: auto. */
  indexerDtype?: string;
  /** Stored type of recurrent states. Default: auto. */
  stateDtype?: string;
  /** Stored type of convolution states. Default: auto. */
  convDtype?: string;
  /** Count recurrent and convolution states. Default: true. */
  includeState?: boolean | "true" | "false";
  /** Keep a copy of the state for each interval begun. Default: one state at the end of the sequence. Unit: tokens. */
  stateCheckpointInterval?: number | string;
  /** Layers of a speculative head, shaped like the model's full or latent layers; true means all that the configuration declares. Default: 0. Unit: layers. */
  draftLayers?: number | string | boolean;
  /** Further speculative layers shaped like the model's window layers. Default: 0. Unit: layers. */
  draftSlidingLayers?: number | string;
  /** Configuration of a separate draft model, whose cache is counted too; an object or its text. Default: none. */
  draftConfig?: string | object;
  /** Latents expanded to K and V of each head. Default: false. */
  mlaExpanded?: boolean | "true" | "false";
  /** Tensor-parallel size. Default: 1. Unit: ranks. */
  tp?: number | string;
  /** Pipeline-parallel size. Default: 1. Unit: stages. */
  pp?: number | string;
  /** Data-parallel size. Default: 1. Unit: replicas. */
  dp?: number | string;
  /** Decode-context-parallel size. Default: 1. Unit: ranks. */
  dcp?: number | string;
  /** Attention runs data-parallel: heads are not divided. Default: false. */
  attentionDp?: boolean | "true" | "false";
  /** Ranks hold whole experts instead of a slice of each. Default: false. */
  expertParallel?: boolean | "true" | "false";
  /** Draft tokens per step. Default: 0. Unit: tokens. */
  speculativeTokens?: number | string;
  /** Engine whose rules apply. Default: payload. */
  engine?: string;
  /** Release, V0, or a bound such as <0.20. Default: the newest rules. */
  engineVersion?: string;
  /** Longest request that the engine is started with. Default: tokens. Unit: tokens. */
  maxModelLen?: number | string;
  /** Accelerator id. Default: none. */
  hardware?: string;
  /** Accelerators in each node. Default: 1. Unit: GPUs. */
  hardwareCount?: number | string;
  /** Nodes. Default: 1. Unit: nodes. */
  nodes?: number | string;
  /** Memory of one accelerator. Default: the accelerator's. Unit: B. */
  memoryBytes?: number | string;
  /** Facts of the accelerator as hardware() gives them; an object or its text. hardware looks them up. Default: that of hardware. */
  accelerator?: string | object;
  /** Accelerator id of a second kind of card in each node. Default: none. */
  hardware2?: string;
  /** Cards of the second kind in each node. Default: 1 with hardware2. Unit: GPUs. */
  hardwareCount2?: number | string;
  /** Memory of one card of the second kind. Default: the accelerator's. Unit: B. */
  memoryBytes2?: number | string;
  /** Facts of the second kind of card. Default: that of hardware2. */
  accelerator2?: string | object;
  /** Memory of each accelerator that something else holds. Default: 0. Unit: B. */
  usedMemoryBytes?: number | string;
  /** Share of a memory as sold that programs may use, above all of unified memory. Default: as the driver reports. */
  memoryShare?: number | string;
  /** MIG profile, e.g. 3g.40gb: memory comes in eighths. Default: the whole GPU. */
  slice?: string;
  /** Stored type of the weights. Default: the model's. */
  weightsDtype?: string;
  /** Tokens at the start that all sequences share. Default: 0. Unit: tokens. */
  sharedPrefixTokens?: number | string;
  /** Memory for the cache on one rank, exact. Default: none. Unit: B. */
  availableKvBytes?: number | string;
  /** The same as an engine printed it. Default: none. Unit: GiB. */
  availableKvGib?: number | string;
  /** Decimals that the engine printed. Default: 2. */
  availableKvDecimals?: number | string;
  /** Tokens per block before the engine adjusts it. Default: the engine's. Unit: tokens. */
  blockSize?: number | string;
  /** vLLM: tokens scheduled in a step. Default: 8192. Unit: tokens. */
  maxNumBatchedTokens?: number | string;
  /** vLLM: tokens computed but not yet final. Default: maxNumBatchedTokens. Unit: tokens. */
  maxInFlightTokens?: number | string;
  /** vLLM: cross-attention length of a request. Default: the larger of the source positions and maxNumBatchedTokens. Unit: tokens. */
  maxEncoderTokens?: number | string;
  /** vLLM: false selects state mode none, true align. Default: true. */
  prefixCaching?: boolean | "true" | "false";
  /** vLLM: none, align or all. Default: from prefixCaching. */
  stateCacheMode?: string;
  /** vLLM: false counts window and chunked layers as full. Default: true. */
  hybridKvManager?: boolean | "true" | "false";
  /** vLLM: true keeps chunked-local layers in groups of their own. Default: false. */
  chunkedLocalHybrid?: boolean | "true" | "false";
  /** vLLM: block count given instead of a budget. Default: none. Unit: blocks. */
  numGpuBlocks?: number | string;
  /** vLLM: pinned cache size that replaces the budget. Default: none. Unit: B. */
  kvCacheMemoryBytes?: number | string;
  /** vLLM: running-sequence limit, checked against the state blocks. Default: none. Unit: sequences. */
  maxNumSeqs?: number | string;
  /** vLLM V0: CPU swap space. Default: none. Unit: GiB. */
  swapSpaceGib?: number | string;
  /** vLLM: printed memory of the GPU. Default: none. Unit: GiB. */
  gpuTotalGib?: number | string;
  /** vLLM: share of the GPU's memory. Default: the engine's. */
  gpuMemoryUtilization?: number | string;
  /** vLLM: printed memory of the weights. Default: none. Unit: GiB. */
  weightsGib?: number | string;
  /** vLLM: printed activation peak. Default: none. Unit: GiB. */
  activationGib?: number | string;
  /** vLLM: printed memory outside the allocator. Default: none. Unit: GiB. */
  nonTorchGib?: number | string;
  /** vLLM: no CUDA graphs are captured. Default: false. */
  enforceEager?: boolean | "true" | "false";
  /** vLLM: printed budget of the encoder cache. Default: 8192 for models with an image encoder, else 0. Unit: tokens. */
  encoderCacheTokens?: number | string;
  /** Exact memory of the GPU. Default: none. Unit: B. */
  gpuTotalBytes?: number | string;
  /** vLLM: free memory before profiling. Default: none. Unit: B. */
  freeAtInitBytes?: number | string;
  /** vLLM: free memory after profiling. Default: none. Unit: B. */
  freeAfterProfileBytes?: number | string;
  /** vLLM: peak above the allocated bytes during profiling. Default: 0. Unit: B. */
  transientPeakBytes?: number | string;
  /** vLLM: estimate for CUDA graphs. Default: 0. Unit: B. */
  cudaGraphBytes?: number | string;
  /** SGLang: tokens per page. Default: 1. Unit: tokens. */
  pageSize?: number | string;
  /** SGLang: window pool tokens over full pool tokens. Default: 0.8, 0.1 for compressed attention. */
  swaFullTokensRatio?: number | string;
  /** SGLang: false with maxRunningRequests fixes the window pool. Default: true. */
  radixCache?: boolean | "true" | "false";
  /** SGLang: running requests. Default: 256, 48 with speculation. Unit: requests. */
  maxRunningRequests?: number | string;
  /** SGLang: tokens of a prefill chunk. Default: 8192. Unit: tokens. */
  chunkedPrefillSize?: number | string;
  /** SGLang: overlapped scheduling. Default: true. */
  overlap?: boolean | "true" | "false";
  /** SGLang: speculative decoding. Default: false. */
  speculative?: boolean | "true" | "false";
  /** SGLang: capacity of the full pool, given. Default: none. Unit: tokens. */
  maxTotalNumTokens?: number | string;
  /** SGLang: capacity of the window pool, given. Default: none. Unit: tokens. */
  swaTotalNumTokens?: number | string;
  /** SGLang: state slots. Default: derived. Unit: slots. */
  maxMambaCacheSize?: number | string;
  /** SGLang: state memory over KV memory. Default: 0.9. */
  mambaFullMemoryRatio?: number | string;
  /** SGLang: state slots of a running request. Default: 3. Unit: slots. */
  stateSlotsPerRequest?: number | string;
  /** SGLang: latent with an indexer in fp8, tile_scaled (656 bytes) or raw (576). Default: tile_scaled. */
  mlaKvLayout?: string;
  /** SGLang: index cache also on layers that share one. Default: false. */
  allocateAllIndexers?: boolean | "true" | "false";
  /** SGLang: false for a release that left the indexer out of its figure. Default: true. */
  countIndexer?: boolean | "true" | "false";
  /** SGLang: free memory before the weights. Default: none. Unit: GiB. */
  freeBeforeLoadGib?: number | string;
  /** SGLang: free memory after the weights. Default: none. Unit: GiB. */
  freeAfterLoadGib?: number | string;
  /** SGLang: static share of free memory. Default: automatic. */
  memFractionStatic?: number | string;
  /** SGLang: memory of the GPU for the automatic fraction. Default: none. Unit: MiB. */
  gpuTotalMib?: number | string;
  /** SGLang: largest captured batch. Default: from memory. Unit: requests. */
  cudaGraphMaxBs?: number | string;
  /** SGLang: captured prefill sizes. Default: 0. */
  prefillGraphSizes?: number | string;
  /** llama.cpp: context of all slots together. Default: 4096. Unit: tokens. */
  ctx?: number | string;
  /** llama.cpp: sequence slots. Default: 1. Unit: slots. */
  nParallel?: number | string;
  /** llama.cpp: one cache for all slots. Default: true for one slot and for ollama, else false. */
  kvUnified?: boolean | "true" | "false";
  /** llama.cpp: micro batch. Default: 512. Unit: tokens. */
  nUbatch?: number | string;
  /** llama.cpp: false pads V rows to the widest of the model. Default: true. */
  flashAttn?: boolean | "true" | "false";
  /** llama.cpp: window cache at full length. Default: false. */
  swaFull?: boolean | "true" | "false";
  /** llama.cpp: rounding of the context. Default: 256. Unit: tokens. */
  nCtxPad?: number | string;
  /** llama.cpp: rollback states for each sequence. Default: 0. Unit: states. */
  nRsSeq?: number | string;
  /** llama.cpp: builds that store the latent a second time as V. Default: false. */
  mlaStoreV?: boolean | "true" | "false";
  /** Ollama: device memory, for its default context. Default: none. Unit: GiB. */
  totalVramGib?: number | string;
  /** ik_llama.cpp: -mla, how latent attention is computed (0 to 3). Default: none. */
  mlaAttn?: number | string;
  /** ik_llama.cpp: -amb, bound of the attention scores held at once. Default: none. Unit: MiB. */
  attnMaxBatchMib?: number | string;
  /** llama.cpp: printed compute buffer of a device. Default: estimated. Unit: MiB. */
  computeBufferMib?: number | string;
  /** llama.cpp: layers kept on the GPUs, the last ones of the model. Default: all. Unit: layers. */
  nGpuLayers?: number | string;
  /** llama.cpp: first layers whose routed experts stay on the host. Default: 0. Unit: layers. */
  nCpuMoe?: number | string;
  /** llama.cpp: shares of the layers on each GPU, e.g. 3,1. Default: in proportion to free memory. */
  tensorSplit?: string;
  /** llama.cpp: false keeps the cache on the host. Default: true. */
  kvOffload?: boolean | "true" | "false";
  /** llama.cpp: memory left free on each GPU. Default: 1024. Unit: MiB. */
  fitTargetMib?: number | string;
  /** TensorRT-LLM: tokens per block. Default: 32. Unit: tokens. */
  tokensPerBlock?: number | string;
  /** TensorRT-LLM: capacity given in tokens. Default: none. Unit: tokens. */
  maxTokens?: number | string;
  /** TensorRT-LLM: capacity given in blocks. Default: none. Unit: blocks. */
  numBlocks?: number | string;
  /** TensorRT-LLM: capacity given in bytes. Default: none. Unit: B. */
  kvBytesTotal?: number | string;
  /** TensorRT-LLM: share of free memory. Default: 0.9. */
  freeGpuMemoryFraction?: number | string;
  /** TensorRT-LLM: printed free memory. Default: none. Unit: GiB. */
  freeMemoryGib?: number | string;
  /** TensorRT-LLM: decimals that were printed. Default: 2. */
  freeMemoryDecimals?: number | string;
  /** TensorRT-LLM: false holds window layers at full length, as without max_attention_window. Default: true since 1.2, before that false. */
  attentionWindows?: boolean | "true" | "false";
  /** TensorRT-LLM: share of the cache for cross attention. Default: 0.5. */
  crossKvCacheFraction?: number | string;
  /** TensorRT-LLM: peak of the profiling run. Default: none. Unit: B. */
  peakBytes?: number | string;
  /** TensorRT-LLM: cache held while profiling. Default: 0. Unit: B. */
  temporaryKvBytes?: number | string;
  /** TensorRT-LLM: host tier. Default: none. Unit: B. */
  hostCacheBytes?: number | string;
  /** lmdeploy: free memory. Default: none. Unit: B. */
  freeMemoryBytes?: number | string;
  /** lmdeploy: memory of states. Default: 0. Unit: B. */
  stateBytes?: number | string;
  /** lmdeploy: memory of the runtime. Default: 0. Unit: B. */
  runtimeBytes?: number | string;
  /** lmdeploy: share of free memory. Default: 0.8. */
  cacheMaxEntryCount?: number | string;
  /** Host cache setting of one rank. Default: none. Unit: GB. */
  hostMemoryPerRankGb?: number | string;
  /** Memory of the host. Default: none. Unit: GB. */
  hostMemoryAvailableGb?: number | string;
  /** Offload stores whole chunks of this many tokens. Default: 1, with an engine 256. Unit: tokens. */
  offloadChunkTokens?: number | string;
  /** LMCache: the first rank alone stores what all ranks hold alike, a latent. Default: false. */
  saveOnlyFirstRank?: boolean | "true" | "false";
  /** Reuse: what is evicted first. vllm: lru. sglang: lru, lfu, slru, fifo, mru, filo or priority (of the requests, from the trace). tensorrt-llm: priority. Else tail_first (LRU in which the end of a chain counts as older than its start), lru, fifo or lfu. Default: the engine's. */
  evictionPolicy?: string;
  /** Reuse: capacity in blocks of the trace. Default: what the memory for the cache holds. Unit: blocks. */
  cacheBlocks?: number | string;
  /** Reuse: a block that was not used for longer is gone. No engine's own cache has this; it applies to payload and to the lines without an engine. Default: none. Unit: s. */
  blockTtlSeconds?: number | string;
  /** Reuse: share of the requests, from the first, that fill the cache and are not counted. Default: 0.5. */
  warmupShare?: number | string;
  /** Reuse: capacities at which a cache is replayed. Default: 16. Unit: points. */
  capacityPoints?: number | string;
  /** Reuse: prompt tokens that the prefill computes in a second. Default: none. Unit: tokens/s. */
  prefillTokensPerSecond?: number | string;
  /** Reuse: host memory of one rank for blocks. Default: hostCacheBytes, else none. Unit: GiB. */
  hostCacheGib?: number | string;
  /** Reuse: bandwidth from host memory to one rank. Default: none. Unit: GB/s. */
  hostGbPerSecond?: number | string;
  /** Reuse: SSD of one rank for blocks. Default: none. Unit: GiB. */
  ssdCacheGib?: number | string;
  /** Reuse: bandwidth from the SSD to one rank. Default: none. Unit: GB/s. */
  ssdGbPerSecond?: number | string;
  /** Reuse: time before the first byte of a load arrives. Default: 0. Unit: ms. */
  loadLatencyMs?: number | string;
  /** Reuse: length of the system prompt that systemPromptPriority is given to. Default: blocks that begin 1% of the conversations, and two at least. Unit: tokens. */
  systemPromptTokens?: number | string;
  /** Reuse, tensorrt-llm: priority of the system prompt's blocks, 0 to 100; all others keep 35. Default: none. */
  systemPromptPriority?: number | string;
  /** Reuse: tokens of a block of the trace. Default: the trace's own, else the one power of two that fits all lengths; 16 for text. Unit: tokens. */
  traceBlockSize?: number | string;
  /** Reuse: estimate for traces of message text, in UTF-8 bytes a token. Default: 4. Unit: B. */
  bytesPerTextToken?: number | string;
  /** Reuse: memory that a trace and its replays may take; a longer trace is read up to there. Default: 3.25. Unit: GiB. */
  traceMemoryGib?: number | string;
  /** Load: requests, one a line: prompt length and output length; also as JSON lines, as a table with a head, or as a list of pairs. Default: promptLengths and outputLengths. Unit: tokens. */
  lengths?: string | object;
  /** Load: lengths of prompts: percentiles (p50 2K, p90 8K, p99 32K, max 64K) or values (800 1200 2500). Default: what fills requests up to tokens. Unit: tokens. */
  promptLengths?: string | object;
  /** Load: lengths of answers, likewise. Default: 256. Unit: tokens. */
  outputLengths?: string | object;
  /** Load: answers to one prompt (n, or beams), which is held once where the engine shares prefixes. Default: 1. Unit: answers. */
  samples?: number | string;
  /** Load: mean arrival rate (Poisson). Default: none. Unit: requests/s. */
  requestsPerSecond?: number | string;
  /** Load: tokens that one running request is given in a second. Default: the bound that memory bandwidth sets. Unit: tokens/s. */
  decodeTokensPerSecond?: number | string;
  /** Load: price of one GPU for an hour, in any currency. Default: none. */
  pricePerGpuHour?: number | string;
  /** Transfer: network of one GPU, each direction. Default: none. Unit: GB/s. */
  networkGbPerSecond?: number | string;
  /** Load: equal seeds give equal simulations. Default: 1. */
  seed?: number | string;
}

/** Traffic described by a few numbers, where there is no trace. */
export interface Traffic {
  /** Conversations that begin. Default: 1000. Unit: conversations. */
  conversations?: number | string;
  /** Mean number of turns of a conversation (geometric, one at least). Default: 4. Unit: turns. */
  turns?: number | string;
  /** Different system prompts. Default: 4. Unit: prompts. */
  systemPrompts?: number | string;
  /** Length of each. Default: 1024. Unit: tokens. */
  systemPromptTokens?: number | string;
  /** Weights of the system prompts, separated by commas. Default: equal. */
  systemPromptShares?: string;
  /** Mean length of what a user adds in a turn (exponential, one at least). Default: 256. Unit: tokens. */
  newTokens?: number | string;
  /** Mean length of an answer (exponential, one at least); the next turn's prompt holds it. Default: 256. Unit: tokens. */
  outputTokens?: number | string;
  /** Documents that a conversation may begin with, behind its system prompt. Default: 0. Unit: documents. */
  documents?: number | string;
  /** Length of each. Default: 8192. Unit: tokens. */
  documentTokens?: number | string;
  /** Share of the conversations that begin with a document. Default: 1. */
  documentShare?: number | string;
  /** The k-th most popular document is asked for in proportion to k to the power of minus this. Default: 1. */
  zipfExponent?: number | string;
  /** Mean arrival rate of all requests (Poisson). Default: 1. Unit: requests/s. */
  requestsPerSecond?: number | string;
  /** Mean time between two turns of a conversation (exponential). Default: 30. Unit: s. */
  thinkSeconds?: number | string;
  /** A conversation ends before a prompt longer than this. Default: 131072. Unit: tokens. */
  maxPromptTokens?: number | string;
  /** Tokens of a block of the trace. Default: 16. Unit: tokens. */
  blockSize?: number | string;
  /** Equal seeds give equal traces. Default: 1. */
  seed?: number | string;
}
