#include <algorithm>

#include "read/config/frame.hpp"
#include "read/config/keys.hpp"

namespace kvfit::config {

namespace {

/// A window without a pattern holds in every layer, with use_sliding_window from max_window_layers on,
/// unless it is switched off or as wide as the context.
Arrangement windowed(const Frame& frame, const Fields& f) {
    if (!f.has(keys::window)) return frame.all(full, frame.countSource);
    const Flag used = f.flag(keys::useWindow);
    if (used && !used.value) return frame.all(full, used.source);
    const Number size = f.number(keys::window);
    if (!size) return {};
    const Number context = f.number(keys::context);
    if (context && size.value >= context.value) {
        f.report().note("window_above_context", keyOf(size.source),
                        keyOf(size.source) + " reaches the whole context, so no layer is windowed");
        return frame.all(full, frame.countSource);
    }
    Arrangement a = frame.all(window, size.source);
    const Number first = used.value ? f.number(keys::firstWindowLayer, orZero) : Number{};
    for (std::int64_t i = 0; i < std::min(first.value, frame.count); ++i) a.layers[static_cast<std::size_t>(i)] = full;
    return a;
}

}  // namespace

Arrangement unstated(const Frame& frame, const Fields& f) {
    const auto where = [&](Names names) { return f.find(names).source; };
    if (f.has(keys::rwkv)) return frame.all(rwkv, where(keys::rwkv));
    if (f.has(keys::parallelState))
        return frame.all({Layer::Attention::full, Layer::State::mamba}, where(keys::parallelState));
    if (f.has(keys::ccaFirst)) return frame.all(f.has(keys::window) ? hybridWindow : hybrid, where(keys::ccaFirst));
    for (const Names own : {Names(keys::localHeads), Names(keys::localKvHeads), Names(keys::localHeadDim),
                            Names(keys::globalHeadDim), Names(keys::globalKvHeads)})
        if (f.has(own)) {
            f.missing(keys::layerWords, "some layers have heads of their own, but it is not said which");
            return {};
        }
    const bool mambaState = f.has(keys::stateSize) && f.has(keys::stateKernel);
    const bool attention = f.has(keys::kvHeads) || f.has(Names(keys::heads).first(5));
    if (mambaState && !attention) return frame.all(mamba, where(keys::stateSize));
    const bool states = mambaState || f.has(keys::gdnValueHeads) || f.has(keys::lruWidth) || f.has(keys::convCache);
    if (states) {
        f.missing(keys::layerWords, "the file describes both attention and state layers, but not which is which");
        return {};
    }
    if (f.has(keys::chunk)) {
        f.missing(keys::layerWords, "the file gives an attention_chunk_size, but not the layers that it holds for");
        return {};
    }
    return windowed(frame, f);
}

}  // namespace kvfit::config
