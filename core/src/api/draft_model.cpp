#include "api/draft_model.hpp"

#include "kvfit/read.hpp"

namespace kvfit {

Expected<Architecture> withDraftModel(const Architecture& model, std::string_view config) {
    const Expected<Architecture> draft = readConfig(config);
    if (!draft) {
        Errors errors = draft.errors();
        for (Error& error : errors) error.pointer = "/draftConfig" + error.pointer;
        return errors;
    }
    Architecture joined = model;
    for (CachePart part : draft->parts) {
        if (part.draft) continue;
        part.draft = true;
        // Its layers run behind those of the model.
        for (std::int64_t& layer : part.layers) layer += model.layers;
        for (auto& [field, pointer] : part.sources)
            if (pointer.rfind('/', 0) == 0) pointer.insert(0, "/draftConfig");
        joined.draftModel.push_back(std::move(part));
    }
    return joined;
}

}  // namespace kvfit
