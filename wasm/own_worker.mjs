import script from "kvfit:worker";

/** A worker that runs the script of www/worker.mjs, which the bundle carries as a text. */
export function ownWorker() {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
