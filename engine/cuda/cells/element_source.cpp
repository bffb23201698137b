// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/element_source.h"

#include "engine/cuda/cells/element_call.cuh"
#include "engine/cuda/fused/block_shape.h"
#include "engine/cuda/fused/cluster_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace engine::cuda::cells {

extern const char* const elementCallText;  ///< element_call.cuh
extern const char* const walkText;         ///< walk.cuh, with what it includes
extern const char* const blockWalkText;    ///< block_walk.cuh, likewise
extern const char* const clusterWalkText;  ///< cluster_walk.cuh, likewise
extern const char* const stepProductsText; ///< step_products.cuh, likewise

namespace {

using How = ElementWork::How;
using notation::Instruction;

/// In the order of cells::Operation; see element_call.cuh.
constexpr std::array<std::string_view, 18> functions = {
    "negate", "add",         "subtract",  "multiply", "divide",     "sigmoid", "hyperbolicTangent",
    "relu",   "exponential", "logarithm", "softplus", "squareRoot", "square",  "absolute",
    "larger", "smaller",     "atLeast",   "less"};
static_assert(functions.size() == static_cast<std::size_t>(notation::Operation::Less) + 1);

/// How many steps a walk loads while it computes as many before them: registers hold both.
int stepsAheadOf(std::int64_t reads)
{
    constexpr std::int64_t fewReads = 4, manyReads = 12;
    return reads > manyReads ? 4 : reads > fewReads ? 8 : 16;
}

/// Whether what is computed is looked at relatively, however small it is: the hardware's sigmoid is off by 2e-4 there.
bool needsAccuracy(const ElementWork& work)
{
    using notation::Operation;
    return std::ranges::any_of(work.instructions, [](const Instruction& instruction) {
        return instruction.kind == Instruction::Kind::Operation &&
               (instruction.operation == Operation::Divide || instruction.operation == Operation::Log ||
                instruction.operation == Operation::Sqrt);
    });
}

class Printer {
public:
    explicit Printer(std::string& to) : m_to(to) {}

    void print(const ElementKernelSpec& spec, const std::string& name)
    {
        m_work = &spec.work;
        m_inCluster = spec.cluster.has_value();
        m_isQuick = m_inCluster && !spec.cluster->areFloats && !needsAccuracy(spec.work) &&
                    !needsAccuracy(spec.cluster->finish);
        if (spec.cluster) {
            printClusterCell(spec, name);
            return;
        }
        if (!spec.terms.empty()) {
            printTiles({&spec}, {}, name);
            return;
        }
        line("extern \"C\" __global__ void __launch_bounds__(128) {}(const __grid_constant__ {}Call<{}> call)", name,
             spec.walks ? "Walk" : "Element", std::max(1, spec.views()));
        printBody(spec);
    }

