#pragma once

#include "cache/ask.hpp"

namespace kvfit {

/// A slot for every token, or for this rank's of them.
template <class N>
Slots<N> everyToken(const Ask<N>& a) {
    if (a.tokenRanks == 1) return {a.length(), a.number(0), 1, 0};
    return {ceilDivide(a.length(), a.named(a.tokenRanks, "dcp", "ranks", "dcp")), a.number(0), a.tokenRanks, 0};
}

/// A slot for each of the last `window` tokens.
template <class N>
Slots<N> lastTokens(const Ask<N>& a) {
    const N window = a.of(a.part.window, "window", "window");
    return {minimum(a.length(), window), window, 0, a.part.window};
}

/// A slot for every full group of `ratio` tokens; a group that is not full has no entry yet.
template <class N>
Slots<N> everyRatio(const Ask<N>& a) {
    if (a.part.ratio == 1) return everyToken(a);
    return {floorDivide(a.length(), a.of(a.part.ratio, "ratio", "ratio")), a.number(0), a.part.ratio, 0};
}

/// One state at the end of the sequence, or one for each checkpoint interval begun.
template <class N>
Slots<N> checkpoints(const Ask<N>& a) {
    if (a.checkpointInterval == 0) return {a.number(1), a.number(1), 0, 0};
    const N interval = a.named(a.checkpointInterval, "state_checkpoint_interval", "tokens", "stateCheckpointInterval");
    return {ceilDivide(a.length(), interval), a.number(0), a.checkpointInterval, 0};
}

}  // namespace kvfit
