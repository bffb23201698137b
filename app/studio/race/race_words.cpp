// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_words.h"

#include "app/contest/curves.h"
#include "app/studio/plots/words.h"
#include "app/studio/race/race.h"
#include "app/studio/session/will_it_fit.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <map>
#include <QLocale>

namespace studio {
namespace {

const QString dash = QStringLiteral("–");
constexpr double disturbing = 25; ///< percent of the processors

QString number(double value, int digits)
{
    return QLocale().toString(value, 'f', digits);
}

/// Its name, and the engine that ran where that is another.
QString nameOf(const Contestant& one)
{
    const QString name = QString::fromStdString(one.run.name);
    const std::string& ran = one.loaded.engine;
    const bool asAsked = ran.empty() || engine::folded(ran) == engine::folded(one.contender.engine.value_or(""));
    return asAsked ? name : QStringLiteral("%1 (%2)").arg(name, QString::fromStdString(ran));
}

QString stateOf(const Contestant& one)
{
    const QString words[] = {Race::tr("waits for the device"),
                             Race::tr("starts"),
                             Race::tr("trains"),
                             Race::tr("done"),
                             Race::tr("stopped"),
                             Race::tr("failed")};
    return words[static_cast<int>(one.state)];
}

/// Of a GPU its own meter tells; of the processors the contender's share counts.
bool isOnProcessors(const Race& race)
{
    return std::ranges::none_of(race.contestants(), [](const auto& one) { return one->contender.onGpu(); });
}

QString limitOf(const RaceLimit& limit)
{
    return limit.seconds
               ? Race::tr("%1 s each").arg(QLocale().toString(*limit.seconds, 'g', 6))
               : Race::tr("%1 iterations each").arg(QLocale().toString(static_cast<qint64>(*limit.iterations)));
}

/// Who computed, processor and threads or the GPU, and from which data; empty before a contestant has begun.
QString machineOf(const Race& race)
{
    QStringList names;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const contest::Loaded& loaded = one->loaded;
        const QString name = QString::fromStdString(loaded.description.empty() ? loaded.device : loaded.description);
        if (!name.isEmpty() && !names.contains(name)) {
            names.append(name);
        }
    }
    if (names.isEmpty()) {
        return {};
    }
    const QString machine = names.join(QStringLiteral("; "));
    const QString data = QString::fromStdString(race.request().run.data.filename().string());
    return data.isEmpty() ? Race::tr("Computed on %1.").arg(machine)
                          : Race::tr("Computed on %1; learned from %2.").arg(machine, data);
}

/// What other programs took of the processors beside the contestant that was disturbed most, where that disturbs. On
/// each device one contestant trains at a time, and the shares of those on other devices are no other program's.
QString disturbanceOf(const Race& race)
{
    std::map<std::string, double> ours; // percent, by device
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        double& share = ours[engine::folded(one->contender.device.name)];
        share = std::max(share, one->effort.processPercent.value_or(0));
    }
    double most = 0;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const contest::Effort& effort = one->effort;
        if (!effort.machinePercent || !effort.processPercent) {
            continue;
        }
        double others = *effort.machinePercent - *effort.processPercent;
        const std::string own = engine::folded(one->contender.device.name);
        for (const auto& [device, share] : ours) {
            others -= device == own ? 0 : share;
        }
        most = std::max(most, others);
    }
    return most > disturbing ? Race::tr("Other programs used %1 % of the CPU meanwhile: repeat the race when the "
                                        "machine is idle.")
                                   .arg(number(most, 0))
                             : QString();
}

} // namespace

engine::Report reportOf(const Race& race)
{
    const engine::Curve none;
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        curves.push_back(one->state == Contestant::State::Failed ? &none : &one->run.curve);
    }
    const std::int64_t window = contest::lossWindow(curves);
    const std::optional<double> common = contest::commonLoss(curves, window);
    const auto column = [](const QString& title, const QString& pattern = {}, int digits = 0) {
        return engine::Report::Column{title.toStdString(), "",
                                      [=](double value) { return pattern.arg(number(value, digits)).toStdString(); },
                                      dash.toStdString()};
    };
    const QString plain = QStringLiteral("%1"), share = QStringLiteral("%1 %");
    engine::Report report{
        .columns = {column(Race::tr("Engine")), column(Race::tr("Precision")), column(Race::tr("Iterations"), plain),
                    column(speedHeading(race.kind()), plain), column(Race::tr("Final loss"), plain, 4),
                    column(common ? Race::tr("To loss %1").arg(number(*common, 3)) : Race::tr("To loss"),
                           QStringLiteral("%1 s"), 2),
                    column(Race::tr("Memory")),
                    column(isOnProcessors(race) ? Race::tr("Hamnet's share") : Race::tr("Load"), share),
                    column(Race::tr("Energy"), QStringLiteral("%1 J")), column(Race::tr("State"))}};
    report.columns[5].key = "to_loss"; // whose title follows the curves
    report.columns[6].inWords = [](double bytes) {
        return bytesInWords(static_cast<std::int64_t>(bytes)).toStdString();
    };
    for (std::size_t index = 0; index < curves.size(); ++index) {
        const Contestant& one = *race.contestants()[index];
        const engine::Curve& curve = *curves[index];
        const std::optional<double> step = stepSeconds(curve);
        const bool hasPoints = common && !curve.empty() && race.state() == Race::State::Idle; // all is read for it
        const std::int64_t bytes = one.memory.whereItTrains();
        report.rows.push_back(
            {nameOf(one).toStdString(),
             one.loaded.precision.empty() ? engine::ReportCell() : engine::ReportCell(one.loaded.precision),
             curve.size(), step ? std::optional(static_cast<double>(one.loaded.batchUnits) / *step) : std::nullopt,
             contest::endLoss(curve, window), hasPoints ? contest::secondsToLoss(curve, *common, window) : std::nullopt,
             bytes == 0 ? engine::ReportCell() : engine::ReportCell(bytes), one.effort.percent, one.effort.joules,
             stateOf(one).toStdString()});
    }
    return report;
}

QString headingOf(const Race& race)
{
    const TrainingRequest& request = race.request();
    const std::string& name = request.run.model.name.empty() ? request.name : request.run.model.name;
    const QString net = name.empty() ? Race::tr("Net without a name") : QString::fromStdString(name);
    return Race::tr("%1: %n engine(s), %2, seed %3", nullptr, static_cast<int>(race.contestants().size()))
        .arg(net, limitOf(race.limit()), QString::number(race.seed()));
}

QStringList notesOf(const Race& race)
{
    QStringList notes;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        if (!one->sentence.isEmpty()) {
            notes.append(QStringLiteral("%1: %2").arg(nameOf(*one), one->sentence));
        }
    }
    return notes;
}

QString verdictOf(const Race& race)
{
    const QString said = editor::inWords(race.verdict());
    return said.isEmpty() ? said : said.left(1).toUpper() + said.mid(1) + QLatin1Char('.');
}

QStringList sentencesOf(const Race& race)
{
    QStringList sentences = {verdictOf(race), machineOf(race), disturbanceOf(race)};
    sentences.removeAll(QString());
    return sentences + notesOf(race);
}

} // namespace studio
