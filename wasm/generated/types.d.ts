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
  /** Stable word: fits, weights_do_not_fit, does_not_start, ... */
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
  /** What the sequences then need on one GPU. Unit: B. */
  kvBytes: number;
  /** Memory that there then is for them. Unit: B. */
  kvAvailableBytes: number;
  /** Sequences that then run at once. Unit: requests. */
  requestsThatFit: number;
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
  /** Whole experts are dealt to the ranks instead of a share of each. Default: false. */
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
  /** llama.cpp: layers kept on the GPUs, the last ones of the model. Default: all. Unit: layers. */
  nGpuLayers?: number | string;
  /** llama.cpp: first layers whose routed experts stay on the host. Default: 0. Unit: layers. */
  nCpuMoe?: number | string;
  /** llama.cpp: shares of the layers on each GPU, e.g. 3,1. Default: in proportion to free memory. */
  tensorSplit?: string;
  /** llama.cpp: false keeps the cache on the host. Default: true. */
  kvOffload?: boolean | "true" | "false";
  /** llama.cpp: work space on each GPU. Default: estimated. Unit: B. */
  computeBufferBytes?: number | string;
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
  /** Offload stores whole chunks of this many tokens. Default: 1. Unit: tokens. */
  offloadChunkTokens?: number | string;
}