    /// The same thread has a unit of a row in both, so the second reads what the first has written.
    void printJoined(const ElementKernelSpec& first, const ElementKernelSpec& second,
                     const std::vector<JoinedSpec::Handed>& handed, const std::string& name)
    {
        if (!first.terms.empty()) {
            printTiles({&first, &second}, handed, name);
            return;
        }
        line("extern \"C\" __global__ void __launch_bounds__(128) {}(const __grid_constant__ ElementCall<{}> first, "
             "const __grid_constant__ ElementCall<{}> second)",
             name, std::max(1, first.views()), std::max(1, second.views()));
        line("{{");
        line("{{ const auto& call = first;");
        printBody(first);
        line("}}");
        line("{{ const auto& call = second;");
        printBody(second);
        line("}}");
        line("}}\n");
    }

private:
    void printBody(const ElementKernelSpec& spec)
    {
        m_work = &spec.work;
        m_inCluster = m_isQuick = false;
        line("{{");
        line("const int unit = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);");
        line("if (unit >= call.units) {{ return; }}");
        printOnce(spec.walks);
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("float sum{} = 0.0f;", sum);
        }
        line("for (int row = static_cast<int>(blockIdx.y); row < call.rows; row += static_cast<int>(gridDim.y)) {{");
        spec.walks ? printWalk() : printRow();
        line("}}");
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("addToSum(call.sums, call.units, {}, unit, sum{});", m_work->sums[sum].place, sum);
        }
        line("}}\n");
    }

    /// Kernels of a step whose first one multiplies; see step_products.cuh. What they read that is there already is
    /// loaded before.
    void printTiles(const std::vector<const ElementKernelSpec*>& kernels, const std::vector<JoinedSpec::Handed>& handed,
                    const std::string& name)
    {
        const std::vector<ProductTerm>& terms = kernels.front()->terms;
        m_inCluster = m_isQuick = false;
        std::string calls;
        for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
            calls += fmt::format("const __grid_constant__ ElementCall<{}> call{}, ",
                                 std::max(1, kernels[kernel]->views()), kernel);
        }
        line("extern \"C\" __global__ void __launch_bounds__({}) {}({}const __grid_constant__ StepProducts<{}> "
             "products)",
             StepTile::threads, name, calls, terms.size());
        line("{{");
        line("const int unit = static_cast<int>(blockIdx.x * {0} + threadIdx.x % {0});", StepTile::units);
        line("const int row = static_cast<int>(blockIdx.y * {} + threadIdx.x / {});", StepTile::rows, StepTile::units);
        line("const bool isHere = unit < call0.units && row < call0.rows;");
        for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
            m_work = &kernels[kernel]->work;
            printEarly(kernel, kernels.front()->work);
        }
        printProducts(terms, kernels.front()->work.products.size());
        line("if (!isHere) {{ return; }}");
        for (const JoinedSpec::Handed& of : handed) {
            line("float handed{} = 0.0f;", of.read);
        }
        for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
            m_work = &kernels[kernel]->work;
            line("{{ const auto& call = call{0}; const float factor = factor{0};", kernel);
            printTileRow(kernel, kernels.front()->work, handed);
            if (kernel == 0) {
                for (const auto& [read, source] : handed) {
                    line("handed{} = r{};", read, source);
                }
            }
            line("}}");
        }
        line("}}\n");
    }

    /// Whether it is read before the products: it is none of them, and nothing that the first kernel writes or hands
    /// on.
    bool isEarly(std::size_t read, std::size_t kernel, const ElementWork& first) const
    {
        const ElementWork::Read& of = m_work->reads[read];
        if (of.how == How::Product) {
            return false;
        }
        return kernel == 0 ||
               (of.how != How::Carry && std::ranges::count(first.writes, of.tensor, &ElementWork::Write::tensor) == 0);
    }

    std::string readOfTile(std::size_t read) const
    {
        switch (m_work->reads[read].how) {
        case How::Once:
            return fmt::format("load(call.view[{}], 0, unit)", read);
        case How::Memory:
            return fmt::format("load(call.view[{}], row, unit)", read);
        default:
            return sumOf(read);
        }
    }

    void printEarly(std::size_t kernel, const ElementWork& first)
    {
        std::string names, loads;
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isEarly(read, kernel, first)) {
                names += fmt::format(" = 0.0f, early{}_{}", kernel, read);
                loads += fmt::format("early{}_{} = {};\n", kernel, read, readOfTile(read));
            }
        }
        line("float factor{}{} = 0.0f;", kernel, names);
        line("if (isHere) {{ const auto& call = call{};", kernel);
        line("factor{} = call.factors == nullptr ? 1.0f : call.factors[row];", kernel);
        line("{}}}", loads);
    }

    void printProducts(const std::vector<ProductTerm>& terms, std::size_t products)
    {
        line("TileSums sums[{}];", products);
        line("for (int first = static_cast<int>(threadIdx.x / 32) * depthOfWarp; first < products.depth; first += "
             "tileWarps * depthOfWarp) {{");
        for (std::size_t term = 0; term < terms.size();) {
            const int operand = terms[term].operand;
            line("{{");
            line("const OperandRows rows = operandRows(products.term[{}], call0.rows, products.depth, first);", term);
            for (; term < terms.size() && terms[term].operand == operand; ++term) {
                line("sums[{}].add(rows, {}(products.term[{}], products.depth, first));", terms[term].result,
                     terms[term].transposed ? "matrixColumns" : "matrixRows", term);
            }
            line("}}");
        }
        line("}}");
        line("float product[{}];", products);
        line("addWarps(product, sums);");
    }

    void printTileRow(std::size_t kernel, const ElementWork& first, const std::vector<JoinedSpec::Handed>& handed)
    {
        printInstructions([&](std::size_t read) {
            const ElementWork::Read& of = m_work->reads[read];
            if (of.how == How::Product) {
                return fmt::format("product[{}]", of.state);
            }
            const bool isHanded = kernel > 0 && std::ranges::count(handed, read, &JoinedSpec::Handed::read) > 0;
            const std::string value = isHanded                       ? fmt::format("handed{}", read)
                                      : isEarly(read, kernel, first) ? fmt::format("early{}_{}", kernel, read)
                                                                     : readOfTile(read);
            return of.how == How::Carry ? fmt::format("carried(factor, {})", value) : value;
        });
        printWrites([](std::size_t view) { return fmt::format("call.view[{}]", view); });
        for (const auto& [source, place] : m_work->sums) {
            line("addToSumOfRow(call.sums, call.rows, call.units, {}, row, unit, r{});", place, source);
        }
        printRowCarries();
    }

    void printRowCarries()
    {
        for (std::size_t carry = 0; carry < m_work->carries.size(); ++carry) {
            line("storeAny(call.view[{}], row, unit, carried(factor, r{}));", viewOfCarry(carry),
                 m_work->carries[carry].source);
        }
    }

    template <typename... Parts>
    void line(fmt::format_string<Parts...> pattern, Parts&&... parts)
    {
        fmt::format_to(std::back_inserter(m_to), pattern, std::forward<Parts>(parts)...);
        m_to += '\n';
    }

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    std::size_t viewOfWrite(std::size_t write) const { return m_work->reads.size() + write; }
    std::size_t viewOfCarry(std::size_t carry) const { return viewOfWrite(m_work->writes.size()) + carry; }

    /// Of one that may not be there, or is a sum.
    std::string sumOf(std::size_t read) const
    {
        const int parts = m_work->reads[read].parts;
        return parts > 1 ? fmt::format("loadSum<{}>(call.view[{}], row, unit)", parts, read)
                         : fmt::format("loadAny(call.view[{}], row, unit)", read);
    }

    void printOnce(bool walks)
    {
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (m_work->reads[read].how == How::Once) {
                line("const float once{0} = load(call.view[{0}]{1}, 0, unit);", read, walks ? ".first" : "");
            }
        }
    }

    void printRow()
    {
        line("const float factor = call.factors == nullptr ? 1.0f : call.factors[row];");
        printInstructions([&](std::size_t read) {
            switch (m_work->reads[read].how) {
            case How::Once:
                return fmt::format("once{}", read);
            case How::Memory:
                return fmt::format("load(call.view[{}], row, unit)", read);
            case How::IfAny:
                return sumOf(read);
            case How::Carry:
            case How::Product: // in clusters alone, as Left
            case How::Left:
                break;
            }
            return fmt::format("carried(factor, {})", sumOf(read));
        });
        printWrites([](std::size_t view) { return fmt::format("call.view[{}]", view); });
        printSums();
        printRowCarries();
    }

    /// The states stay in registers.
    void printWalk()
    {
        const int stepsAhead = stepsAheadOf(std::ranges::count_if(m_work->reads, isAhead));
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (const auto& [tensor, how, state, parts, byThread, byUnit] = m_work->reads[read]; how == How::Carry) {
                line("float state{} = loadAny(call.view[{}].first, row, unit);", state, read);
            }
        }
        printAlong();
        line("int first = 0;");
        printLoadsAhead(stepsAhead);
        line("loadFrom(0);");
        line("for (; first < call.steps; first += {}) {{", stepsAhead);
        printCopies(stepsAhead);
        line("loadFrom({});", stepsAhead);
        line("if (first + {} <= call.steps) {{", stepsAhead); // without branches, so that steps overlap
        printSteps(stepsAhead, "");
        line("}} else {{");
        printSteps(stepsAhead, "if (first + k >= call.steps) { break; }");
        line("}}");
        for (const std::size_t view : viewsAlong()) {
            line("along{}.goOn({});", view, stepsAhead);
        }
        line("factorsAlong.goOn({});", stepsAhead);
        line("}}");
        for (std::size_t carry = 0; carry < m_work->carries.size(); ++carry) {
            line("storeAny(call.view[{}].first, row, unit, carried(contBefore(call, call.steps, row), state{}));",
                 viewOfCarry(carry), m_work->carries[carry].state);
        }
    }

    void printSteps(int stepsAhead, std::string_view end)
    {
        line("#pragma unroll");
        line("for (int k = 0; k < {}; ++k) {{ {}", stepsAhead, end);
        printInstructions([&](std::size_t read) {
            const auto& [tensor, how, state, parts, byThread, byUnit] = m_work->reads[read];
            return how == How::Once    ? fmt::format("once{}", read)
                   : how == How::Carry ? fmt::format("carried(factors[k], state{})", state)
                                       : fmt::format("ahead{}[k]", read);
        });
        printWrites([](std::size_t view) { return fmt::format("along{}.at(k)", view); }, "0, 0");
        printSums();
        for (const auto& [source, tensor, state] : m_work->carries) {
            line("state{} = r{};", state, source);
        }
        line("}}");
    }

    static bool isAhead(const ElementWork::Read& read) { return read.how == How::Memory || read.how == How::IfAny; }

    /// Of what a walk reads and writes at each step.
    std::vector<std::size_t> viewsAlong() const
    {
        std::vector<std::size_t> views;
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isAhead(m_work->reads[read])) {
                views.push_back(read);
            }
        }
        for (std::size_t write = 0; write < m_work->writes.size(); ++write) {
            views.push_back(viewOfWrite(write));
        }
        return views;
    }

    void printAlong()
    {
        for (const std::size_t view : viewsAlong()) {
            line("Along along{0}(call, call.view[{0}], row, unit);", view);
        }
        line("FactorsAlong factorsAlong(call, row);");
    }

    /// A function that loads the steps that come `from` steps after `first`.
    void printLoadsAhead(int stepsAhead)
    {
        std::string loads;
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isAhead(m_work->reads[read])) {
                line("float ahead{0}[{1}], next{0}[{1}];", read, stepsAhead);
                loads += fmt::format("next{0}[k] = isThere{1} ? load(along{0}.at(from + k), 0, 0) : 0.0f;\n", read,
                                     m_work->reads[read].how == How::IfAny
                                         ? fmt::format(" && call.view[{}].first.data != nullptr", read)
                                         : "");
            }
        }
        line("float factors[{0}], nextFactors[{0}];", stepsAhead);
        line("const auto loadFrom = [&](int from) {{");
        line("#pragma unroll");
        line("for (int k = 0; k < {}; ++k) {{", stepsAhead);
        line("const bool isThere = first + from + k < call.steps;");
        line("nextFactors[k] = from + k == 0 ? contBefore(call, 0, row) : isThere ? factorsAlong.at(from + k) : 0.0f;");
        line("{}}}\n}};", loads);
    }

    void printCopies(int stepsAhead)
    {
        line("#pragma unroll");
        line("for (int k = 0; k < {}; ++k) {{", stepsAhead);
        line("factors[k] = nextFactors[k];");
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (isAhead(m_work->reads[read])) {
                line("ahead{0}[k] = next{0}[k];", read);
            }
        }
        line("}}");
    }

    template <typename Load>
    void printInstructions(const Load& load)
    {
        for (std::size_t made = 0; made < m_work->instructions.size(); ++made) {
            const Instruction& instruction = m_work->instructions[made];
            switch (instruction.kind) {
            case Instruction::Kind::Load:
                line("const float r{} = {};", made, load(static_cast<std::size_t>(instruction.a)));
                break;
            case Instruction::Kind::Constant:
                line("const float r{} = __int_as_float(0x{:08x}); // {}", made,
                     std::bit_cast<std::uint32_t>(static_cast<float>(instruction.number)), instruction.number);
                break;
            case Instruction::Kind::Operation:
                printOperation(made, instruction);
                break;
            }
        }
    }

    void printOperation(std::size_t made, const Instruction& instruction)
    {
        std::string_view function = functions[static_cast<std::size_t>(instruction.operation)];
        if (m_isQuick) {
            function = function == "sigmoid"             ? "quickSigmoid"
                       : function == "hyperbolicTangent" ? "quickTanh"
                                                         : function;
        }
        if (notation::takesTwo(instruction.operation)) {
            line("const float r{} = {}(r{}, r{});", made, function, instruction.a, instruction.b);
        } else {
            line("const float r{} = {}(r{});", made, function, instruction.a);
        }
    }

    template <typename View>
    void printWrites(const View& view, std::string_view place = "row, unit")
    {
        for (std::size_t write = 0; write < m_work->writes.size(); ++write) {
            const auto& [source, tensor, floats, factors, byThread] = m_work->writes[write];
            if (floats && byThread.any()) {
                printOwn(write);
            } else if (floats && m_inCluster) {
                line("storeOfStep(call.view[{}], time, row, unit, r{});", viewOfWrite(write), source);
            } else if (floats) {
                line("storeFloat({}, {}, r{});", view(viewOfWrite(write)), place, source);
            }
            if (factors) {
                line("storeFactor({}, {}, r{});", view(viewOfWrite(write)), place, source);
            }
        }
    }

    /// What a thread keeps, by the first write of each group for all of it.
    void printOwn(std::size_t write)
    {
        const auto& [group, count, lane] = m_work->writes[write].byThread;
        std::array<std::string, 2> lanes = {"0.0f", "0.0f"};
        for (std::size_t other = 0; other < m_work->writes.size(); ++other) {
            const ElementWork::Write& of = m_work->writes[other];
            if (of.floats && of.byThread.group == group) {
                if (other < write) {
                    return;
                }
                lanes[at(of.byThread.lane)] = fmt::format("r{}", of.source);
            }
        }
        line("ownOf<float{0}>(call.view[{1}], {2}, slot) = make_float{0}({3});", count, viewOfWrite(write), lane,
             fmt::join(lanes.begin(), lanes.begin() + count, ", "));
    }

    void printSums()
    {
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("sum{} += r{};", sum, m_work->sums[sum].source);
        }
    }

    // ---- in a cluster: a struct for cluster_walk.cuh, or block_walk.cuh

    void printClusterCell(const ElementKernelSpec& spec, const std::string& name)
    {
        const ClusterSpec& cluster = *spec.cluster;
        line("struct {}Cell {{", name);
        line("using Call = WalkCall<{}>;", spec.views());
        line("static constexpr int gates = {}, gradients = {}, sums = {};", cluster.gates, cluster.gradients.size(),
             m_work->sums.size());
        printOnces();
        printAhead(cluster.isInBlocks());
        printStates(spec);
        printMade();
        cluster.isBackward() ? printStepBack(cluster) : printStep(cluster);
        line("}};");
        line("extern \"C\" __global__ void __launch_bounds__({}, 1) {}(const __grid_constant__ WalkCall<{}> call, "
             "const Factor* matrices, int rowsOfGroup)",
             cluster.threads(), name, spec.views());
        const std::string_view pass = cluster.isBackward() ? "Backward" : "Forward";
        if (cluster.isInBlocks()) {
            line("{{ block{}<{}Cell, {}>(call, matrices); }}\n", pass, name, cluster.room);
        } else {
            line("{{ walk{}<{}Cell, {}, {}>(call, matrices, rowsOfGroup); }}\n", pass, name, cluster.room,
                 cluster.tiles);
        }
    }

    void printOnces()
    {
        std::string fields, loads;
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (m_work->reads[read].how == How::Once) {
                fields += fmt::format("float v{}; ", read);
                loads += fmt::format("of.v{0} = load(call.view[{0}].first, 0, unit); ", read);
            }
        }
        line("struct PerUnit {{ {}}};", fields);
        line("static __device__ PerUnit once(const Call& call, int unit) {{ PerUnit of; {}return of; }}", loads);
    }

    /// What is loaded ahead of its step: a vector for each group of tensors that lie side by side, and single numbers.
    /// In blocks it waits in shared memory, where each unit has a place.
    void printAhead(bool isInBlocks)
    {
        std::string fields, loads, places, copies, taken;
        const auto add = [&](const std::string& type, const std::string& name, const std::string& place,
                             const std::string& isThere) {
            fields += fmt::format("{} {}; ", type, name);
            loads += fmt::format("of.{} = {}{}; ", name, isThere.empty() ? "" : isThere + " ? 0.0f : ", place);
            places += fmt::format("{} {}[room]; ", type, name);
            copies += fmt::format("copyAhead(to.{}[place], &{}, isThere{}); ", name, place,
                                  isThere.empty() ? "" : " && !(" + isThere + ")");
            taken += fmt::format("of.{0} = from.{0}[place]; ", name);
        };
        std::vector<int> byUnit, byThread; // groups
        const auto isNew = [](std::vector<int>& groups, const ElementWork::Lanes& lanes) {
            if (!lanes.any() || std::ranges::count(groups, lanes.group) > 0) {
                return false;
            }
            groups.push_back(lanes.group);
            return true;
        };
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            const ElementWork::Read& of = m_work->reads[read];
            if (isNew(byUnit, of.byUnit)) {
                const auto& [group, count, lane] = of.byUnit;
                const std::string type = fmt::format("float{}", count);
                add(type, fmt::format("u{}", group),
                    fmt::format("unitOf<{}>(thereAt(call.view[{}], time), row, unit, {})", type, read, lane), "");
            } else if (isNew(byThread, of.byThread)) {
                const auto& [group, count, lane] = of.byThread;
                const std::string type = fmt::format("float{}", count);
                add(type, fmt::format("t{}", group),
                    fmt::format("ownOf<{}>(call.view[{}], {}, slot)", type, read, lane), "");
            } else if (isAhead(of) && !of.byUnit.any() && !of.byThread.any()) {
                add("float", fmt::format("v{}", read),
                    fmt::format("load(thereAt(call.view[{}], time), row, unit)", read),
                    of.how == How::IfAny ? fmt::format("call.view[{}].first.data == nullptr", read) : "");
            }
        }
        constexpr std::string_view arguments = "const Call& call, int time, int row, int unit, long long slot";
        line("struct Ahead {{ {}}};", fields);
        if (isInBlocks) {
            line("template <int room> struct Waiting {{ {}}};", places);
            line("template <int room> static __device__ void copy(Waiting<room>& to, int place, bool isThere, "
                 "{}) "
                 "{{ {}}}",
                 arguments, copies);
            line("template <int room> static __device__ Ahead take(const Waiting<room>& from, int place) "
                 "{{ Ahead of; {}return of; }}",
                 taken);
        } else {
            line("static __device__ Ahead ahead({}) {{ Ahead of; {}return of; }}", arguments, loads);
        }
    }

    /// The states enter by reads and leave by the carries, whose views are the last.
    void printStates(const ElementKernelSpec& spec)
    {
        const std::vector<ElementWork::Carry>& carries =
            spec.cluster->isBackward() ? spec.cluster->finish.carries : m_work->carries;
        const std::size_t first = static_cast<std::size_t>(spec.views()) - carries.size();
        std::string fields, enters, leaves, any = "false";
        for (std::size_t read = 0; read < m_work->reads.size(); ++read) {
            if (const ElementWork::Read& of = m_work->reads[read]; of.how == How::Carry) {
                fields += fmt::format("float s{}; ", of.state);
                enters += fmt::format("of.s{} = loadAny(call.view[{}].first, row, unit); ", of.state, read);
            }
        }
        for (std::size_t carry = 0; carry < carries.size(); ++carry) {
            leaves += fmt::format("storeAny(call.view[{}].first, row, unit, carried(factor, state.s{})); ",
                                  first + carry, carries[carry].state);
            any += fmt::format(" || call.view[{}].first.data != nullptr", first + carry);
        }
        line("struct State {{ {}}};", fields);
        line("static __device__ State enter(const Call& call, int row, int unit) {{ State of; {}return of; }}", enters);
        line("static __device__ void leave(const Call& call, float factor, int row, int unit, const State& state) "
             "{{ {}}}",
             leaves);
        line("static __device__ bool leaves(const Call& call) {{ return {}; }}", any);
    }

    /// What a step writes.
    void printMade()
    {
        std::string fields;
        m_made.clear();
        for (const ElementWork::Write& write : m_work->writes) {
            if ((write.floats || write.factors) && std::ranges::count(m_made, write.source) == 0) {
                m_made.push_back(write.source);
                fields += fmt::format("float r{}; ", write.source);
            }
        }
        line("struct Made {{ {}}};", fields);
        line("static __device__ void write(const Call& call, int time, int row, int unit, long long slot, "
             "const Made& made) {{");
        for (const int source : m_made) {
            line("const float r{0} = made.r{0};", source);
        }
        printWrites([](std::size_t view) { return fmt::format("thereAt(call.view[{}], time)", view); });
        line("}}");
    }

    void printClusterInstructions()
    {
        constexpr std::string_view places = "xyzw";
        printInstructions([&](std::size_t read) {
            const ElementWork::Read& of = m_work->reads[read];
            switch (of.how) {
            case How::Once:
                return fmt::format("once.v{}", read);
            case How::Carry:
                return fmt::format("carried(factor, state.s{})", of.state);
            case How::Product:
                return m_work->finishes ? std::string("product")
                                        : fmt::format("carried(factor, products.{})", places[at(of.state)]);
            case How::Left:
                return fmt::format("left.t{}", of.tensor);
            default:
                return of.byUnit.any() ? fmt::format("ahead.u{}.{}", of.byUnit.group, places[at(of.byUnit.lane)])
                       : of.byThread.any()
                           ? fmt::format("ahead.t{}.{}", of.byThread.group, places[at(of.byThread.lane)])
                           : fmt::format("ahead.v{}", read);
            }
        });
    }

    void printMadeOf()
    {
        line("Made made;");
        for (const int source : m_made) {
            line("made.r{0} = r{0};", source);
        }
    }

    void printStep(const ClusterSpec& cluster)
    {
        line("static __device__ float sent(const State& state) {{ return state.s{}; }}", cluster.sent);
        line("static constexpr int sentView = {};", cluster.views.front());
        line("static __device__ Made step(float factor, const PerUnit& once, const Ahead& ahead, "
             "const float4& products, "
             "State& state) {{");
        printClusterInstructions();
        for (const auto& [source, tensor, state] : m_work->carries) {
            line("state.s{} = r{};", state, source);
        }
        printMadeOf();
        line("return made; }}");
    }

    void printStepBack(const ClusterSpec& cluster)
    {
        std::string fields, ofGates = "0", ofViews = "-1", ofSums = "0";
        for (const auto& [source, tensor] : m_work->left) {
            fields += fmt::format("float t{}; ", tensor);
        }
        const auto choose = [](std::string& text, std::size_t index, int value) {
            text = fmt::format("index == {} ? {} : {}", index, value, text);
        };
        for (std::size_t gate = 0; gate < cluster.gradientOf.size(); ++gate) {
            choose(ofGates, gate, cluster.gradientOf[gate]);
        }
        for (std::size_t gradient = 0; gradient < cluster.views.size(); ++gradient) {
            choose(ofViews, gradient, cluster.views[gradient]);
        }
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            choose(ofSums, sum, m_work->sums[sum].place);
        }
        line("struct Left {{ {}}};", fields);
        line("static __device__ int gradientOf(int index) {{ return {}; }}", ofGates);
        line("static __device__ int gradientView(int index) {{ return {}; }}", ofViews);
        line("static __device__ int placeOfSum(int index) {{ return {}; }}", ofSums);
        line("static __device__ Made step(float factor, const PerUnit& once, const Ahead& ahead, "
             "const State& state, "
             "Left& left, float4& gradients, float (&sums)[{}]) {{",
             m_work->sums.size() + 1);
        printClusterInstructions();
        constexpr std::string_view places = "xyzw";
        for (std::size_t gradient = 0; gradient < cluster.gradients.size(); ++gradient) {
            line("gradients.{} = r{};", places[gradient], cluster.gradients[gradient]);
        }
        for (const auto& [source, tensor] : m_work->left) {
            line("left.t{} = r{};", tensor, source);
        }
        for (std::size_t sum = 0; sum < m_work->sums.size(); ++sum) {
            line("sums[{}] += r{};", sum, m_work->sums[sum].source);
        }
        printMadeOf();
        line("return made; }}");

        m_work = &cluster.finish;
        line("static __device__ void finish(const Left& left, float product, State& state) {{");
        printClusterInstructions();
        for (const auto& [source, tensor, state] : m_work->carries) {
            line("state.s{} = r{};", state, source);
        }
        line("}}");
    }

    std::string& m_to;
    const ElementWork* m_work = nullptr;
    bool m_inCluster = false, m_isQuick = false;
    std::vector<int> m_made; ///< registers that a step in a cluster writes
};

} // namespace

