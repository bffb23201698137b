// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/cell_sequence.h"

#include "engine/cuda/cells/nvrtc.h"
#include "engine/cuda/cells/row_kernels.h"
#include "engine/cuda/fused/recurrence.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <span>

namespace engine::cuda::cells {
namespace {

/// Whether a kernel that goes through all steps can have views of all tensors; each has one at most.
bool viewsFit(const notation::Part& part)
{
    return part.tensors.size() + 2 * part.outputs.size() <= static_cast<std::size_t>(ElementKernels::maxWalkViews);
}

/// Whether each pass of a step is one program: all steps of a unit can then be walked through.
bool canWalk(const notation::Schedule& schedule)
{
    const auto isOneProgram = [](const std::vector<notation::Stage>& stages) {
        return stages.size() <= 1 && std::ranges::all_of(stages, [](const notation::Stage& stage) {
                   return stage.products.empty() && stage.norms.empty() && stage.normGradients.empty();
               });
    };
    return isOneProgram(schedule.perStep.forward) && isOneProgram(schedule.perStep.backward) &&
           viewsFit(schedule.perStep);
}

/// Whether a step has one product, of one state and at most four matrices, and its backward pass one of the gradients
/// by them that gives what the elements behind it hand to the step before, and nothing else.
bool hasOneProduct(const notation::Part& part)
{
    constexpr std::size_t maxGates = 4;
    const auto hasNorms = [](const notation::Stage& stage) {
        return !stage.norms.empty() || !stage.normGradients.empty();
    };
    if (part.forward.size() != 1 || part.backward.size() != 2 || std::ranges::any_of(part.forward, hasNorms) ||
        std::ranges::any_of(part.backward, hasNorms)) {
        return false;
    }
    const std::vector<notation::Product>& products = part.forward.front().products;
    const notation::Stage &gradients = part.backward.front(), &finish = part.backward.back();
    if (products.empty() || products.size() > maxGates || !gradients.products.empty() || finish.products.size() != 1 ||
        !finish.elements.sums.empty()) {
        return false;
    }
    const int operand = products.front().terms.front().operand;
    const std::size_t states = part.outputs.size() - 1;
    const notation::Tensor& state = part.tensors[static_cast<std::size_t>(operand)];
    const bool isState = state.kind == notation::Tensor::Kind::Input && static_cast<std::size_t>(state.index) < states;
    const auto isOfState = [&](const notation::Product& product) {
        return product.terms.size() == 1 && product.terms.front().operand == operand;
    };
    const auto given = std::span(part.inputGradients).subspan(states);
    const auto isByState = [&](const notation::Program::Store& store) {
        return std::ranges::count(std::span(part.inputGradients).first(states), store.tensor) > 0 &&
               std::ranges::count(given, store.tensor) == 0;
    };
    const auto isMade = [&](const notation::Value::Term& term) { // by the elements, and not an outer gradient
        return term.transposed &&
               std::ranges::count(gradients.elements.stores, term.operand, &notation::Program::Store::tensor) > 0;
    };
    const notation::Product& back = finish.products.front();
    return isState && std::ranges::count(given, back.result) == 0 && std::ranges::all_of(products, isOfState) &&
           std::ranges::all_of(finish.elements.stores, isByState) && std::ranges::all_of(back.terms, isMade) &&
           back.terms.size() == products.size() && viewsFit(part);
}

/// Whether the kernels of the elements multiply quicker than cuBLAS, which starts kernels of its own but multiplies
/// more at once quicker: an H100 takes as long both ways at 64 rows of 1024 units, or 32 of 2048, and one matrix.
bool isQuickerInKernels(const notation::Part& part, std::int64_t streams, std::int64_t units)
{
    constexpr std::int64_t maxStreams = 128, maxAtOnce = 64 * 1024;
    std::size_t matrices = 1; // of a stage, the most
    for (const std::vector<notation::Stage>* stages : {&part.forward, &part.backward}) {
        for (const notation::Stage& stage : *stages) {
            std::size_t terms = 0;
            for (const notation::Product& product : stage.products) {
                terms += product.terms.size();
            }
            matrices = std::max(matrices, terms);
        }
    }
    const std::int64_t rows = (streams + StepTile::rows - 1) / StepTile::rows * StepTile::rows;
    return streams <= maxStreams && rows * units * static_cast<std::int64_t>(matrices) <= maxAtOnce;
}

/// Whether each of so many streams has sums of its own.
bool haveSumsEach(std::int64_t streams)
{
    return ElementKernels::blocksOver(streams) == streams;
}

Role roleOf(CellSequence::Way way)
{
    return way == CellSequence::Way::Walk         ? Role::Walk
           : way == CellSequence::Way::InClusters ? Role::InCluster
           : way == CellSequence::Way::FewStreams ? Role::FewStreams
                                                  : Role::StepByStep;
}

/// Gives a tensor the place that another part, or the caller, has for it. Bfloat16s of its own stay.
void setPlace(PartRunner& part, int tensor, const RowsView& rows)
{
    if (tensor < 0) {
        return;
    }
    RowsView& view = part.view(tensor);
    view.data = rows.data;
    view.stride = rows.stride;
    view.step = rows.step;
    view.parts = rows.parts;
    view.partStride = rows.partStride;
    if (rows.factor != nullptr) {
        view.factor = rows.factor;
        view.factorStride = rows.factorStride;
        view.factorStep = rows.factorStep;
    }
}

/// Rows of all steps as steps of rows.
RowsView inSteps(RowsView rows, std::int64_t streams)
{
    rows.step = streams * rows.stride;
    rows.factorStep = streams * rows.factorStride;
    return rows;
}

} // namespace

CellSequence::Way CellSequence::bestWay(const notation::Definition& cell, std::int64_t streams, std::int64_t units)
{
    if (ElementKernels::bestWay() == ElementKernels::Way::Interpreted) {
        return Way::Interpreted;
    }
    const notation::Schedule schedule = notation::scheduleOf(cell);
    return canWalk(schedule)                                      ? Way::Walk
           : isQuickerInKernels(schedule.perStep, streams, units) ? Way::FewStreams
                                                                  : Way::StepByStep;
}

bool CellSequence::canGoInClusters(const notation::Definition& cell)
{
    const Nvrtc* const nvrtc = Nvrtc::find();
    return nvrtc != nullptr && nvrtc->knowsClusters() && hasOneProduct(notation::scheduleOf(cell).perStep);
}

bool CellSequence::canGoInBlocks(const notation::Definition& cell, std::int64_t units, std::int64_t streams)
{
    return fused::roomInBlock(units) > 0 && haveSumsEach(streams) && canGoInClusters(cell);
}

std::optional<ClusterPlan> CellSequence::planInClusters(const notation::Definition& cell,
                                                        const SequenceExtents& extents, const CudaDevice& device,
                                                        std::int64_t sequences)
{
    if (!haveSumsEach(extents.streams) || !canGoInClusters(cell)) {
        return std::nullopt;
    }
    // As many run at once as of the LSTM's, whose blocks are as large. Floats are multiplied in blocks alone.
    const Precision precision = device.precision();
    const bool areFloats = precision != Precision::Bfloat16;
    const int room = fused::roomInBlock(extents.sizes.units);
    if (areFloats ? room > 0
                  : fused::planInBlock(fused::lstmInBlock, extents.sizes.units, extents.streams, sequences,
                                       device.multiprocessors())
                        .has_value()) {
        return ClusterPlan{.room = room, .groups = static_cast<int>(extents.streams), .precision = precision};
    }
    if (areFloats || device.properties().major < 9) {
        return std::nullopt;
    }
    const auto plan = fused::planInClusters(fused::lstmInClusters, extents.sizes.units, extents.streams, sequences);
    return plan ? std::optional(ClusterPlan{plan->room, plan->rows / fused::clusters::tileRows, plan->groups})
                : std::nullopt;
}

CellSequence::CellSequence(const notation::Definition& cell, const SequenceExtents& extents, Way way,
                           const ClusterPlan& plan)
    : m_cell(cell),
      m_schedule(notation::scheduleOf(cell)),
      m_states(cell.states.size()),
      m_extents(extents),
      m_way(way),
      m_atOnce(m_cell, m_schedule.atOnce, {1, extents.steps * extents.streams, extents.sizes, extents.training},
               Role::AtOnce, plan),
      m_perStep(m_cell, m_schedule.perStep, {extents.steps, extents.streams, extents.sizes, extents.training},
                roleOf(way), plan)
{
    assert((way == Way::InClusters) == (plan.room > 0));
    assert(way != Way::FewStreams || ElementKernels::blocksOver(extents.streams) == extents.streams); // a sum for each
    if (way == Way::InClusters) {
        m_atOnce.giveByUnit();
    }
    shareWants();
    m_atOnce.layOut();
    m_perStep.layOut();
    m_floats = m_atOnce.floats() + m_perStep.floats();
}

/// What each part wants of what the other gives.
void CellSequence::shareWants()
{
    const auto share = [](PartRunner& giver, int tensor, const PartRunner& taker, int wanted) {
        if (taker.wantsFloats(wanted)) {
            giver.wantFloats(tensor);
        }
        if (taker.wantsFactors(wanted)) {
            giver.wantFactors(tensor);
        }
    };
    const auto states = static_cast<int>(m_states), given = static_cast<int>(m_schedule.atOnce.outputs.size());
    for (int output = 0; output < given; ++output) {
        const int tensor = m_atOnce.outputTensor(output), taken = m_perStep.inputTensor(states + output);
        share(m_atOnce, tensor, m_perStep, taken);
        if (taken >= 0) {
            m_perStep.setByUnit(taken, m_atOnce.byUnit(tensor));
        }
    }
    if (!m_extents.training) {
        return;
    }
    if (const int dx = m_atOnce.inputGradientTensor(0); dx >= 0) {
        m_atOnce.wantFloats(dx);
    }
    for (int output = 0; output < given; ++output) {
        if (const int gradient = m_perStep.inputGradientTensor(states + output); gradient >= 0) {
            const int taken = m_atOnce.gradientTensor(output);
            share(m_perStep, gradient, m_atOnce, taken);
            if (taken >= 0) {
                m_atOnce.setParts(taken, m_perStep.parts(gradient));
            }
        }
    }
    for (int state = 0; !goesThroughSteps() && state < states; ++state) {
        if (const int gradient = m_perStep.inputGradientTensor(state); gradient >= 0) {
            m_perStep.wantFloats(gradient);
        }
    }
}

std::vector<ElementKernelSpec> CellSequence::kernels()
{
    std::vector<ElementKernelSpec> all = m_atOnce.kernels(0);
    std::ranges::move(m_perStep.kernels(all.size()), std::back_inserter(all));
    return all;
}

void CellSequence::take(CudaDevice& device, float* memory)
{
    const auto way = m_way == Way::Interpreted ? ElementKernels::Way::Interpreted : ElementKernels::Way::Compiled;
    m_kernels = std::make_unique<ElementKernels>(device, kernels(), way);
    m_atOnce.setKernels(*m_kernels);
    m_perStep.setKernels(*m_kernels);
    m_atOnce.take(memory);
    m_perStep.take(memory + m_atOnce.floats());
}

/// What multiplies a state between the `index`-th step and the one computed before it: the cont of the later of the two
/// in time. 1 for a state that enters the backward direction, which comes from no step, and behind the last step.
const float* CellSequence::contBetween(const float* cont, std::int64_t index) const
{
    if (index == m_extents.steps || (m_extents.reversed && index == 0)) {
        return nullptr;
    }
    return cont + (m_extents.reversed ? m_extents.steps - index : index) * m_extents.streams;
}

void CellSequence::bindInputs(const engine::fused::RowsView& x)
{
    setPlace(m_atOnce, m_atOnce.inputTensor(0), rowsOf(x.data, x.stride));
    m_atOnce.planForward();
    for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
        const int tensor = m_atOnce.outputTensor(static_cast<int>(output));
        setPlace(m_perStep, m_perStep.inputTensor(static_cast<int>(m_states + output)),
                 inSteps(m_atOnce.view(tensor), m_extents.streams));
    }
    m_perStep.planForward();
    for (std::size_t state = 0; state < m_states; ++state) {
        m_before.push_back(m_perStep.viewOrNone(m_perStep.inputTensor(static_cast<int>(state))));
    }
    m_hasInputs = true;
}

