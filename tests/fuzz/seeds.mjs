// First inputs of the fuzz targets.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../.ci/setup.mjs";
import { readCatalogue } from "../../www/build/catalogue.mjs";

/** Keys of one small model of each kind, without the architecture's prefix. */
const models = {
  llama: { block_count: 2, embedding_length: 64, "attention.head_count": 4, "attention.head_count_kv": [2, 0] },
  gemma3: { block_count: 6, embedding_length: 64, "attention.head_count": 4, "attention.sliding_window": 512 },
  deepseek32: {
    ...{ block_count: 2, embedding_length: 64, "attention.head_count": 4, "attention.head_count_kv": 1 },
    ...{ "attention.key_length": 96, "attention.value_length": 64, "attention.kv_lora_rank": 64 },
    ...{ "attention.key_length_mla": 32, "attention.value_length_mla": 32, "attention.indexer.key_length": 32 },
  },
  deepseek4: {
    ...{ block_count: 3, embedding_length: 64, "attention.head_count": 4, "attention.head_count_kv": 1 },
    ...{ "attention.key_length": 96, "attention.value_length": 96, "rope.dimension_count": 32 },
    ...{ "attention.sliding_window": 128, "attention.indexer.key_length": 32, nextn_predict_layers: 1 },
    "attention.compress_ratios": [0, 4, 128],
  },
  qwen3next: {
    ...{ block_count: 4, embedding_length: 64, "attention.head_count": 4, "ssm.conv_kernel": 4 },
    ...{ "ssm.inner_size": 64, "ssm.state_size": 16, "ssm.time_step_rank": 4, "ssm.group_count": 2 },
  },
  rwkv6: { block_count: 2, embedding_length: 64, "wkv.head_size": 16 },
  lfm2: {
    ...{ block_count: 2, embedding_length: 64, "attention.head_count": 4, "shortconv.l_cache": 3 },
    "attention.head_count_kv": [0, 2],
  },
};

/** @param {keyof typeof models} name */
const metadata = (name) => ({
  "general.architecture": name,
  ...Object.fromEntries(Object.entries(models[name]).map(([key, value]) => [`${name}.${key}`, value])),
});

/** @param {number} size @param {number | bigint} value @param {boolean} big */
function whole(size, value, big) {
  const bytes = Buffer.alloc(size);
  if (size === 8) bytes[big ? "writeBigUInt64BE" : "writeBigUInt64LE"](BigInt(value));
  else bytes[big ? "writeUInt32BE" : "writeUInt32LE"](Number(value));
  return bytes;
}

/** A GGUF head with these keys and one tensor. @param {object} keys @param {number} version @param {boolean} big */
export function gguf(keys, version, big) {
  const u32 = (/** @type {number} */ value) => whole(4, value, big);
  const text = (/** @type {string} */ value) => Buffer.concat([whole(8, value.length, big), Buffer.from(value)]);
  const value = (/** @type {any} */ held) => {
    if (typeof held === "string") return [u32(8), text(held)];
    if (!Array.isArray(held)) return [u32(4), u32(held)];
    return [u32(9), u32(4), whole(8, held.length, big), ...held.map(u32)];
  };
  return Buffer.concat([
    Buffer.from("GGUF"),
    u32(version),
    whole(8, 1, big),
    whole(8, Object.keys(keys).length, big),
    ...Object.entries(keys).flatMap(([key, held]) => [text(key), ...value(held)]),
    ...[text("blk.0.attn_k.weight"), u32(2), whole(8, 64, big), whole(8, 32, big), u32(8), whole(8, 0, big)],
  ]);
}

const tensors = JSON.stringify({
  "model.layers.0.up.weight": { dtype: "BF16", shape: [4, 4], data_offsets: [0, 32] },
  "lm_head.weight": { dtype: "F8_E4M3", shape: [8], data_offsets: [32, 40] },
});

/** @type {Record<string, () => Promise<(string | Buffer)[]>>} */
export const seeds = {
  config: async () => (await readCatalogue(join(root, "models"))).models.map(({ config }) => JSON.stringify(config)),
  scenario: async () => ['{"tokens":"128K","sequences":8,"kvDtype":"fp8","tp":4,"engine":"vllm","maxModelLen":131072}'],
  gguf: async () =>
    /** @type {(keyof typeof models)[]} */ (Object.keys(models)).map((name, i) =>
      gguf(metadata(name), 2 + (i % 2), i % 3 === 2),
    ),
  gguf_metadata: async () =>
    /** @type {(keyof typeof models)[]} */ (Object.keys(models)).map((name) => JSON.stringify(metadata(name))),
  safetensors: async () => [
    Buffer.concat([whole(8, tensors.length, false), Buffer.from(tensors)]),
    tensors,
    '{"metadata":{"total_size":72},"weight_map":{"a":"one.safetensors"}}',
  ],
  log: async () =>
    JSON.parse(readFileSync(join(root, "tests/logs/own.json"), "utf8")).map(
      (/** @type {{text: string[]}} */ { text }) => text.join("\n"),
    ),
};
