#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kvfit {

/// The one door of the core: named calls with JSON in and out, as WebAssembly and tools use it.
///
/// Every answer is `{"ok":true,"result":...}` or `{"ok":false,"errors":[InputError...]}`. A model that
/// is asked about again and again is held under a small integer handle.
class Session {
public:
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Reads a model and holds it. `kind` is `config`, `catalogue` or `architecture`; `text` UTF-8.
    /// Result: `{"handle": n, "architecture": {...}}`. Two other kinds give a handle for `next` alone: `reuse` with
    /// `{"model": handle or 0, "scenario": {...}, "bytes": the size of the trace where it is known}`, and `traffic`
    /// with its description; `lengths` takes a file's bytes by `feed` and gives its request lengths by `next`.
    /// `log` takes nothing.
    std::string open(std::string_view kind, std::string_view text);

    /// Forgets what is under a handle. An unknown handle is ignored.
    void close(int handle);

    /// Any piece of the trace that a `reuse` replays, or of a `log`. False: nothing more is taken.
    bool feed(int handle, std::string_view bytes);

    /// `reuse`: the next step, `{"done": n, "total": n}` and at last `result`; the first ends the trace, which
    /// `problem` has cut short unless it is empty. `traffic`: the next lines of the trace, empty at its end.
    /// `log`: what it says, once all of it has been fed.
    std::string next(int handle, std::string_view problem);

    /// Runs `name` (`size`; `equations`: its formulas as text; `weights`; `estimate`; `engines`: the same in every
    /// engine; `explain`: a log's figures beside ours) for the model under `handle` with a scenario as JSON. Under
    /// handle 0 there is no model; the answer then tells what is wrong with the scenario itself.
    std::string call(std::string_view name, int handle, std::string_view scenario);

    /// What the core knows without a model: `engines`, `settings` (the keys of a scenario), `traffic` (those of
    /// its description) or `dtypes`.
    std::string describe(std::string_view what) const;

    /// Payload bytes at each length. On an error the list is empty and `lastError()` has the answer.
    std::vector<double> curve(int handle, std::string_view scenario, const std::vector<double>& tokens);
    const std::string& lastError() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kvfit
