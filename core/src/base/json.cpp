#include "base/json.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "base/text.hpp"

namespace kvfit {

namespace {

/// Hands the text to the parser and remembers how far it has read.
class Cursor {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, const char** seen) : at_(at), seen_(seen) {}
    reference operator*() const { return *at_; }
    Cursor& operator++() {
        ++at_;
        if (seen_ != nullptr) *seen_ = at_;
        return *this;
    }
    Cursor operator++(int) {
        Cursor before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Cursor& other) const { return at_ == other.at_; }
    bool operator!=(const Cursor& other) const { return at_ != other.at_; }

private:
    const char* at_;
    const char** seen_;
};

struct Place {
    int line = 1;
    int column = 1;
};

Place placeOf(std::string_view text, std::size_t offset) {
    Place p;
    for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
        if (text[i] == '\n') {
            ++p.line;
            p.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
            ++p.column;
        }
    }
    return p;
}

/// Builds the document, or only notes where each pointer's value ends, from one pass of events.
class Handler : public nlohmann::json_sax<Json> {
public:
    Handler(std::string_view text, const JsonLimits& limits, const char** seen)
        : text_(text), limits_(limits), seen_(seen) {}

    Json root;
    Errors errors;
    std::map<std::string, std::size_t>* wanted = nullptr;  ///< pointer -> offset at which its value starts

    bool null() override { return put(nullptr); }
    bool boolean(bool v) override { return put(v); }
    bool number_integer(number_integer_t v) override { return put(v); }
    bool number_unsigned(number_unsigned_t v) override { return put(v); }
    bool number_float(number_float_t v, const string_t&) override { return put(v); }
    bool string(string_t& v) override { return put(std::move(v)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Level& level = levels_.back();
        level.key = name;
        last_ = offset();
        if (!level.keys.insert(name).second) {
            fail("duplicate_key", name, "the key \"" + shortened(name) + "\" appears twice in one object",
                 "keep one of them");
            return false;
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
        const Place at = placeOf(text_, position == 0 ? 0 : position - 1);
        std::string what = e.what();
        const std::size_t colon = what.find(": ");
        if (colon != std::string::npos) what = what.substr(colon + 2);
        Error error;
        error.code = "invalid_json";
        error.message = "not valid JSON at line " + std::to_string(at.line) + ", column " + std::to_string(at.column) +
                        ": " + shortened(what);
        error.hint = "check for a missing comma, quote or bracket there";
        error.line = at.line;
        error.column = at.column;
        errors.push_back(std::move(error));
        return false;
    }

private:
    struct Level {
        Json* value;
        std::string key = {};
        std::set<std::string> keys = {};
    };

    std::string_view text_;
    JsonLimits limits_;
    const char** seen_;
    std::vector<Level> levels_;
    std::size_t last_ = 0;  ///< offset behind the last token

    std::size_t offset() const { return static_cast<std::size_t>(*seen_ - text_.data()); }

    std::string pointer() const {
        std::string out;
        for (const Level& level : levels_)
            out = level.value->is_array() ? child(out, level.value->empty() ? 0 : level.value->size() - 1)
                                          : child(out, level.key);
        return out;
    }

    void fail(const char* code, const std::string& field, const std::string& message, const char* hint) {
        const Place at = placeOf(text_, offset() == 0 ? 0 : offset() - 1);
        errors.push_back({code, "", field, message, hint, at.line, at.column, {}});
    }

    Json* place(Json&& value) {
        if (levels_.empty()) {
            root = std::move(value);
            return &root;
        }
        Level& level = levels_.back();
        if (level.value->is_array()) {
            level.value->push_back(std::move(value));
            return &level.value->back();
        }
        // push_back on the pair list: key() has already refused duplicates, so no search is needed.
        auto& pairs = level.value->get_ref<Json::object_t&>();
        pairs.push_back(Json::object_t::value_type(level.key, std::move(value)));
        return &pairs.back().second;
    }

    bool put(Json&& value) {
        place(std::move(value));
        note();
        return true;
    }

    bool open(Json&& value) {
        if (static_cast<int>(levels_.size()) >= limits_.depth) {
            fail("too_deep", "", "brackets are nested deeper than " + std::to_string(limits_.depth) + " levels",
                 "remove the nesting that a configuration does not need");
            return false;
        }
        Json* placed = place(std::move(value));
        note();
        levels_.push_back({placed});
        return true;
    }

    bool close() {
        levels_.pop_back();
        last_ = offset();
        return true;
    }

    /// Between the end of the last token and the start of this value stand only separators.
    void note() {
        const std::size_t end = offset();
        if (wanted != nullptr) {
            const auto found = wanted->find(pointer());
            if (found != wanted->end()) found->second = text_.find_first_not_of(" \t\r\n:,", last_);
        }
        last_ = end;
    }
};

bool run(std::string_view text, Handler& handler, const char** seen) {
    *seen = text.data();
    return Json::sax_parse(Cursor(text.data(), seen), Cursor(text.data() + text.size(), nullptr), &handler);
}

}  // namespace

Expected<Json> parseJson(std::string_view text, const JsonLimits& limits) {
    if (text.size() > limits.bytes) {
        const auto mib = grouped(static_cast<double>(limits.bytes >> 20));
        return Error{"too_long", "", "", "the text is longer than " + mib + " MiB", "paste the configuration alone"};
    }
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    const char* seen = text.data();
    Handler handler(text, limits, &seen);
    if (run(text, handler, &seen) && handler.errors.empty()) return std::move(handler.root);
    if (handler.errors.empty())
        handler.errors.push_back({"invalid_json", "", "", "not valid JSON", "paste a JSON object"});
    return handler.errors;
}

void locate(std::string_view text, Errors& errors) {
    constexpr std::size_t unseen = std::string_view::npos;
    std::map<std::string, std::size_t> wanted;
    for (const Error& error : errors) {
        if (error.line != 0) continue;
        // A missing key is shown at the object that lacks it.
        for (std::string at = error.pointer; !at.empty(); at.erase(at.rfind('/'))) wanted[at] = unseen;
    }
    if (wanted.empty()) return;
    const char* seen = text.data();
    Handler handler(text, {text.size(), 1 << 10}, &seen);
    handler.wanted = &wanted;
    run(text, handler, &seen);
    for (Error& error : errors) {
        for (std::string at = error.pointer; error.line == 0 && !at.empty(); at.erase(at.rfind('/'))) {
            if (wanted[at] == unseen) continue;
            const Place place = placeOf(text, wanted[at]);
            error.line = place.line;
            error.column = place.column;
        }
    }
}

std::string child(const std::string& pointer, std::string_view key) {
    std::string out = pointer + "/";
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

std::string child(const std::string& pointer, std::size_t index) { return pointer + "/" + std::to_string(index); }

}  // namespace kvfit
