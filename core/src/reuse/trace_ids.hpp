#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kvfit::reuse {

/// Dense numbers for the ids of a trace, in order of first appearance. Small ids, as most traces have, are looked up
/// in a table; large ones in an open-addressed hash table that stores 12 bytes an id; text and integers above 64 bits
/// by their text.
class TraceIds {
public:
    std::uint32_t of(std::uint64_t id) {
        const std::uint32_t known = id < table_.size() ? table_[static_cast<std::size_t>(id)] : 0;
        return known != 0 ? known - 1 : newOrLarge(id);
    }
    std::uint32_t of(std::string_view text);

    /// Ids seen so far mean other blocks from here on.
    void newScope();

    std::uint32_t count() const { return count_; }
    /// Memory that the ids take.
    std::size_t bytes() const { return (table_.size() + slots_.size() + 3 * large_.size()) * 4 + textBytes_; }

    /// Memory of a name in a table of names, beside its characters.
    static constexpr std::size_t bytesOfName = 80;

private:
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> table_;  ///< By id: number + 1.
    std::vector<std::uint32_t> slots_;  ///< Index into `large_` + 1.
    std::vector<std::uint64_t> large_;
    std::vector<std::uint32_t> largeNumber_;
    std::unordered_map<std::string, std::uint32_t> text_;
    std::size_t textBytes_ = 0;

    std::uint32_t newOrLarge(std::uint64_t id);
    std::uint32_t* slotOf(std::uint64_t id);
    void growSlots();
    void growTable(std::uint64_t id);
};

}  // namespace kvfit::reuse
