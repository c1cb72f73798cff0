#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace kvfit::logs {

/// How the text in a place of a line is read.
enum class Read {
    skip,           ///< anything up to what follows
    number,         ///< `4.99`, `302,921`
    word,           ///< up to a blank or a bracket
    text,           ///< up to what follows
    dtype,          ///< a stored type as the engine spells it
    wideDtype,      ///< the same of the model; a cache of its type is unusual where it is 32 bits wide
    flag,           ///< `True`, `1`, `enabled`; `auto` and `None` tell nothing
    notFlag,        ///< of an option that turns something off
    size,           ///< a number and its unit: `1.3 GiB`
    model,          ///< name or path of the model; a variable of a shell is none
    servedModel,    ///< what requests call it; of several the first
    version,        ///< release; `key` is written before it
    ownDraft,       ///< kind of speculative decoding: a multi-token-prediction head is the model's own
    pairs,          ///< the engine's settings as `key=value` or `'key': value`
    metadata,       ///< `n_layer = 32` of llama.cpp
    typedMetadata,  ///< `llama.block_count u32 = 32` of llama.cpp
};

/// Which one stands for all where ranks, devices or steps print the same figure.
enum class Keep {
    last,
    first,
    smallest,
    largest,
    sum,
    each,  ///< every different one is a figure of its own
};

/// A place of a form.
struct Place {
    std::string_view name;  ///< as `{name}` in a form; the figure's name
    Read read = Read::number;
    std::string_view unit = {};  ///< of the figure; empty: it is none
    std::string_view key = {};   ///< scenario key that it fills; empty: none
    Keep keep = Keep::last;
    double factor = 1;     ///< units of the key in one printed unit
    bool rounded = false;  ///< printed with fewer decimals than it has, though it is no memory
    bool running = false;  ///< printed again and again while requests run
};

/// A line as an engine prints it. A blank stands for any number of blanks, also none.
struct Form {
    std::string_view text;
    std::string_view source;        ///< file that prints it, releases that were seen
    std::string_view refusal = {};  ///< code: the engine does not start
    std::string_view within = {};   ///< counts in this section alone; `-`: outside of any; `!`: outside of this
    std::string_view enters = {};   ///< begins a section; `-` ends it
    std::string_view version = {};  ///< only this generation prints it
    bool starts = false;            ///< a start of the engine begins
    bool lists = false;             ///< a list of devices ends or begins: their sums begin anew
    bool shared = false;            ///< other programs print it too
    std::string_view pool = {};     ///< key of the pool whose used part and its rounded share are the first two places
};

/// A word in the engine's printed settings and the place that its value has.
struct Pair {
    std::string_view word;
    std::string_view place;
    bool nested = false;  ///< also inside brackets
};

/// Where a figure comes from: which metric, by which rule.
struct Rule {
    std::string_view figure;
    std::string_view metric;    ///< of SizeResult, or `weights`, `activation`, ... of estimate(); several with `|`
    std::string_view word;      ///< stable word of the rule
    std::string_view sentence;  ///< the same in English
    std::string_view source;
    bool measured = false;  ///< a running engine measures it; ours is an estimate, or leaves small parts out
};

/// A setting that the figures need, or one of several that do.
struct Need {
    std::string_view keys[5];
    bool needed;
};

/// Everything one engine prints.
struct Dialect {
    std::string_view engine;
    std::span<const Form> forms;
    std::span<const Place> places;
    std::span<const Pair> pairs;
    std::span<const Rule> rules;
    std::span<const Need> needs;
    std::span<const std::string_view> versions;  ///< to be tried where none is printed, the likeliest first
};

const Dialect& vllm();
const Dialect& sglang();
const Dialect& llamaCpp();
const Dialect& ollama();
const Dialect& tensorRtLlm();
const Dialect& lmdeploy();

/// All of them; an engine that runs another stands before it.
inline std::vector<const Dialect*> dialects() {
    return {&vllm(), &sglang(), &tensorRtLlm(), &lmdeploy(), &ollama(), &llamaCpp()};
}

}  // namespace kvfit::logs
