#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// A published figure and where it was read; 0: unknown.
struct PublishedFigure {
    double value = 0;
    std::string source = {};
    std::string basis = {};  ///< which report, or the name of a link
};

/// What models/hardware.json says of an accelerator.
struct Accelerator {
    std::string id = {};
    std::string name = {};
    std::string vendor = {};
    bool unifiedMemory = false;
    std::int64_t devicesPerPackage = 1;  ///< devices that a program sees; memory is their sum
    PublishedFigure soldGb = {};         ///< memory as sold
    PublishedFigure usableGib = {};      ///< memory as the driver reports it
    PublishedFigure inferredGib = {};    ///< unified memory: share by recent releases of the system
    PublishedFigure bandwidthGbS = {};   ///< 10^9 B/s
    PublishedFigure link = {};           ///< to other accelerators, each direction
    PublishedFigure hostLink = {};       ///< to the host, each direction
    PublishedFigure bf16Tflops = {};     ///< dense, 10^12 operations a second; of older parts fp16
    PublishedFigure fp8Tflops = {};
    PublishedFigure fp4Tflops = {};
};

/// The accelerators that a scenario names, already looked up.
struct Accelerators {
    std::optional<Accelerator> first = {};
    std::optional<Accelerator> second = {};
};

/// Equal devices of every node.
struct DeviceKind {
    std::string id;
    std::string name;
    std::int64_t count = 1;  ///< devices in each node
    std::int64_t soldBytes = 0;
    std::int64_t memoryBytes = 0;  ///< of one device, as a program sees it
    std::int64_t usedBytes = 0;    ///< of them, held by something else
    std::string basis;             ///< `given`, `driver`, `inferred`, `sold`, `share`
    std::string report;            ///< which report of the driver
    std::string source;
    bool unifiedMemory = false;
    double bandwidthGbS = 0;
    double linkGbS = 0;
    std::string linkName;
    double hostLinkGbS = 0;
    std::string hostLinkName;

    std::int64_t freeBytes() const { return memoryBytes > usedBytes ? memoryBytes - usedBytes : 0; }
};

/// What a scenario runs on. No devices: no memory is given.
struct Machine {
    std::vector<DeviceKind> devices;
    std::int64_t nodes = 1;
    Notes notes;

    std::int64_t perNode() const;
    std::int64_t count() const { return perNode() * nodes; }
    /// The device with least free memory: what a rank can count on.
    const DeviceKind& smallest() const;
};

/// Memory and number of the devices, or what is wrong with them.
Expected<Machine> machineOf(const Accelerators& accelerators, const Scenario& scenario);

}  // namespace kvfit
