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
    const BlockKernels* inBlock;
    const BlockKernels* ofFloats;
    const ClusterKernels* inClusters;
    const StepKernels* stepByStep;

    const BlockKernels& inBlockOf(Precision precision) const
    {
        return precision == Precision::Bfloat16 ? *inBlock : *ofFloats;
    }
};

const KnownCell knownCells[] = {
    {Cell::Kind::Lstm, &lstmInBlock, &lstmOfFloats, &lstmInClusters, &lstmStepByStep},
    {Cell::Kind::Gru, &gruInBlock, &gruOfFloats, &gruInClusters, &gruStepByStep},
    {Cell::Kind::RnnTanh, &rnnInBlock, &rnnOfFloats, &rnnInClusters, &rnnStepByStep},
    {Cell::Kind::RnnRelu, &rnnInBlock, &rnnOfFloats, &rnnInClusters, &rnnStepByStep},
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
    return known(cell).stepByStep->numbers;
}

namespace {

std::int64_t roundedUp(std::int64_t units, std::int64_t step)
{
    return (units + step - 1) / step * step;
}

bool fitsTwice(const ClusterKernels& kernels, const RecurrencePlan& plan)
{
    return 2 * plan.groups <= kernels.groupsAtOnce(plan.room, plan.rows / clusters::tileRows);
}

/// With as few tiles as run `sideBySide` directions at once, or with the most. Nothing where that takes more than two
/// rounds: step by step all streams go at once.
std::optional<RecurrencePlan> planThatFits(const ClusterKernels& kernels, int room, std::int64_t streams,
                                           std::int64_t sideBySide)
{
    const std::int64_t tilesOfAll = (streams + clusters::tileRows - 1) / clusters::tileRows;
    for (int tiles = 1; tiles <= clusters::maxTiles(room); ++tiles) {
        const std::int64_t groups = (tilesOfAll + tiles - 1) / tiles;
        const int atOnce = kernels.groupsAtOnce(room, tiles);
        const int rounds = tiles == clusters::maxTiles(room) ? 2 : 1;
        if (sideBySide * groups <= std::int64_t{rounds} * atOnce) {
            return RecurrencePlan{.way = Way::InClusters,
                                  .room = room,
                                  .groups = static_cast<int>(groups),
                                  .rows = tiles * clusters::tileRows,
                                  .blocksOfGroup = clusters::blocksOf(room)};
        }
    }
    return std::nullopt;
}

/// Nothing where the GPU cannot say whether it holds the kernels. Throws UnavailableError where the GPU is gone.
template <typename Plan>
std::optional<RecurrencePlan> unlessRefused(const Plan& plan)
{
    try {
        return plan();
    } catch (const UnavailableError&) {
        throw;
    } catch (const Error&) {
        static_cast<void>(cudaGetLastError());
        return std::nullopt;
    }
}

} // namespace

std::optional<RecurrencePlan> planInClusters(const ClusterKernels& kernels, std::int64_t units, std::int64_t streams,
                                             std::int64_t sideBySide)
{
    if (units > clusters::maxUnits) {
        return std::nullopt;
    }
    return unlessRefused(
        [&] { return planThatFits(kernels, clusters::roomFor(static_cast<int>(units)), streams, sideBySide); });
}

std::optional<RecurrencePlan> planInClusters(const RecurrentStack& stack, std::int64_t units, std::int64_t streams)
{
    const ClusterKernels& kernels = *known(*stack.cell).inClusters;
    std::optional<RecurrencePlan> plan = planInClusters(kernels, units, streams, stack.directions);
    if (plan && stack.layers > 1 && !stack.isBidirectional()) {
        // More tiles a group would cost a step more than what layers side by side gain.
        plan->layersAtOnce = fitsTwice(kernels, *plan) ? 2 : 1;
    }
    return plan;
}

std::optional<RecurrencePlan> planInBlock(const BlockKernels& kernels, std::int64_t units, std::int64_t streams,
                                          std::int64_t sideBySide, int multiprocessors)
{
    const int room = roomInBlock(units);
    if (room == 0) {
        return std::nullopt;
    }
    return unlessRefused([&]() -> std::optional<RecurrencePlan> {
        const std::int64_t atOnce = std::int64_t{multiprocessors} * kernels.blocksOfMultiprocessor(room);
        return sideBySide * streams <= atOnce ? std::optional(RecurrencePlan{.way = Way::InBlock, .room = room})
                                              : std::nullopt;
    });
}

