#pragma once

#include <string_view>
#include <tuple>

#include "arch/scenario_keys.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/compare_engines.hpp"
#include "kvfit/dtype.hpp"
#include "kvfit/engine.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// One member of a result or request struct: its JSON key, unit and meaning. The descriptions below
/// are the only place that names a key; JSON, type declarations, schema and reference come from them.
template <class S, class M>
struct Field {
    std::string_view key;
    M S::*member;
    std::string_view unit;
    std::string_view doc;
};

template <class S, class M>
constexpr Field<S, M> field(std::string_view key, M S::*member, std::string_view unit, std::string_view doc) {
    return {key, member, unit, doc};
}

template <class S>
struct Describe;  // specialised for each struct: `name`, `doc`, `fields`

template <>
struct Describe<Error> {
    static constexpr std::string_view name = "InputError";
    static constexpr std::string_view doc = "One thing that is wrong with an input.";
    static constexpr auto fields = std::tuple{
        field("code", &Error::code, "", "Stable word, the same in cases, warnings and errors."),
        field("pointer", &Error::pointer, "", "JSON Pointer into the document at fault, empty for the whole."),
        field("field", &Error::field, "", "The key that a person typed."),
        field("message", &Error::message, "", "What is wrong, in one English sentence."),
        field("hint", &Error::hint, "", "What would be right."),
        field("line", &Error::line, "", "1-based position in the text, 0 where there is none."),
        field("column", &Error::column, "", "1-based position in the line, 0 where there is none."),
        field("params", &Error::params, "", "The values in the message, for translation."),
    };
};

template <>
struct Describe<Note> {
    static constexpr std::string_view name = "Note";
    static constexpr std::string_view doc = "Something that was assumed, or that the engine will do.";
    static constexpr auto fields = std::tuple{
        field("code", &Note::code, "", "Stable word."),
        field("message", &Note::message, "", "The note in one English sentence."),
        field("field", &Note::field, "", "The key it is about."),
        field("params", &Note::params, "", "The values in the message, for translation."),
    };
};

template <>
struct Describe<CachePart> {
    static constexpr std::string_view name = "CachePart";
    static constexpr std::string_view doc = "One kind of stored thing in one group of layers of equal geometry.";
    static constexpr auto fields = std::tuple{
        field("kind", &CachePart::kind, "", "What is stored and how it grows."),
        field("role", &CachePart::role, "", "Which stored width applies."),
        field("layers", &CachePart::layers, "", "0-based indices of the layers that own a copy."),
        field("draft", &CachePart::draft, "", "Belongs to a speculative head."),
        field("heads", &CachePart::heads, "heads", "KV heads or state heads, divided by tensor parallelism."),
        field("keyWidth", &CachePart::keyWidth, "elements", "Per head: key, latent, index key, or rows of a state."),
        field("valueWidth", &CachePart::valueWidth, "elements", "Per head: value, or columns of a state."),
        field("ropeWidth", &CachePart::ropeWidth, "elements", "Rotary elements that a latent keeps beside keyWidth."),
        field("expandedHeads", &CachePart::expandedHeads, "heads", "Latent: heads whose K and V it stands for."),
        field("expandedKeyWidth", &CachePart::expandedKeyWidth, "elements", "Latent: key of each of those heads."),
        field("expandedValueWidth", &CachePart::expandedValueWidth, "elements",
              "Latent: value of each of those heads."),
        field("window", &CachePart::window, "tokens", "Tokens kept by window, chunked and cross parts."),
        field("ratio", &CachePart::ratio, "tokens", "Tokens per stored entry."),
        field("channels", &CachePart::channels, "channels", "Convolution: inputs of all heads."),
        field("kernel", &CachePart::kernel, "", "Convolution: kernel width; kernel - 1 columns are kept."),
        field("groups", &CachePart::groups, "", "Convolution: B/C groups within channels."),
        field("stateWidth", &CachePart::stateWidth, "elements", "Convolution: state size of each of those groups."),
        field("chunk", &CachePart::chunk, "tokens", "Recurrent: tokens that its kernels take at once."),
        field("variant", &CachePart::variant, "", "The published mechanism."),
        field("dtype", &CachePart::dtype, "", "Stored type where the model fixes one for this part alone."),
        field("sources", &CachePart::sources, "", "Field name to the JSON Pointer it was read from."),
    };
};