int ClusterSpec::threads() const
{
    return isInBlocks() ? fused::threadsInBlock(room) : fused::clusters::threadsOf(room);
}

std::string kernelName(std::size_t index)
{
    return "elements" + std::to_string(index);
}

std::string elementSource(const std::vector<ElementKernelSpec>& kernels)
{
    std::string source;
    const auto cluster = std::ranges::find_if(kernels, [](const auto& kernel) { return kernel.cluster.has_value(); });
    if (cluster != kernels.end() && cluster->cluster->areFloats) {
        source = "#define ENGINE_FACTORS_ARE_FLOATS\n";
    }
    source += elementCallText;
    if (cluster != kernels.end()) {
        source += walkText;
        source += cluster->cluster->isInBlocks() ? blockWalkText : clusterWalkText;
    }
    if (std::ranges::any_of(kernels, [](const ElementKernelSpec& kernel) { return !kernel.terms.empty(); })) {
        source += stepProductsText;
    }
    source += "\nusing namespace engine::cuda::cells;\n\n";
    Printer printer(source);
    for (std::size_t index = 0; index < kernels.size(); ++index) {
        if (const std::optional<JoinedSpec>& joined = kernels[index].joined) {
            printer.printJoined(kernels[joined->first], kernels[joined->second], joined->handed, kernelName(index));
        } else {
            printer.print(kernels[index], kernelName(index));
        }
    }
    return source;
}

} // namespace engine::cuda::cells
