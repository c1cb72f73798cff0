#pragma once

#include "cache/chunked.hpp"
#include "cache/compressed.hpp"
#include "cache/conv.hpp"
#include "cache/cross.hpp"
#include "cache/full.hpp"
#include "cache/indexer.hpp"
#include "cache/latent.hpp"
#include "cache/recurrent.hpp"
#include "cache/window.hpp"
#include "cache/window_latent.hpp"

namespace kvfit {

/// Calls `use` with the rules of this kind: the one place that lists the kinds.
template <class Use>
auto withKind(Kind kind, Use use) {
    switch (kind) {
        case Kind::full:
            return use(FullAttention{});
        case Kind::window:
            return use(WindowAttention{});
        case Kind::chunked:
            return use(ChunkedAttention{});
        case Kind::cross:
            return use(CrossAttention{});
        case Kind::latent:
            return use(Latent{});
        case Kind::window_latent:
            return use(WindowLatent{});
        case Kind::compressed:
            return use(Compressed{});
        case Kind::indexer:
            return use(Indexer{});
        case Kind::recurrent:
            return use(Recurrent{});
        case Kind::conv:
            return use(Convolution{});
    }
    return use(FullAttention{});
}

}  // namespace kvfit
