#pragma once

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "api/describe_estimate.hpp"
#include "api/describe_kinds.hpp"
#include "api/describe_load.hpp"
#include "api/describe_logs.hpp"
#include "api/describe_plan.hpp"
#include "api/describe_reuse.hpp"
#include "api/load_keys.hpp"
#include "api/reuse_keys.hpp"
#include "base/json.hpp"
#include "base/names.hpp"

namespace kvfit::emit {

/// A JSON type in the two notations that are generated.
struct Shape {
    std::string typescript;
    Json schema;
};

inline Shape named(const std::string& name) { return {name, {{"$ref", "#/$defs/" + name}}}; }

template <class T>
struct ListOf : std::false_type {};
template <class T>
struct ListOf<std::vector<T>> : std::true_type {
    using Item = T;
};

template <class T>
struct MapOf : std::false_type {};
template <class T>
struct MapOf<std::map<std::string, T>> : std::true_type {
    using Item = T;
};

template <class T>
struct MaybeOf : std::false_type {};
template <class T>
struct MaybeOf<std::optional<T>> : std::true_type {
    using Item = T;
};

/// The JSON type of a C++ type: what write.hpp makes of it.
template <class T>
Shape shapeOf() {
    if constexpr (std::is_same_v<T, bool>)
        return {"boolean", {{"type", "boolean"}}};
    else if constexpr (std::is_same_v<T, double>)
        return {"number", {{"type", "number"}}};
    else if constexpr (std::is_integral_v<T>)
        return {"number", {{"type", "integer"}}};
    else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>)
        return {"string", {{"type", "string"}}};
    else if constexpr (std::is_same_v<T, Kind>)
        return named("Kind");
    else if constexpr (std::is_same_v<T, Role>)
        return named("Role");
    else if constexpr (std::is_same_v<T, ModuleKind>)
        return named("ModuleKind");
    else if constexpr (std::is_same_v<T, TermPtr>)
        return named("Term");
    else if constexpr (std::is_same_v<T, Metric>)
        return {"number | boolean | string", {{"type", {"number", "boolean", "string"}}}};
    else if constexpr (ListOf<T>::value) {
        const Shape item = shapeOf<typename ListOf<T>::Item>();
        return {item.typescript + "[]", {{"type", "array"}, {"items", item.schema}}};
    } else if constexpr (MaybeOf<T>::value) {
        const Shape item = shapeOf<typename MaybeOf<T>::Item>();
        return {item.typescript + " | null", {{"anyOf", {item.schema, {{"type", "null"}}}}}};
    } else if constexpr (MapOf<T>::value) {
        const Shape item = shapeOf<typename MapOf<T>::Item>();
        return {"Record<string, " + item.typescript + ">", {{"type", "object"}, {"additionalProperties", item.schema}}};
    } else {
        return named(std::string(Describe<T>::name));
    }
}

/// The JSON type that a key accepts: numbers and flags may be typed as text.
template <class S>
Shape shapeOf(const Key<S>& key) {
    if (key.type == "flag") return {"boolean | \"true\" | \"false\"", {{"enum", {true, false, "true", "false"}}}};
    if (takesDocument(key.key)) return {"string | object", {{"type", {"string", "object", "array"}}}};
    if (key.type == "word") return {"string", {{"type", "string"}}};
    if (key.type == "count or flag") return {"number | string | boolean", {{"type", {"integer", "string", "boolean"}}}};
    return {"number | string", {{"type", {key.type == "count" ? "integer" : "number", "string"}}}};
}

/// Calls `use.operator()<S>()` for every struct that crosses the boundary, in the order of the reference.
template <class Use>
void forEachStruct(Use use) {
    const auto all = [&]<class... S>() { (use.template operator()<S>(), ...); };
    all.template operator()<
        Architecture, CachePart, Weights, Parameters, Module, WeightSize, LayerWeights, RankWeights, Overheads,
        RankOverheads, Estimate, SizeResult, PartSize, Figure, Note, Error, EngineProfile, EngineVersion, EngineSetting,
        EngineRow, KindRule, ScenarioKey, Dtype, FitResult, Verdict, GpuMemory, Layout, DeviceKind, DeviceUse, Assumed,
        Flag, CompareRow, SolveResult, FrontierResult, FrontierPoint, Remedy, TableRow, LoadResult, LengthSummary,
        ConcurrencyResult, RunningShare, SpeedResult, DemandResult, CostResult, TransferResult, TransferRoute,
        LengthSample, ReuseResult, TraceReport, BadLine, BlockBytes, HitRate, ReuseCurve, ReuseAnswer, ReuseKnee,
        NextGib, Sharing, ReuseGroup, ReuseWindow, DistanceBin, ReuseTier, PriorityEffect, LogReading, LogSetting,
        LogFigure, LogRefusal, LogGap, LogExplanation, LogRow>();
}

/// Calls `use(field, shape)` for each field of a struct.
template <class S, class Use>
void forEachField(Use use) {
    const auto one = [&]<class Owner, class M>(const Field<Owner, M>& field) { use(field, shapeOf<M>()); };
    std::apply([&](const auto&... fields) { (one(fields), ...); }, Describe<S>::fields);
}

std::string typescript();  ///< wasm/generated/types.d.ts
std::string schema();      ///< wasm/generated/schema.json
std::string reference();   ///< wasm/generated/reference.md

}  // namespace kvfit::emit
