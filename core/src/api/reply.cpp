#include "api/reply.hpp"

namespace kvfit {

std::string refusal(const Errors& errors) {
    JsonText out;
    out.open('{');
    member(out, "ok", false);
    member(out, "errors", errors);
    out.close('}');
    return out.take();
}

}  // namespace kvfit
