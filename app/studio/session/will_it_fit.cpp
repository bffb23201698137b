// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/will_it_fit.h"

#include "engine/backends/cpu_backend.h"
#include "engine/backends/engine_choices.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/gemm.h"
#include "engine/devices/cpu/memory.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <QCoreApplication>
#include <QLocale>
#include <vector>

namespace studio {

namespace {

constexpr double tightShare = 0.9;

/// What training reaches of the speed of plain products: 0.76 to 0.80 on three of the samples, on one core.
constexpr double trainingShare = 0.75;

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(WillItFit)
};

QString timeInWords(double seconds)
{
    const QLocale locale;
    return seconds < 1 ? Text::tr("%1 ms").arg(locale.toString(1000 * seconds, 'f', seconds < 0.01 ? 1 : 0))
                       : Text::tr("%1 s").arg(locale.toString(seconds, 'f', seconds < 10 ? 1 : 0));
}

QString sentenceOf(const WillItFit& fit)
{
    QString sentence = fit.memorySentence();
    if (fit.secondsPerStep) {
        sentence += QLatin1Char(' ') + Text::tr("A step takes about %1.").arg(timeInWords(*fit.secondsPerStep));
    }
    return sentence;
}

WillItFit unknown(const QString& why)
{
    WillItFit fit;
    fit.sentence = Text::tr("What training needs is not known yet: %1").arg(why);
    return fit;
}

bool isNamed(const engine::EngineWish& wish, const char* name)
{
    return wish && engine::folded(*wish) == engine::folded(name);
}

} // namespace

QString WillItFit::memorySentence() const
{
    const auto filled = [this](const QString& words) {
        return words.arg(bytesInWords(parts.total()), bytesInWords(device.available));
    };
    switch (verdict) {
    case Verdict::TooLarge:
        return filled(Text::tr("Training needs %1, but only %2 are free: fewer streams, steps or units need less."));
    case Verdict::Tight:
        return filled(Text::tr("Training needs %1 of the %2 that are free, nearly all."));
    case Verdict::Fits:
        return filled(Text::tr("Training needs %1 of the %2 that are free."));
    case Verdict::Unknown:
        break;
    }
    return {};
}

QString bytesInWords(std::int64_t bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeIecFormat);
}

engine::Execution executionOf(const engine::Model& model, const engine::EngineWish& engine)
{
    using engine::Execution;
    if (isNamed(engine, "CAFFE")) {
        return Execution::Unrolled;
    }
    if (!engine) {
        const auto unrolled = [](const engine::Layer& layer) {
            const auto own = layer.params.find("engine");
            return own != layer.params.end() && isNamed(engine::textParam(layer.params, "engine"), "CAFFE");
        };
        if (std::any_of(model.layers.begin(), model.layers.end(), unrolled)) {
            return Execution::Unrolled;
        }
    }
    const std::vector<engine::EngineChoice> choices = engine::engineChoices(model);
    const auto fuses = [](const engine::EngineChoice& choice) { return choice.name == "ONEDNN" && !choice.refusal; };
    return std::any_of(choices.begin(), choices.end(), fuses) ? Execution::Fused : Execution::Unrolled;
}

WillItFit willItFit(const engine::SizeReport& sizes, const engine::Device::Memory& device, int batches,
                    std::optional<double> speed)
{
    if (!sizes.fits()) {
        return unknown(QString::fromStdString(sizes.problems.front()));
    }
    WillItFit fit{.parts = sizes.memory, .device = device, .sentence = {}};
    const auto needed = static_cast<double>(fit.parts.total()), free = static_cast<double>(device.available);
    fit.verdict = needed > free                ? WillItFit::Verdict::TooLarge
                  : needed > tightShare * free ? WillItFit::Verdict::Tight
                                               : WillItFit::Verdict::Fits;
    if (speed) {
        const double operations = static_cast<double>(sizes.flopsForward) + static_cast<double>(sizes.flopsBackward);
        fit.secondsPerStep = batches * operations / (trainingShare * *speed);
    }
    fit.sentence = sentenceOf(fit);
    return fit;
}

WillItFit willItFit(const engine::Model& model, const engine::SolverSettings& solver, const engine::EngineWish& engine,
                    std::optional<double> speed)
{
    try {
        const engine::SizeReport sizes = engine::sizeReport(
            model, {.execution = executionOf(model, engine), .historyTensors = engine::historyTensors(solver)});
        const auto batches = static_cast<int>(engine::intParam(engine::completeParams(solver), "iter_size"));
        return willItFit(sizes, engine::processMemory(), batches, speed);
    } catch (const engine::Error& error) {
        return unknown(QString::fromUtf8(error.what()));
    }
}

double productSpeed(int threads)
{
    constexpr std::int64_t side = 256;
    constexpr int repeats = 8;
    const engine::CpuDevice device(engine::cpuBackend(), threads);
    const std::vector<float> A(side * side, 0.5f), B(side * side, 0.25f);
    std::vector<float> C(side * side);
    const engine::MatrixProduct product{.rows = side, .columns = side, .depth = side};
    engine::gemm(product, A.data(), B.data(), C.data()); // loads the library and wakes the threads
    double best = 0;
    for (int turn = 0; turn < repeats; ++turn) {
        const auto begin = std::chrono::steady_clock::now();
        engine::gemm(product, A.data(), B.data(), C.data());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        best = std::max(best, 2.0 * side * side * side / seconds);
    }
    return best;
}

} // namespace studio
