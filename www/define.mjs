import { KvFitElement } from "./element.mjs";

if (!customElements.get("kv-fit")) customElements.define("kv-fit", KvFitElement);
