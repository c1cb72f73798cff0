#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace kvfit::logs {

/// A stored type as an engine spells it, by our name: `torch.float8_e4m3fn` is `fp8_e4m3`. Empty: it tells nothing.
std::string_view dtypeNamed(std::string_view text);

/// 1 and 0 for yes and no, -1 where the word tells neither.
int flagNamed(std::string_view text);

/// `gib`, `GiB`, `MB` ... as `GiB`, `MB`; `B` where it is none of them.
std::string_view unitNamed(std::string_view text);

/// Bytes in a unit; 1 for counts.
double bytesOf(std::string_view unit);

/// Whether a scenario key takes whole numbers.
bool isCount(std::string_view key);

/// Calls `use(word, value, nested)` for each `word=value`, `'word': value` and `--word value` of printed settings.
void forEachPair(std::string_view text,
                 const std::function<void(std::string_view word, std::string_view value, bool nested)>& use);

/// The GGUF key (without architecture where it has one) of a dimension that llama.cpp prints; empty: of none.
std::string_view metadataKey(std::string_view printed);

/// A printed value as JSON: a number, a list of numbers, a truth value or a word. Empty: it was cut.
std::string metadataValue(std::string_view printed);

/// The collected keys as a JSON object, those without an architecture under the one that is printed.
std::string metadataObject(const std::map<std::string, std::string, std::less<>>& values);

/// What a refusal means, in one English sentence.
std::string_view refusalSentence(std::string_view code);

}  // namespace kvfit::logs
