// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/manual_window.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <QDesktopServices>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>

namespace studio {

namespace {

constexpr int wordsRole = Qt::UserRole + 1;

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_search(editor::described(new QLineEdit(this), {.title = tr("Search the manual")})),
      m_contents(editor::described(new QListWidget(this), {.title = tr("Contents")})),
      m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual"));
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(editor::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(18);
    auto* parts = new QSplitter(this);
    auto* left = new QWidget(this);
    editor::inColumn(left, {m_search, m_contents}, QMargins(6, 6, 0, 6));
    parts->addWidget(left);
    parts->addWidget(m_text);
    parts->setStretchFactor(1, 1);
    parts->setSizes({240, 660});
    editor::inRow(this, {parts}, QMargins());
    fillContents();
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item) {
            m_text->setMarkdown(manualPage(item->data(Qt::UserRole).toString()));
            m_text->verticalScrollBar()->setValue(0);
            m_text->find(m_search->text());
        }
    });
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::findNext);
    new QShortcut(QKeySequence(QKeySequence::Find), this, m_search, qOverload<>(&QWidget::setFocus));
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    resize(QSize(900, 720).boundedTo(screen()->availableSize() * 0.9));
    m_contents->setCurrentRow(0);
}

/// The index itself, then what it links to, in its order.
void ManualWindow::fillContents()
{
    const auto add = [this](const QString& title, const QString& page) {
        auto* item = new QListWidgetItem(title, m_contents);
        item->setData(Qt::UserRole, page);
        QTextDocument words;
        words.setMarkdown(manualPage(page));
        item->setData(wordsRole, words.toPlainText());
    };
    const QString index = manualPage(QStringLiteral("index"));
    add(tr("Contents"), QStringLiteral("index"));
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]+)\]\((\w+)\.md\))"));
    for (auto found = link.globalMatch(index); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        add(one.captured(1), one.captured(2));
    }
}

/// Lists the pages that have the words, and shows where.
void ManualWindow::search(const QString& words)
{
    int first = -1;
    for (int row = 0; row < m_contents->count(); ++row) {
        const bool has = m_contents->item(row)->data(wordsRole).toString().contains(words, Qt::CaseInsensitive);
        m_contents->item(row)->setHidden(!has);
        first = first < 0 && has ? row : first;
    }
    if (first >= 0 && m_contents->currentItem()->isHidden()) {
        m_contents->setCurrentRow(first);
    } else {
        m_text->moveCursor(QTextCursor::Start);
        m_text->find(words);
    }
}

/// Further down on the page, or else on the next one that has the words.
void ManualWindow::findNext()
{
    if (m_search->text().isEmpty() || m_text->find(m_search->text())) {
        return;
    }
    int row = m_contents->currentRow();
    do {
        row = (row + 1) % m_contents->count();
    } while (m_contents->item(row)->isHidden() && row != m_contents->currentRow());
    m_contents->setCurrentRow(row);
    m_text->moveCursor(QTextCursor::Start);
    m_text->find(m_search->text());
}

void ManualWindow::show(const QString& page)
{
    m_search->clear(); // it may leave the page out of the list
    for (int row = 0; row < m_contents->count(); ++row) {
        if (m_contents->item(row)->data(Qt::UserRole) == page) {
            m_contents->setCurrentRow(row);
        }
    }
    QWidget::show();
    raise();
    activateWindow();
}

void ManualWindow::follow(const QUrl& link)
{
    if (link.isRelative() && link.path().endsWith(QLatin1String(".md"))) {
        show(link.path().chopped(3));
    } else {
        QDesktopServices::openUrl(link);
    }
}

QString manualPage(const QString& page)
{
    const QString folder = QLocale().language() == QLocale::German ? QStringLiteral("de/") : QString();
    QFile file(QStringLiteral(":/hamnet/manual/%1%2.md").arg(folder, page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace studio

#include "moc_manual_window.cpp"
