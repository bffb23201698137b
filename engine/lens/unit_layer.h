// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/engine.h"
#include "engine/lens/unit_values.h"

#include <vector>

namespace engine {

/// Runs recurrent layers on the CPU over one stream and keeps what every unit held. Each forward pass appends to `kept`
/// (one entry for each direction of each stacked layer, in the order of RecurrentStack::part) and throws CancelledError
/// where `goOn` says no. Both outlive the kernels. It starts from the state of the setup, which it leaves as it is.
class UnitEngine final : public Engine {
public:
    UnitEngine(std::vector<UnitValues>& kept, const GoOn& goOn) : m_kept(&kept), m_goOn(&goOn) {}

    std::string_view name() const override { return "LENS"; }
    std::optional<Sentence> refusal(const LayerSetup& layer) const override;

private:
    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override;

    std::vector<UnitValues>* m_kept;
    const GoOn* m_goOn;
};

} // namespace engine
