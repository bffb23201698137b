// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/part_runner.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

// How a part runs: what its kernels do, and where its tensors lie. Nothing here needs a GPU.

namespace engine::cuda::cells {

using notation::Instruction, notation::Learned, notation::Tensor, notation::Value;

PartRunner::PartRunner(const notation::Definition& cell, const notation::Part& part, const PartExtents& extents,
                       Role role)
    : m_cell(cell),
      m_part(part),
      m_extents(extents),
      m_role(role),
      m_states(role == Role::AtOnce ? 0 : cell.states.size()),
      m_tensors(static_cast<int>(part.tensors.size())),
      m_wants(part.tensors.size()),
      m_widths(part.tensors.size(), extents.sizes.units),
      m_parts(part.tensors.size(), 1),
      m_packOf(cell.learned.size(), -1),
      m_sumPlace(cell.learned.size(), -1),
      m_places(part.tensors.size()),
      m_views(part.tensors.size() + 1 + 2 * m_states)
{
    findPacks();
    m_forward = stagesOf(part.forward, Pass::Forward);
    if (extents.training) {
        m_backward = stagesOf(part.backward, Pass::Backward);
        for (const auto& [matrix, operand, rows] : part.matrixGradients) {
            wantHalves(operand);
            wantHalves(rows);
        }
    }
    if (role != Role::AtOnce) {
        addCarries(Pass::Forward);
    }
    if (role == Role::Walk && extents.training) {
        addCarries(Pass::Backward);
    }
}

int PartRunner::tensorOf(Tensor::Kind kind, int index) const
{
    const auto found = std::ranges::find_if(
        m_part.tensors, [&](const Tensor& tensor) { return tensor.kind == kind && tensor.index == index; });
    return found == m_part.tensors.end() ? -1 : static_cast<int>(found - m_part.tensors.begin());
}

/// Matrices whose products have the same operand, of one stage, are packed together.
void PartRunner::findPacks()
{
    for (const notation::Stage& stage : m_part.forward) {
        std::vector<std::pair<int, int>> packs; // operand, pack
        for (const notation::Product& product : stage.products) {
            const auto& [matrix, operand, transposed] = product.terms.front(); // forward there is one
            if (m_packOf[at(matrix)] >= 0) {
                continue;
            }
            const auto found = std::ranges::find(packs, operand, &std::pair<int, int>::first);
            int pack = found != packs.end() ? found->second : -1;
            if (pack < 0) {
                pack = static_cast<int>(m_packs.size());
                const Learned& learned = m_cell.learned[at(matrix)];
                const std::int64_t width = learned.heads * notation::shapeOf(learned, m_extents.sizes)[1];
                m_packs.push_back(
                    {.matrices = {}, .rows = filledUp(m_extents.sizes.units), .columns = filledUp(width)});
                packs.emplace_back(operand, pack);
            }
            m_packs[at(pack)].matrices.push_back(matrix);
            m_packOf[at(matrix)] = pack;
        }
    }
}

// ---- what kernels do

/// Whether a tensor comes from the step before this one, of the pass.
bool PartRunner::isState(const Tensor& tensor, Pass pass) const
{
    return pass == Pass::Forward
               ? m_role == Role::Walk && tensor.kind == Tensor::Kind::Input && at(tensor.index) < m_states
               : m_role != Role::AtOnce && tensor.kind == Tensor::Kind::OutputGradient && tensor.index > 0 &&
                     at(tensor.index) <= m_states;
}

/// The place in `reads` of a tensor.
int PartRunner::readOf(ElementWork& work, int tensor, Pass pass)
{
    using How = ElementWork::How;
    const Tensor& of = m_part.tensors[at(tensor)];
    ElementWork::Read read{.tensor = tensor, .how = How::Memory};
    if (isState(of, pass)) {
        read.state = pass == Pass::Forward ? of.index : of.index - 1;
        read.tensor = entering(at(read.state));
        read.how = How::Carry;
    } else {
        read.how = of.kind == Tensor::Kind::Vector                                      ? How::Once
                   : of.kind == Tensor::Kind::OutputGradient || m_parts[at(tensor)] > 1 ? How::IfAny
                                                                                        : How::Memory;
        wantFloats(tensor);
    }
    const auto found = std::ranges::find(work.reads, read.tensor, &ElementWork::Read::tensor);
    if (found == work.reads.end()) {
        work.reads.push_back(read);
        return static_cast<int>(work.reads.size()) - 1;
    }
    return static_cast<int>(found - work.reads.begin());
}

ElementWork PartRunner::workOf(const notation::Program& program, Pass pass)
{
    ElementWork work;
    for (Instruction instruction : program.instructions) {
        if (instruction.kind == Instruction::Kind::Load) {
            instruction.a = readOf(work, instruction.a, pass);
        }
        work.instructions.push_back(instruction);
    }
    for (const auto& [source, tensor] : program.stores) {
        work.writes.push_back({source, tensor});
    }
    for (const auto& [source, vector] : program.sums) {
        int& place = m_sumPlace[at(vector)];
        place = place < 0 ? m_sumCount++ : place;
        work.sums.push_back({source, place});
    }
    return work;
}

/// The register that has a tensor, at the end of a stage.
int PartRunner::registerOf(ElementWork& work, int tensor, Pass pass)
{
    const auto written = std::ranges::find(work.writes, tensor, &ElementWork::Write::tensor);
    if (written != work.writes.end()) {
        return written->source;
    }
    const int read = readOf(work, tensor, pass);
    const auto known = std::ranges::find_if(work.instructions, [&](const Instruction& instruction) {
        return instruction.kind == Instruction::Kind::Load && instruction.a == read;
    });
    if (known != work.instructions.end()) {
        return static_cast<int>(known - work.instructions.begin());
    }
    work.instructions.push_back({.kind = Instruction::Kind::Load, .a = read});
    return static_cast<int>(work.instructions.size()) - 1;
}

std::vector<PartRunner::RunStage> PartRunner::stagesOf(const std::vector<notation::Stage>& stages, Pass pass)
{
    std::vector<RunStage> made;
    for (const notation::Stage& stage : stages) {
        for (const notation::Product& product : stage.products) {
            wantFloats(product.result);
            for (const auto& [matrix, operand, transposed] : product.terms) {
                wantHalves(operand);
                if (m_cell.learned[at(matrix)].kind == Learned::Kind::InputMatrix) {
                    m_widths[at(transposed ? product.result : operand)] = m_extents.sizes.width;
                }
            }
            if (isInParts(product)) {
                m_parts[at(product.result)] = static_cast<int>(product.terms.size());
            }
        }
        for (const notation::Norm& norm : stage.norms) {
            wantFloats(norm.operand);
            wantFloats(norm.result);
        }
        for (const notation::NormGradient& norm : stage.normGradients) {
            wantFloats(norm.normed);
            wantFloats(norm.gradient);
            wantFloats(norm.result);
        }
        made.push_back({.stage = &stage, .work = workOf(stage.elements, pass)});
    }
    return made;
}

/// Where rows are few, what many operands give by one product would be split along its depth by cuBLAS, whose second
/// kernel then adds it up. So each gives a part of its own, and who reads them adds them up.
bool PartRunner::isInParts(const notation::Product& product) const
{
    return m_role == Role::StepByStep && product.terms.size() > 1; // forward there is one
}

/// The last stage hands the states on, so that no kernel of their own has to; forward it gives y, too.
void PartRunner::addCarries(Pass pass)
{
    std::vector<RunStage>& stages = pass == Pass::Forward ? m_forward : m_backward;
    if (stages.empty()) {
        stages.push_back({.stage = nullptr});
    }
    ElementWork& work = stages.back().work;
    if (pass == Pass::Forward) {
        work.writes.push_back(
            {.source = registerOf(work, m_part.outputs[0], pass), .tensor = output(), .floats = true});
    }
    for (std::size_t state = 0; state < m_states; ++state) {
        const int tensor = pass == Pass::Forward ? m_part.outputs[1 + state] : m_part.inputGradients[state];
        if (tensor < 0) {
            work.instructions.push_back({.kind = Instruction::Kind::Constant, .number = 0});
        }
        const int source = tensor < 0 ? static_cast<int>(work.instructions.size()) - 1 : registerOf(work, tensor, pass);
        work.carries.push_back({source, leaving(state), static_cast<int>(state)});
    }
    const bool walks = m_role == Role::Walk;
    for (std::size_t state = 0; walks && state < m_states; ++state) { // a walk begins with all of them
        if (std::ranges::find(work.reads, entering(state), &ElementWork::Read::tensor) == work.reads.end()) {
            work.reads.push_back(
                {.tensor = entering(state), .how = ElementWork::How::Carry, .state = static_cast<int>(state)});
        }
    }
}

/// What products and norms of this stage gave, for products of the next.
void PartRunner::addBfloat16s(RunStage& stage, Pass pass)
{
    if (stage.stage == nullptr) {
        return;
    }
    const auto add = [&](int tensor) {
        if (wantsHalves(tensor)) {
            stage.work.writes.push_back({.source = registerOf(stage.work, tensor, pass), .tensor = tensor});
        }
    };
    for (const notation::Product& product : stage.stage->products) {
        add(product.result);
    }
    for (const notation::Norm& norm : stage.stage->norms) {
        add(norm.result);
    }
    for (const notation::NormGradient& norm : stage.stage->normGradients) {
        add(norm.result);
    }
}

/// Gradients by states that others than elements read are put into memory first. A walk does that beside the rest, as
/// it does with the states before a step, for its backward pass.
void PartRunner::addGradientsThatStay()
{
    RunStage first{.stage = nullptr};
    ElementWork& gradients = m_role == Role::Walk ? m_backward.back().work : first.work;
    for (std::size_t state = 0; state < m_states; ++state) {
        const int tensor = gradientTensor(static_cast<int>(1 + state));
        if (wantsFloats(tensor) || wantsHalves(tensor)) {
            gradients.writes.push_back({.source = registerOf(gradients, tensor, Pass::Backward), .tensor = tensor});
        }
        const int before = inputTensor(static_cast<int>(state));
        if (m_role == Role::Walk && wantsFloats(before)) {
            ElementWork& work = m_forward.back().work;
            work.writes.push_back({.source = registerOf(work, before, Pass::Forward), .tensor = before});
        }
    }
    if (!first.work.isEmpty()) {
        m_backward.insert(m_backward.begin(), std::move(first));
    }
}

/// What nobody wants is not written. Products and norms have written their floats.
void PartRunner::finishWrites(std::vector<RunStage>& stages)
{
    for (RunStage& stage : stages) {
        std::vector<ElementWork::Write>& writes = stage.work.writes;
        for (ElementWork::Write& write : writes) {
            if (write.tensor >= m_tensors) {
                continue;
            }
            const auto isResult = [&](const auto& made) { return made.result == write.tensor; };
            const bool isThere = stage.stage != nullptr && (std::ranges::any_of(stage.stage->products, isResult) ||
                                                            std::ranges::any_of(stage.stage->norms, isResult) ||
                                                            std::ranges::any_of(stage.stage->normGradients, isResult));
            write.floats = wantsFloats(write.tensor) && !isThere;
            write.halves = wantsHalves(write.tensor);
        }
        std::erase_if(writes, [](const ElementWork::Write& write) { return !write.floats && !write.halves; });
    }
}

void PartRunner::finishReads(std::vector<RunStage>& stages) const
{
    for (RunStage& stage : stages) {
        for (ElementWork::Read& read : stage.work.reads) {
            const int tensor = read.tensor < m_tensors ? read.tensor : inputGradientTensor(read.state);
            read.parts = tensor < 0 ? 1 : m_parts[at(tensor)];
        }
    }
}

std::vector<ElementKernelSpec> PartRunner::kernels(std::size_t first)
{
    std::vector<ElementKernelSpec> all;
    for (std::vector<RunStage>* stages : {&m_forward, &m_backward}) {
        for (RunStage& stage : *stages) {
            if (!stage.work.isEmpty()) {
                stage.kernel = static_cast<int>(first + all.size());
                all.push_back({stage.work, m_role == Role::Walk});
            }
        }
    }
    return all;
}

// ---- where tensors lie

std::int64_t PartRunner::allocate(std::int64_t floats)
{
    constexpr std::int64_t alignment = 64; // 256 bytes
    return std::exchange(m_floats, m_floats + (floats + alignment - 1) / alignment * alignment);
}

void PartRunner::layOut()
{
    for (RunStage& stage : m_forward) {
        addBfloat16s(stage, Pass::Forward);
    }
    for (RunStage& stage : m_backward) {
        addBfloat16s(stage, Pass::Backward);
    }
    if (m_extents.training && m_role != Role::AtOnce) {
        addGradientsThatStay();
    }
    finishWrites(m_forward);
    finishWrites(m_backward);
    finishReads(m_backward);
    placeTensors();
    for (Pack& pack : m_packs) {
        const std::int64_t size = static_cast<std::int64_t>(pack.matrices.size()) * pack.rows * pack.columns;
        pack.values = allocateHalves(size);
        pack.gradients = m_extents.training ? allocate(size) : 0;
    }
    m_scales = allocate(m_part.norms * (m_extents.training ? m_extents.steps : 1) * m_extents.rows);
    m_sums = allocate(m_sumCount * std::int64_t{ElementKernels::blocksOver(m_extents.rows)} * m_extents.sizes.units);
}

/// Whether the bfloat16s, or the floats, of a tensor are this part's own and not another's.
bool PartRunner::isOwn(int tensor) const
{
    const Tensor& of = m_part.tensors[at(tensor)];
    switch (of.kind) {
    case Tensor::Kind::Input:
        return m_role == Role::AtOnce || at(of.index) < m_states;
    case Tensor::Kind::OutputGradient:
        return m_role != Role::AtOnce;
    default:
        return true;
    }
}

bool PartRunner::isOfAllSteps(int tensor) const
{
    const auto isOfTensor = [&](const notation::MatrixGradient& gradient) {
        return gradient.operand == tensor || gradient.rows == tensor;
    };
    const Tensor& of = m_part.tensors[at(tensor)];
    return of.kind != Tensor::Kind::Made || of.kept || std::ranges::count(m_part.inputGradients, tensor) > 0 ||
           std::ranges::any_of(m_part.matrixGradients, isOfTensor);
}

/// Whether two places are enough, as only the next step reads what one gives: gradients by states before a step, and
/// without a backward pass the states.
bool PartRunner::isInTurns(int tensor) const
{
    const Tensor& of = m_part.tensors[at(tensor)];
    if (m_extents.steps <= 2 || m_role != Role::StepByStep) {
        return false;
    }
    if (!m_extents.training) {
        return of.kind == Tensor::Kind::Input;
    }
    const auto isOfTensor = [&](const notation::MatrixGradient& gradient) {
        return gradient.operand == tensor || gradient.rows == tensor;
    };
    const auto given = std::span(m_part.inputGradients).subspan(m_states);
    return of.kind == Tensor::Kind::Made && !of.kept && std::ranges::count(m_part.inputGradients, tensor) > 0 &&
           std::ranges::count(given, tensor) == 0 && std::ranges::none_of(m_part.matrixGradients, isOfTensor);
}

/// That a tensor is kept for.
std::int64_t PartRunner::stepsOf(int tensor) const
{
    if (isInTurns(tensor)) {
        return 2;
    }
    const bool isState = m_part.tensors[at(tensor)].kind == Tensor::Kind::Input;
    return (m_extents.training && isOfAllSteps(tensor)) || isState ? m_extents.steps : 1;
}

void PartRunner::placeFloats(const std::vector<int>& group)
{
    std::int64_t stride = 0, steps = 1;
    for (const int tensor : group) {
        stride += filledUp(m_widths[at(tensor)]);
        steps = std::max(steps, stepsOf(tensor));
    }
    // All of a group have as many parts: those in parts come from no product that gives more.
    const std::int64_t ofStep = m_extents.rows * stride, parts = group.empty() ? 0 : m_parts[at(group.front())];
    std::int64_t place = allocate(parts * steps * ofStep);
    for (const int tensor : group) {
        RowsView& view = m_views[at(tensor)];
        m_places[at(tensor)].floats = place;
        view.stride = stride;
        view.step = steps > 1 ? ofStep : 0;
        view.turns = isInTurns(tensor) ? 2 : 0;
        view.parts = m_parts[at(tensor)];
        view.partStride = steps * ofStep;
        place += filledUp(m_widths[at(tensor)]);
    }
}

void PartRunner::placeHalves(const std::vector<int>& group)
{
    std::int64_t stride = 0, steps = 1;
    for (const int tensor : group) {
        stride += filledUp(m_widths[at(tensor)]);
        steps = std::max(steps, stepsOf(tensor));
    }
    const std::int64_t ofStep = m_extents.rows * stride;
    std::int64_t place = 2 * allocateHalves(steps * ofStep);
    for (const int tensor : group) {
        RowsView& view = m_views[at(tensor)];
        m_places[at(tensor)].halves = place;
        view.halfStride = stride;
        view.halfStep = steps > 1 ? ofStep : 0;
        view.turns = isInTurns(tensor) ? 2 : 0;
        place += filledUp(m_widths[at(tensor)]);
    }
}

/// Side by side lie what one product gives, the gradients that one takes, and what another part takes of this one.
void PartRunner::placeTensors()
{
    const auto hasFloats = [&](int tensor) {
        const Tensor& of = m_part.tensors[at(tensor)];
        const bool isMade = of.kind == Tensor::Kind::Made ||
                            (of.kind == Tensor::Kind::Input && m_role != Role::AtOnce && at(of.index) < m_states) ||
                            (of.kind == Tensor::Kind::OutputGradient && m_role != Role::AtOnce && of.index > 0);
        return isMade && wantsFloats(tensor) && m_places[at(tensor)].floats < 0;
    };
    const auto hasHalves = [&](int tensor) {
        return isOwn(tensor) && wantsHalves(tensor) && m_places[at(tensor)].halves < 0;
    };
    const auto add = [](std::vector<int>& group, int tensor) {
        if (std::ranges::count(group, tensor) == 0) {
            group.push_back(tensor);
        }
    };
    for (const Pack& pack : m_packs) {
        std::vector<int> results, gradients;
        for (const int matrix : pack.matrices) {
            for (const notation::Stage& stage : m_part.forward) {
                for (const notation::Product& product : stage.products) {
                    if (product.terms.front().matrix == matrix && hasFloats(product.result)) {
                        add(results, product.result);
                    }
                }
            }
            for (const notation::MatrixGradient& gradient : m_part.matrixGradients) {
                if (m_extents.training && gradient.matrix == matrix && hasHalves(gradient.rows)) {
                    add(gradients, gradient.rows);
                }
            }
        }
        placeFloats(results);
        placeHalves(gradients);
    }
    std::vector<int> given; // to the part before this one, which takes them as one operand
    for (const int tensor : m_part.inputGradients) {
        if (m_extents.training && tensor >= 0 && hasHalves(tensor)) {
            add(given, tensor);
        }
    }
    placeHalves(given);
    for (int tensor = 0; tensor < m_tensors; ++tensor) {
        if (hasFloats(tensor)) {
            placeFloats({tensor});
        }
        if (hasHalves(tensor)) {
            placeHalves({tensor});
        }
    }
}

void PartRunner::take(float* memory)
{
    m_memory = memory;
    for (std::size_t tensor = 0; tensor < m_places.size(); ++tensor) {
        const auto& [floats, halves] = m_places[tensor];
        if (floats >= 0) {
            m_views[tensor].data = memory + floats;
        }
        if (halves >= 0) {
            m_views[tensor].half = reinterpret_cast<__nv_bfloat16*>(memory) + halves;
        }
    }
}

// ---- products

PartRunner::PackedProduct PartRunner::productOf(const Value::Term& term, int result, bool adds) const
{
    const int pack = m_packOf[at(term.matrix)];
    const std::vector<int>& matrices = m_packs[at(pack)].matrices;
    return {.pack = pack,
            .first = static_cast<int>(std::ranges::find(matrices, term.matrix) - matrices.begin()),
            .count = 1,
            .operand = term.operand,
            .result = result,
            .transposed = term.transposed,
            .adds = adds};
}

/// Whether the second is of the same operand, or gives the same sum, and lies behind the first.
bool PartRunner::joins(const PackedProduct& before, const PackedProduct& next) const
{
    const Pack& pack = m_packs[at(next.pack)];
    if (before.pack != next.pack || before.transposed != next.transposed || next.first != before.first + before.count) {
        return false;
    }
    const auto isBehind = [&](int first, int second) {
        const RowsView &a = m_views[at(first)], &b = m_views[at(second)];
        return b.half == a.half + before.count * pack.rows && a.halfStride == b.halfStride && a.halfStep == b.halfStep;
    };
    if (before.transposed) {
        return next.adds && before.result == next.result && isBehind(before.operand, next.operand);
    }
    const RowsView &a = m_views[at(before.result)], &b = m_views[at(next.result)];
    return before.adds == next.adds && before.operand == next.operand && b.stride == a.stride && b.step == a.step &&
           b.data == a.data + before.count * pack.rows;
}

void PartRunner::join(std::vector<PackedProduct>& products, const PackedProduct& next) const
{
    if (!products.empty() && joins(products.back(), next)) {
        ++products.back().count;
    } else {
        products.push_back(next);
    }
}

void PartRunner::planProducts(std::vector<RunStage>& stages) const
{
    for (RunStage& stage : stages) {
        for (std::size_t index = 0; stage.stage != nullptr && index < stage.stage->products.size(); ++index) {
            const notation::Product& product = stage.stage->products[index];
            std::vector<Value::Term> terms = product.terms;
            std::ranges::sort(terms, {}, [&](const Value::Term& term) { // as they lie in their packs
                const PackedProduct place = productOf(term, 0, false);
                return std::pair(place.pack, place.first);
            });
            for (std::size_t term = 0; term < terms.size(); ++term) {
                PackedProduct next = productOf(terms[term], product.result, term > 0);
                next.part = static_cast<int>(term);
                join(stage.products, next);
            }
        }
    }
}

void PartRunner::planForward()
{
    planProducts(m_forward);
}

void PartRunner::planBackward()
{
    planProducts(m_backward);
    std::vector<notation::MatrixGradient> gradients = m_part.matrixGradients;
    const auto place = [&](const notation::MatrixGradient& gradient) {
        return productOf({gradient.matrix, gradient.operand, false}, gradient.rows, false);
    };
    std::ranges::stable_sort(gradients, {}, [&](const notation::MatrixGradient& gradient) {
        return std::pair(place(gradient).pack, place(gradient).first);
    });
    // Those whose rows lie side by side are one product.
    std::vector<bool> isBegun(m_cell.learned.size());
    for (const notation::MatrixGradient& gradient : gradients) {
        PackedProduct next = place(gradient);
        next.adds = isBegun[at(gradient.matrix)];
        isBegun[at(gradient.matrix)] = true;
        const auto follows = [&](const PackedProduct& before) {
            const Pack& pack = m_packs[at(next.pack)];
            const RowsView &a = m_views[at(before.result)], &b = m_views[at(next.result)];
            return before.pack == next.pack && next.first == before.first + before.count && before.adds == next.adds &&
                   before.operand == next.operand && a.halfStride == b.halfStride &&
                   b.half == a.half + before.count * pack.rows;
        };
        if (!m_gradients.empty() && follows(m_gradients.back())) {
            ++m_gradients.back().count;
        } else {
            m_gradients.push_back(next);
        }
    }
}

} // namespace engine::cuda::cells
