#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::llamacpp {

/// llama.cpp's own server, and Ollama, which starts it.
EngineProfile llamaProfile();
EngineProfile ollamaProfile();

}  // namespace kvfit::llamacpp
