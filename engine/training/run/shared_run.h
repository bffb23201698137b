// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/named_tensor.h"
#include "engine/graph/sentence.h"
#include "engine/graph/stream_share.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// What the processes of a group (process_group.h) share of a run, and tell each other of it.

/// Why a run of the model cannot be shared out among so many devices, as a sentence; nothing: it can.
std::optional<Sentence> whyNotShared(const Model& model, int devices);

/// What rank 0 tells the others to do.
struct Order {
    enum class Kind : std::int64_t {
        Steps,  ///< queue so many
        State,  ///< answer with state and private state: see packed()
        GiveUp, ///< after a divergence: see TrainingSteps::giveUp
        End
    };
    Kind kind;
    std::int64_t steps = 0;
};
std::string inBytes(const Order& order);
Order orderIn(std::string_view bytes);

/// Lists of tensors as bytes, for another process of the same program.
std::string packed(const std::vector<std::vector<NamedTensor>>& lists);
std::vector<std::vector<NamedTensor>> unpacked(std::string_view bytes);

/// The rows of a share of state tensors [N, ...], and the tensors of all shares, in their order, put together again.
std::vector<NamedTensor> partOf(const std::vector<NamedTensor>& state, const StreamShare& share);
std::vector<NamedTensor> joined(const std::vector<std::vector<NamedTensor>>& parts);

/// The private state of a rank as a checkpoint has it: tensors of others than rank 0 bear its number.
std::vector<NamedTensor> namedFor(int rank, std::vector<NamedTensor> privateState);
std::vector<NamedTensor> ofRank(int rank, const std::vector<NamedTensor>& privateState);

} // namespace engine