void CellSequence::bindGradients(const engine::fused::RowsView& dy)
{
    setPlace(m_perStep, m_perStep.gradientTensor(0), inSteps(rowsOf(dy.data, dy.stride), m_extents.streams));
    m_perStep.planBackward();
    for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
        RowsView given = m_perStep.viewOrNone(m_perStep.inputGradientTensor(static_cast<int>(m_states + output)));
        given.step = given.factorStep = 0;
        setPlace(m_atOnce, m_atOnce.gradientTensor(static_cast<int>(output)), given);
    }
    m_atOnce.planBackward();
    m_hasGradients = true;
}

/// A state before the `index`-th step, times cont.
RowsView CellSequence::before(std::size_t state, std::int64_t index) const
{
    return m_before[state].ofStep(timeOf(index));
}

RowsView CellSequence::statesAt(const float* states) const
{
    return rowsOf(states, m_extents.sizes.units);
}

void CellSequence::forward(const Forward& work, std::span<const float* const> learned, const Lane& on)
{
    if (!m_hasInputs) {
        bindInputs(work.x);
    }
    if (work.weightsChanged) {
        m_atOnce.setWeights(learned, on.stream);
        m_perStep.setWeights(learned, on.stream);
    }
    if (const int x = m_atOnce.inputTensor(0); x >= 0) {
        const RowsView& view = m_atOnce.view(x);
        copyRows({rowsOf(work.x.data, work.x.stride), nullptr, factorRows(view.factor, view.factorStride),
                  m_extents.steps * m_extents.streams, m_extents.sizes.width},
                 on.stream);
    }
    m_atOnce.forward(0, nullptr, on);
    m_perStep.view(m_perStep.output()) = inSteps(rowsOf(work.y.data, work.y.stride), m_extents.streams);
    goesThroughSteps() ? walkForward(work, on) : stepForward(work, on);
}

