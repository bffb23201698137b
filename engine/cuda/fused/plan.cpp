// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fused/recurrence.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace engine::cuda::fused {
namespace {

/// A cell as the kernels have it.
struct KnownCell {
    Cell::Kind kind;
    CellNumbers numbers;
    const ClusterKernels* kernels;
};

constexpr CellNumbers ofRnn{.gates = 1, .inputs = 1, .gradients = 1, .kept = 0};
const KnownCell knownCells[] = {
    {Cell::Kind::Lstm, {.gates = 4, .inputs = 4, .gradients = 4, .kept = 4}, &lstmInClusters},
    {Cell::Kind::Gru, {.gates = 3, .inputs = 4, .gradients = 4, .kept = 4}, &gruInClusters},
    {Cell::Kind::RnnTanh, ofRnn, &rnnInClusters},
    {Cell::Kind::RnnRelu, ofRnn, &rnnInClusters},
};

const KnownCell* find(const Cell& cell)
{
    const auto* const found = std::ranges::find(knownCells, cell.kind, &KnownCell::kind);
    return found != std::end(knownCells) ? found : nullptr;
}

const KnownCell& known(const Cell& cell)
{
    const KnownCell* const found = find(cell);
    assert(found != nullptr); // the engine has asked
    return *found;
}

} // namespace

bool knows(const Cell& cell)
{
    return find(cell) != nullptr;
}

CellNumbers numbersOf(const Cell& cell)
{
    return known(cell).numbers;
}

std::int64_t roomInClusters(std::int64_t units)
{
    return (units + 127) / 128 * 128;
}

namespace {

bool fitsTwice(const ClusterKernels& kernels, const RecurrencePlan& plan)
{
    return 2 * plan.groups <= kernels.groupsAtOnce(plan.room, plan.rows / clusters::tileRows);
}

/// With as few tiles as run `sideBySide` directions or layers at once, or with the most.
std::optional<RecurrencePlan> planThatFits(const ClusterKernels& kernels, int room, std::int64_t streams,
                                           std::int64_t sideBySide)
{
    const std::int64_t tilesOfAll = (streams + clusters::tileRows - 1) / clusters::tileRows;
    for (int tiles = 1; tiles <= clusters::mostTiles; ++tiles) {
        const std::int64_t groups = (tilesOfAll + tiles - 1) / tiles;
        const int atOnce = kernels.groupsAtOnce(room, tiles);
        if (atOnce > 0 && (sideBySide * groups <= atOnce || tiles == clusters::mostTiles)) {
            return RecurrencePlan{.groups = static_cast<int>(groups),
                                  .rows = tiles * clusters::tileRows,
                                  .blocksOfGroup = room / clusters::unitsOfBlock,
                                  .room = room,
                                  .inClusters = true};
        }
    }
    return std::nullopt;
}

std::optional<RecurrencePlan> planOfStack(const RecurrentStack& stack, int room, std::int64_t streams)
{
    const ClusterKernels& kernels = *known(*stack.cell).kernels;
    std::optional<RecurrencePlan> plan = planThatFits(kernels, room, streams, stack.directions);
    if (plan && stack.layers > 1 && !stack.isBidirectional()) {
        // More tiles a group would cost a step more than what layers side by side gain.
        plan->layersAtOnce = fitsTwice(kernels, *plan) ? 2 : 1;
    }
    return plan;
}

} // namespace

std::optional<RecurrencePlan> planInClusters(const RecurrentStack& stack, std::int64_t units, std::int64_t streams)
{
    const std::int64_t room = roomInClusters(units);
    if (room > clusters::mostUnits) {
        return std::nullopt;
    }
    try {
        return planOfStack(stack, static_cast<int>(room), streams);
    } catch (const UnavailableError&) {
        throw; // the GPU is gone
    } catch (const Error&) {
        static_cast<void>(cudaGetLastError());
        return std::nullopt; // no clusters of that size here
    }
}

std::optional<RecurrencePlan> planOf(const CudaDevice& device, const RecurrentStack& stack, std::int64_t units,
                                     std::int64_t streams, bool hasPorts)
{
    if (device.properties().major >= 9) {
        if (const auto plan = planInClusters(stack, units, streams)) {
            return plan;
        }
    }
    if (stack.cell->kind != Cell::Kind::Lstm || stack.isBidirectional() || hasPorts) {
        return std::nullopt;
    }
    return planRecurrence(units, streams, device.multiprocessors());
}

KeptSizes keptSizes(const RecurrencePlan& plan, const CellNumbers& numbers, const RecurrenceShape& shape)
{
    const std::int64_t units = plan.room, streams = plan.inClusters ? plan.groups * plan.rows : shape.streams;
    return {.gates = shape.steps * streams * numbers.kept * units, .states = (shape.steps + 1) * streams * units};
}

void launch(const RecurrencePlan& plan, const Cell& cell, const ForwardRecurrence& work, cudaStream_t stream)
{
    plan.inClusters ? known(cell).kernels->forward(plan, work, stream) : launchThroughCache(plan, work, stream);
}

void launch(const RecurrencePlan& plan, const Cell& cell, const BackwardRecurrence& work, cudaStream_t stream)
{
    plan.inClusters ? known(cell).kernels->backward(plan, work, stream) : launchThroughCache(plan, work, stream);
}

} // namespace engine::cuda::fused
