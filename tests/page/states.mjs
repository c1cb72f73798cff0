// States of the page that tests go through: every view, and what changes its shape.
import { views } from "../../www/views/tabs.mjs";
import { example, live } from "./browser.mjs";

const chosen = [
  `${example.fragment}&engine=vllm&with=engine%3Dvllm%26engineVersion%3D0.16`,
  "#v=1&model=qwen3-next-80b-a3b-instruct&tokens=262144&sequences=8&tp=2&engine=llama.cpp",
  "#v=1&model=qwen3-next-80b-a3b-instruct&tokens=262144&sequences=8&tp=2&engine=sglang",
  "#v=1&model=nosuch&tokens=0",
  "#v=1&model=llama-3.1-8b-instruct&tokens=9007199254740991&sequences=1",
  "#v=1&model=qwen3-235b-a22b&tokens=131072&view=compare&engine=vllm&hardware=h100-sxm5-80gb&with=model%3Ddeepseek-v3.2~kvDtype%3Dfp8~tp%3D3",
  "#v=1&model=qwen3-235b-a22b&tokens=131072&sequences=32&tp=8&engine=vllm&hardware=h100-sxm5-80gb&hardwareCount=8&view=fit",
  "#v=1&model=llama-3.1-8b-instruct&tokens=8192&engine=llama.cpp&hardware=rtx-4090&hardwareCount=2&view=fit",
  "#v=1&model=llama-3.1-8b-instruct&tokens=8192&engine=vllm&hardware=h100-sxm5-80gb&requestsPerSecond=20&pricePerGpuHour=3&view=load",
  "#v=1&model=llama-3.1-8b-instruct&tokens=8192&engine=vllm&availableKvGib=4&hostCacheGib=16&view=reuse&traffic=conversations%3D50",
];

/** @param {string} state */
export const viewOf = (state) => new URLSearchParams(state.slice(1)).get("view") ?? views[0];

const opened = new Set(chosen.map(viewOf));
const rest = views.filter((view) => !opened.has(view));

export const states = [...chosen, ...rest.map((view) => `${example.fragment}&view=${view}`)];

/** One state of each view. */
export const eachView = views.map((view) => /** @type {string} */ (states.find((state) => viewOf(state) === view)));

/** Waits for what a view draws later. @param {import("./browser.mjs").Page} page @param {string} state */
export async function complete(page, state) {
  await page.locator(live).first().waitFor();
  if (viewOf(state) === "reuse") await page.locator(".chart").first().waitFor();
}