template <>
struct Describe<Weights> {
    static constexpr std::string_view name = "Weights";
    static constexpr std::string_view doc = "What is known of the weights; 0 or empty where unknown.";
    static constexpr auto fields = std::tuple{
        field("totalParams", &Weights::totalParams, "parameters", "Published or counted parameters."),
        field("activeParams", &Weights::activeParams, "parameters", "Parameters used for one token."),
        field("dtype", &Weights::dtype, "", "Stored type of most weights."),
        field("bytes", &Weights::bytes, "B", "Exact bytes where a header gave them."),
        field("bytesByDtype", &Weights::bytesByDtype, "B", "Exact bytes of each stored type."),
        field("layerBytes", &Weights::layerBytes, "B", "Exact bytes of each layer, where a header gave them."),
        field("otherBytes", &Weights::otherBytes, "B", "Exact bytes outside the layers."),
    };
};

template <>
struct Describe<Module> {
    static constexpr std::string_view name = "WeightModule";
    static constexpr std::string_view doc = "Weights of one kind and shape in a group of layers.";
    static constexpr auto fields = std::tuple{
        field("kind", &Module::kind, "", "What they do; decides how ranks divide them."),
        field("name", &Module::name, "", "As a checkpoint calls them."),
        field("params", &Module::params, "parameters", "Of one copy."),
        field("copies", &Module::copies, "", "Routed experts."),
        field("heads", &Module::heads, "heads", "KV heads of a key or value projection."),
        field("width", &Module::width, "elements", "The dimension that tensor parallelism divides."),
        field("layers", &Module::layers, "", "0-based indices; empty outside the layers."),
        field("draft", &Module::draft, "", "Belongs to a speculative head."),
        field("dtype", &Module::dtype, "", "Stored type; empty for the model's own."),
        field("sources", &Module::sources, "", "Key to the JSON Pointer of what decided the count."),
    };
};

template <>
struct Describe<Parameters> {
    static constexpr std::string_view name = "Parameters";
    static constexpr std::string_view doc = "What the shape of the layers says beside the cache.";
    static constexpr auto fields = std::tuple{
        field("intermediateSize", &Parameters::intermediateSize, "elements", "Width of a dense feed-forward layer."),
        field("expertIntermediateSize", &Parameters::expertIntermediateSize, "elements", "Width of a routed expert."),
        field("experts", &Parameters::experts, "", "Routed experts of a layer."),
        field("expertsPerToken", &Parameters::expertsPerToken, "", "Experts that one token passes."),
        field("visionParams", &Parameters::visionParams, "parameters", "Of all towers and projectors."),
        field("headWidth", &Parameters::headWidth, "elements", "Width of a query head."),
        field("rotaryElements", &Parameters::rotaryElements, "elements", "Of the tables of sines and cosines."),
        field("quantization", &Parameters::quantization, "", "Stored type of quantized modules; empty for none."),
        field("modules", &Parameters::modules, "", "Empty where the file does not say enough to count."),
        field("sources", &Parameters::sources, "", "Field to the JSON Pointer it was read from."),
    };
};

template <>
struct Describe<Architecture> {
    static constexpr std::string_view name = "Architecture";
    static constexpr std::string_view doc = "A model as sizing sees it: a list of cache parts.";
    static constexpr auto fields = std::tuple{
        field("id", &Architecture::id, "", "Catalogue id, or empty."),
        field("name", &Architecture::name, "", "Display name."),
        field("modelType", &Architecture::modelType, "", "The configuration's own word."),
        field("attentionKind", &Architecture::attentionKind, "", "Kind of attention, a stable word."),
        field("layers", &Architecture::layers, "layers", "Decoder layers without draft layers."),
        field("declaredLayers", &Architecture::declaredLayers, "layers",
              "num_hidden_layers where it is not the number of decoder layers, else 0."),
        field("attentionHeads", &Architecture::attentionHeads, "heads", "Query heads."),
        field("hiddenSize", &Architecture::hiddenSize, "elements", "Width of the residual stream."),
        field("vocabSize", &Architecture::vocabSize, "tokens", "Vocabulary."),
        field("trainedContext", &Architecture::trainedContext, "tokens", "0 where the configuration does not say."),
        field("windowsInFullPool", &Architecture::windowsInFullPool, "",
              "SGLang's list of classes with a pool for windows does not have this one."),
        field("modelDtype", &Architecture::modelDtype, "", "The type the configuration states for its weights."),
        field("kvDtype", &Architecture::kvDtype, "", "Published cache type, empty where none is published."),
        field("indexerDtype", &Architecture::indexerDtype, "", "Published type of the index keys."),
        field("stateDtype", &Architecture::stateDtype, "", "Published type of recurrent states."),
        field("typeSources", &Architecture::typeSources, "", "Where each published type was read."),
        field("draftLayers", &Architecture::draftLayers, "layers",
              "Speculative layers that the configuration declares."),
        field("parts", &Architecture::parts, "", "The cache parts."),
        field("draftModel", &Architecture::draftModel, "", "Cache parts of a separate draft model."),
        field("weights", &Architecture::weights, "", "What is known of the weights."),
        field("parameters", &Architecture::parameters, "", "Weights by module, counted from the configuration."),
        field("notes", &Architecture::notes, "", "Assumptions and class rules that were used."),
    };
};

