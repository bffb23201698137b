// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_gallery.h"

#include "editor/equations/equation_views.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/cells/library.h"
#include "engine/cells/work.h"

#include <algorithm>
#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>

namespace editor {

using engine::cells::Definition;
using engine::cells::Learned;

namespace {

const CellFigures& lstmFigures()
{
    static const CellFigures figures =
        figuresOf(engine::cells::define(engine::cells::libraryCell("lstm")), comparedSizes);
    return figures;
}

QStringList without(const QStringList& all, const QStringList& others)
{
    QStringList rest;
    std::ranges::copy_if(all, std::back_inserter(rest), [&](const QString& one) { return !others.contains(one); });
    return rest;
}

/// "50 %", also where it is more than all.
QString percentText(std::int64_t part, std::int64_t all)
{
    return Words::tr("%1 %").arg(countText((100 * part + all / 2) / all));
}

QString listedStates(const CellFigures& figures)
{
    return figures.states.isEmpty() ? Words::tr("none") : figures.states.join(QStringLiteral(", "));
}

QString comparedRow(const QString& what, const QString& here, const QString& lstm)
{
    return QStringLiteral("<tr><td>%1</td><td align='right'>%2</td><td align='right'>%3</td></tr>")
        .arg(what, here, lstm);
}

} // namespace

QString commentsOf(const QString& text)
{
    QStringList comments;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1Char('#'))) {
            break;
        }
        comments << line.mid(1).trimmed();
    }
    return comments.join(QLatin1Char('\n'));
}

CellFigures figuresOf(const Definition& cell, engine::cells::CellSizes sizes)
{
    const engine::cells::Schedule schedule = scheduleOf(cell);
    CellFigures figures{
        .parameters = 0,
        .flops = forwardWork(schedule, cell).flops(sizes),
        .matrices = 0,
        .vectors = 0,
        .waits = static_cast<int>(std::ranges::count_if(
            schedule.perStep.forward, [](const engine::cells::Stage& stage) { return !stage.products.empty(); })),
        .states = {}};
    for (const Learned& learned : cell.learned) {
        figures.parameters += shapeOf(learned, sizes).count();
        ++(learned.kind == Learned::Kind::Vector ? figures.vectors : figures.matrices);
    }
    for (const engine::cells::State& state : cell.states) {
        figures.states << QString::fromStdString(state.name);
    }
    return figures;
}

QString comparisonHtml(const Definition& cell)
{
    const CellFigures here = figuresOf(cell, comparedSizes);
    const CellFigures& lstm = lstmFigures();
    const QString rows =
        QStringLiteral("<tr><td>%1</td><th align='right'>%2</th><th align='right'>%3</th></tr>")
            .arg(Words::tr("H = I = %1").arg(countText(comparedSizes.units)), Words::tr("here"), Words::tr("LSTM")) +
        comparedRow(Words::tr("Parameters"), countText(here.parameters), countText(lstm.parameters)) +
        comparedRow(Words::tr("Matrices, vectors"), QStringLiteral("%1, %2").arg(here.matrices).arg(here.vectors),
                    QStringLiteral("%1, %2").arg(lstm.matrices).arg(lstm.vectors)) +
        comparedRow(Words::tr("States"), listedStates(here), listedStates(lstm)) +
        comparedRow(Words::tr("Products in a row, each step"), countText(here.waits), countText(lstm.waits)) +
        comparedRow(Words::tr("Work of a step"), flopsText(here.flops), flopsText(lstm.flops));
    return QStringLiteral("<table cellspacing='0' cellpadding='2' width='100%'>%1</table>").arg(rows);
}

QString comparisonSentence(const Definition& cell)
{
    const CellFigures here = figuresOf(cell, comparedSizes);
    const CellFigures& lstm = lstmFigures();
    if (here == lstm) {
        return {};
    }
    QStringList parts{Words::tr("%1 of the LSTM's parameters").arg(percentText(here.parameters, lstm.parameters)),
                      Words::tr("%1 of its work").arg(percentText(here.flops, lstm.flops))};
    if (const QStringList more = without(here.states, lstm.states); !more.isEmpty()) {
        parts << Words::tr("adds the state %1").arg(more.join(QStringLiteral(", ")));
    }
    if (const QStringList less = without(lstm.states, here.states); !less.isEmpty()) {
        parts << Words::tr("leaves out the state %1").arg(less.join(QStringLiteral(", ")));
    }
    if (here.waits > lstm.waits) {
        parts << Words::tr("%1 products wait for each other in a step").arg(countText(here.waits));
    } else if (here.waits == 0) {
        parts << Words::tr("no product waits for the step before");
    }
    return parts.join(QStringLiteral(" · "));
}

