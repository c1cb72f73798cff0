// Whatever comes through the boundary, a KvFitError or a TypeError goes back, and the core lives on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "./architectures.mjs";
import { asked, kvfit, KvFitError, loadKvFit, refusalOf } from "./kvfit.mjs";

/** @type {any} */
const cyclic = {};
cyclic.self = cyclic;
const deep = Array.from({ length: 100_000 }).reduce((inner) => [inner], null);

/** @type {[string, any][]} */
const oddities = [
  ["null", null],
  ["NaN", NaN],
  ["infinity", -Infinity],
  ["zero", 0],
  ["minus one", -1],
  ["a fraction", 1.5],
  ["1e30", 1e30],
  ["text", "abc"],
  ["empty text", ""],
  ["exponent as text", "1e6"],
  ["a fraction of K", "1.5K"],
  ["a lone surrogate", "\ud800"],
  ["a NUL", "\0"],
  ["a huge text", "9".repeat(5_000_000)],
  ["a list", ["x"]],
  ["an object", {}],
  ["a Map", new Map()],
  ["a function", () => 1],
  ["a symbol", Symbol("tokens")],
  ["a big integer", 5n],
  ["a cycle", cyclic],
  ["a deep list", deep],
  ["an object that throws", Object.defineProperty({}, "x", { enumerable: true, get: () => cyclic.self.none.none })],
];

/** @param {() => unknown} call */
function refuses(call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof KvFitError || error instanceof TypeError, String(error));
    if (error instanceof KvFitError) for (const one of error.errors) assert.ok(one.code && one.message, String(error));
    return true;
  });
  assert.equal(kvfit.size(asked(grouped, { tokens: 1 })).payloadBytes, 2 ** 18);
}

const argument = /** @type {any} */ (kvfit);

for (const [name, odd] of oddities) {
  test(`${name} is refused everywhere`, () => {
    refuses(() => kvfit.size(odd));
    refuses(() => kvfit.size(asked(grouped, { tokens: odd })));
    refuses(() => kvfit.size(asked(odd, { tokens: 1 })));
    refuses(() => kvfit.size({ config: odd }));
    refuses(() => kvfit.size({ model: odd }));
    refuses(() => kvfit.model(odd));
    refuses(() => kvfit.readConfig(odd));
    refuses(() => kvfit.curve(asked(grouped, {}), odd));
    refuses(() => kvfit.curve(asked(grouped, {}), [odd]));
    refuses(() => kvfit.curve(asked(grouped, {}), { from: 1, to: odd }));
  });

  test(`${name} as a type, a flag or a list of parts`, () => {
    refuses(() => kvfit.size(asked(grouped, { kvDtype: odd === "" ? null : odd })));
    refuses(() => kvfit.size(asked(grouped, { includeState: odd })));
    refuses(() => kvfit.size(asked({ ...grouped, parts: odd }, { tokens: 1 })));
    refuses(() => kvfit.size(asked({ ...grouped, parts: [{ ...grouped.parts[0], heads: odd }] }, { tokens: 1 })));
    refuses(() => kvfit.size(asked({ ...grouped, parts: [{ ...grouped.parts[0], layers: odd }] }, { tokens: 1 })));
  });
}

test("an undefined value is an absent one", () => {
  const undefinedTokens = kvfit.size(asked({ ...grouped, trainedContext: 1000 }, { tokens: undefined }));
  assert.equal(undefinedTokens.tokens, 1000);
  refuses(() => argument.size());
  refuses(() => argument.curve(asked(grouped, {})));
  refuses(() => argument.readConfig());
});

test("keys of a prototype are keys like any other", () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const scenario = JSON.parse(`{"model": "${key}"}`);
    assert.equal(refusalOf(() => kvfit.size(scenario)).code, "unknown_model");
    const settings = JSON.parse(`{"${key}": 1, "tokens": 1}`);
    const refused = refusalOf(() => kvfit.size(Object.assign(settings, { architecture: grouped })));
    assert.equal(refused.code, "unknown_key");
  }
});

test("a value that is no count is told a right one of its unit", () => {
  /** @param {object} given */
  const told = (given) => {
    const [{ code, message, hint }] = refusalOf(() =>
      kvfit.size(/** @type {any} */ ({ architecture: grouped, ...given })),
    ).errors;
    return `${code}: ${message}; ${hint}`;
  };
  assert.match(told({ tokens: "many" }), /^invalid_count: .*128K/);
  assert.equal(
    told({ hardwareCount: "-1" }),
    'invalid_count: hardwareCount is "-1", which is not a count; use a count such as 8',
  );
  assert.match(told({ memoryBytes: "80 GB" }), /such as 85,899,345,920$/);
});

