#include "kvfit/types.hpp"

#include <optional>
#include <vector>

#include "base/text.hpp"
#include "cache/payload.hpp"

namespace kvfit {

namespace {

using Layout = Dtype::Layout;

Error unknownDtype(const std::string& field, const std::string& name) {
    std::vector<std::string_view> known;
    std::string all;
    for (const Dtype& d : dtypes()) {
        known.push_back(d.name);
        all += (all.empty() ? "" : ", ") + std::string(d.name);
    }
    const std::string near = nearest(name, known.data(), known.size());
    return {"unknown_dtype",
            "/" + field,
            field,
            field + " is \"" + shortened(name) + "\", which is not a known type",
            (near.empty() ? "" : "did you mean " + near + "? ") + std::string("known types: auto, ") + all,
            0,
            0,
            {{"value", shortened(name)}, {"known", "auto, " + all}}};
}

Error layoutUnsupported(const std::string& field, const Dtype& d, const char* what) {
    return {"dtype_not_for_part",
            "/" + field,
            field,
            field + " " + std::string(d.name) + " is a layout of " + what + ", which this model does not keep here",
            "choose a plain type such as bf16 or fp8",
            0,
            0,
            {{"value", std::string(d.name)}}};
}

bool isAuto(const std::optional<std::string>& text) { return !text || text->empty() || *text == "auto"; }

std::string sourceOf(const Architecture& architecture, const char* key) {
    const auto found = architecture.typeSources.find(key);
    return found == architecture.typeSources.end() ? "" : found->second;
}

class Resolver {
public:
    Resolver(const Architecture& architecture, const Scenario& scenario) : a_(architecture), s_(scenario) {}

    Expected<Types> run() {
        const ChosenType sixteen = modelType(a_);
        const ChosenType published = named(a_.kvDtype, "kvDtype", "kvDtype", sixteen);
        const ChosenType kv = asked(s_.kvDtype, "kvDtype", published);
        Types t;
        t.latent = kv;
        t.key = asked(s_.kDtype, "kDtype", kv);
        t.value = asked(s_.vDtype, "vDtype", kv);
        t.indexer =
            asked(s_.indexerDtype, "indexerDtype", named(a_.indexerDtype, "indexerDtype", "indexerDtype", sixteen));
        t.recurrent = asked(s_.stateDtype, "stateDtype",
                            named(a_.stateDtype, "stateDtype", "stateDtype", {findDtype("fp32"), "default"}));
        t.conv = asked(s_.convDtype, "convDtype", sixteen);
        if (errors_.empty()) checkLayouts(t);
        if (!errors_.empty()) return errors_;
        return t;
    }

private:
    const Architecture& a_;
    const Scenario& s_;
    Errors errors_;

    ChosenType named(const std::string& name, const char* field, const char* key, const ChosenType& otherwise) {
        if (name.empty()) return otherwise;
        const Dtype* d = findDtype(name);
        if (d == nullptr) {
            errors_.push_back(unknownDtype(field, name));
            return otherwise;
        }
        return {d, sourceOf(a_, key)};
    }

    ChosenType asked(const std::optional<std::string>& text, const char* field, const ChosenType& otherwise) {
        if (isAuto(text)) return otherwise;
        const Dtype* d = findDtype(*text);
        if (d == nullptr) {
            errors_.push_back(unknownDtype(field, *text));
            return otherwise;
        }
        return {d, field};
    }

    void checkLayouts(const Types& t) {
        bool kv = false;
        bool latent = false;
        bool compressed = false;
        for (const CachePart& part : a_.parts) {
            kv = kv || part.role == Role::kv || part.role == Role::cross;
            latent = latent || part.role == Role::latent;
            compressed = compressed || part.kind == Kind::compressed;
        }
        const auto refuse = [&](const ChosenType& type, const char* field, Layout layout, const char* what) {
            if (type.dtype->layout == layout) errors_.push_back(layoutUnsupported(field, *type.dtype, what));
        };
        if (kv) {
            refuse(t.key, s_.kDtype ? "kDtype" : "kvDtype", Layout::packed_latent, "a latent and its rotary part");
            if (t.value.dtype != t.key.dtype)
                refuse(t.value, s_.vDtype ? "vDtype" : "kvDtype", Layout::packed_latent,
                       "a latent and its rotary part");
        }
        if (kv && t.value.dtype != t.key.dtype)
            for (const auto& [type, field] : {std::pair{&t.key, "kDtype"}, {&t.value, "vDtype"}})
                refuse(*type, field, Layout::rotated, "K and V together");
        if (latent) refuse(t.latent, "kvDtype", Layout::rotated, "K and V heads");
        if (compressed && t.latent.dtype->elements != 1)
            refuse(t.latent, "kvDtype", Layout::packed_latent, "an uncompressed latent");
        for (const Layout layout : {Layout::packed_latent, Layout::per_head, Layout::rotated}) {
            refuse(t.indexer, "indexerDtype", layout, "attention heads");
            refuse(t.recurrent, "stateDtype", layout, "attention heads");
            refuse(t.conv, "convDtype", layout, "attention heads");
        }
    }
};

}  // namespace

ChosenType modelType(const Architecture& architecture) {
    const Dtype* d = findDtype(architecture.modelDtype);
    if (d != nullptr && d->elements == 1 && d->bytes == 2) return {d, sourceOf(architecture, "modelDtype")};
    return {findDtype("bf16"), "default"};
}

Expected<Types> resolveTypes(const Architecture& architecture, const Scenario& scenario) {
    return Resolver(architecture, scenario).run();
}

const ChosenType& typeOf(const Types& types, Role role) {
    switch (role) {
        case Role::kv:
        case Role::cross:
            return types.key;
        case Role::latent:
            return types.latent;
        case Role::indexer:
            return types.indexer;
        case Role::recurrent:
            return types.recurrent;
        case Role::conv:
            return types.conv;
    }
    return types.key;
}

}  // namespace kvfit
