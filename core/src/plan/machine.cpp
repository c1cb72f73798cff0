#include "kvfit/machine.hpp"

#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "plan/refusal.hpp"

namespace kvfit {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t mostDevices = 1 << 16;

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

/// Memory of one card of this kind: typed, else as the driver reports it, else as sold.
void setMemory(DeviceKind& d, const Accelerator* a, const Scenario::Count& typed, const Scenario::Real& share) {
    const double packages = a == nullptr ? 1 : static_cast<double>(a->devicesPerPackage);
    const auto use = [&](const char* basis, const PublishedFigure& figure, double portion = 1) {
        d.memoryBytes = wholeBytes(figure.value * gib * portion / packages);
        d.basis = basis;
        d.report = figure.basis;
        d.source = figure.source;
    };
    if (a != nullptr) d.soldBytes = wholeBytes(a->soldGb.value * gib / packages);
    if (typed) {
        d.memoryBytes = *typed;
        d.basis = "given";
    } else if (a == nullptr) {
        return;
    } else if (share) {
        use("share", a->soldGb, *share);
    } else if (a->usableGib.value > 0) {
        use("driver", a->usableGib);
    } else if (a->inferredGib.value > 0) {
        use("inferred", a->inferredGib);
    } else {
        use("sold", a->soldGb);
    }
}

DeviceKind kindOf(const Accelerator* a, std::int64_t count, const Scenario::Count& typed, const Scenario& s) {
    DeviceKind d;
    d.count = count;
    setMemory(d, a, typed, s.memoryShare);
    d.usedBytes = s.usedMemoryBytes.value_or(0);
    if (a == nullptr) return d;
    d.id = a->id;
    d.name = a->name;
    d.count = count * a->devicesPerPackage;
    d.unifiedMemory = a->unifiedMemory;
    d.bandwidthGbS = a->bandwidthGbS.value / static_cast<double>(a->devicesPerPackage);
    d.linkGbS = a->link.value;
    d.linkName = a->link.basis;
    d.hostLinkGbS = a->hostLink.value;
    d.hostLinkName = a->hostLink.basis;
    return d;
}

/// The memory that a MIG profile such as `3g.40gb` names, 0 where it names none.
double profileGb(std::string_view text) {
    const std::size_t dot = text.find("g.");
    if (dot == std::string_view::npos || dot == 0 || text.size() < dot + 5 || text.substr(text.size() - 2) != "gb")
        return 0;
    const std::string_view number = text.substr(dot + 2, text.size() - dot - 4);
    double value = 0;
    for (const char c : number) {
        if (c < '0' || c > '9' || value > 1e6) return 0;
        value = value * 10 + (c - '0');
    }
    return value;
}

/// NVIDIA divides a GPU's memory into eighths; a profile's name is its share of the memory as sold, rounded
/// (docs.nvidia.com/datacenter/tesla/mig-user-guide, supported profiles).
void slice(DeviceKind& d, const std::string& profile, Errors& errors) {
    const double asked = profileGb(profile) * gib;
    const auto whole = static_cast<double>(d.soldBytes > 0 ? d.soldBytes : d.memoryBytes);
    const auto eighths = whole > 0 ? std::lround(8 * asked / whole) : 0;
    if (eighths < 1 || eighths > 8) {
        errors.push_back(
            refusal("unknown_value", "slice", "slice is \"" + shortened(profile) + "\", which is no share of this GPU",
                    "use the profile's name, e.g. 3g.40gb on a GPU of 80 GB", {{"value", shortened(profile)}}));
        return;
    }
    d.memoryBytes = d.memoryBytes / 8 * eighths;
}

void addNotes(Machine& m) {
    for (const DeviceKind& d : m.devices) {
        const std::map<std::string, std::string> params = {{"name", d.name}, {"bytes", std::to_string(d.memoryBytes)}};
        if (d.basis == "sold")
            m.notes.push_back({"memory_as_sold",
                               "the memory of " + d.name + " is taken as sold; drivers report 0.5 to 2% less",
                               "memoryBytes", params});
        if (d.basis == "inferred")
            m.notes.push_back({"memory_inferred",
                               "the share of " + d.name +
                                   " that programs may use is inferred from logs of equal memory; "
                                   "set memoryShare where the system says otherwise",
                               "memoryShare", params});
    }
}

}  // namespace

std::int64_t Machine::perNode() const {
    std::int64_t n = 0;
    for (const DeviceKind& d : devices) n += d.count;
    return n;
}

const DeviceKind& Machine::smallest() const {
    return *std::min_element(devices.begin(), devices.end(),
                             [](const DeviceKind& a, const DeviceKind& b) { return a.freeBytes() < b.freeBytes(); });
}

Expected<Machine> machineOf(const Accelerators& accelerators, const Scenario& s) {
    Errors errors;
    for (const auto& [value, field] :
         {std::pair{s.hardwareCount, "hardwareCount"}, {s.hardwareCount2, "hardwareCount2"}, {s.nodes, "nodes"}})
        requireRange(errors, value, field, 1, mostDevices);
    for (const auto& [value, field] : {std::pair{s.memoryBytes, "memoryBytes"}, {s.memoryBytes2, "memoryBytes2"}})
        requireRange(errors, value, field, 1, Exact::limit);
    requireRange(errors, s.usedMemoryBytes, "usedMemoryBytes", 0, Exact::limit);
    requireShare(errors, s.memoryShare, "memoryShare");
    if (!errors.empty()) return errors;

    Machine m;
    m.nodes = s.nodes.value_or(1);
    const Accelerator* first = accelerators.first ? &*accelerators.first : nullptr;
    const Accelerator* second = accelerators.second ? &*accelerators.second : nullptr;
    if (first != nullptr || s.memoryBytes)
        m.devices.push_back(kindOf(first, s.hardwareCount.value_or(1), s.memoryBytes, s));
    if (second != nullptr || s.memoryBytes2)
        m.devices.push_back(kindOf(second, s.hardwareCount2.value_or(1), s.memoryBytes2, s));
    if (s.slice && !m.devices.empty()) slice(m.devices.front(), *s.slice, errors);
    for (const DeviceKind& d : m.devices)
        if (d.usedBytes >= d.memoryBytes && errors.empty())
            errors.push_back(
                refusal("out_of_range", "usedMemoryBytes", "all of the memory is in use already",
                        "free some of it, or use another GPU",
                        {{"used", std::to_string(d.usedBytes)}, {"total", std::to_string(d.memoryBytes)}}));
    if (!errors.empty()) return errors;
    addNotes(m);
    return m;
}

}  // namespace kvfit
