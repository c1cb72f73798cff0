/** The scenario that a first visit shows: one full-length conversation outweighs the model in 16 bit. */
export const worked = { model: "llama-3.1-8b-instruct", tokens: "131072" };

/** Ready questions, each a link. @type {{key: string, scenario: Record<string, string>}[]} */
export const questions = [
  { key: "question.compressed", scenario: { model: "deepseek-v4-flash", tokens: "1000000" } },
  {
    key: "question.replicated",
    scenario: { model: "qwen3-235b-a22b", tokens: "131072", sequences: "32", kvDtype: "fp8", tp: "8" },
  },
  { key: "question.windows", scenario: { model: "gemma-3-27b-it", tokens: "131072" } },
  { key: "question.states", scenario: { model: "qwen3-next-80b-a3b-instruct", tokens: "262144", sequences: "8" } },
];
