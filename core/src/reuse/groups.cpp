#include <algorithm>

#include "reuse/observe.hpp"

namespace kvfit::reuse {

namespace {

constexpr std::size_t listedTurns = 20, listedConversations = 50;

void add(ReuseGroup& group, const TraceRequest& r, std::int64_t hitTokens) {
    ++group.requests;
    group.tokens += r.inputTokens;
    group.hitTokens += hitTokens;
}

/// Those with requests, each with its rate.
std::vector<ReuseGroup> settled(std::vector<ReuseGroup> all) {
    all.erase(std::remove_if(all.begin(), all.end(), [](const ReuseGroup& g) { return g.requests == 0; }), all.end());
    for (ReuseGroup& g : all)
        g.tokenRate = g.tokens == 0 ? 0 : static_cast<double>(g.hitTokens) / static_cast<double>(g.tokens);
    return all;
}

}  // namespace

Groups groups(const Trace& trace, std::size_t warmup, const FoundBlocks& found) {
    std::uint32_t conversations = 0;
    for (const TraceRequest& r : trace.requests) conversations = std::max(conversations, r.conversation + 1);
    struct Talk {
        std::int64_t tokens = 0, hitTokens = 0;
        std::uint32_t turn = 0, requests = 0;
    };
    std::vector<Talk> talks(conversations);
    std::vector<ReuseGroup> kinds(trace.kinds.size()), turns(listedTurns);
    for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k].name = trace.kinds[k];
    for (std::size_t t = 0; t < turns.size(); ++t) turns[t].name = std::to_string(t + 1);
    turns.back().name += "+";  // the later ones too
    for (std::size_t i = 0; i < trace.requests.size(); ++i) {
        const TraceRequest& r = trace.requests[i];
        Talk& talk = talks[r.conversation];
        const std::uint32_t turn = talk.turn++;
        if (i < warmup) continue;
        const std::int64_t hits = std::min<std::int64_t>(found[i] * trace.blockSize, r.inputTokens);
        ++talk.requests;
        talk.tokens += r.inputTokens;
        talk.hitTokens += hits;
        add(kinds[r.kind], r, hits);
        add(turns[std::min<std::size_t>(turn, listedTurns - 1)], r, hits);
    }
    std::vector<std::uint32_t> order(conversations);
    for (std::uint32_t c = 0; c < conversations; ++c) order[c] = c;
    const std::size_t listed = std::min<std::size_t>(conversations, listedConversations);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                          return talks[a].tokens != talks[b].tokens ? talks[a].tokens > talks[b].tokens : a < b;
                      });
    std::vector<ReuseGroup> top;
    for (std::size_t i = 0; i < listed; ++i) {
        const Talk& t = talks[order[i]];
        top.push_back({std::to_string(order[i] + 1), t.requests, t.tokens, t.hitTokens, 0});
    }
    return {settled(std::move(kinds)), settled(std::move(turns)), settled(std::move(top))};
}

}  // namespace kvfit::reuse
