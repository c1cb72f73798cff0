#pragma once

#include "api/write.hpp"

namespace kvfit {

/// What every call gives back: `{"ok": true, "result": what fill writes}`.
template <class Fill>
std::string answerBy(Fill fill) {
    JsonText out;
    out.open('{');
    member(out, "ok", true);
    out.key("result");
    fill(out);
    out.close('}');
    return out.take();
}

template <class T>
std::string answer(const T& result) {
    return answerBy([&](JsonText& out) { write(out, result); });
}

/// `{"ok": false, "errors": [...]}`
std::string refusal(const Errors& errors);

template <class T>
std::string answer(const Expected<T>& result) {
    return result ? answer(*result) : refusal(result.errors());
}

}  // namespace kvfit
