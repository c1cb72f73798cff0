#include "plan/flags.hpp"

#include <algorithm>

#include "plan/command_spellings.hpp"
#include "plan/setting.hpp"

namespace kvfit {

namespace {

using Form = Spelling::Form;

/// Why an option stands on the command line.
struct Reason {
    std::string_view key;
    const char* code;
    const char* message;
};

constexpr Reason reasons[] = {
    {"maxModelLen", "longest_request", "the longest request that is to be served"},
    {"ctx", "context_of_all_slots", "the context of all slots together"},
    {"nParallel", "slot_for_each_sequence", "one slot for each sequence that runs at once"},
    {"tp", "model_over_gpus", "divides the model over the GPUs of a node"},
    {"pp", "model_over_gpus", "divides the layers over stages"},
    {"dp", "replicas", "replicas, each with requests of its own"},
    {"ep", "whole_experts", "ranks hold whole experts"},
    {"expertParallel", "whole_experts", "ranks hold whole experts"},
    {"attentionDp", "whole_attention", "each rank keeps the cache of its own requests"},
    {"maxNumSeqs", "sequences_at_once", "as many sequences as are to run at once"},
    {"maxRunningRequests", "sequences_at_once", "as many sequences as are to run at once"},
    {"kvDtype", "stored_type", "the stored type of the cache"},
    {"kDtype", "stored_type", "the stored type of K"},
    {"vDtype", "stored_type", "the stored type of V"},
};

/// An option and its value before it is spelt.
struct Wanted {
    const Scenario& asked;
    Scenario s;
    std::int64_t experts = 1;  ///< ranks that hold whole experts

    std::optional<Metric> value(std::string_view key) const {
        if (key != "ep") return settingOf(s, key);
        return experts > 1 ? std::optional<Metric>(experts) : std::nullopt;
    }
};

void fillInLlama(Scenario& s, const FitResult& r) {
    if (!s.nParallel) s.nParallel = r.sequences;
    if (!s.ctx) {
        const auto total = r.metrics.find(r.engine == "ollama" ? "nCtxPerSequence" : "nCtx");
        if (total != r.metrics.end()) s.ctx = std::get<std::int64_t>(total->second);
    }
    if (r.engine == "ollama" || !s.kvDtype) return;
    if (!s.kDtype) s.kDtype = s.kvDtype;
    if (!s.vDtype) s.vDtype = s.kvDtype;
}

/// What the engine must be told although nobody typed it.
Wanted wantedOf(const FitResult& r, const Architecture& a, const Scenario& asked, const Scenario& planned) {
    // What planning told the engine of its memory is not on its command line.
    Wanted w{asked, asked};
    Scenario& s = w.s;
    s.tp = planned.tp;
    s.pp = planned.pp;
    if (r.engine == "llama.cpp" || r.engine == "ollama") {
        fillInLlama(s, r);
        return w;
    }
    if (!s.maxModelLen) s.maxModelLen = r.tokens;
    const bool experts = a.parameters.experts > 1;
    if (s.attentionDp.value_or(false)) {
        s.dp = asked.dp.value_or(planned.tp.value_or(1));
        if (r.engine == "vllm" || r.engine == "lmdeploy") {
            // Each rank of the group is an engine with whole heads; the experts stay divided.
            s.tp.reset();
            s.expertParallel = experts;
        }
    }
    if (experts && s.expertParallel.value_or(false)) w.experts = r.layout.gpus / std::max<std::int64_t>(1, r.layout.pp);
    if (r.layout.pp == 1 && s.nodes.value_or(1) == 1) s.nodes.reset();
    // More sequences than state blocks is more than this engine starts with, by default too.
    const auto blocks = r.metrics.find("maxStateSequences");
    if (r.engine == "vllm" && !s.maxNumSeqs && planned.maxNumSeqs && blocks != r.metrics.end())
        if (const std::int64_t most = std::get<std::int64_t>(blocks->second); most > 0 && most < *planned.maxNumSeqs)
            s.maxNumSeqs = most;
    return w;
}

Flag flagOf(const Program& program, const Spelling& spelling, const Metric& value, bool asked) {
    Flag f;
    f.flag = spelling.flag;
    f.key = spelling.key;
    const bool* truth = std::get_if<bool>(&value);
    f.value = truth != nullptr && spelling.form != Form::file ? std::string(spelling.fixed)
                                                              : spelledValue(program, spelling.key, settingText(value));
    f.reason = asked ? "asked" : "filled_in";
    f.message = asked ? "asked for" : "filled in";
    for (const Reason& reason : reasons)
        if (reason.key == spelling.key) {
            f.reason = reason.code;
            f.message = reason.message;
        }
    return f;
}

/// Whether this spelling says something: `auto`, one rank and the other truth value need no option.
bool isSaid(const Spelling& spelling, const Metric& value) {
    if (const bool* truth = std::get_if<bool>(&value)) {
        if (spelling.form == Form::file) return *truth;
        return *truth ? spelling.form == Form::on : spelling.form == Form::off;
    }
    if (value == Metric(std::string("auto")) || value == Metric(std::string())) return false;
    const bool degree =
        spelling.key == "pp" || spelling.key == "dcp" || spelling.key == "dp" || spelling.key == "nodes";
    return !degree || value != Metric(std::int64_t{1});
}

/// A file of options in YAML, with `group.option` one level down, as the shell writes it.
std::string writtenFile(const std::vector<Flag>& options) {
    std::string group;
    std::string lines;
    for (const Flag& f : options) {
        const std::size_t dot = f.flag.find('.');
        const std::string outer = dot == std::string::npos ? "" : f.flag.substr(0, dot);
        if (!outer.empty() && outer != group) lines += " '" + outer + ":'";
        group = outer;
        lines += outer.empty() ? " '" : " '  ";
        lines += (dot == std::string::npos ? f.flag : f.flag.substr(dot + 1)) + ": " + f.value + "'";
    }
    return "printf '%s\\n'" + lines + " > options.yaml && ";
}

}  // namespace

void addFlags(FitResult& r, const Architecture& architecture, const Scenario& asked, const Scenario& planned) {
    const Program* program = programOf(r.engine);
    if (program == nullptr) return;
    const Wanted wanted = wantedOf(r, architecture, asked, planned);
    std::vector<Flag> inFile;
    std::string variables;
    std::string options;
    for (const Spelling& spelling : program->spellings) {
        const std::optional<Metric> value = wanted.value(spelling.key);
        if (!value || !isSaid(spelling, *value)) continue;
        const Flag f = flagOf(*program, spelling, *value, settingOf(asked, spelling.key).has_value());
        if (spelling.form == Form::file)
            inFile.push_back(f);
        else if (spelling.form == Form::variable)
            variables += f.flag + "=" + f.value + " ";
        else
            options += " " + f.flag + (f.value.empty() ? "" : " " + f.value);
        r.flags.push_back(f);
    }
    r.command = (inFile.empty() ? "" : writtenFile(inFile)) + variables + std::string(program->start) +
                (program->model.empty() ? "" : " " + std::string(program->model)) + options;
    if (!inFile.empty()) r.command += " " + std::string(program->optionsFile) + " options.yaml";
}

}  // namespace kvfit
