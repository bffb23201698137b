// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/caffe/biased_product.h"
#include "engine/cuda/caffe/class_runs.h"
#include "engine/cuda/caffe/dropout_mask.h"
#include "engine/cuda/caffe/element_program.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/fault_handle.h"
#include "engine/cuda/caffe/steps.h"
#include "engine/cuda/caffe/table.h"
#include "engine/cuda/caffe/tallies.h"
#include "engine/cuda/products.h"
#include "engine/kernels/lstm_cell.h"

#include <span>
#include <string_view>
#include <utility>

/// For .cu files.
namespace engine::cuda::caffe {

/// task(team, i) for each task, one team a task.
template <int threads, typename Task>
__global__ void runTasks(std::int64_t tasks, const Task task)
{
    Team<threads>::forEach(tasks, [&](std::int64_t index) { task(Team<threads>(), index); });
}

/// The operations that CAFFE's layers are written over, on a GPU: each is one launch on the device's stream.
class CudaOperations {
public:
    using Math = StandardMath;
    using Faults = FaultHandle;
    using Tallies = caffe::Tallies;
    using ColumnSums = caffe::ColumnSums;
    using BiasedProduct = caffe::BiasedProduct;
    using DropoutMask = caffe::DropoutMask;
    using Table = caffe::Table;
    using ElementProgram = caffe::ElementProgram;

    explicit CudaOperations(const LayerSetup& layer) : m_device(&cudaDevice(*layer.device)), m_layer(layer.type->name)
    {}

    Buffer allocate(std::int64_t floats) const { return m_device->allocate(floats); }
    Faults faults(engine::caffe::FaultWords words) const { return Faults(m_device->faults(), std::move(words)); }
    Tallies tallies(const Teams& teams) const { return {*m_device, teams, m_layer}; }
    ColumnSums columnSums(std::int64_t rows, std::int64_t columns) const { return {*m_device, rows, columns}; }
    BiasedProduct biasedProduct(const MatrixProduct& product, const BiasedProduct::Places& places) const
    {
        return {*m_device, product, places};
    }
    DropoutMask dropoutMask(DropoutRule rule, const MaskKey& key, const DropoutSharing& sharing) const
    {
        return {*m_device, rule, key, sharing};
    }
    Table table(const TableLookUp& lookUp) const { return {*m_device, lookUp}; }
    ElementProgram elementProgram(const cells::Program& program, const engine::caffe::ElementWork& work) const
    {
        return {*m_device, program, work};
    }

    template <typename Thing>
    Buffer store(std::span<const Thing> things) const
    {
        static_assert(sizeof(Thing) % sizeof(float) == 0);
        const std::span<const float> floats(reinterpret_cast<const float*>(things.data()),
                                            things.size_bytes() / sizeof(float));
        Buffer memory = allocate(std::ssize(floats));
        m_device->toDevice(floats, memory.data());
        return memory;
    }

    template <typename Element>
    void forEach(std::int64_t count, const Element& element) const
    {
        launchElements(*m_device, count, element, m_layer);
    }
    template <typename Element>
    void forEach(std::int64_t rows, std::int64_t columns, const Element& element) const
    {
        launchElements(*m_device, rows, columns, element, m_layer);
    }
    template <typename Task>
    void forEachTeam(const Teams& teams, const Task& task) const
    {
        withTeam(teams.size, [&](auto team) {
            constexpr int threads = decltype(team)::value;
            runTasks<threads>
                <<<blocksForTeams<threads>(teams.tasks), blockThreads, 0, m_device->stream()>>>(teams.tasks, task);
        });
        checkLaunch(m_layer);
    }

    void copy(const float* from, float* to, std::int64_t count) const { m_device->copy(from, to, count); }
    void clear(float* to, std::int64_t count) const { m_device->zero(to, count); }
    void copyRows(ConstRows from, Rows to, std::int64_t rows, std::int64_t width) const
    {
        caffe::copyRows(*m_device, from, to, rows, width);
    }
    void clearRows(Rows to, std::int64_t rows, std::int64_t width) const
    {
        caffe::clearRows(*m_device, to, rows, width);
    }
    void repeatRow(const float* row, float* matrix, std::int64_t rows, std::int64_t columns) const
    {
        caffe::repeatRow(*m_device, row, matrix, rows, columns);
    }

    void gemm(const MatrixProduct& product, const float* A, const float* B, float* C) const
    {
        cuda::gemm(*m_device, product, A, B, C);
    }

    void lstmForward(const LstmStep& step, const float* a, float* gates, float* c, float* h) const
    {
        forEach(step.streams * step.units, LstmForward{step, a, gates, c, h});
    }
    void lstmBackward(const LstmStep& step, const float* gates, const float* c, const LstmStepGradients& to) const
    {
        forEach(step.streams * step.units, LstmBackward<GateForm::Active>{step, gates, c, to});
    }
    void lstmBackwardFromInputs(const LstmStep& step, const float* a, const float* c, const LstmStepGradients& to) const
    {
        forEach(step.streams * step.units, LstmBackward<GateForm::Inputs>{step, a, c, to});
    }
    void gruForward(const GruStep& step, float* h) const { forEach(step.streams * step.units, GruForward{step, h}); }
    void gruBackward(const GruStep& step, const GruStepGradients& to) const
    {
        forEach(step.streams * step.units, GruBackward{step, to});
    }

private:
    CudaDevice* m_device;
    std::string_view m_layer; ///< for errors: "TANH"
};

} // namespace engine::cuda::caffe