test("bad input gives a clear line with its code and field", () => {
  /** @type {[object, string, string][]} */
  const table = [
    [{}, "missing_model", "model"],
    [{ model: "no-such-model" }, "unknown_model", "model"],
    [{ model: "x", architecture: grouped }, "ambiguous_model", "architecture"],
    [{ architecture: grouped, tokens: 0 }, "out_of_range", "tokens"],
    [{ architecture: grouped, tokens: -5 }, "out_of_range", "tokens"],
    [{ architecture: grouped, tokens: 1.5 }, "not_whole", "tokens"],
    [{ architecture: grouped, tokens: 1e30 }, "too_large", "tokens"],
    [{ architecture: grouped, tokens: "many" }, "invalid_count", "tokens"],
    [{ architecture: grouped, tokens: true }, "wrong_type", "tokens"],
    [{ architecture: grouped, kvDtype: "fp9" }, "unknown_dtype", "kvDtype"],
    [{ architecture: grouped, tp: 3 }, "invalid_parallel_degree", "tp"],
    [{ architecture: grouped, engine: "engine" }, "unknown_engine", "engine"],
    [{ architecture: grouped, token: 5 }, "unknown_key", "token"],
    [{ architecture: grouped, tokens: 2 ** 50, sequences: 2 ** 20 }, "too_large", "tokens"],
  ];
  for (const [scenario, code, field] of table) {
    const { errors, message, ...first } = refusalOf(() => kvfit.size(/** @type {any} */ (scenario)));
    assert.deepEqual([first.code, first.field], [code, field], message);
    assert.equal(errors.length, 1, JSON.stringify(errors));
    assert.ok(!message.includes("\n") && message.length < 200, message);
  }
});

test("no mark of writing direction turns a message around", () => {
  const turned = "a\u202eb\u2066c\u061cd\u200fe";
  const config = JSON.stringify({ model_type: turned, num_hidden_layers: turned, [turned]: turned });
  const scenarios = [
    ...["tokens", "kvDtype", "engine", turned].map((key) => asked(grouped, { [key]: turned })),
    ...[{ model: turned }, { config }],
  ];
  for (const scenario of scenarios)
    for (const { message, hint } of refusalOf(() => kvfit.size(/** @type {any} */ (scenario))).errors)
      assert.doesNotMatch(message + hint, /\p{Bidi_Control}/u);
  assert.match(refusalOf(() => kvfit.fit({ ...asked(grouped, {}), hardware: turned })).message, /"abcde"/);
  assert.match(refusalOf(() => kvfit.size({ model: turned })).message, /"abcde"/);
  assert.match(refusalOf(() => kvfit.size(asked(grouped, { engine: turned }))).message, /"abcde"/);
});

test("all errors come at once", () => {
  const { errors } = refusalOf(() => kvfit.size(/** @type {any} */ ({ model: "x", tokens: -1, sequences: 0, tp: 0 })));
  assert.deepEqual(
    errors.map(({ field }) => field),
    ["model", "tokens", "sequences", "tp"],
  );
  const { errors: settings } = refusalOf(() => kvfit.size(asked(grouped, { tokens: "x", sequences: 1.5, foo: 1 })));
  assert.deepEqual(settings.map(({ code }) => code).sort(), ["invalid_count", "not_whole", "unknown_key"]);
});

test("an unknown model names the nearest", () => {
  const [known] = kvfit.models();
  const { errors } = refusalOf(() => kvfit.model(`${known.id}x`));
  assert.ok(errors[0].hint.includes(known.id), errors[0].hint);
});

test("results belong to the caller", () => {
  const scenario = asked(grouped, { tokens: 1 });
  kvfit.size(scenario).parts.length = 0;
  assert.equal(kvfit.size(scenario).parts.length, 1);
  const [entry] = kvfit.models();
  entry.name = "changed";
  assert.notEqual(kvfit.models()[0].name, "changed");
});

test("one calculator for each set of bytes", async () => {
  assert.equal(await loadKvFit(), kvfit);
  await assert.rejects(async () => loadKvFit({ bytes: /** @type {any} */ (5) }), TypeError);
  const wrong = loadKvFit({ bytes: new Uint8Array([0, 97, 115, 109]) });
  await assert.rejects(wrong);
});

test("models opened and closed ten thousand times leave no memory behind", () => {
  const open = (/** @type {number} */ i) =>
    kvfit.size(asked({ ...grouped, hiddenSize: i, parts: grouped.parts }, { tokens: 1000 + (i % 7) }));
  for (let i = 1; i <= 500; i++) open(i);
  const before = process.memoryUsage().rss;
  for (let i = 501; i <= 10_500; i++) open(i);
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 48 * 2 ** 20, `${grown} bytes`);
});
