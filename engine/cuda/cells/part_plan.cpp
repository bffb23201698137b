// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/part_runner.h"

#include <algorithm>
#include <iterator>
#include <utility>

// What the kernels of a part do. Nothing here needs a GPU.

namespace engine::cuda::cells {

using notation::Instruction, notation::Learned, notation::Tensor, notation::Value;

PartRunner::PartRunner(const notation::Definition& cell, const notation::Part& part, const PartExtents& extents,
                       Role role, const ClusterPlan& plan)
    : m_cell(cell),
      m_part(part),
      m_extents(extents),
      m_role(role),
      m_plan(plan),
      m_states(role == Role::AtOnce ? 0 : cell.states.size()),
      m_tensors(static_cast<int>(part.tensors.size())),
      m_wants(part.tensors.size()),
      m_widths(part.tensors.size(), extents.sizes.units),
      m_parts(part.tensors.size(), 1),
      m_byUnit(part.tensors.size()),
      m_byThread(part.tensors.size()),
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
            wantFactors(operand);
            wantFactors(rows);
        }
    }
    if (role != Role::AtOnce) {
        addCarries(Pass::Forward);
    }
    if (goesThroughSteps() && extents.training) {
        addCarries(Pass::Backward);
    }
    if (role == Role::InCluster && extents.training) {
        leaveForFinish();
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

void PartRunner::giveByUnit()
{
    constexpr std::size_t most = 4;
    const auto isReadHere = [&](int tensor) {
        const auto reads = [&](const RunStage& stage) {
            return std::ranges::count(stage.work.reads, tensor, &ElementWork::Read::tensor) > 0 ||
                   std::ranges::count(stage.stage->norms, tensor, &notation::Norm::operand) > 0 ||
                   std::ranges::count(stage.stage->normGradients, tensor, &notation::NormGradient::normed) > 0;
        };
        return wantsFactors(tensor) || std::ranges::any_of(m_forward, reads) || std::ranges::any_of(m_backward, reads);
    };
    for (Pack& pack : m_packs) {
        std::vector<int> results;
        for (const notation::Stage& stage : m_part.forward) {
            for (const notation::Product& product : stage.products) {
                if (std::ranges::count(pack.matrices, product.terms.front().matrix) > 0) {
                    results.push_back(product.result);
                }
            }
        }
        const bool isGiven = std::ranges::all_of(
            results, [&](int tensor) { return std::ranges::count(m_part.outputs, tensor) > 0 && !isReadHere(tensor); });
        const std::size_t count = pack.matrices.size();
        if (isGiven && count > 1 && count <= most && results.size() == count) {
            pack.lanes = count == 2 ? 2 : 4;
            std::ranges::for_each(results, [&](int tensor) { wantFloats(tensor); });
        }
    }
}

ElementWork::Lanes PartRunner::byUnit(int tensor) const
{
    for (const notation::Stage& stage : m_part.forward) {
        const auto product = std::ranges::find(stage.products, tensor, &notation::Product::result);
        if (product != stage.products.end()) {
            const PackedProduct place = productOf(product->terms.front(), tensor, false);
            const int lanes = m_packs[at(place.pack)].lanes;
            return lanes > 0 ? ElementWork::Lanes{place.pack, lanes, place.first} : ElementWork::Lanes();
        }
    }
    return {};
}

// ---- what kernels do

/// Whether a tensor comes from the step before this one, of the pass.
bool PartRunner::isState(const Tensor& tensor, Pass pass) const
{
    return pass == Pass::Forward
               ? goesThroughSteps() && tensor.kind == Tensor::Kind::Input && at(tensor.index) < m_states
               : m_role != Role::AtOnce && tensor.kind == Tensor::Kind::OutputGradient && tensor.index > 0 &&
                     at(tensor.index) <= m_states;
}

/// Whether a stage's products are made by the kernel of its elements, not by cuBLAS.
bool PartRunner::kernelMultiplies(const notation::Stage& stage) const
{
    if (m_role != Role::FewStreams) {
        return m_role == Role::InCluster;
    }
    std::size_t terms = 0;
    for (const notation::Product& product : stage.products) {
        terms += product.terms.size();
        for (const Value::Term& term : product.terms) {
            if (m_cell.learned[at(term.matrix)].kind == Learned::Kind::InputMatrix) {
                return false; // no square
            }
        }
    }
    // What elements store and load, products as bfloat16s, y, and the states that enter and leave.
    std::size_t views = stage.elements.stores.size() + stage.products.size() + 2 + 2 * m_states;
    for (const Instruction& instruction : stage.elements.instructions) {
        views += instruction.kind == Instruction::Kind::Load ? 1 : 0;
    }
    return stage.norms.empty() && stage.normGradients.empty() && stage.products.size() <= std::size_t{maxProducts} &&
           terms <= std::size_t{maxTerms} && views + terms <= std::size_t{maxViews};
}

/// The place in `reads` of a tensor.
int PartRunner::readOf(ElementWork& work, int tensor, Pass pass)
{
    using How = ElementWork::How;
    const Tensor& of = m_part.tensors[at(tensor)];
    ElementWork::Read read{.tensor = tensor, .how = How::Memory};
    if (const auto product = std::ranges::find(work.products, tensor); product != work.products.end()) {
        read.how = How::Product;
        read.state = m_role == Role::InCluster && pass == Pass::Forward
                         ? gateOf(tensor)
                         : static_cast<int>(product - work.products.begin());
    } else if (work.finishes) {
        read.how = How::Left;
    } else if (isState(of, pass)) {
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

ElementWork PartRunner::workOf(const notation::Stage& stage, Pass pass, bool finishes)
{
    const notation::Program& program = stage.elements;
    ElementWork work;
    work.finishes = finishes;
    if (kernelMultiplies(stage)) {
        std::ranges::transform(stage.products, std::back_inserter(work.products), &notation::Product::result);
    }
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
            if (m_role == Role::InCluster) { // its kernel multiplies
                break;
            }
            if (!kernelMultiplies(stage)) {
                wantFloats(product.result);
                // Where rows are few, what many operands give by one product would be split along its depth by cuBLAS,
                // whose second kernel then adds it up. So each gives a part of its own, and who reads them adds them
                // up.
                const bool isInParts = m_role != Role::AtOnce && product.terms.size() > 1; // forward there is one
                m_parts[at(product.result)] = isInParts ? static_cast<int>(product.terms.size()) : 1;
            }
            for (const auto& [matrix, operand, transposed] : product.terms) {
                wantFactors(operand);
                if (m_cell.learned[at(matrix)].kind == Learned::Kind::InputMatrix) {
                    m_widths[at(transposed ? product.result : operand)] = m_extents.sizes.width;
                }
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
        const bool finishes = m_role == Role::InCluster && !made.empty(); // backward alone there are two
        made.push_back({.stage = &stage, .work = workOf(stage, pass, finishes), .multiplies = kernelMultiplies(stage)});
    }
    return made;
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
    ElementWork& first = (pass == Pass::Forward ? m_forward : m_backward).front().work;
    for (std::size_t state = 0; goesThroughSteps() && state < m_states; ++state) { // a walk begins with all of them
        if (std::ranges::find(first.reads, entering(state), &ElementWork::Read::tensor) == first.reads.end()) {
            first.reads.push_back(
                {.tensor = entering(state), .how = ElementWork::How::Carry, .state = static_cast<int>(state)});
        }
    }
}

/// What the elements behind the product of a backward step read stays in registers of those before it.
void PartRunner::leaveForFinish()
{
    ElementWork& first = m_backward.front().work;
    for (const ElementWork::Read& read : m_backward.back().work.reads) {
        if (read.how == ElementWork::How::Left) {
            const int source = registerOf(first, read.tensor, Pass::Backward);
            first.left.push_back({source, read.tensor});
        }
    }
}

/// What products and norms of this stage gave, for products of the next.
void PartRunner::addFactors(RunStage& stage, Pass pass)
{
    if (stage.stage == nullptr) {
        return;
    }
    const auto add = [&](int tensor) {
        if (wantsFactors(tensor) || (stage.multiplies && wantsFloats(tensor))) {
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
    ElementWork& gradients = goesThroughSteps() ? m_backward.front().work : first.work;
    for (std::size_t state = 0; state < m_states; ++state) {
        const int tensor = gradientTensor(static_cast<int>(1 + state));
        if (wantsFloats(tensor) || wantsFactors(tensor)) {
            gradients.writes.push_back({.source = registerOf(gradients, tensor, Pass::Backward), .tensor = tensor});
        }
        const int before = inputTensor(static_cast<int>(state));
        if (goesThroughSteps() && (wantsFloats(before) || wantsFactors(before))) {
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
            const bool isThere = stage.stage != nullptr &&
                                 ((!stage.multiplies && std::ranges::any_of(stage.stage->products, isResult)) ||
                                  std::ranges::any_of(stage.stage->norms, isResult) ||
                                  std::ranges::any_of(stage.stage->normGradients, isResult));
            write.floats = wantsFloats(write.tensor) && !isThere;
            write.factors = wantsFactors(write.tensor);
            write.byThread = m_byThread[at(write.tensor)];
        }
        std::erase_if(writes, [](const ElementWork::Write& write) { return !write.floats && !write.factors; });
    }
}

void PartRunner::finishReads(std::vector<RunStage>& stages) const
{
    for (RunStage& stage : stages) {
        for (ElementWork::Read& read : stage.work.reads) {
            const int tensor = read.tensor < m_tensors ? read.tensor : inputGradientTensor(read.state);
            read.parts = tensor < 0 ? 1 : m_parts[at(tensor)];
            if (read.tensor < m_tensors) {
                read.byThread = m_byThread[at(read.tensor)];
                read.byUnit = m_byUnit[at(read.tensor)];
            }
        }
    }
}

/// Which of its pack's matrices gives a product of a cluster's forward pass.
int PartRunner::gateOf(int tensor) const
{
    const std::vector<notation::Product>& products = m_part.forward.front().products;
    const auto product = std::ranges::find(products, tensor, &notation::Product::result);
    return productOf(product->terms.front(), tensor, false).first;
}

ClusterSpec PartRunner::clusterSpec(Pass pass) const
{
    ClusterSpec spec{.room = m_plan.room,
                     .tiles = m_plan.tiles,
                     .areFloats = m_plan.areFloats(),
                     .gates = static_cast<int>(m_packs.front().matrices.size())};
    if (pass == Pass::Forward) {
        const int operand = m_part.forward.front().products.front().terms.front().operand;
        spec.sent = m_part.tensors[at(operand)].index;
        const ElementWork& work = m_forward.front().work;
        const auto write = std::ranges::find(work.writes, operand, &ElementWork::Write::tensor);
        const bool isWritten = write != work.writes.end() && write->factors;
        spec.views = {isWritten ? static_cast<int>(work.reads.size()) + static_cast<int>(write - work.writes.begin())
                                : -1};
        return spec;
    }
    const ElementWork& first = m_backward.front().work;
    spec.gradientOf.resize(at(spec.gates));
    std::vector<int> operands;
    for (const Value::Term& term : m_part.backward.back().products.front().terms) {
        const auto known = std::ranges::find(operands, term.operand);
        spec.gradientOf[at(productOf(term, 0, false).first)] = static_cast<int>(known - operands.begin());
        if (known == operands.end()) {
            operands.push_back(term.operand);
            const auto write = std::ranges::find(first.writes, term.operand, &ElementWork::Write::tensor);
            spec.gradients.push_back(write->source);
            spec.views.push_back(write->factors ? static_cast<int>(first.reads.size()) +
                                                      static_cast<int>(write - first.writes.begin())
                                                : -1);
        }
    }
    spec.finish = m_backward.back().work;
    return spec;
}

/// Whether no product stands between what a backward step computes last and what the next one computes first.
bool PartRunner::joinsSteps() const
{
    if (goesThroughSteps() || m_role == Role::AtOnce || m_backward.size() < 2 || m_backward.back().kernel < 0) {
        return false;
    }
    const auto& [stage, work, multiplies, products, kernel] = m_backward.front();
    const RunStage& last = m_backward.back();
    const std::size_t views = at(work.views() + last.work.views()) + (last.multiplies ? last.products.size() : 0);
    return kernel >= 0 && views <= std::size_t{maxViews} &&
           (stage == nullptr || (stage->products.empty() && stage->norms.empty() && stage->normGradients.empty()));
}

/// What ends a backward step and what begins the next. Where the first multiplies, a gradient by a state goes from one
/// to the other in a register, else through memory.
ElementKernelSpec PartRunner::joinedSpec() const
{
    const RunStage &first = m_backward.back(), &second = m_backward.front();
    JoinedSpec joined{.first = at(first.kernel), .second = at(second.kernel), .handed = {}};
    for (std::size_t read = 0; read < second.work.reads.size(); ++read) {
        const auto& [tensor, how, state, parts, byThread, byUnit] = second.work.reads[read];
        if (how == ElementWork::How::Carry) {
            const auto write =
                std::ranges::find(first.work.writes, inputGradientTensor(state), &ElementWork::Write::tensor);
            if (write != first.work.writes.end() && write->floats) {
                joined.handed.push_back({read, write->source});
            }
        }
    }
    return {.work = {}, .joined = joined};
}

/// The terms of what the kernel of a stage's elements multiplies. The stage's `products` become those, in that order.
std::vector<ProductTerm> PartRunner::planTerms(RunStage& stage) const
{
    std::vector<ProductTerm> terms;
    stage.products.clear();
    const auto add = [&](int operand) {
        for (std::size_t product = 0; product < stage.stage->products.size(); ++product) {
            const auto& [of, result] = stage.stage->products[product];
            for (const Value::Term& term : of) {
                if (term.operand == operand) {
                    terms.push_back({static_cast<int>(product), operand, term.transposed});
                    stage.products.push_back(productOf(term, result, true));
                }
            }
        }
    };
    for (const notation::Product& product : stage.stage->products) {
        for (const Value::Term& term : product.terms) {
            if (std::ranges::count(terms, term.operand, &ProductTerm::operand) == 0) {
                add(term.operand);
            }
        }
    }
    return terms;
}

std::vector<ElementKernelSpec> PartRunner::kernels(std::size_t first)
{
    std::vector<ElementKernelSpec> all;
    if (m_role == Role::InCluster) {
        for (const Pass pass : {Pass::Forward, Pass::Backward}) {
            std::vector<RunStage>& stages = pass == Pass::Forward ? m_forward : m_backward;
            if (!stages.empty()) {
                stages.front().kernel = static_cast<int>(first + all.size());
                ElementKernelSpec spec{.work = stages.front().work, .cluster = clusterSpec(pass)};
                for (const int view : spec.cluster->views) { // written by the kernel, from where it sends them
                    if (view >= 0) {
                        spec.work.writes[at(view) - spec.work.reads.size()].factors = false;
                    }
                }
                all.push_back(std::move(spec));
            }
        }
        return all;
    }
    for (std::vector<RunStage>* stages : {&m_forward, &m_backward}) {
        for (RunStage& stage : *stages) {
            if (!stage.work.isEmpty()) {
                stage.kernel = static_cast<int>(first + all.size());
                all.push_back({stage.work, m_role == Role::Walk});
                if (stage.multiplies) {
                    all.back().terms = planTerms(stage);
                }
            }
        }
    }
    if (joinsSteps()) {
        m_joined = static_cast<int>(first + all.size());
        all.push_back(joinedSpec());
    }
    return all;
}

} // namespace engine::cuda::cells
