// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/gemm.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/caffe/class_runs.h"
#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/fused/elements.h"
#include "engine/kernels/gru_rows.h"
#include "engine/kernels/lstm_rows.h"

#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace engine::caffe {

/// Elements that one thread handles in about 5 us, if memory bandwidth is most of their cost.
constexpr std::int64_t elementGrain = 16 * 1024;

/// The same for an `Element` that says by `cost` how many times as much it costs.
template <typename Element>
constexpr std::int64_t elementGrainOf()
{
    if constexpr (requires { Element::cost; }) {
        return elementGrain / Element::cost;
    } else {
        return elementGrain;
    }
}

/// Rows of `width` elements that one thread handles in about 5 us.
inline std::int64_t rowGrain(std::int64_t width)
{
    return std::max<std::int64_t>(1, elementGrain / std::max<std::int64_t>(width, 1));
}

// Vector code for whatever `Element` does. It is passed by value, so that what it writes cannot alias its members.

template <typename Element>
ENGINE_VECTOR_CLONES static void runElements(const Element element, IndexRange range)
{
#pragma GCC ivdep
    for (std::int64_t index = range.first; index < range.last; ++index) {
        element(index);
    }
}

template <typename Element>
ENGINE_VECTOR_CLONES static void runRows(const Element element, IndexRange rows, std::int64_t columns)
{
    for (std::int64_t row = rows.first; row < rows.last; ++row) {
#pragma GCC ivdep
        for (std::int64_t column = 0; column < columns; ++column) {
            element(row, column);
        }
    }
}

/// The first invalid number, in the order of the elements, that a kernel found.
class CpuFaults {
public:
    explicit CpuFaults(FaultWords words) : m_found(std::make_unique<Found>()), m_words(std::move(words)) {}

    struct Found {
        std::mutex mutex;
        std::int64_t element = std::numeric_limits<std::int64_t>::max(); // guarded by mutex, as is value
        float value = 0;
    };

    /// For kernels: from any thread.
    struct Place {
        Found* found;
        void tell(std::int64_t element, float value) const;
    };
    Place place() const { return {m_found.get()}; }

    /// After the kernel. Throws Error.
    void throwIfFound() const;

private:
    std::unique_ptr<Found> m_found;
    FaultWords m_words;
};

/// Sums what tasks find, in the order of the tasks.
class CpuTallies {
public:
    explicit CpuTallies(const Teams& teams) : m_teams(teams), m_found(static_cast<std::size_t>(teams.tasks)) {}

    /// finish(Σ task(team, i)), once.
    template <typename Task, typename Finish>
    void run(const Task& task, const Finish& finish);
    std::int64_t bytes() const { return m_teams.tasks * static_cast<std::int64_t>(sizeof(Tally)); }

private:
    Teams m_teams;
    std::vector<Tally> m_found; ///< by each task
};

/// Sums of the columns of a matrix [rows, columns].
class CpuColumnSums {
public:
    CpuColumnSums(std::int64_t rows, std::int64_t columns) : m_rows(rows), m_columns(columns) {}

    /// sums[column] += the sum of matrix[row, column] over all rows, always in the same order.
    void addTo(const float* matrix, float* sums) const;
    static std::int64_t bytes() { return 0; }

private:
    std::int64_t m_rows, m_columns;
};

/// C = op(A) · op(B), and `row` added to each of its rows.
class CpuBiasedProduct {
public:
    struct Places {
        const float *A, *B, *row;
        float* C;
    };
    CpuBiasedProduct(const MatrixProduct& product, const Places& places) : m_product(product), m_places(places) {}
    void run() const;

private:
    MatrixProduct m_product;
    Places m_places;
};

/// The mask of a DROPOUT: drawn in the forward pass and kept for the backward pass.
class CpuDropoutMask {
public:
    CpuDropoutMask(DropoutRule rule, const MaskKey& key, const DropoutSharing& sharing)
        : m_rule(rule), m_key(key), m_sharing(sharing), m_mask(static_cast<std::size_t>(sharing.drawn()))
    {}

    /// to = from · mask · scale, with the pass's mask and with the same one again; `to` may be `from`.
    void forward(const Pass& pass, const float* from, float* to);
    void backward(const float* from, float* to) const;
    std::int64_t bytes() const { return std::ssize(m_mask); }

private:
    DropoutRule m_rule;
    MaskKey m_key;
    DropoutSharing m_sharing;
    std::vector<std::uint8_t> m_mask; ///< 1 where an element stays
};

/// The table of an EMBED.
class CpuTable {
public:
    explicit CpuTable(const TableLookUp& lookUp) : m_all(lookUp) {}
    void lookUp(const CpuFaults::Place& faults) const; ///< an id that is none gets a row of zeros
    void addGradient() const;
    static std::int64_t bytes() { return 0; }

private:
    TableLookUp m_all;
};

