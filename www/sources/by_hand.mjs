/**
 * Kinds of models that can be typed by hand: the keys of a configuration that decide their cache.
 * @type {Record<string, string[]>}
 */
export const kinds = {
  attention: ["num_hidden_layers", "num_attention_heads", "num_key_value_heads", "head_dim"],
  window: [
    "num_hidden_layers",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "sliding_window",
    "sliding_window_pattern",
  ],
  latent: ["num_hidden_layers", "num_attention_heads", "kv_lora_rank", "qk_rope_head_dim"],
  state: [
    "num_hidden_layers",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "full_attention_interval",
    "linear_num_key_heads",
    "linear_num_value_heads",
    "linear_key_head_dim",
    "linear_value_head_dim",
    "linear_conv_kernel_dim",
  ],
};

/**
 * The configuration that says the same. What is no number stays as typed, for the reader to find fault with.
 * @param {string} kind
 * @param {Record<string, string>} typed
 */
export function compose(kind, typed) {
  const given = kinds[kind].filter((key) => typed[key]?.trim());
  const number = (/** @type {string} */ text) => (Number.isFinite(Number(text)) ? Number(text) : text.trim());
  return JSON.stringify(Object.fromEntries(given.map((key) => [key, number(typed[key])])), null, 2);
}
