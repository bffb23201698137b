// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/solvers/solver.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <cassert>
#include <cmath>
#include <string>

namespace engine {
namespace {

std::vector<const WeightStore::Weight*> learningWeights(const WeightStore& store)
{
    std::vector<const WeightStore::Weight*> learning;
    for (const WeightStore::Weight& weight : store.weights()) {
        if (!weight.frozen()) {
            learning.push_back(&weight);
        }
    }
    return learning;
}

CpuUpdate cpuUpdateOf(const std::vector<const WeightStore::Weight*>& weights)
{
    std::vector<WeightPlace> places;
    for (const WeightStore::Weight* weight : weights) {
        places.push_back({weight->offset, weight->spec.shape.count()});
    }
    return CpuUpdate(places);
}

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

Solver::Solver(const SolverSettings& settings, WeightStore& store)
    : m_params(completeParams(settings)),
      m_settings(updateSettings(m_params)),
      m_store(&store),
      m_learning(learningWeights(store)),
      m_factors(m_learning.size()),
      m_update(cpuUpdateOf(m_learning))
{
    Device& device = store.device();
    if (device.kind() != DeviceKind::Cpu) {
        throw UnavailableError("solver: the weights are on " + device.name() + ", but updates run on the CPU only");
    }
    learningRate(m_params, 0); // throws where the policy lacks what it needs
    for (int index = 0; index < historyCount(m_settings.rule); ++index) {
        m_history.push_back(device.allocate(static_cast<std::int64_t>(store.values().size())));
    }
}

UpdateReport Solver::update()
{
    const double rate = m_rateScale * learningRate(m_params, m_iteration);
    const double norm = std::sqrt(m_update.squareSum(m_store->gradients().data()));
    const UpdateReport report{.learningRate = rate, .gradientNorm = norm / static_cast<double>(m_settings.iterSize)};
    if (!std::isfinite(norm)) {
        return report;
    }
    for (std::size_t index = 0; index < m_learning.size(); ++index) {
        const WeightStore::Weight& weight = *m_learning[index];
        m_factors[index] = {
            .gradient = gradientFactors<float>(m_settings, norm, weight.decayMult),
            .rule = ruleFactors<float>(m_settings, rate, m_iteration, weight.lrMult, weight.decayMult),
        };
    }
    m_update.apply(m_settings.rule, m_factors,
                   {.values = m_store->values().data(),
                    .gradients = m_store->gradients().data(),
                    .first = m_history[0].data(),
                    .second = m_history.size() > 1 ? m_history[1].data() : nullptr});
    m_store->touch();
    ++m_iteration;
    return report;
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