template <>
struct Describe<PartSize> {
    static constexpr std::string_view name = "PartSize";
    static constexpr std::string_view doc = "One cache part of a result.";
    static constexpr auto fields = std::tuple{
        field("role", &PartSize::role, "", "kv, latent, indexer, recurrent, conv or cross."),
        field("name", &PartSize::name, "", "Kind of the part, a stable word."),
        field("layers", &PartSize::layers, "layers", "Layers that own a copy."),
        field("dtype", &PartSize::dtype, "", "Stored type; K/V where the two differ."),
        field("dtypeSource", &PartSize::dtypeSource, "", "Scenario key, JSON Pointer or rule that chose it."),
        field("draft", &PartSize::draft, "", "Belongs to a speculative head."),
        field("bytes", &PartSize::bytes, "B", "For all sequences."),
        field("formula", &PartSize::formula, "", "Equation that evaluates to bytes."),
    };
};

template <>
struct Describe<Figure> {
    static constexpr std::string_view name = "Figure";
    static constexpr std::string_view doc = "An engine's own figure with its rule.";
    static constexpr auto fields = std::tuple{
        field("bytes", &Figure::bytes, "B", "The figure."),
        field("formula", &Figure::formula, "", "Equation that evaluates to bytes."),
        field("rule", &Figure::rule, "", "Stable word of the rule."),
        field("sentence", &Figure::sentence, "", "The rule in one English sentence."),
        field("source", &Figure::source, "", "Where the rule was read."),
        field("versions", &Figure::versions, "", "Engine versions it holds for."),
    };
};

template <>
struct Describe<SizeResult> {
    static constexpr std::string_view name = "SizeResult";
    static constexpr std::string_view doc = "The size of one scenario's cache.";
    static constexpr auto fields = std::tuple{
        field("model", &SizeResult::model, "", "Display name of the model."),
        field("engine", &SizeResult::engine, "", "Engine whose rules apply; payload for none."),
        field("engineVersion", &SizeResult::engineVersion, "", "Version whose rules apply."),
        field("tokens", &SizeResult::tokens, "tokens", "Length of each sequence."),
        field("sequences", &SizeResult::sequences, "sequences", "Sequences of that length."),
        field("payloadBytes", &SizeResult::payloadBytes, "B",
              "What the architecture must keep, all sequences, no engine in it."),
        field("totalBytes", &SizeResult::totalBytes, "B", "The same as payloadBytes."),
        field("bytesPerSequence", &SizeResult::bytesPerSequence, "B", "Payload of one sequence."),
        field("fixedBytesPerSequence", &SizeResult::fixedBytesPerSequence, "B",
              "Filled windows and states of one sequence."),
        field("marginalBytesPerToken", &SizeResult::marginalBytesPerToken, "B/token",
              "One further token once all windows are full."),
        field("growthBytesPerToken", &SizeResult::growthBytesPerToken, "B/token", "Slope at this length."),
        field("bytesPerRank", &SizeResult::bytesPerRank, "B", "Payload of all sequences on the fullest rank."),
        field("parts", &SizeResult::parts, "", "The cache parts that are counted."),
        field("formula", &SizeResult::formula, "", "Equation that evaluates to payloadBytes."),
        field("rankFormula", &SizeResult::rankFormula, "", "Equation that evaluates to bytesPerRank."),
        field("fixedFormula", &SizeResult::fixedFormula, "", "Equation that evaluates to fixedBytesPerSequence."),
        field("marginalFormula", &SizeResult::marginalFormula, "", "Equation that evaluates to marginalBytesPerToken."),
        field("figures", &SizeResult::figures, "", "The engine's own figures by name."),
        field("warnings", &SizeResult::warnings, "", "What the engine will print or refuse, or what deserves care."),
        field("notes", &SizeResult::notes, "", "What was assumed."),
        field("metrics", &SizeResult::metrics, "", "Every figure under its name in cases/FORMAT.md, in camelCase."),
    };
};

