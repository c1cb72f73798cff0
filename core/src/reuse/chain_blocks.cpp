#include "reuse/chain_blocks.hpp"

#include <unordered_map>

namespace kvfit::reuse {

namespace {

constexpr std::uint32_t start = 0xffffffff;  ///< Before the first block of a request.
constexpr std::uint32_t unseen = 0xfffffffe;

bool isChained(const Trace& trace) {
    std::vector<std::uint32_t> before(trace.names, unseen);
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        std::uint32_t last = start;
        for (std::size_t i = trace.requests[r].firstBlock; i < trace.end(r); ++i) {
            const std::uint32_t block = trace.blocks[i];
            if (before[block] == unseen)
                before[block] = last;
            else if (before[block] != last)
                return false;
            last = block;
        }
    }
    return true;
}

/// Numbers for paths. Most blocks have one continuation, found without hashing; the others are in a table.
class Paths {
public:
    std::uint32_t continued(std::uint32_t path, std::uint32_t block) {
        if (only_[path] == none) {
            const std::uint32_t next = add(block);
            return only_[path] = next;
        }
        if (block_[only_[path]] == block) return only_[path];
        const auto [known, added] = others_.try_emplace(std::uint64_t{path} << 32 | block, 0);
        if (added) known->second = add(block);
        return known->second;
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(block_.size()); }

private:
    static constexpr std::uint32_t none = 0;

    std::vector<std::uint32_t> only_ = {none};  ///< Per path: its first continuation. Path 0 is empty.
    std::vector<std::uint32_t> block_ = {start};
    std::unordered_map<std::uint64_t, std::uint32_t> others_;

    std::uint32_t add(std::uint32_t block) {
        block_.push_back(block);
        only_.push_back(none);
        return count() - 1;
    }
};

}  // namespace

bool chainBlocks(Trace& trace) {
    if (isChained(trace)) return false;
    Paths paths;
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        std::uint32_t path = 0;
        for (std::size_t i = trace.requests[r].firstBlock; i < trace.end(r); ++i) {
            path = paths.continued(path, trace.blocks[i]);
            trace.blocks[i] = path - 1;
        }
    }
    trace.names = paths.count() - 1;
    return true;
}

}  // namespace kvfit::reuse
