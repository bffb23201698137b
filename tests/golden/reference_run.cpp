// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/reference_run.h"

#include "engine/solvers/solver.h"

#include <cmath>

namespace engine {
namespace {

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

// Where the weights of GoldenRun stand in their list.
constexpr std::size_t embedW = 0, embedB = 1, firstLstm = 2, perLstm = 3;

template <UpdateRule rule>
void updateElement(const RuleFactors<double>& factors, double gradient, double& weight, double& first, double& second)
{
    updateWeight<rule>(factors, gradient, weight, first, second);
}

using ElementUpdate = void (*)(const RuleFactors<double>&, double, double&, double&, double&);

ElementUpdate elementUpdate(UpdateRule rule)
{
    switch (rule) {
    case UpdateRule::Sgd:
        return updateElement<UpdateRule::Sgd>;
    case UpdateRule::Nesterov:
        return updateElement<UpdateRule::Nesterov>;
    case UpdateRule::AdaGrad:
        return updateElement<UpdateRule::AdaGrad>;
    case UpdateRule::RmsProp:
        return updateElement<UpdateRule::RmsProp>;
    case UpdateRule::AdaDelta:
        return updateElement<UpdateRule::AdaDelta>;
    case UpdateRule::Adam:
        return updateElement<UpdateRule::Adam>;
    case UpdateRule::AdamW:
        break;
    }
    return updateElement<UpdateRule::AdamW>;
}

} // namespace

ReferenceLstm::ReferenceLstm(const Sizes& sizes)
    : m_sizes(sizes),
      m_gates(at(sizes.steps * sizes.streams * 4 * sizes.units)),
      m_h(at((sizes.steps + 1) * sizes.streams * sizes.units)),
      m_c(m_h.size())
{}

std::vector<double> ReferenceLstm::forward(const Weights& weights, const std::vector<double>& x,
                                           const std::vector<float>& cont)
{
    const std::int64_t stateSize = m_sizes.streams * m_sizes.units;
    for (std::int64_t i = 0; i < stateSize; ++i) {
        m_h[at(i)] = m_h[at(m_sizes.steps * stateSize + i)];
        m_c[at(i)] = m_c[at(m_sizes.steps * stateSize + i)];
    }
    m_x = x;
    m_cont = cont;
    for (std::int64_t t = 0; t < m_sizes.steps; ++t) {
        for (std::int64_t n = 0; n < m_sizes.streams; ++n) {
            forwardCell(weights, t, n);
        }
    }
    return {m_h.begin() + stateSize, m_h.end()};
}

/// a = Wx x + Wh h' + b;  c = σ(a_f) c' + σ(a_i) tanh(a_g);  h = σ(a_o) tanh(c), with h' and c' zero where cont is.
void ReferenceLstm::forwardCell(const Weights& weights, std::int64_t t, std::int64_t n)
{
    const auto [T, N, I, H] = m_sizes;
    const std::int64_t cell = t * N + n;
    const double cont = m_cont[at(cell)];
    double* gates = &m_gates[at(cell * 4 * H)];
    for (std::int64_t row = 0; row < 4 * H; ++row) {
        double sum = weights.b[at(row)];
        for (std::int64_t i = 0; i < I; ++i) {
            sum += weights.Wx[at(row * I + i)] * m_x[at(cell * I + i)];
        }
        for (std::int64_t j = 0; j < H; ++j) {
            sum += weights.Wh[at(row * H + j)] * cont * m_h[at(cell * H + j)];
        }
        const bool candidate = row / H == 2;
        gates[row] = candidate ? std::tanh(sum) : sigmoid(sum);
    }
    for (std::int64_t j = 0; j < H; ++j) {
        const std::int64_t now = (cell + N) * H + j;
        const double i = gates[j], f = gates[H + j], g = gates[2 * H + j], o = gates[3 * H + j];
        m_c[at(now)] = f * cont * m_c[at(cell * H + j)] + i * g;
        m_h[at(now)] = o * std::tanh(m_c[at(now)]);
    }
}

std::vector<double> ReferenceLstm::backward(const Weights& weights, const std::vector<double>& dh,
                                            const Gradients& gradients) const
{
    const auto [T, N, I, H] = m_sizes;
    std::vector<double> dx(m_x.size());
    for (std::int64_t n = 0; n < N; ++n) {
        std::vector<double> dState(at(2 * H)); // of h, then of c, as the step after this one left them
        for (std::int64_t t = T - 1; t >= 0; --t) {
            for (std::int64_t j = 0; j < H; ++j) {
                dState[at(j)] += dh[at((t * N + n) * H + j)];
            }
            backwardCell(weights, gradients, t, n, dState, dx);
        }
    }
    return dx;
}

void ReferenceLstm::backwardCell(const Weights& weights, const Gradients& gradients, std::int64_t t, std::int64_t n,
                                 std::vector<double>& dState, std::vector<double>& dx) const
{
    const auto [T, N, I, H] = m_sizes;
    const std::int64_t cell = t * N + n;
    const double cont = m_cont[at(cell)];
    const double* gates = &m_gates[at(cell * 4 * H)];
    std::vector<double> da(at(4 * H)); // before σ and tanh
    for (std::int64_t j = 0; j < H; ++j) {
        const double i = gates[j], f = gates[H + j], g = gates[2 * H + j], o = gates[3 * H + j];
        const double before = cont * m_c[at(cell * H + j)];
        const double tanhC = std::tanh(m_c[at((cell + N) * H + j)]);
        const double dc = dState[at(H + j)] + dState[at(j)] * o * (1 - tanhC * tanhC);
        da[at(j)] = dc * g * i * (1 - i);
        da[at(H + j)] = dc * before * f * (1 - f);
        da[at(2 * H + j)] = dc * i * (1 - g * g);
        da[at(3 * H + j)] = dState[at(j)] * tanhC * o * (1 - o);
        dState[at(j)] = 0;
        dState[at(H + j)] = dc * f * cont;
    }
    for (std::int64_t row = 0; row < 4 * H; ++row) {
        gradients.b[at(row)] += da[at(row)];
        for (std::int64_t i = 0; i < I; ++i) {
            gradients.Wx[at(row * I + i)] += da[at(row)] * m_x[at(cell * I + i)];
            dx[at(cell * I + i)] += da[at(row)] * weights.Wx[at(row * I + i)];
        }
        for (std::int64_t j = 0; j < H; ++j) {
            gradients.Wh[at(row * H + j)] += da[at(row)] * cont * m_h[at(cell * H + j)];
            dState[at(j)] += da[at(row)] * cont * weights.Wh[at(row * H + j)];
        }
    }
}

ReferenceRun::ReferenceRun(const GoldenRun& run)
    : m_run(run), m_params(completeParams(run.solver)), m_settings(updateSettings(m_params)), m_weights(run.initial)
{
    for (std::int64_t layer = 0; layer < run.layers; ++layer) {
        m_lstms.emplace_back(ReferenceLstm::Sizes{.steps = run.steps,
                                                  .streams = run.streams,
                                                  .width = layer == 0 ? run.embedding : run.units,
                                                  .units = run.units});
    }
    for (const GoldenTensor& weight : m_weights) {
        m_gradients.emplace_back(weight.values.size());
        m_first.emplace_back(weight.values.size());
        m_second.emplace_back(weight.values.size());
    }
}

ReferenceLstm::Weights ReferenceRun::lstmWeights(std::size_t layer) const
{
    const std::size_t first = firstLstm + layer * perLstm;
    return {m_weights[first].values, m_weights[first + 1].values, m_weights[first + 2].values};
}

ReferenceRun::Step ReferenceRun::step()
{
    Step result{};
    result.loss = lossAndGradients(batchOf(m_run, m_iteration));
    double squares = 0;
    for (const std::vector<double>& gradient : m_gradients) {
        for (const double value : gradient) {
            squares += value * value;
        }
    }
    result.gradientNorm = std::sqrt(squares);
    update(result.gradientNorm);
    ++m_iteration;
    return result;
}

double ReferenceRun::lossAndGradients(const GoldenBatch& batch)
{
    const std::int64_t E = m_run.embedding;
    std::vector<double> x(batch.ids.size() * at(E));
    for (std::size_t cell = 0; cell < batch.ids.size(); ++cell) {
        for (std::int64_t e = 0; e < E; ++e) {
            x[cell * at(E) + at(e)] =
                m_weights[embedW].values[at(std::int64_t(batch.ids[cell]) * E + e)] + m_weights[embedB].values[at(e)];
        }
    }
    for (std::size_t layer = 0; layer < m_lstms.size(); ++layer) {
        x = m_lstms[layer].forward(lstmWeights(layer), x, batch.cont);
    }
    for (std::vector<double>& gradient : m_gradients) {
        gradient.assign(gradient.size(), 0.0);
    }
    std::vector<double> dx(x.size());
    const double loss = projectAndCompare(x, batch.targets, dx);
    for (std::size_t layer = m_lstms.size(); layer-- > 0;) {
        const std::size_t first = firstLstm + layer * perLstm;
        dx = m_lstms[layer].backward(lstmWeights(layer), dx,
                                     {m_gradients[first], m_gradients[first + 1], m_gradients[first + 2]});
    }
    for (std::size_t cell = 0; cell < batch.ids.size(); ++cell) {
        for (std::int64_t e = 0; e < E; ++e) {
            m_gradients[embedW][at(std::int64_t(batch.ids[cell]) * E + e)] += dx[cell * at(E) + at(e)];
            m_gradients[embedB][at(e)] += dx[cell * at(E) + at(e)];
        }
    }
    return loss;
}

/// INNERPRODUCT and SOFTMAXWITHLOSS: the mean over T·N of -log softmax(W h + b)[target], and its gradients.
double ReferenceRun::projectAndCompare(const std::vector<double>& h, const std::vector<float>& targets,
                                       std::vector<double>& dh)
{
    const std::int64_t V = m_run.vocabulary, H = m_run.units;
    const std::size_t ipW = m_weights.size() - 2, ipB = m_weights.size() - 1;
    const std::vector<double>& W = m_weights[ipW].values;
    double loss = 0;
    for (std::size_t cell = 0; cell < targets.size(); ++cell) {
        const std::size_t row = cell * at(H);
        std::vector<double> scores = m_weights[ipB].values;
        double sum = 0;
        for (std::int64_t v = 0; v < V; ++v) {
            for (std::int64_t j = 0; j < H; ++j) {
                scores[at(v)] += W[at(v * H + j)] * h[row + at(j)];
            }
            sum += std::exp(scores[at(v)]);
        }
        const auto target = static_cast<std::int64_t>(targets[cell]);
        const auto cells = static_cast<double>(targets.size());
        loss += (std::log(sum) - scores[at(target)]) / cells;
        for (std::int64_t v = 0; v < V; ++v) {
            const double d = (std::exp(scores[at(v)]) / sum - (v == target ? 1 : 0)) / cells;
            m_gradients[ipB][at(v)] += d;
            for (std::int64_t j = 0; j < H; ++j) {
                m_gradients[ipW][at(v * H + j)] += d * h[row + at(j)];
                dh[row + at(j)] += d * W[at(v * H + j)];
            }
        }
    }
    return loss;
}

void ReferenceRun::update(double norm)
{
    const double rate = learningRate(m_params, m_iteration);
    const auto gradients = gradientFactors<double>(m_settings, norm, 1);
    const auto factors = ruleFactors<double>(m_settings, rate, m_iteration, 1, 1);
    const ElementUpdate updateOne = elementUpdate(m_settings.rule);
    for (std::size_t weight = 0; weight < m_weights.size(); ++weight) {
        for (std::size_t i = 0; i < m_weights[weight].values.size(); ++i) {
            double& value = m_weights[weight].values[i];
            updateOne(factors, preparedGradient(gradients, m_gradients[weight][i], value), value, m_first[weight][i],
                      m_second[weight][i]);
        }
    }
}

} // namespace engine
