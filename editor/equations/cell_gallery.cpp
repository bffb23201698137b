// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_gallery.h"

#include "editor/equations/cell_card.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace editor {
namespace {

constexpr int minCardWide = 380;

} // namespace

CellGallery::CellGallery(QWidget* parent)
    : QWidget(parent),
      m_filter(new QLineEdit(this)),
      m_none(new QLabel(tr("No cell of the library has these words."), this)),
      m_scroll(new QScrollArea(this))
{
    m_filter->setPlaceholderText(tr("Filter by name, author or word"));
    m_filter->setAccessibleName(tr("Filter the cells"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_none->setAlignment(Qt::AlignCenter);
    auto* area = new QWidget(m_scroll);
    m_grid = new QGridLayout(area);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(12);
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        auto* card = m_cards.emplace_back(new CellCard(cell, area));
        connect(card, &CellCard::useRequested, this, [this, card] { emit use(card->name()); });
        connect(card, &CellCard::arrowPressed, this, &CellGallery::walk);
        connect(card, &CellCard::copyRequested, this, [this, text = cell.text] {
            emit editCopy(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        });
    }
    m_scroll->setWidget(area);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_filter);
    column->addWidget(m_none);
    column->addWidget(m_scroll, 1);
    setFocusProxy(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &CellGallery::placeCards);
    placeCards();
}

std::vector<CellCard*> CellGallery::shownCards() const
{
    const QStringList words = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<CellCard*> shown;
    std::ranges::copy_if(m_cards, std::back_inserter(shown),
                         [&](const CellCard* card) { return card->matches(words); });
    return shown;
}

void CellGallery::placeCards()
{
    const std::vector<CellCard*> shown = shownCards();
    m_columns = columns();
    for (CellCard* card : m_cards) {
        m_grid->removeWidget(card);
        card->setVisible(std::ranges::count(shown, card) > 0);
    }
    for (int index = 0; index < static_cast<int>(shown.size()); ++index) {
        m_grid->addWidget(shown[static_cast<std::size_t>(index)], index / m_columns, index % m_columns);
    }
    for (int column = 0; column < m_grid->columnCount(); ++column) {
        m_grid->setColumnStretch(column, column < m_columns ? 1 : 0);
    }
    m_none->setVisible(shown.empty());
    m_scroll->setVisible(!shown.empty());
}

void CellGallery::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fillNext();
}

/// One card after another, so that the window is there at once.
void CellGallery::fillNext()
{
    const auto next = std::ranges::find_if_not(m_cards, &CellCard::isFilled);
    if (next != m_cards.end() && isVisible()) {
        (*next)->fill();
        QTimer::singleShot(0, this, &CellGallery::fillNext);
    }
}

void CellGallery::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (columns() != m_columns) {
        placeCards();
    }
}

void CellGallery::focusCard(std::ptrdiff_t index)
{
    const std::vector<CellCard*> shown = shownCards();
    if (index >= 0 && index < std::ssize(shown)) {
        shown[static_cast<std::size_t>(index)]->setFocus(Qt::TabFocusReason);
        m_scroll->ensureWidgetVisible(shown[static_cast<std::size_t>(index)]);
    } else if (index < 0) {
        m_filter->setFocus(Qt::BacktabFocusReason);
    }
}

int CellGallery::columns() const
{
    return std::max(1, width() / minCardWide);
}

/// From the filter down to the first card, and from there back.
void CellGallery::walk(int key)
{
    const std::vector<CellCard*> shown = shownCards();
    const auto at = std::ranges::find(shown, static_cast<const QWidget*>(focusWidget())) - shown.begin();
    const std::ptrdiff_t here = at == std::ssize(shown) ? -1 : at;
    switch (key) {
    case Qt::Key_Down:
        return focusCard(here < 0 ? 0 : here + columns());
    case Qt::Key_Up:
        return focusCard(here - columns());
    case Qt::Key_Right:
        return focusCard(here + 1);
    default:
        return focusCard(here - 1);
    }
}

void CellGallery::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down) {
        walk(Qt::Key_Down);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace editor

#include "moc_cell_gallery.cpp"
