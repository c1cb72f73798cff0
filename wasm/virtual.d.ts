// The modules that the bundler writes (www/build.mjs).

declare module "kvfit:catalogue" {
  /** Every model of models/<family>.json with its family, ordered by id. */
  export const models: () => (import("./kvfit.js").CatalogueEntry & { config: object })[];
  /** Unpacks some of the models; false once all are. */
  export const unpackFamily: () => boolean;
  export const hardware: () => import("./kvfit.js").Accelerator[];
  export const prices: () => import("./kvfit.js").Price[];
  /** When the newest fact about a model was read. */
  export const date: string;
  /** When the newest class rule was read. */
  export const ruleDate: string;
}

declare module "kvfit:provenance" {
  export const version: string;
  export const commit: string;
  export const date: string;
  export const compiler: string;
  export const catalogue: string;
}

declare module "kvfit:wasm" {
  /** kvfit.wasm in the `.lzma` format, in base64. */
  const packed: string;
  export default packed;
}

declare module "kvfit:unpack" {
  /** The module of wasm/unpack/lzma.cpp, which decodes the others, in base64. */
  const module: string;
  export default module;
}

declare module "kvfit:worked" {
  /** The catalogue's entry of the worked example as JSON. */
  const entry: string;
  export default entry;
}

declare module "kvfit:begun" {
  /** The core that the page has begun to compile before its script ran, if it has. */
  const begun: () => Promise<WebAssembly.Module> | undefined;
  export default begun;
}

declare module "kvfit:messages" {
  /** The languages beside English as www/build/messages.mjs writes them, in the `.lzma` format, in base64. */
  const packed: string;
  export default packed;
}

declare module "kvfit:worker" {
  /** The script of www/worker.mjs with all that it needs but kvfit.wasm. */
  const text: string;
  export default text;
}

declare module "*.css" {
  /** The minified text of a style sheet with what it imports. */
  const text: string;
  export default text;
}

declare module "kvfit:core" {
  /** The free functions of bindings.cpp. */
  export interface Core {
    open(kind: string, text: Uint8Array): string;
    close(handle: number): void;
    call(name: string, handle: number, scenario: Uint8Array): string;
    feed(handle: number, chunk: Uint8Array): boolean;
    next(handle: number, problem: string): string;
    describe(what: string): string;
    curve(handle: number, scenario: Uint8Array, tokens: Float64Array): Float64Array | string;
  }
  export type Options =
    | { wasmBinary: Uint8Array | ArrayBuffer }
    | { instantiateWasm(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void): object };
  export default function createCore(options: Options): Promise<Core>;
}