CellGallery::CellGallery(const Take& take, QWidget* parent)
    : QWidget(parent),
      m_filter(searchField(this, tr("Filter the cells"), tr("Filter by name, author or word"))),
      m_list(described(new QListWidget(this), {.title = tr("Cells")})),
      m_buttons(new QWidget(this)),
      m_title(new QLabel(this)),
      m_about(new TintedLabel(this)),
      m_equations(editor::label({}, this, Look::Wraps | Look::Selectable, "mathematics")),
      m_comparison(editor::label({}, this, Look::Wraps))
{
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        auto* item = new QListWidgetItem(QString::fromUtf8(cell.name), m_list);
        item->setData(Qt::UserRole, QString::fromUtf8(cell.text));
        item->setData(Qt::AccessibleDescriptionRole, commentsOf(QString::fromUtf8(cell.text)));
    }
    auto* cell = new QWidget(this);
    inColumn(cell, {m_title, m_about, m_equations, m_comparison, stretch()});
    auto* area = new QScrollArea(this);
    area->setWidget(cell);
    area->setWidgetResizable(true);
    auto* parts = new QSplitter(this);
    parts->addWidget(m_list);
    parts->addWidget(area);
    parts->setStretchFactor(1, 1);
    const auto use = [this, take] { take(m_list->currentItem()->text(), {}); };
    auto* takes = described(new QPushButton(tr("Use"), m_buttons), {}, this, use);
    auto* copies = described(new QPushButton(tr("Edit a copy"), m_buttons), {}, this,
                             [this, take] { take({}, m_list->currentItem()->data(Qt::UserRole).toString()); });
    takes->setAutoDefault(false); // Enter in the filter takes nothing
    copies->setAutoDefault(false);
    inRow(m_buttons, {stretch(), takes, copies}, QMargins());
    inColumn(this, {m_filter, {parts, 1}, m_buttons});
    setFocusProxy(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &CellGallery::find);
    connect(m_list, &QListWidget::currentRowChanged, this, &CellGallery::show);
    connect(m_list, &QListWidget::itemActivated, this, use); // double-click and Enter
    find();
}

void CellGallery::find()
{
    const QStringList words = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int first = -1;
    for (int row = m_list->count() - 1; row >= 0; --row) {
        QListWidgetItem& item = *m_list->item(row);
        const QString all = item.text() + QLatin1Char(' ') + item.data(Qt::UserRole).toString();
        item.setHidden(
            !std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); }));
        first = item.isHidden() ? first : row;
    }
    if (!m_list->currentItem() || m_list->currentItem()->isHidden()) {
        m_list->setCurrentRow(first);
    }
}

void CellGallery::show(int row)
{
    m_buttons->setEnabled(row >= 0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_about, m_equations, m_comparison}) {
        part->setVisible(row >= 0);
    }
    if (row < 0) {
        m_title->setText(tr("No cell of the library has these words."));
        return;
    }
    const auto& cell = engine::cells::libraryCells()[static_cast<std::size_t>(row)];
    const engine::cells::Definition definition = engine::cells::define(cell.text);
    m_title->setText(titleHtml(QString::fromUtf8(cell.name)));
    m_about->showMuted(commentsOf(QString::fromUtf8(cell.text)));
    m_equations->setText(mathematicsHtml(definition));
    m_comparison->setText(
        QStringLiteral("<p>%1</p>%2").arg(comparisonSentence(definition).toHtmlEscaped(), comparisonHtml(definition)));
}

void CellGallery::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down) {
        m_list->setFocus(Qt::TabFocusReason);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace editor

#include "moc_cell_gallery.cpp"
