import { KvFitError, refusal } from "./error.mjs";
import { head, utf8 } from "./plain.mjs";

/**
 * The running core: calls of kvfit::Session with text as UTF-8 bytes. Should an instance ever abort, it is replaced;
 * handles of the old one are void, so `generation` changes.
 */
export class Core {
  #start;
  #instance;
  generation = 0;

  /** @param {() => Promise<any>} start makes an instance */
  constructor(start) {
    this.#start = start;
    this.ready = this.#boot();
  }

  async #boot() {
    this.#instance = await this.#start();
    this.generation += 1;
  }

  #run(use) {
    if (!this.#instance) throw refusal("core_restarting", "", "the core is being restarted", "ask again in a moment");
    try {
      return use(this.#instance);
    } catch (thrown) {
      this.#instance = undefined;
      this.ready = this.#boot();
      throw refusal(
        "core_stopped",
        "",
        `the core stopped (${String(thrown?.message ?? thrown).slice(0, 200)}) and is being restarted`,
        "ask again in a moment; please report the input",
      );
    }
  }

  /**
   * @param {string} kind
   * @param {string | Uint8Array | ArrayBuffer} source text, or the bytes of a file
   * @returns {{handle: number, architecture: any}}
   */
  open(kind, source) {
    const bytes = typeof source === "string" ? utf8(source, kind) : head(source, kind);
    return answer(this.#run((core) => core.open(kind, bytes)));
  }

  /** @param {number} handle */
  close(handle) {
    this.#run((core) => core.close(handle));
  }

  /**
   * @param {string} name
   * @param {number} handle 0: no model, for what is wrong with the scenario alone
   * @param {string} scenario JSON
   */
  call(name, handle, scenario) {
    const bytes = utf8(scenario, "scenario");
    return answer(this.#run((core) => core.call(name, handle, bytes)));
  }

  /** @param {string} what */
  describe(what) {
    return answer(this.#run((core) => core.describe(what)));
  }

  /**
   * @param {number} handle
   * @param {string} scenario JSON
   * @param {Float64Array} tokens
   * @returns {Float64Array}
   */
  curve(handle, scenario, tokens) {
    const bytes = utf8(scenario, "scenario");
    const result = this.#run((core) => core.curve(handle, bytes, tokens));
    return typeof result === "string" ? answer(result) : result;
  }
}

function answer(text) {
  const { ok, result, errors } = JSON.parse(text);
  if (!ok) throw new KvFitError(errors);
  return result;
}