/// An element-wise program, ready to run.
class CpuElementProgram {
public:
    CpuElementProgram(const cells::Program& program, const ElementWork& work);
    void run() { m_elements.run(m_tensors, m_rows, m_sums); }

private:
    fused::Elements m_elements;
    std::int64_t m_rows;
    std::vector<fused::RowsView> m_tensors;
    std::vector<float*> m_sums;
};

/// The operations that CAFFE's layers are written over, on the CPU: loops on the pool of threads, in vector code.
class CpuOperations {
public:
    using Math = FastMath;
    using Faults = CpuFaults;
    using Tallies = CpuTallies;
    using ColumnSums = CpuColumnSums;
    using BiasedProduct = CpuBiasedProduct;
    using DropoutMask = CpuDropoutMask;
    using Table = CpuTable;
    using ElementProgram = CpuElementProgram;

    explicit CpuOperations(const LayerSetup& layer) : m_device(layer.device) {}

    Buffer allocate(std::int64_t floats) const { return m_device->allocate(floats); }
    Faults faults(FaultWords words) const { return Faults(std::move(words)); }
    Tallies tallies(const Teams& teams) const { return Tallies(teams); }
    ColumnSums columnSums(std::int64_t rows, std::int64_t columns) const { return {rows, columns}; }
    BiasedProduct biasedProduct(const MatrixProduct& product, const BiasedProduct::Places& places) const
    {
        return {product, places};
    }
    DropoutMask dropoutMask(DropoutRule rule, const MaskKey& key, const DropoutSharing& sharing) const
    {
        return {rule, key, sharing};
    }
    Table table(const TableLookUp& lookUp) const { return Table(lookUp); }
    ElementProgram elementProgram(const cells::Program& program, const ElementWork& work) const
    {
        return {program, work};
    }

    template <typename Thing>
    Buffer store(std::span<const Thing> things) const
    {
        static_assert(sizeof(Thing) % sizeof(float) == 0);
        Buffer memory = allocate(static_cast<std::int64_t>(things.size_bytes() / sizeof(float)));
        std::memcpy(memory.data(), things.data(), things.size_bytes());
        return memory;
    }

    /// element(i) for each i in [0, count).
    template <typename Element>
    void forEach(std::int64_t count, const Element& element) const
    {
        parallelFor(count, elementGrainOf<Element>(), [&](IndexRange range) { runElements(element, range); });
    }

    /// element(row, column) for each element of a matrix.
    template <typename Element>
    void forEach(std::int64_t rows, std::int64_t columns, const Element& element) const
    {
        parallelFor(rows, rowGrain(columns), [&](IndexRange range) { runRows(element, range, columns); });
    }

    /// task(team, i) for each of the tasks.
    template <typename Task>
    void forEachTeam(const Teams& teams, const Task& task) const
    {
        parallelFor(teams.tasks, rowGrain(2 * teams.elements), [&](IndexRange range) {
            for (std::int64_t index = range.first; index < range.last; ++index) {
                task(CpuTeam(), index);
            }
        });
    }

    void copy(const float* from, float* to, std::int64_t count) const;
    void clear(float* to, std::int64_t count) const;
    void copyRows(ConstRows from, Rows to, std::int64_t rows, std::int64_t width) const;
    void clearRows(Rows to, std::int64_t rows, std::int64_t width) const;
    void repeatRow(const float* row, float* matrix, std::int64_t rows, std::int64_t columns) const;

    void gemm(const MatrixProduct& product, const float* A, const float* B, float* C) const
    {
        engine::gemm(product, A, B, C);
    }

    void lstmForward(const LstmStep& step, const float* a, float* gates, float* c, float* h) const
    {
        lstmStepForward(step, a, gates, c, h);
    }
    void lstmBackward(const LstmStep& step, const float* gates, const float* c, const LstmStepGradients& to) const
    {
        lstmStepBackward(step, gates, c, to);
    }
    void lstmBackwardFromInputs(const LstmStep& step, const float* a, const float* c, const LstmStepGradients& to) const
    {
        lstmStepBackwardFromInputs(step, a, c, to);
    }
    void gruForward(const GruStep& step, float* h) const { gruStepForward(step, h); }
    void gruBackward(const GruStep& step, const GruStepGradients& to) const { gruStepBackward(step, to); }

private:
    Device* m_device;
};

template <typename Task, typename Finish>
void CpuTallies::run(const Task& task, const Finish& finish)
{
    parallelFor(m_teams.tasks, rowGrain(2 * m_teams.elements), [&](IndexRange range) {
        for (std::int64_t index = range.first; index < range.last; ++index) {
            m_found[static_cast<std::size_t>(index)] = task(CpuTeam(), index);
        }
    });
    Tally all{};
    for (const Tally& found : m_found) {
        all.sum += found.sum;
        all.counted += found.counted;
    }
    finish(all);
}

} // namespace engine::caffe