void CellSequence::stepForward(const Forward& work, const Lane& on)
{
    const std::int64_t steps = m_extents.steps, streams = m_extents.streams, units = m_extents.sizes.units;
    for (std::size_t state = 0; state < m_states; ++state) {
        copyRows({rowsOf(work.before[state], units), contBetween(work.cont, 0), before(state, 0), streams, units},
                 on.stream);
    }
    for (std::int64_t index = 0; index < steps; ++index) {
        for (std::size_t state = 0; state < m_states; ++state) {
            m_perStep.view(m_perStep.leaving(state)) =
                index + 1 < steps ? before(state, index + 1) : statesAt(work.after[state]);
        }
        m_perStep.forward(timeOf(index), contBetween(work.cont, index + 1), on);
    }
}

void CellSequence::walkForward(const Forward& work, const Lane& on)
{
    for (std::size_t state = 0; state < m_states; ++state) {
        m_perStep.view(m_perStep.entering(state)) = statesAt(work.before[state]);
        m_perStep.view(m_perStep.leaving(state)) = statesAt(work.after[state]);
    }
    m_perStep.walkForward(work.cont, m_extents.reversed, on.stream);
}

void CellSequence::backward(const Backward& work, const Lane& on)
{
    const std::int64_t rows = m_extents.steps * m_extents.streams;
    if (!m_hasGradients) {
        bindGradients(work.dy);
    }
    if (const int dy = m_perStep.gradientTensor(0); dy >= 0) {
        const RowsView& view = m_perStep.view(dy);
        copyRows({rowsOf(work.dy.data, work.dy.stride), nullptr, factorRows(view.factor, view.factorStride), rows,
                  m_extents.sizes.units},
                 on.stream);
    }
    m_atOnce.clearSums(on.stream);
    m_perStep.clearSums(on.stream);
    goesThroughSteps() ? walkBackward(work, on) : stepBackward(work, on);
    m_atOnce.backward(0, nullptr, on);
    if (work.dx.data != nullptr) {
        const RowsView dx = m_atOnce.viewOrNone(m_atOnce.inputGradientTensor(0));
        copyRows({dx, nullptr, rowsOf(work.dx.data, work.dx.stride), rows, m_extents.sizes.width}, on.stream);
    }
}

