#pragma once

#include "api/field_reader.hpp"
#include "kvfit/reuse.hpp"

namespace kvfit {

/// Reads the requests and operations of a workload into it.
class RequestReader {
public:
    RequestReader(FieldReader& in, Workload& workload) : in_(in), w_(workload) {}

    void requests(const Json& list, const std::string& at);

private:
    FieldReader& in_;
    Workload& w_;
    std::int64_t tokens_ = 0;
    std::map<std::string, std::int64_t> labels_;

    void request(const Json& object, const std::string& at, ReuseRequest& r);
    void runs(const Json& list, const std::string& at, std::vector<std::int64_t>& out);
    void labels(const Json& list, const std::string& at, const char* field, std::vector<std::int64_t>& out);
    void retention(const Json& list, const std::string& at, std::vector<RetentionRange>& out);
};

}  // namespace kvfit
