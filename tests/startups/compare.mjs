import { isDevice, weightsDtype } from "./read.mjs";

/** @import { Overheads, Term } from "../../wasm/kvfit.js" */
/** @import { StartUp } from "./read.mjs" */

/**
 * @typedef {object} Comparison
 * @property {string} part
 * @property {number} printed
 * @property {number} predicted
 * @property {number} low
 * @property {number} high
 * @property {"GiB" | "MiB"} unit
 * @property {Term} [formula] of the prediction, in bytes
 */
/** What one GPU or device printed, by part. @typedef {Record<string, number | undefined>} Parts */

export const units = { GiB: 2 ** 30, MiB: 2 ** 20 };

/** Releases that take the memory of graphs out of the budget (vLLM 0.21 and later). @param {string | undefined} version */
const deductsGraphs = (version) => Number(/^0\.(\d+)/.exec(version ?? "")?.[1] ?? 0) >= 21;

/** A row belongs to one pipeline stage, which logs do not name: the one whose weights come closest, of those that hold
 * as much the one whose activation does.
 * @param {Overheads} estimate @param {Parts} printed GiB */
function stageOf({ ranks }, { weights = 0, activation }) {
  const off = (/** @type {Overheads["ranks"][number]} */ rank) =>
    Math.round(Math.abs(rank.weights.bytes / units.GiB - weights) * 100) +
    (activation === undefined ? 0 : Math.abs(rank.activation.bytes / units.GiB - activation) / 1000);
  return ranks.reduce((best, rank) => (off(rank) < off(best) ? rank : best));
}

/** @param {string} part @param {number} printed
 * @param {{ bytes: number, low: number, high: number, formula?: Term | null }} one
 * @param {"GiB" | "MiB"} unit @returns {Comparison} */
const compared = (part, printed, { bytes, low, high, formula }, unit) => {
  const [predicted, least, most] = [bytes, low, high].map((value) => value / units[unit]);
  return { part, printed, predicted, low: least, high: most, unit, formula: formula ?? undefined };
};

/** What is known without a range. @param {number} bytes */
const exact = (bytes) => ({ bytes, low: bytes, high: bytes });

/**
 * The parts of a GPU's memory, in GiB, against the estimate of the stage that printed them.
 * @param {Parts} printed weights, activation, nonTorch, graphs, availableKv
 * @param {Overheads} estimate
 * @param {{ budget: number, version?: string }} start budget: the engine's share of the memory, GiB
 * @returns {Comparison[]}
 */
export function compareRank(printed, estimate, { budget, version }) {
  const rank = stageOf(estimate, printed);
  const { weights, activation, nonTorch, graphs } = rank;
  const out = Object.entries({ weights, activation, nonTorch, graphs }).flatMap(([part, one]) => {
    const value = printed[part];
    return value !== undefined && value > 0 && one.key !== "" ? compared(part, value, one, "GiB") : [];
  });
  const { availableKv = 0 } = printed;
  if (availableKv > 0 && budget > 0 && printed.activation) {
    const held = weights.bytes + activation.bytes + nonTorch.bytes + (deductsGraphs(version) ? graphs.bytes : 0);
    out.push(compared("availableKv", availableKv, exact(budget * units.GiB - held), "GiB"));
  }
  return out;
}

/**
 * llama.cpp's largest compute buffer and the size of the file, in MiB.
 * @param {Parts} printed computeBuffer, fileSize
 * @param {Overheads} estimate
 * @returns {Comparison[]}
 */
export function compareDevices({ computeBuffer, fileSize }, { ranks }) {
  const out = [];
  if (computeBuffer !== undefined && ranks.length > 0) {
    const most = ranks.reduce((most, one) => (one.computeBuffer.bytes > most.computeBuffer.bytes ? one : most));
    out.push(compared("computeBuffer", computeBuffer, most.computeBuffer, "MiB"));
  }
  /** @param {"bytes" | "low" | "high"} key */
  const total = (key) => ranks.reduce((sum, { weights }) => sum + weights[key], 0);
  if (fileSize !== undefined && fileSize > 0 && total("bytes") > 0)
    out.push(compared("fileSize", fileSize, { bytes: total("bytes"), low: total("low"), high: total("high") }, "MiB"));
  return out;
}

/** What the tables call a part. @param {StartUp} row @param {string} part */
function titleOf({ arch, printed }, part) {
  const titles = /** @type {Record<string, string>} */ ({
    nonTorch: "non-torch",
    availableKv: "KV memory",
    fileSize: "weights",
  });
  if (part !== "computeBuffer") return titles[part] ?? part;
  const devices = Object.keys(printed.compute_buffers_mib).filter(isDevice).length;
  const places = devices > 1 ? "several devices" : devices === 1 ? "one device" : "processor";
  return `buffer, ${arch?.arch === "deepseek2" ? "latent" : places}`;
}

/** The largest buffer of the devices, else of the processor. @param {Record<string, number>} buffers */
function largest(buffers) {
  const all = Object.entries(buffers);
  const devices = all.filter(([name]) => isDevice(name));
  const used = devices.length > 0 ? devices : all.filter(([name]) => name === "CPU");
  return used.length > 0 ? Math.max(...used.map(([, size]) => size)) : undefined;
}

/**
 * What was printed against what was predicted.
 * @param {StartUp} row
 * @param {Overheads} estimate
 * @returns {Comparison[]}
 */
export function compare(row, estimate) {
  const { printed, settings } = row;
  const version = row.engine_version ?? undefined;
  const weights = printed.weights_gib ?? (printed.weights_gpu_mib && printed.weights_gpu_mib / 1024);
  const { activation_gib: activation, cuda_graph_gib: graphs } = printed;
  // Later releases print what was taken before the cache, weights included.
  const outside = printed.consumed_gib && printed.consumed_gib - weights;
  const nonTorch = printed.non_torch_gib ?? (outside > 0 ? outside : undefined);
  const budget = (row.gpu_total_gib ?? 0) * (settings.gpu_memory_utilization ?? 0);
  const whole = { activation, nonTorch, graphs, availableKv: printed.available_kv_gib };
  const parts = printed.compute_buffers_mib
    ? compareDevices(
        {
          computeBuffer: largest(printed.compute_buffers_mib),
          fileSize: weightsDtype(row) ? printed.file_size_mib : undefined,
        },
        estimate,
      )
    : compareRank({ weights, ...(row.engine.startsWith("vLLM") && whole) }, estimate, { budget, version });
  return parts.map((one) => ({ ...one, part: titleOf(row, one.part) }));
}
