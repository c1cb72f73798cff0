#pragma once

#include <string_view>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"

namespace kvfit {

/// Reads a Hugging Face `config.json` (also Mistral `params.json`) into cache parts. UTF-8 text, at
/// most 1 MiB. Every part's `sources` holds JSON Pointers into this text. What decides a size and is
/// missing or unknown is an error that names it; harmless unknown keys are ignored, assumptions are
/// notes.
Expected<Architecture> readConfig(std::string_view text);

/// Reads a catalogue entry of models/: a configuration and the sourced facts beside it.
Expected<Architecture> readCatalogueEntry(std::string_view text);

}  // namespace kvfit