std::optional<RecurrencePlan> planInBlock(const RecurrentStack& stack, std::int64_t units, std::int64_t streams,
                                          Precision precision, int multiprocessors)
{
    const BlockKernels& kernels = known(*stack.cell).inBlockOf(precision);
    auto plan = planInBlock(kernels, units, streams, stack.directions, multiprocessors);
    if (!plan && precision != Precision::Bfloat16 && roomInBlock(units) > 0) { // no other kernels have floats
        plan = RecurrencePlan{.way = Way::InBlock, .room = roomInBlock(units)};
    }
    if (plan) {
        plan->precision = precision;
    }
    if (plan && !stack.isBidirectional() && planInBlock(kernels, units, streams, stack.layers, multiprocessors)) {
        plan->layersAtOnce = static_cast<int>(stack.layers);
    }
    return plan;
}

RecurrencePlan planStepByStep(const RecurrentStack& stack, std::int64_t units, int multiprocessors)
{
    constexpr std::int64_t step = 64; // what the products like
    constexpr int maxAtOnce = 4;
    const int layers = static_cast<int>(stack.layers);
    const int atOnce = stack.isBidirectional() ? 2 : std::min(layers, maxAtOnce);
    return {.way = Way::StepByStep,
            .room = static_cast<int>(roundedUp(units, step)),
            .layersAtOnce = stack.isBidirectional() ? 1 : layers,
            .multiprocessors = atOnce > 1 ? multiprocessors / atOnce : 0,
            .sideBySide = stack.isBidirectional() ? 2 : layers};
}

RecurrencePlan planOf(const CudaDevice& device, const RecurrentStack& stack, std::int64_t units, std::int64_t streams,
                      bool hasPorts)
{
    if (const auto plan = planInBlock(stack, units, streams, device.precision(), device.multiprocessors())) {
        return *plan;
    }
    if (device.properties().major >= 9) {
        if (auto plan = planInClusters(stack, units, streams)) {
            plan->left = std::max(0, device.multiprocessors() - plan->groups * plan->blocksOfGroup);
            return *plan;
        }
    }
    const bool isKnown = stack.cell->kind == Cell::Kind::Lstm && !stack.isBidirectional() && !hasPorts;
    const bool isOneKernel = hasWideSteps(device.properties().major, device.properties().minor);
    if (isKnown && streams * units <= (isOneKernel ? maxCellsBesideOneKernel : maxCellsThroughCache)) {
        if (const auto plan = planRecurrence(units, streams, device.multiprocessors())) {
            return *plan;
        }
    }
    RecurrencePlan plan = planStepByStep(stack, units, device.multiprocessors());
    plan.stepIsOneKernel = isOneKernel && streams * units <= maxCellsOfOneKernel;
    return plan;
}

KeptSizes keptSizes(const RecurrencePlan& plan, const CellNumbers& numbers, const RecurrenceShape& shape)
{
    const std::int64_t units = plan.room;
    const std::int64_t streams = plan.way == Way::InClusters ? plan.groups * plan.rows : shape.streams;
    return {.gates = shape.steps * streams * numbers.kept * units, .states = (shape.steps + 1) * streams * units};
}

std::int64_t scratchSize(const RecurrencePlan& plan, const CellNumbers& numbers, const RecurrenceShape& shape)
{
    // The products of all gates, and backward the gradient by the state.
    return plan.way == Way::StepByStep ? std::int64_t{shape.streams} * plan.room * (numbers.gates + 1) : 0;
}

namespace {

template <typename Work>
void launchPass(const RecurrencePlan& plan, const Work& work, const Lane& on,
                void (*inBlock)(const RecurrencePlan&, const Work&, cudaStream_t),
                void (*inClusters)(const RecurrencePlan&, const Work&, cudaStream_t),
                void (*stepByStep)(const RecurrencePlan&, const Work&, const Lane&))
{
    switch (plan.way) {
    case Way::InBlock:
        return inBlock(plan, work, on.stream);
    case Way::InClusters:
        return inClusters(plan, work, on.stream);
    case Way::ThroughCache:
        return launchThroughCache(plan, work, on.stream);
    case Way::StepByStep:
        return stepByStep(plan, work, on);
    }
}

} // namespace

void launch(const RecurrencePlan& plan, const Cell& cell, const ForwardRecurrence& work, const Lane& on)
{
    const KnownCell& kernels = known(cell);
    launchPass(plan, work, on, kernels.inBlockOf(plan.precision).forward, kernels.inClusters->forward,
               kernels.stepByStep->forward);
}

void launch(const RecurrencePlan& plan, const Cell& cell, const BackwardRecurrence& work, const Lane& on)
{
    const KnownCell& kernels = known(cell);
    launchPass(plan, work, on, kernels.inBlockOf(plan.precision).backward, kernels.inClusters->backward,
               kernels.stepByStep->backward);
}

} // namespace engine::cuda::fused
