/**
 * Pages beside the calculator, in English. A kind's rule comes with the core's English sentence; other languages add it as
 * `kind.<kind>`.
 * @type {import("../../i18n.mjs").Messages}
 */
export default {
  "document.title": "{page}: KVFit",
  "document.pages": "Pages",

  "methodology.head": "How this is computed",
  "methodology.description":
    "How KVFit sizes each kind of cache part and each serving engine: equations with real numbers, rules, sources and dates.",
  "method.lead":
    "A model is a list of cache parts: what a group of layers keeps for a request. An engine is a set of rules that turns these parts into blocks, pages or cells. Every equation, rule and source below is what the calculator itself uses, printed when this page was built.",
  "method.words": "The figures, in the words of this page and of the results:",
  "method.granule": "unit",
  "method.contents": "On this page",
  "method.parts": "Cache parts",
  "method.parts.text":
    "Each part is shown for a published model that has it, at its full length or at 131,072 tokens, for one request, without an engine.",
  "method.source": "{source}. Read {read}.",
  "method.example": "{model}, {tokens} tokens",
  "method.numbers": "Where these numbers come from",
  "method.engine":
    "{engine} counts in whole units of its own, called {granule}. Its versions are told apart where their rules differ; without a version, the newest rules apply.",
  "method.column.version": "Version",
  "method.column.read": "Rules read from",
  "method.column.rule": "Rule",
  "method.column.source": "Versions and source",
  "method.rules": "Rules",
  "method.rules_of": "Rules of {engine}",
  "method.kinds": "Each kind of part in {engine}",
  "method.reserves": "{part}: {size} reserved for one request of {model}",
  "method.versions": "The same requests in every version, reserved",
  "method.versions_of": "What versions of {engine} reserve",
  "method.row": "{part} ({model}, {tokens} tokens)",

  "accuracy.head": "Accuracy",
  "accuracy.description":
    "What serving engines printed in published logs, beside what KVFit predicts: figures explained, misses and their differences.",
  "accuracy.lead":
    "{explained} of {figures} figures that engines printed in {logs} published logs come out as printed, within the rounding of the log.",
  "accuracy.text":
    "Each log gives its settings and, where it names one, the memory for the cache; both are put into the calculator, and the figures that the engine printed stand beside the result. A figure counts as explained when the result, at the ends of what the log rounded, covers it to its last printed decimal. They were read by {read}.",
  "accuracy.caveat":
    "Most of these logs were at hand when the rules were written. They show that one set of rules gives all of them, not how it does on a log that nobody has seen.",
  "accuracy.engines": "By engine and version",
  "accuracy.misses": "Misses",
  "accuracy.figures": "All figures",
  "accuracy.count": { one: "{engine}: {count} figure", other: "{engine}: {count} figures" },
  "accuracy.none": "none",
  "accuracy.unlinked": "log in a public repository",
  "accuracy.yes": "explained",
  "accuracy.column.engine": "Engine",
  "accuracy.column.rules": "Engine and rules",
  "accuracy.column.figures": "Figures",
  "accuracy.column.explained": "Explained",
  "accuracy.column.missed": "Missed",
  "accuracy.column.model": "Model",
  "accuracy.column.settings": "Settings",
  "accuracy.column.figure": "Figure",
  "accuracy.column.part": "Part",
  "accuracy.column.printed": "Printed",
  "accuracy.column.predicted": "Predicted",
  "accuracy.column.difference": "Difference",
  "accuracy.column.source": "Source",
  "accuracy.column.median": "Median error",
  "accuracy.column.ninetieth": "90th percentile",
  "accuracy.column.worst": "Worst",
  "accuracy.file_size": "Size of the GGUF",
  "accuracy.startups": "What engines hold beside the cache",
  "accuracy.startups.text":
    "Weights, activations, graphs and buffers are estimates: a running engine alone knows them. These were predicted from the settings, without any printed figure, and are compared with what start-ups printed.",
  "accuracy.startups.worst": "The largest errors",
  "accuracy.startups.others": { one: "{count} further figure", other: "{count} further figures" },
  "accuracy.miss.stage_memory":
    "The log names the memory of one pipeline stage; its tokens are those of the stage that has least.",
  "accuracy.miss.unexplained": "Not explained yet.",
  "accuracy.miss.printed_disagrees": "The log contradicts itself: its tokens are not those of its bytes.",
};
