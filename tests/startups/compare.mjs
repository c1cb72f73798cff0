import { isDevice, weightsDtype } from "./read.mjs";

/** @import { Overheads } from "../../wasm/kvfit.js" */
/** @import { StartUp } from "./read.mjs" */

/** @typedef {{ part: string, printed: number, predicted: number, low: number, high: number, unit: "GiB" | "MiB" }} Comparison */

const gib = 2 ** 30;
const mib = 2 ** 20;

/** Releases that take the memory of graphs out of the budget (vLLM 0.21 and later). @param {string | null} version */
const deductsGraphs = (version) => Number(/^0\.(\d+)/.exec(version ?? "")?.[1] ?? 0) >= 21;

/** A row belongs to one pipeline stage, which logs do not name: the one whose weights come closest.
 * @param {Overheads} estimate @param {number} weights GiB */
const stageOf = ({ ranks }, weights) =>
  ranks.reduce((best, rank) =>
    Math.abs(rank.weights.bytes / gib - weights) < Math.abs(best.weights.bytes / gib - weights) ? rank : best,
  );

/**
 * What was printed against what was predicted.
 * @param {StartUp} row
 * @param {Overheads} estimate
 * @returns {Comparison[]}
 */
export function compare(row, estimate) {
  const { printed, settings } = row;
  /** @type {Comparison[]} */
  const out = [];
  if (printed.compute_buffers_mib) return compareBuffers(row, estimate);
  const weights = printed.weights_gib ?? (printed.weights_gpu_mib ?? NaN) / 1024;
  const rank = stageOf(estimate, Number.isFinite(weights) ? weights : 0);
  /** @param {string} part @param {number | undefined} value @param {Overheads["hostBuffer"]} one */
  const add = (part, value, one) => {
    if (value === undefined || !(value > 0) || one.key === "") return;
    out.push({
      part,
      printed: value,
      predicted: one.bytes / gib,
      low: one.low / gib,
      high: one.high / gib,
      unit: "GiB",
    });
  };
  add("weights", Number.isFinite(weights) ? weights : undefined, rank.weights);
  if (!row.engine.startsWith("vLLM")) return out;
  add("activation", printed.activation_gib, rank.activation);
  add("non-torch", printed.non_torch_gib, rank.nonTorch);
  add("graphs", printed.cuda_graph_gib, rank.graphs);
  const share = settings.gpu_memory_utilization;
  if (printed.available_kv_gib > 0 && row.gpu_total_gib && share && printed.activation_gib) {
    const graphs = deductsGraphs(row.engine_version) ? rank.graphs.bytes : 0;
    const held = rank.weights.bytes + rank.activation.bytes + rank.nonTorch.bytes + graphs;
    const predicted = row.gpu_total_gib * share - held / gib;
    out.push({
      part: "KV memory",
      printed: printed.available_kv_gib,
      predicted,
      low: predicted,
      high: predicted,
      unit: "GiB",
    });
  }
  return out;
}

/** The largest buffer of the devices, else of the processor. @param {StartUp} row @param {Overheads} estimate */
function compareBuffers(row, estimate) {
  const buffers = Object.entries(row.printed.compute_buffers_mib);
  const devices = buffers.filter(([name]) => isDevice(name));
  const used = devices.length > 0 ? devices : buffers.filter(([name]) => name === "CPU");
  /** @type {Comparison[]} */
  const out = [];
  if (used.length > 0 && estimate.ranks.length > 0) {
    const rank = estimate.ranks.reduce((most, one) =>
      one.computeBuffer.bytes > most.computeBuffer.bytes ? one : most,
    );
    const one = rank.computeBuffer;
    const kind =
      row.arch?.arch === "deepseek2"
        ? "latent"
        : devices.length > 1
          ? "several devices"
          : devices.length
            ? "one device"
            : "processor";
    out.push({
      part: `buffer, ${kind}`,
      printed: Math.max(...used.map(([, size]) => size)),
      predicted: one.bytes / mib,
      low: one.low / mib,
      high: one.high / mib,
      unit: "MiB",
    });
  }
  const weights = row.printed.file_size_mib;
  const total = estimate.ranks.reduce((sum, { weights: { bytes } }) => sum + bytes, 0);
  if (weights > 0 && total > 0 && weightsDtype(row))
    out.push({
      part: "weights",
      printed: weights,
      predicted: total / mib,
      low: total / mib,
      high: total / mib,
      unit: "MiB",
    });
  return out;
}
