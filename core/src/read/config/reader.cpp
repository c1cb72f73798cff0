#include "arch/shape.hpp"
#include "kvfit/read.hpp"
#include "read/config/keys.hpp"
#include "read/config/model.hpp"
#include "read/config/nest.hpp"
#include "read/config/other_file.hpp"
#include "read/config/python_json.hpp"
#include "read/config/rules.hpp"

namespace kvfit {

namespace {

using namespace config;

/// Encoders generate nothing. What reads pictures alone has no cache.
bool readsPicturesAlone(const Fields& text) { return text.has(keys::picture) && !text.has(keys::vocabSize); }

/// For BERT and its kin, unless they were trained to decode, some engines allocate a cache all the same.
void noteEncoder(const Fields& text) {
    Report apart;
    if (!text.into(apart).flag(keys::encodesAlone).value || text.flag(keys::decodes).value) return;
    text.report().note("encodes_alone", "model_type",
                       "this model encodes its whole input at once and needs nothing of it afterwards; the figures "
                       "are those of an engine that allocates a cache all the same, as SGLang and llama.cpp do");
}

/// Reads the configuration at `at`; what is wrong is in the report.
Architecture readAt(const Json& root, const std::string& at, Report& report) {
    const Fields file(&root, at, report);
    Model model{textModel(file), file};
    if (const Node section = model.text.find(keys::sections); section && section.value->is_object())
        model.text = model.text.atLayer(-1, section);
    applyClassRules(file, model.text);
    if (readsPicturesAlone(model.text)) {
        report.error("nothing_cached", model.text.at(), "model_type",
                     "this model reads pictures alone and keeps nothing between tokens",
                     "choose a model that generates");
        return {};
    }
    noteEncoder(model.text);
    model.encoderDecoder = readsEncoder(model.text, file);
    model.speculative = speculativeLayers(model.text, file);
    model.arrangement = arrangementOf(model.text, model.encoderDecoder, model.speculative.value);
    checkUnknownKeys(model);
    if (!model.arrangement) return {};
    for (const auto add : {addAttention, addRepeatedRuns, addLatent, addCompressed, addIndexer, addStates,
                           addSideConvolution, addCross, addDraft, readFacts, readTypes, countParameters})
        add(model);
    if (report.errors.empty() && model.out.parts.empty())
        report.error("unknown_attention", at, "layer_types", "no layer of this configuration keeps anything");
    model.out.attentionKind = attentionKind(model.out);
    model.out.notes = std::move(report.notes);
    return std::move(model.out);
}

Expected<Json> parseObject(const std::string& text) {
    Expected<Json> json = parseJson(text);
    if (json && !json->is_object())
        return Error{"wrong_type", "", "", "a configuration is a JSON object", "paste the whole config.json"};
    return json;
}

/// The keys of a GGUF file as a dump or Ollama's /api/show writes them.
const Json* ggufKeys(const Json& root) {
    const auto nested = root.find("model_info");
    const Json& keys = nested == root.end() ? root : *nested;
    return keys.is_object() && keys.contains("general.architecture") ? &keys : nullptr;
}

}  // namespace

Expected<Architecture> readConfig(std::string_view source) {
    const std::string text = withoutInfinities(source);
    const Expected<Json> json = parseObject(text);
    if (!json) return json.errors();
    if (const Json* keys = ggufKeys(*json)) return readGgufMetadata(keys->dump());
    Report report;
    if (const auto other = otherFile(*json))
        report.errors.push_back(*other);
    else if (Architecture a = readAt(*json, "", report); report.errors.empty())
        return a;
    locate(text, report.errors);
    return report.errors;
}

Expected<Architecture> readCatalogueEntry(std::string_view source) {
    const std::string text = withoutInfinities(source);
    const Expected<Json> json = parseObject(text);
    if (!json) return json.errors();
    Report report;
    const Fields entry(&*json, "", report);
    constexpr keys::Key config[] = {"config"}, id[] = {"id"}, name[] = {"name"}, total[] = {"totalParams"},
                        active[] = {"activeParams"}, context[] = {"trainedContext"}, weights[] = {"weightsDtype"},
                        origin[] = {"typeSource"};
    const Fields inner = entry.object(config);
    Architecture a;
    if (inner)
        a = readAt(inner.json(), inner.at(), report);
    else
        entry.missing(config, "the decisive fields of the model stand there");

    constexpr Range parameters = {1, std::int64_t{1} << 53};
    a.id = entry.word(id).value;
    a.name = entry.word(name).value;
    a.weights.totalParams = entry.number(total, parameters).value;
    a.weights.activeParams = entry.number(active, parameters).value;
    if (const Number n = entry.number(context)) a.trainedContext = n.value;
    if (const Word w = entry.word(weights)) a.weights.dtype = w.value;
    const Word from = entry.word(origin);
    const auto published = [&](const char* key, std::string& into) {
        const keys::Key spelled[] = {key};
        const Word w = entry.word(spelled);
        if (!w) return;
        into = w.value;
        a.typeSources[key] = from ? from.value : w.source;
    };
    published("kvDtype", a.kvDtype);
    published("indexerDtype", a.indexerDtype);
    published("stateDtype", a.stateDtype);
    addUnlisted(a);
    if (report.errors.empty()) return a;
    locate(text, report.errors);
    return report.errors;
}

}  // namespace kvfit
