#include "engine/llamacpp/budget.hpp"

#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "base/units.hpp"
#include "engine/llamacpp/allocation.hpp"

namespace kvfit::llamacpp {

namespace {

constexpr std::int64_t margin = std::int64_t{1024} << 20;  ///< left free on each device
constexpr std::int64_t leastContext = 4096;                ///< `--fit` moves layers to the host below it
constexpr std::int64_t mostContext = std::int64_t{1} << 40;

bool fits(const Settings& s, std::int64_t ctx, std::int64_t available) {
    const Exact bytes = totalOf(allocateAll<Exact>(s, Holding::reserved, ctx));
    return !bytes.lost && bytes.value <= available;
}

}  // namespace

std::optional<std::int64_t> availableBytes(const Architecture& architecture, const Scenario& s) {
    if (s.availableKvBytes) return *s.availableKvBytes;
    const auto bytes = [](double gib) { return static_cast<std::int64_t>(std::floor(gib * bytesPerGib)); };
    if (s.availableKvGib) return bytes(*s.availableKvGib);
    const std::int64_t weights = s.weightsGib ? bytes(*s.weightsGib) : architecture.weights.bytes;
    if (!s.totalVramGib || weights == 0) return std::nullopt;
    return std::max<std::int64_t>(0, bytes(*s.totalVramGib) - margin - weights);
}

std::int64_t longestContext(const Settings& s, std::int64_t available) {
    std::int64_t low = 0;
    std::int64_t high = mostContext / s.padding;
    while (low < high) {
        const std::int64_t middle = low + (high - low + 1) / 2;
        if (fits(s, middle * s.padding, available))
            low = middle;
        else
            high = middle - 1;
    }
    return low * s.padding;
}

void addBudget(SizeResult& r, const Settings& s, const Architecture& architecture, const Scenario& scenario,
               std::int64_t contextBytes) {
    const std::optional<std::int64_t> available = availableBytes(architecture, scenario);
    if (!available) return;
    r.metrics["availableKvBytes"] = *available;
    r.metrics["fits"] = contextBytes <= *available;
    r.metrics["maxModelLenFits"] = contextBytes <= *available;

    const std::int64_t longest = longestContext(s, *available);
    if (longest >= mostContext / s.padding * s.padding) return;  // states alone: no context is too long
    r.metrics["kvCapacityTokens"] = longest;
    r.metrics["estimatedMaxModelLen"] = longest == 0 ? 0 : contextOf<Exact>(s, longest).perStream.value;
    if (contextBytes > *available && longest < leastContext) {
        const std::string least = grouped(static_cast<double>(leastContext));
        r.warnings.push_back({"context_below_minimum",
                              "not even " + least + " tokens of context fit; layers move to the host",
                              "ctx",
                              {{"least", least}}});
    }
}

}  // namespace kvfit::llamacpp
