#include "reuse/trace_ids.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

/// Finalizer of SplitMix64: every bit of the id reaches the low bits.
std::uint64_t spread(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

std::uint32_t TraceIds::newOrLarge(std::uint64_t id) {
    // The table may be a few times larger than what it holds, so that dense ids always live there.
    if (id >= table_.size() && id < std::max<std::uint64_t>(1 << 20, std::uint64_t{count_} * 4)) growTable(id);
    if (id < table_.size()) {
        std::uint32_t& number = table_[static_cast<std::size_t>(id)];
        if (number == 0) number = ++count_;
        return number - 1;
    }
    if (large_.size() * 3 >= slots_.size() * 2) growSlots();
    std::uint32_t* slot = slotOf(id);
    if (*slot == 0) {
        large_.push_back(id);
        largeNumber_.push_back(count_++);
        *slot = static_cast<std::uint32_t>(large_.size());
    }
    return largeNumber_[*slot - 1];
}

std::uint32_t* TraceIds::slotOf(std::uint64_t id) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t s = static_cast<std::size_t>(spread(id)) & mask;
    while (slots_[s] != 0 && large_[slots_[s] - 1] != id) s = (s + 1) & mask;
    return &slots_[s];
}

void TraceIds::growSlots() {
    const std::size_t size = std::max<std::size_t>(1 << 10, slots_.size() * 2);
    // The old slots go first: the ids themselves are all that is needed to fill new ones.
    std::vector<std::uint32_t>().swap(slots_);
    slots_.assign(size, 0);
    for (std::size_t i = 0; i < large_.size(); ++i) *slotOf(large_[i]) = static_cast<std::uint32_t>(i + 1);
}

void TraceIds::growTable(std::uint64_t id) {
    std::uint64_t size = std::max<std::uint64_t>(1 << 12, table_.size());
    while (size <= id) size *= 2;
    table_.resize(static_cast<std::size_t>(size), 0);
    for (std::size_t i = 0; i < large_.size(); ++i)
        if (large_[i] < size) table_[static_cast<std::size_t>(large_[i])] = largeNumber_[i] + 1;
}

std::uint32_t TraceIds::of(std::string_view text) {
    const auto [known, added] = text_.try_emplace(std::string(text), count_);
    if (added) {
        ++count_;
        textBytes_ += text.size() + bytesOfName;
    }
    return known->second;
}

void TraceIds::newScope() {
    std::fill(table_.begin(), table_.end(), 0);
    std::fill(slots_.begin(), slots_.end(), 0);
    large_.clear();
    largeNumber_.clear();
    text_.clear();
    textBytes_ = 0;
}

}  // namespace kvfit::reuse