void CellSequence::addGradients(std::span<float* const> learned, const Lane& on)
{
    m_perStep.addGradients(learned, on);
    m_atOnce.addGradients(learned, on);
}

void CellSequence::stepBackward(const Backward& work, const Lane& on)
{
    const std::int64_t steps = m_extents.steps, streams = m_extents.streams, units = m_extents.sizes.units;
    const auto byStateBefore = [&](std::size_t state, std::int64_t index) {
        return m_perStep.viewOrNone(m_perStep.inputGradientTensor(static_cast<int>(state))).ofStep(timeOf(index));
    };
    m_perStep.startBackward();
    for (std::int64_t index = steps; index-- > 0;) {
        for (std::size_t state = 0; state < m_states; ++state) {
            m_perStep.view(m_perStep.entering(state)) =
                index + 1 < steps ? byStateBefore(state, index + 1) : statesAt(work.after[state]);
        }
        m_perStep.backward(timeOf(index), contBetween(work.cont, index + 1), on);
    }
    m_perStep.finishBackward(on);
    for (std::size_t state = 0; state < m_states; ++state) {
        const RowsView rows = byStateBefore(state, 0);
        copyRows({rows, contBetween(work.cont, 0), statesAt(work.before[state]), streams, units}, on.stream);
    }
}

void CellSequence::walkBackward(const Backward& work, const Lane& on)
{
    for (std::size_t state = 0; state < m_states; ++state) {
        m_perStep.view(m_perStep.entering(state)) = statesAt(work.after[state]);
        m_perStep.view(m_perStep.leaving(state)) = statesAt(work.before[state]);
    }
    m_perStep.walkBackward(work.cont, m_extents.reversed, on.stream);
}

} // namespace engine::cuda::cells
