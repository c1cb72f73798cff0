#pragma once

#include <cstdint>
#include <vector>

#include "base/exact.hpp"
#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

/// Tokens of a request that lie before its window and are not yet given back are at most this many a draft token
/// (SGLANG_SWA_EVICTION_INTERVAL, python/sglang/srt/environ.py @d315eb7250).
inline constexpr std::int64_t evictionInterval = 128;

/// What the layers of a part hold in a pool of pages, on one rank.
struct Buffer {
    enum class Pool : std::uint8_t { full, window };
    enum class Owner : std::uint8_t { model, head, draftModel };
    Pool pool = Pool::full;
    Owner owner = Owner::model;
    bool ring = false;  ///< inputs of a compressed entry that is being built
    const CachePart* part = nullptr;
    std::int64_t layers = 0;
    std::int64_t pageBytes = 0;     ///< of one layer
    std::int64_t keyPageBytes = 0;  ///< of those, keys, or one vector for both
    double cell = 0;                ///< bytes of one layer that the budget counts for a token of the pool

    bool isIndex() const { return part->role == Role::indexer && !ring; }
};

/// Every buffer of paged pools. Pointers go into `q`.
std::vector<Buffer> buffersOf(const Settings& q);

/// The same for compressed attention.
std::vector<Buffer> compressedBuffers(const Settings& q);

/// Bytes that compressed attention keeps for one request besides pages: the ring of each wide compressor.
std::int64_t requestRingBytes(const Settings& q);

/// The same for the requests of a pool, with its spare rows.
Exact ringPoolBytes(const Settings& q, std::int64_t running);

}  // namespace kvfit::sglang
