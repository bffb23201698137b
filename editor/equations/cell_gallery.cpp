// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_gallery.h"

#include "editor/equations/cell_comparison.h"
#include "editor/equations/mathematics_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/tinted_label.h"
#include "engine/cells/library.h"

#include <algorithm>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace editor {
namespace {

QString plain(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
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

CellGallery::CellGallery(QWidget* parent)
    : QWidget(parent),
      m_filter(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_cell(new QWidget(this)),
      m_title(new QLabel(this)),
      m_about(new TintedLabel(this)),
      m_equations(new MathematicsView(this)),
      m_comparison(new QLabel(this))
{
    m_filter->setPlaceholderText(tr("Filter by name, author or word"));
    m_filter->setAccessibleName(tr("Filter the cells"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_list->setAccessibleName(tr("Cells"));
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        auto* item = new QListWidgetItem(plain(cell.name), m_list);
        item->setData(Qt::UserRole, plain(cell.text));
        item->setData(Qt::AccessibleDescriptionRole, commentsOf(plain(cell.text)));
    }
    m_comparison->setWordWrap(true);
    auto* column = new QVBoxLayout(m_cell);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_about, m_equations, m_comparison}) {
        column->addWidget(part);
    }
    column->addStretch();
    auto* area = new QScrollArea(this);
    area->setWidget(m_cell);
    area->setWidgetResizable(true);
    auto* parts = new QSplitter(this);
    parts->addWidget(m_list);
    parts->addWidget(area);
    parts->setStretchFactor(1, 1);
    auto* takes = new QPushButton(tr("Use"), this);
    auto* copies = new QPushButton(tr("Edit a copy"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(takes);
    buttons->addWidget(copies);
    auto* whole = new QVBoxLayout(this);
    whole->addWidget(m_filter);
    whole->addWidget(parts, 1);
    whole->addLayout(buttons);
    setFocusProxy(m_filter);
    const auto take = [this] { emit use(m_list->currentItem()->text()); };
    connect(m_filter, &QLineEdit::textChanged, this, &CellGallery::find);
    connect(m_list, &QListWidget::currentRowChanged, this, &CellGallery::show);
    connect(m_list, &QListWidget::itemActivated, this, take); // double-click and Enter
    connect(takes, &QPushButton::clicked, this, take);
    connect(copies, &QPushButton::clicked, this,
            [this] { emit editCopy(m_list->currentItem()->data(Qt::UserRole).toString()); });
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
    if (first >= 0 && (!m_list->currentItem() || m_list->currentItem()->isHidden())) {
        m_list->setCurrentRow(first);
    }
}

void CellGallery::show(int row)
{
    const auto& cell = engine::cells::libraryCells()[static_cast<std::size_t>(row)];
    const engine::cells::Definition definition = engine::cells::define(cell.text);
    m_title->setText(titleHtml(plain(cell.name)));
    m_about->showMuted(commentsOf(plain(cell.text)));
    m_equations->setCell(definition);
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