template <>
struct Describe<EngineRow> {
    static constexpr std::string_view name = "EngineRow";
    static constexpr std::string_view doc = "What one engine in one version makes of a scenario.";
    static constexpr auto fields = std::tuple{
        field("engine", &EngineRow::engine, "", "Engine id; payload for the data alone, in the first row."),
        field("engineVersion", &EngineRow::engineVersion, "", "Version whose rules apply."),
        field("title", &EngineRow::title, "", "Engine and version as they are shown."),
        field("payloadBytes", &EngineRow::payloadBytes, "B", "The same in every row."),
        field("reservedBytes", &EngineRow::reservedBytes, "B",
              "Of all sequences at the maximum length, on one rank; 0 without an engine."),
        field("hasCapacity", &EngineRow::hasCapacity, "", "Whether memory was given."),
        field("capacityTokens", &EngineRow::capacityTokens, "tokens",
              "Tokens that the memory holds, as the engine counts."),
        field("maxConcurrency", &EngineRow::maxConcurrency, "requests",
              "Requests of the maximum length that fit; 0 where the engine defines none."),
        field("reasons", &EngineRow::reasons, "", "Why that is not the payload, and which setting changes it."),
        field("errors", &EngineRow::errors, "", "Why this engine refuses the scenario."),
    };
};

template <>
struct Describe<EngineVersion> {
    static constexpr std::string_view name = "EngineVersion";
    static constexpr std::string_view doc = "A range of releases that share rules.";
    static constexpr auto fields = std::tuple{
        field("id", &EngineVersion::id, "", "What engineVersion selects."),
        field("title", &EngineVersion::title, "", "The releases it stands for."),
        field("read", &EngineVersion::read, "", "Date and commit at which its rules were read."),
    };
};

template <>
struct Describe<EngineSetting> {
    static constexpr std::string_view name = "EngineSetting";
    static constexpr std::string_view doc = "A setting of the engine that sizing depends on.";
    static constexpr auto fields = std::tuple{
        field("key", &EngineSetting::key, "", "Scenario key."),
        field("flag", &EngineSetting::flag, "", "The engine's own flag."),
        field("standard", &EngineSetting::standard, "", "The newest version's default, in words."),
    };
};

template <>
struct Describe<EngineProfile> {
    static constexpr std::string_view name = "EngineProfile";
    static constexpr std::string_view doc = "An engine: its versions and the settings that matter.";
    static constexpr auto fields = std::tuple{
        field("id", &EngineProfile::id, "", "Engine id."),
        field("title", &EngineProfile::title, "", "Display name."),
        field("granule", &EngineProfile::granule, "", "The engine's own word: block, page, cell."),
        field("versions", &EngineProfile::versions, "", "Ranges of releases, oldest first."),
        field("settings", &EngineProfile::settings, "", "Settings that sizing depends on."),
    };
};

template <class S>
struct Describe<Key<S>> {
    static constexpr std::string_view name = "Setting";
    static constexpr std::string_view doc = "A key of the scenario.";
    static constexpr auto fields = std::tuple{
        field("key", &Key<S>::key, "", "The key."),
        field("type", &Key<S>::type, "", "count, number, flag, word, or count or flag."),
        field("unit", &Key<S>::unit, "", "Unit of its value."),
        field("absent", &Key<S>::absent, "", "What an absent value means."),
        field("doc", &Key<S>::doc, "", "Meaning."),
    };
};

template <>
struct Describe<Dtype> {
    static constexpr std::string_view name = "Dtype";
    static constexpr std::string_view doc = "A stored type: a row of n elements takes ceil(n / elements) x bytes.";
    static constexpr auto fields = std::tuple{
        field("name", &Dtype::name, "", "The word for it."),
        field("elements", &Dtype::elements, "elements", "Elements of a block."),
        field("bytes", &Dtype::bytes, "B", "Bytes of a block."),
    };
};

}  // namespace kvfit
