// What published logs printed against what the package predicts: the figures of the accuracy page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { predict } from "../accuracy/predict.mjs";
import { readLogs } from "../accuracy/read.mjs";
import { percentile } from "../startups/statistics.mjs";
import { kvfit } from "./kvfit.mjs";

const logs = readLogs();
const { caches, startUps } = predict(kvfit, logs);
const figures = caches.flatMap(({ figures, engine, model, log }) =>
  figures.map((one) => ({ ...one, where: `${engine} ${log.version ?? ""} ${model} ${one.figure} ${log.source}` })),
);

test("there is a source behind every log", () => {
  const all = logs.flatMap(({ caches, startUps }) => [...caches, ...startUps]);
  assert.deepEqual(
    all.filter(({ source, printed }) => !source || Object.keys(printed).length === 0),
    [],
  );
  assert.ok(logs.every(({ read }) => /^\d{4}-\d\d-\d\d$/.test(read)));
});

test("every figure is explained within what was rounded, or is a known miss", () => {
  const misses = figures.filter(({ explained, miss }) => !explained && miss === undefined);
  assert.deepEqual(
    misses.map(({ where, printed, predicted }) => `${where}: ${printed}, predicted ${predicted}`),
    [],
  );
  assert.ok(figures.length > 200, `only ${figures.length} figures`);
});

test("a known miss is still one", () => {
  const explained = figures.filter(({ explained, miss }) => explained && miss !== undefined);
  assert.deepEqual(
    explained.map(({ where }) => where),
    [],
  );
});

test("start-ups come within these medians", () => {
  const most = { weights: 0.5, activation: 2, nonTorch: 5, graphs: 15, availableKv: 1, computeBuffer: 2, fileSize: 2 };
  for (const [part, percent] of Object.entries(most)) {
    const errors = startUps
      .flatMap(({ figures }) => figures)
      .filter(({ figure }) => figure === part)
      .map(({ predicted, printed }) => Math.abs(predicted / printed - 1) * 100);
    assert.ok(errors.length >= 15, `${part}: ${errors.length}`);
    assert.ok(percentile(errors, 0.5) <= percent, `${part}: median ${percentile(errors, 0.5).toFixed(2)} %`);
  }
});
