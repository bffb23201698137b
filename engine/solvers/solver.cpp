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

std::string historyName(std::size_t index, const WeightStore::Weight& weight)
{
    return "history" + std::to_string(index) + "/" + weight.name;
}

std::span<float> placeOf(const WeightStore::Weight& weight, const Buffer& block)
{
    return block.span().subspan(static_cast<std::size_t>(weight.offset),
                                static_cast<std::size_t>(weight.spec.shape.count()));
}

} // namespace

Solver::Solver(const SolverSettings& settings, WeightStore& store, std::vector<LossTensor> losses)
    : m_params(completeParams(settings)), m_settings(updateSettings(m_params)), m_store(&store)
{
    learningRate(m_params, 0); // throws where the policy lacks what it needs
    for (int index = 0; index < historyCount(m_settings.rule); ++index) {
        m_history.push_back(store.device().allocate(static_cast<std::int64_t>(store.values().size())));
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
    plan.losses = std::move(losses);
    return plan;
}

void Solver::askForUpdate()
{
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

UpdateReport Solver::update()
{
    askForUpdate();
    m_store->device().finish();
    const std::optional<DeviceUpdate::Record> record = take();
    assert(record && "after a wait all is known");
    if (!record->finite) {
        forgetAsked();
    }
    return {.learningRate = record->learningRate, .gradientNorm = record->gradientNorm};
}

void Solver::setRateScale(double scale)
{
    m_rateScale = scale;
    forgetAsked();
}

std::vector<NamedTensor> Solver::history() const
{
    std::vector<NamedTensor> tensors;
    for (std::size_t index = 0; index < m_history.size(); ++index) {
        for (const WeightStore::Weight& weight : m_store->weights()) {
            NamedTensor tensor{historyName(index, weight), weight.spec.shape, {}};
            tensor.values.resize(static_cast<std::size_t>(weight.spec.shape.count()));
            m_store->device().toHost(placeOf(weight, m_history[index]).data(), tensor.values);
            tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

void Solver::restore(const std::vector<NamedTensor>& history, std::int64_t iteration)
{
    assert(iteration >= 0);
    const std::map<std::string, const NamedTensor*> tensors = checkedHistory(history);
    for (std::size_t index = 0; index < m_history.size(); ++index) {
        for (const WeightStore::Weight& weight : m_store->weights()) {
            m_store->device().toDevice(tensors.at(historyName(index, weight))->values,
                                       placeOf(weight, m_history[index]).data());
        }
    }
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
            throw Error(sentence("solver history: the tensor ", tensor.name, " comes twice, but must come once"));
        }
    }
    for (std::size_t index = 0; index < m_history.size(); ++index) {
        for (const WeightStore::Weight& weight : m_store->weights()) {
            const std::string name = historyName(index, weight);
            const auto found = tensors.find(name);
            if (found == tensors.end()) {
                throw Error(sentence("solver history: the tensor ", name, " is missing, which ", type, " needs"));
            }
            if (found->second->shape != weight.spec.shape) {
                throw Error(sentence("solver history: the tensor ", name, " is ", found->second->shape,
                                     ", but the weight is ", weight.spec.shape));
            }
        }
    }
    const std::size_t wanted = m_history.size() * m_store->weights().size();
    if (tensors.size() != wanted) {
        throw Error(sentence("solver history: there are ", tensors.size(), " tensors, but ", type, " keeps ", wanted));
    }
    return tensors;
}

} // namespace engine
