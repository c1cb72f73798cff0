#include "kvfit/admission.hpp"

#include "arch/checks.hpp"
#include "cache/question.hpp"
#include "engine/llamacpp/admission.hpp"
#include "engine/lmdeploy/admission.hpp"
#include "engine/sglang/admission.hpp"
#include "engine/tensorrtllm/admission.hpp"
#include "engine/vllm/admission.hpp"
#include "kvfit/engine.hpp"

namespace kvfit {

namespace {

/// No engine: the bytes themselves, all that a request comes to set aside when it starts.
Expected<Admission> payloadAdmission(const Architecture& architecture, const Scenario& s) {
    Expected<Question> asked = question(architecture, s);
    if (!asked) return asked.errors();
    const auto q = std::make_shared<const Question>(std::move(*asked));
    const auto bytes = [q](std::int64_t n) {
        const Exact one = sequenceBytes(*q, q->stage, n, true);
        return one.lost ? Exact::limit : one.value;
    };
    AdmissionPool pool;
    pool.granules = s.availableKvBytes.value_or(0);
    pool.held = pool.demanded = bytes;
    // A state and a window are each request's own; what grows with the tokens can be shared.
    const std::int64_t fixed = bytes(1);
    pool.shared = [bytes, fixed](std::int64_t n) { return n < 1 ? 0 : bytes(n + 1) - fixed; };
    Admission a;
    a.pools = {pool};
    a.answer = Admission::Answer::reserved;
    a.method = "payload";
    a.source = "no engine: bytes of the data alone";
    return a;
}

using Rules = Expected<Admission> (*)(const Architecture&, const Scenario&);

struct Named {
    std::string_view engine;
    Rules rules;
};

constexpr Named engines[] = {{"payload", payloadAdmission},        {"vllm", vllm::admission},
                             {"sglang", sglang::admission},        {"tensorrt-llm", tensorrtllm::admission},
                             {"lmdeploy", lmdeploy::admission},    {"llama.cpp", llamacpp::admissionLlama},
                             {"ollama", llamacpp::admissionOllama}};

}  // namespace

Expected<Admission> admissionOf(const Architecture& architecture, const Scenario& scenario) {
    const std::string name = scenario.engine.value_or("payload");
    for (const auto& [engine, rules] : engines) {
        if (engine != name) continue;
        Expected<Admission> a = rules(architecture, scenario);
        if (!a) return a.errors();
        a->replicas = replicasOf(scenario);
        if (a->longest == 0) a->longest = scenario.maxModelLen.value_or(lengthOf(architecture, scenario));
        return a;
    }
    return size(architecture, scenario).errors();
}

}  // namespace kvfit
