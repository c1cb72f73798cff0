import { KvFitError, refusal } from "./error.mjs";
import { head, utf8 } from "./plain.mjs";

/** @import { Core as Instance } from "kvfit:core" */

/**
 * The running core. Should an instance ever abort, it is replaced; handles of the old one are void, so `generation`
 * changes.
 */
export class Core {
  #start;
  /** @type {Instance | undefined} */
  #instance;
  generation = 0;

  /** @param {() => Promise<Instance>} start makes an instance */
  constructor(start) {
    this.#start = start;
    this.ready = this.#boot();
  }

  async #boot() {
    this.#instance = await this.#start();
    this.generation += 1;
  }

  /** @template T @param {(instance: Instance) => T} use */
  #run(use) {
    if (!this.#instance) throw refusal("core_restarting", "", "the core is being restarted", "ask again in a moment");
    try {
      return use(this.#instance);
    } catch (thrown) {
      this.#instance = undefined;
      this.ready = this.#boot();
      const why = String(thrown instanceof Error ? thrown.message : thrown).slice(0, 200);
      const message = `the core stopped (${why}) and is being restarted`;
      throw refusal("core_stopped", "", message, "ask again in a moment; please report the input");
    }
  }

  /**
   * @param {string} kind
   * @param {string | Uint8Array | ArrayBuffer} source text, or the bytes of a file
   * @returns {{ handle: number, architecture: any }}
   */
  open(kind, source) {
    const bytes = typeof source === "string" ? utf8(source, kind) : head(source, kind);
    return answer(this.#run((instance) => instance.open(kind, bytes)));
  }

  /** @param {number} handle */
  close(handle) {
    this.#run((instance) => instance.close(handle));
  }

  /** @param {string} name @param {number} handle 0: no model @param {string} request JSON */
  call(name, handle, request) {
    const bytes = utf8(request, "scenario");
    return answer(this.#run((instance) => instance.call(name, handle, bytes)));
  }

  /** Whether more is taken. @param {number} handle of a replay @param {Uint8Array} chunk of its trace */
  feed(handle, chunk) {
    return this.#run((instance) => instance.feed(handle, chunk));
  }

  /** @param {number} handle of a replay or of described traffic @param {string} problem that cut a trace short */
  next(handle, problem) {
    return answer(this.#run((instance) => instance.next(handle, problem)));
  }

  /** @param {string} what */
  describe(what) {
    return answer(this.#run((instance) => instance.describe(what)));
  }

  /** @param {number} handle @param {string} scenario JSON @param {Float64Array} tokens */
  curve(handle, scenario, tokens) {
    const bytes = utf8(scenario, "scenario");
    const result = this.#run((instance) => instance.curve(handle, bytes, tokens));
    return typeof result === "string" ? /** @type {never} */ (answer(result)) : result;
  }
}

/** @param {string} text */
function answer(text) {
  const { ok, result, errors } = JSON.parse(text);
  if (!ok) throw new KvFitError(errors);
  return result;
}
