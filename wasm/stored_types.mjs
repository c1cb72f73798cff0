/** Keys of a configuration that say how its weights and its cache are stored, as core/src/read/config/keys.hpp has them. */
const keys = ["quantization_config", "compression_config", "quantization"];

/** Where ModelOpt's older exports keep the stored types. */
export const typesFile = "hf_quant_config.json";

/**
 * What that file says, as a key of the configuration beside it: engines look there if the configuration, or a part of it
 * such as text_config, states none.
 * @param {unknown} config
 * @param {() => Promise<string>} read the other file's text, or fails
 * @returns {Promise<{ quantization?: object }>}
 */
export async function typesBeside(config, read) {
  const stated = [config, ...Object.values(Object(config))].some((one) => keys.some((key) => Object(one)[key]));
  if (stated) return {};
  try {
    const { quantization } = JSON.parse(await read());
    return quantization ? { quantization } : {};
  } catch {
    return {}; // most models have no such file
  }
}
