#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logs/form.hpp"

namespace kvfit::logs {

/// What a line has in a place.
struct Found {
    const Place* place;
    std::string_view text;
};

/// A form made ready: literal text and places in turn.
class Pattern {
public:
    enum class Outcome { none, whole, cut };

    Pattern(const Form& form, std::span<const Place> places);

    const Form& form() const { return *form_; }
    /// The literal text that every such line has, at least four bytes without a blank.
    std::string_view anchor() const { return pieces_.front().literal; }

    /// The form ends with settings, which a terminal may have spread over lines.
    bool endsWithPairs() const { return pieces_.back().place != nullptr && pieces_.back().place->read == Read::pairs; }

    /// Whether the line begins with the form's own text.
    bool begins(std::string_view line) const;

    /// Reads the line from the anchor on. `cut`: it ended inside the form. Nothing is tried twice, so the time is
    /// linear in the line.
    Outcome match(std::string_view line, std::vector<Found>& found) const;

private:
    struct Piece {
        std::string_view literal;  ///< before the place
        const Place* place = nullptr;
    };
    const Form* form_;
    std::vector<Piece> pieces_;
};

/// A printed number without its grouping, and its decimals; nullopt-like: `digits` is 0 where there is none.
struct Number {
    double value = 0;
    int decimals = 0;
    std::size_t length = 0;  ///< bytes that it takes; 0: there is no number
};

Number readNumber(std::string_view text);

}  // namespace kvfit::logs
