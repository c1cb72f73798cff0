// `npm start`: installs what is missing, builds everything and serves the page on this machine.
import { setup } from "./setup.mjs";

setup({ tests: false });
const { build } = await import("../www/build.mjs");
await build();
const { serve } = await import("../www/serve.mjs");
const { address } = await serve({ port: Number(process.env.PORT ?? 8080) }).catch(() => serve());
console.log(`\nKVFit is served at ${address} (end with Ctrl+C)`);
