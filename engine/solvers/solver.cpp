// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/solvers/solver.h"

#include "engine/devices/backend.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace engine {
namespace {

std::string tensorName(const std::string& block, const WeightStore::Weight& weight)
{
    return block + "/" + weight.name;
}

} // namespace

Solver::Solver(const SolverSettings& settings, WeightStore& store, std::vector<LossTensor> losses)
    : m_params(completeParams(settings)), m_settings(updateSettings(m_params)), m_store(&store)
{
    learningRate(m_params, 0); // throws where the policy lacks what it needs
    for (int index = 0; index < historyCount(m_settings.rule); ++index) {
        m_history.push_back(store.device().allocate(static_cast<std::int64_t>(store.values().size())));
    }
    if (m_settings.averageDecay > 0) {
        m_average = store.device().allocate(static_cast<std::int64_t>(store.values().size()));
        restartAverages();
    }
    m_update = store.device().backend().makeUpdate(store.device(), plan(std::move(losses)));
}

DeviceUpdatePlan Solver::plan(std::vector<LossTensor> losses) const
{
    DeviceUpdatePlan plan{.settings = m_settings, .schedule = rateSchedule(m_params)};
    for (const WeightStore::Weight& weight : m_store->weights()) {
        if (!weight.frozen()) {
            plan.weights.push_back({weight.offset, weight.spec.shape.count(), weight.lrMult, weight.decayMult});
        }
    }
    plan.values = m_store->values().data();
    plan.gradients = m_store->gradients().data();
    plan.first = m_history[0].data();
    plan.second = m_history.size() > 1 ? m_history[1].data() : nullptr;
    plan.average = m_average.count() > 0 ? m_average.data() : nullptr;
    plan.losses = std::move(losses);
    return plan;
}

void Solver::restartAverages()
{
    if (m_average.count() > 0) {
        m_store->device().copy(m_store->values().data(), m_average.data(), m_average.count());
    }
}

/// The gradients are cleared before each step, so between two their block is free.
void Solver::swapAverages()
{
    Device& device = m_store->device();
    float *const values = m_store->values().data(), *const room = m_store->gradients().data();
    device.copy(values, room, m_average.count());
    device.copy(m_average.data(), values, m_average.count());
    device.copy(room, m_average.data(), m_average.count());
    m_store->touch();
    m_swapped = !m_swapped;
}

std::vector<NamedTensor> Solver::weights() const
{
    std::vector<NamedTensor> tensors = m_store->read();
    if (m_average.count() == 0 || m_swapped) {
        return tensors;
    }
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        m_store->device().toHost(m_store->weights()[index].in(m_average.span()).data(), tensors[index].values);
    }
    return tensors;
}

void Solver::askForUpdate()
{
    assert(!m_swapped);
    m_update->update();
    m_store->touch();
}

std::optional<DeviceUpdate::Record> Solver::take()
{
    const std::optional<DeviceUpdate::Record> record = m_update->take();
    if (record && record->finite) {
        m_iteration = record->iteration + 1;
    } else if (record && std::isfinite(record->objective) && !std::isfinite(record->learningRate)) {
        learningRate(m_params, record->iteration); // throws, with the reason
    }
    return record;
}

void Solver::forgetAsked()
{
    m_update->seek(m_iteration, m_rateScale);
}

DeviceUpdate::Record Solver::update()
{
    askForUpdate();
    m_store->device().finish();
    const std::optional<DeviceUpdate::Record> record = take();
    assert(record && "after a wait all is known");
    if (!record->finite) {
        forgetAsked();
    }
    return *record;
}

void Solver::setRateScale(double scale)
{
    m_rateScale = scale;
    forgetAsked();
}

/// What is kept of each weight beside its value.
std::vector<Solver::Block> Solver::blocks() const
{
    std::vector<Block> all;
    for (std::size_t index = 0; index < m_history.size(); ++index) {
        all.push_back({"history" + std::to_string(index), &m_history[index]});
    }
    if (m_average.count() > 0) {
        all.push_back({"raw", nullptr});
    }
    return all;
}

std::vector<NamedTensor> Solver::history() const
{
    const std::span<float> raw = m_swapped ? m_average.span() : m_store->values();
    std::vector<NamedTensor> tensors;
    for (const Block& block : blocks()) {
        const std::span<float> memory = block.memory ? block.memory->span() : raw;
        for (const WeightStore::Weight& weight : m_store->weights()) {
            NamedTensor tensor{tensorName(block.name, weight), weight.spec.shape, {}};
            tensor.values.resize(static_cast<std::size_t>(weight.spec.shape.count()));
            m_store->device().toHost(weight.in(memory).data(), tensor.values);
            tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

void Solver::restore(const std::vector<NamedTensor>& history, std::int64_t iteration)
{
    assert(iteration >= 0);
    const std::map<std::string, const NamedTensor*> tensors = checkedHistory(history);
    restartAverages();
    for (const Block& block : blocks()) {
        const std::span<float> memory = block.memory ? block.memory->span() : m_store->values();
        for (const WeightStore::Weight& weight : m_store->weights()) {
            m_store->device().toDevice(tensors.at(tensorName(block.name, weight))->values, weight.in(memory).data());
        }
    }
    m_store->touch();
    m_iteration = iteration;
    forgetAsked();
}

/// The tensors by name: one for each weight and number that the rule remembers, each of its weight's shape.
std::map<std::string, const NamedTensor*> Solver::checkedHistory(const std::vector<NamedTensor>& history) const
{
    const std::string& type = textParam(m_params, "type");
    std::map<std::string, const NamedTensor*> tensors;
    for (const NamedTensor& tensor : history) {
        if (!tensors.emplace(tensor.name, &tensor).second) {
            throw Error(say(ENGINE_TEXT("Sentences", "solver history: the tensor %1 comes twice, but must come once"),
                            tensor.name));
        }
    }
    for (const Block& block : blocks()) {
        for (const WeightStore::Weight& weight : m_store->weights()) {
            const std::string name = tensorName(block.name, weight);
            const auto found = tensors.find(name);
            if (found == tensors.end()) {
                throw Error(say(ENGINE_TEXT("Sentences", "solver history: the tensor %1 is missing, which %2 needs"),
                                name, type));
            }
            if (found->second->shape != weight.spec.shape) {
                throw Error(say(ENGINE_TEXT("Sentences", "solver history: the tensor %1 is %2, but the weight is %3"),
                                name, found->second->shape, weight.spec.shape));
            }
        }
    }
    const std::size_t wanted = blocks().size() * m_store->weights().size();
    if (tensors.size() != wanted) {
        throw Error(say(ENGINE_TEXT("Sentences", "solver history: there are %1 tensors, but %2 keeps %3"),
                        tensors.size(), type, wanted));
    }
    return tensors;
}

} // namespace engine
