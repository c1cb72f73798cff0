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

/// Reads the head of a GGUF file of version 2 or 3, in either byte order: its keys into cache parts
/// (sources hold GGUF keys), its tensor table into exact weight bytes. `bytes` is any number of bytes
/// from the file's start. Where they do not reach to the end of the header, the error
/// `need_more_bytes` has `params["needed"]`: at least how many bytes from the start to try next.
Expected<Architecture> readGguf(std::string_view bytes);

/// The same from the keys alone, as a JSON object.
Expected<Architecture> readGgufMetadata(std::string_view text);

/// Reads a safetensors header (8-byte length and JSON) or a `model.safetensors.index.json` into
/// weights alone: exact bytes by stored type and layer, or the total that the index states. At most
/// 64 MiB. The header may ask for more bytes as `readGguf` does.
Expected<Architecture> readSafetensors(std::string_view bytes);

}  // namespace kvfit
