#include "reuse/lfu.hpp"

namespace kvfit::reuse {

LfuCache::LfuCache(std::uint32_t names, std::uint32_t capacity)
    : group_(names, none), next_(names), previous_(names), capacity_(capacity) {}

bool LfuCache::access(std::uint32_t name) {
    const bool hit = holds(name);
    std::uint32_t old = 0;
    if (hit) {
        old = group_[name];
        remove(name);
    } else {
        if (capacity_ == 0) return false;
        if (size_ == capacity_) {
            const std::uint32_t rarest = groups_[0].more;
            remove(groups_[rarest].first);
            dropIfEmpty(rarest);
            ++evictions_;
        } else {
            ++size_;
        }
    }
    append(groupBehind(old, groups_[old].uses + 1), name);
    if (hit) dropIfEmpty(old);
    return hit;
}

void LfuCache::drop(std::uint32_t name) {
    if (!holds(name)) return;
    const std::uint32_t group = group_[name];
    remove(name);
    dropIfEmpty(group);
    --size_;
}

std::uint32_t LfuCache::groupBehind(std::uint32_t less, std::uint32_t uses) {
    const std::uint32_t more = groups_[less].more;
    if (more != 0 && groups_[more].uses == uses) return more;
    std::uint32_t group = static_cast<std::uint32_t>(groups_.size());
    if (unused_.empty()) {
        groups_.emplace_back();
    } else {
        group = unused_.back();
        unused_.pop_back();
    }
    groups_[group] = {uses, none, less, more};
    groups_[less].more = group;
    groups_[more].less = group;
    return group;
}

void LfuCache::append(std::uint32_t group, std::uint32_t name) {
    group_[name] = group;
    std::uint32_t& first = groups_[group].first;
    if (first == none) {
        first = next_[name] = previous_[name] = name;
        return;
    }
    next_[name] = first;
    previous_[name] = previous_[first];
    next_[previous_[first]] = name;
    previous_[first] = name;
}

void LfuCache::remove(std::uint32_t name) {
    Group& group = groups_[group_[name]];
    next_[previous_[name]] = next_[name];
    previous_[next_[name]] = previous_[name];
    if (group.first == name) group.first = next_[name] == name ? none : next_[name];
    group_[name] = none;
}

void LfuCache::dropIfEmpty(std::uint32_t group) {
    if (groups_[group].first != none) return;
    groups_[groups_[group].less].more = groups_[group].more;
    groups_[groups_[group].more].less = groups_[group].less;
    unused_.push_back(group);
}

}  // namespace kvfit::reuse
