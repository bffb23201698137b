// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/will_it_fit.h"

#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/gemm.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <chrono>
#include <QCoreApplication>
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

QString sentenceOf(const WillItFit& fit)
{
    QString sentence = fit.memorySentence();
    if (fit.secondsPerStep) {
        const QString words = fit.isMeasured ? Text::tr("A step takes %1, as measured in the last run of this net.")
                                             : Text::tr("A step takes about %1.");
        sentence += QLatin1Char(' ') + words.arg(editor::durationText(*fit.secondsPerStep));
    }
    return sentence;
}

/// Of what is free.
double shareOf(const engine::Room& room)
{
    return static_cast<double>(room.needed) / std::max(1.0, static_cast<double>(room.memory.available));
}

/// "ONEDNN on CPU"
QString countedFor(const engine::RunMemory& memory)
{
    const QString device = QString::fromStdString(memory.device);
    return memory.engine.empty() ? device : Text::tr("%1 on %2").arg(QString::fromStdString(memory.engine), device);
}

/// It cannot be known, and why: a sentence.
WillItFit unknownFit(const QString& why)
{
    WillItFit fit;
    fit.sentence = Text::tr("The memory that training needs is not known yet: %1").arg(why);
    return fit;
}

} // namespace

QString WillItFit::memorySentence() const
{
    const auto filled = [this](const QString& words) {
        return words.arg(countedFor, editor::bytesText(room.needed), editor::bytesText(room.memory.available),
                         QString::fromStdString(room.of));
    };
    switch (verdict) {
    case Verdict::TooLarge:
        return filled(Text::tr(
            "Training with %1 needs %2 of the memory of %4, but only %3 is free: use fewer streams, steps or units."));
    case Verdict::Tight:
        return filled(Text::tr("Training with %1 needs %2, nearly all of the %3 of memory that is free on %4."));
    case Verdict::Fits:
        return filled(Text::tr("Training with %1 needs %2 of the %3 of memory that is free on %4."));
    case Verdict::Unknown:
        break;
    }
    return {};
}

WillItFit refusedFit(const QString& why)
{
    WillItFit fit = unknownFit(why);
    fit.refusal = why;
    return fit;
}

WillItFit willItFit(const engine::RunMemory& memory, int batches, std::optional<double> speed,
                    std::optional<double> measured)
{
    if (!memory.sizes.fits()) {
        return unknownFit(editor::inWords(memory.sizes.problems.front()));
    }
    if (!memory.uncounted.empty()) {
        WillItFit fit = refusedFit(editor::inWords(memory.uncounted.front().why));
        fit.refusedLayer = memory.uncounted.front().layer;
        return fit;
    }
    WillItFit fit{.parts = memory.sizes.memory,
                  .countedFor = countedFor(memory),
                  .secondsPerStep = measured,
                  .isMeasured = measured.has_value()};
    if (speed && !measured) {
        const double operations =
            static_cast<double>(memory.sizes.flopsForward) + static_cast<double>(memory.sizes.flopsBackward);
        fit.secondsPerStep = batches * operations / (trainingShare * *speed);
    }
    const auto device = std::ranges::find(memory.rooms, memory.device, &engine::Room::of);
    if (device != memory.rooms.end()) {
        fit.device = *device;
    } else {
        fit.sentence = Text::tr("The free memory of %1 is not known.").arg(QString::fromStdString(memory.device));
        return fit;
    }
    // The host is told of where it is the one that lacks memory; else the device that trains.
    const engine::Room& fullest = *std::ranges::max_element(memory.rooms, {}, shareOf);
    fit.room = shareOf(fullest) > tightShare ? fullest : *fit.device;
    fit.verdict = shareOf(fit.room) > 1            ? WillItFit::Verdict::TooLarge
                  : shareOf(fit.room) > tightShare ? WillItFit::Verdict::Tight
                                                   : WillItFit::Verdict::Fits;
    fit.sentence = sentenceOf(fit);
    return fit;
}

WillItFit willItFit(const engine::Model& model, const engine::SolverSettings& solver, const engine::RunPlace& place,
                    const engine::EngineWish& engine, std::optional<double> speed, std::optional<double> measured)
{
    try {
        const engine::RunMemory memory =
            engine::runMemory(model, {.historyTensors = engine::historyTensors(solver)}, place, engine);
        const auto batches = static_cast<int>(engine::intParam(engine::completeParams(solver), "iter_size"));
        return willItFit(memory, batches, speed, measured);
    } catch (const engine::Error& error) {
        return unknownFit(editor::inWords(error));
    }
}

void FreeMemory::note(const engine::RunPlace& place)
{
    if (place.memory) {
        m_free.insert_or_assign(place.device, place.memory->available);
    }
    if (place.host) {
        m_free.insert_or_assign("CPU", place.host->available);
    }
}

void FreeMemory::restoreWhatARunHolds(engine::RunPlace& place) const
{
    const auto restore = [this](const std::string& device, std::optional<engine::Device::Memory>& memory) {
        const auto noted = m_free.find(device);
        if (memory && noted != m_free.end()) {
            memory->available = std::max(memory->available, noted->second);
        }
    };
    restore(place.device, place.memory);
    restore("CPU", place.host);
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
