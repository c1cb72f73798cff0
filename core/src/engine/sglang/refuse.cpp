#include "engine/sglang/refuse.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/text.hpp"
#include "cache/payload.hpp"
#include "engine/remarks.hpp"

namespace kvfit::sglang {

Errors refusals(const Settings& q, const Scenario& s) {
    Errors errors;
    if (s.chunkedPrefillSize && q.chunk > 0 && q.chunk % q.pageSize != 0)
        errors.push_back({"chunk_not_whole_pages",
                          "/chunkedPrefillSize",
                          "chunkedPrefillSize",
                          "a prefill chunk of " + grouped(static_cast<double>(q.chunk)) +
                              " tokens is not whole pages of " + grouped(static_cast<double>(q.pageSize)),
                          "use a multiple of the page size",
                          0,
                          0,
                          {{"value", std::to_string(q.chunk)}, {"page", std::to_string(q.pageSize)}}});
    for (const CachePart& p : q.parts) {
        if (q.layout == Layout::compressed && p.ratio > 1 && p.ratio != 4 && p.ratio != 128)
            errors.push_back(unknownRatio(p.ratio));
        // A page of all layers must stay a number that later products can hold.
        const Exact row = rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}) + Exact(p.channels) * Exact(8);
        if ((row * Exact(std::max<std::int64_t>(q.pageSize, p.kernel)) * Exact(p.layerCount() + 1) * Exact(64)).lost)
            return {tooLarge()};
    }
    for (const CachePart& p : q.draftModel)
        if ((rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks}) * Exact(q.pageSize) * Exact(p.layerCount() + 1)).lost)
            return {tooLarge()};
    if (q.layout == Layout::compressed && q.window == 0) errors.push_back(unknownRatio(1));
    return errors;
}

}  // namespace kvfit::sglang
