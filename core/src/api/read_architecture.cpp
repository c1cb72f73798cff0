#include <algorithm>
#include <cmath>

#include "api/describe.hpp"
#include "api/read_scenario.hpp"
#include "base/exact.hpp"
#include "base/names.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

/// Reads the structs of describe.hpp from JSON, collecting every error with its pointer.
class Reader {
public:
    Errors errors;

    template <class S, class = decltype(Describe<S>::fields)>
    void read(const Json& json, const std::string& at, S& out) {
        if (!json.is_object()) return wrong(at, "an object");
        for (const auto& item : json.items()) {
            const std::string& key = item.key();
            bool known = false;
            const auto match = [&](const auto& f) {
                if (f.key != key) return;
                known = true;
                read(item.value(), child(at, key), out.*f.member);
            };
            std::apply([&](const auto&... f) { (match(f), ...); }, Describe<S>::fields);
            if (!known) wrong(child(at, key), "a field of " + std::string(Describe<S>::name));
        }
    }

    template <class T>
    void read(const Json& json, const std::string& at, std::vector<T>& out) {
        if (!json.is_array()) return wrong(at, "a list");
        for (std::size_t i = 0; i < json.size(); ++i) {
            out.emplace_back();
            read(json[i], child(at, i), out.back());
        }
    }

    template <class T>
    void read(const Json& json, const std::string& at, std::map<std::string, T>& out) {
        if (!json.is_object()) return wrong(at, "an object");
        for (const auto& [key, value] : json.items()) read(value, child(at, key), out[key]);
    }

    void read(const Json& json, const std::string& at, std::int64_t& out) {
        if (!json.is_number() || json.get<double>() != std::floor(json.get<double>()) || json.get<double>() < 0 ||
            json.get<double>() > static_cast<double>(Exact::limit))
            return wrong(at, "a whole number from 0 to 2^53 - 1");
        out = json.get<std::int64_t>();
    }

    void read(const Json& json, const std::string& at, bool& out) {
        if (!json.is_boolean()) return wrong(at, "true or false");
        out = json.get<bool>();
    }

    void read(const Json& json, const std::string& at, std::string& out) {
        if (!json.is_string()) return wrong(at, "a text");
        out = json.get<std::string>();
    }

    void read(const Json& json, const std::string& at, Kind& out) { named(json, at, out, "a kind of cache part"); }
    void read(const Json& json, const std::string& at, Role& out) { named(json, at, out, "a role"); }
    void read(const Json& json, const std::string& at, ModuleKind& out) { named(json, at, out, "a kind of module"); }

    void wrong(const std::string& at, const std::string& should) {
        const std::string field = at.substr(at.rfind('/') + 1);
        errors.push_back({"wrong_type",
                          at,
                          shortened(field),
                          shortened(at) + " should be " + should,
                          "pass what a reader returned",
                          0,
                          0,
                          {}});
    }

private:
    template <class E>
    void named(const Json& json, const std::string& at, E& out, const char* should) {
        if (!json.is_string() || !fromName(json.get_ref<const std::string&>(), out)) wrong(at, should);
    }
};

/// What the formulas divide by or index with must make sense before they run.
void checkPart(Reader& reader, const CachePart& part, const std::string& at) {
    constexpr std::int64_t most = std::int64_t{1} << 32;
    constexpr std::size_t mostLayers = 1 << 16;
    const auto need = [&](bool good, const char* field, const char* should) {
        if (!good) reader.wrong(child(at, field), should);
    };
    need(!part.layers.empty() && part.layers.size() <= mostLayers, "layers", "a list of 1 to 65,536 layer indices");
    need(std::is_sorted(part.layers.begin(), part.layers.end()) &&
             std::adjacent_find(part.layers.begin(), part.layers.end()) == part.layers.end(),
         "layers", "in rising order without repeats");
    const bool heads = part.role == Role::kv || part.role == Role::cross || part.role == Role::recurrent;
    need(heads ? part.heads >= 1 : part.heads >= 0, "heads", "at least 1");
    need(part.role == Role::conv ? part.channels >= 1 && part.kernel >= 1 : part.keyWidth >= 1,
         part.role == Role::conv ? "channels" : "keyWidth", "at least 1");
    need(part.ratio >= 1, "ratio", "at least 1");
    const bool windowed = part.kind == Kind::window || part.kind == Kind::window_latent || part.kind == Kind::chunked ||
                          part.kind == Kind::cross;
    need(!windowed || part.window >= 1, "window", "at least 1");
    for (const std::int64_t v : {part.heads, part.keyWidth, part.valueWidth, part.ropeWidth, part.window, part.ratio,
                                 part.channels, part.kernel, part.groups, part.stateWidth, part.chunk})
        if (v > most) return reader.wrong(at, "of dimensions below 2^32");
}

}  // namespace

Expected<Architecture> readArchitecture(std::string_view text) {
    const Expected<Json> json = parseJson(text);
    if (!json) return json.errors();
    Reader reader;
    Architecture a;
    reader.read(*json, "", a);
    if (reader.errors.empty() && a.parts.empty()) reader.wrong("/parts", "a list of at least one cache part");
    for (std::size_t i = 0; i < a.parts.size(); ++i) checkPart(reader, a.parts[i], child("/parts", i));
    for (std::size_t i = 0; i < a.draftModel.size(); ++i) checkPart(reader, a.draftModel[i], child("/draftModel", i));
    if (!reader.errors.empty()) return reader.errors;
    return a;
}

}  // namespace kvfit
