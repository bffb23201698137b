// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_table.h"

#include "app/studio/queue/queue_words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"

#include <QCoreApplication>
#include <QLocale>

namespace studio {
namespace {

struct QueueModel {
    Q_DECLARE_TR_FUNCTIONS(studio::QueueModel)
};

template <typename Number>
std::optional<Number> ifAny(Number number)
{
    return number > 0 ? std::optional(number) : std::nullopt;
}

std::vector<engine::ColumnOf<QueueRow>> columnsOf(const QStringList& differing)
{
    using Row = const QueueRow&;
    const auto head = [](const QString& title, const std::function<std::string(double)>& words = {}) {
        return engine::Report::Column{title.toStdString(), "", words, "–"};
    };
    const auto count = [](double value) { return editor::countText(static_cast<std::int64_t>(value)).toStdString(); };
    const auto loss = [](double value) { return QLocale().toString(value, 'f', 4).toStdString(); };
    std::vector<engine::ColumnOf<QueueRow>> columns = {
        {head(QueueModel::tr("Run"), count), [](Row run) { return run.id; }},
        {{.title = QueueModel::tr("State").toStdString(),
          .inWords = [](double state) { return stateInWords(static_cast<queue::RunState>(state)).toStdString(); },
          .align = engine::Report::Align::Left},
         [](Row run) { return static_cast<int>(run.state); }}}; // sorted as a run goes through them
    for (const QString& name : differing) {
        columns.push_back({head(name), [name](Row run) {
                               const QString given = valueOf(*run.settings, name);
                               return given.isEmpty() ? std::nullopt : std::optional(given.toStdString());
                           }});
    }
    const std::vector<engine::ColumnOf<QueueRow>> figures = {
        {head(QueueModel::tr("Seed")), [](Row run) { return run.seed; }},
        {head(QueueModel::tr("Best loss"), loss), [](Row run) { return run.result.bestLoss; }},
        {head(QueueModel::tr("Time"), [](double value) { return spanInWords(value).toStdString(); }),
         [](Row run) { return ifAny(run.result.seconds); }},
        {head(QueueModel::tr("Energy"), [](double value) { return energyInWords(value).toStdString(); }),
         [](Row run) { return run.result.joules; }},
        {head(QueueModel::tr("Iterations"), count), [](Row run) { return ifAny(run.result.iteration); }}};
    columns.insert(columns.end(), figures.begin(), figures.end());
    return columns;
}

} // namespace

QueueTable::QueueTable(QWidget* parent) : ReportTable(tr("Runs of the queue"), parent)
{
    setObjectName(QStringLiteral("queueTable"));
    setLook([this](qint64 id, const std::string& column, int role) -> QVariant {
        const bool isState = column == QueueModel::tr("State").toStdString();
        const QueueRow* const run = isState ? m_view.find(id) : nullptr;
        if (run && role == Qt::ToolTipRole && !run->result.error.empty()) {
            return QString::fromStdString(run->result.error);
        }
        if (run && role == Qt::ForegroundRole && run->state == queue::RunState::Running) {
            return editor::theme().accent;
        }
        const bool isBad = run && (run->state == queue::RunState::Failed || run->state == queue::RunState::Diverged);
        return isBad && role == Qt::ForegroundRole ? QVariant(editor::theme().error) : QVariant();
    });
    showQueue({});
}

void QueueTable::showQueue(const QueueView& view)
{
    m_view = view;
    std::vector<qint64> ids;
    for (const QueueRow& run : view.rows) {
        ids.push_back(run.id);
    }
    setReport(engine::reportOf(columnsOf(view.differing), view.rows), ids);
}

} // namespace studio

#include "moc_queue_table.cpp"
