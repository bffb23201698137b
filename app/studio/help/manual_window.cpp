// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/manual_window.h"

#include "editor/widgets/parts.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QScreen>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>

namespace studio {

namespace {

constexpr int wordsRole = Qt::UserRole + 1;

/// A page in the user's language.
QUrl pageNamed(const QString& name)
{
    const QString folder = QLocale().language() == QLocale::German ? QStringLiteral("de/") : QString();
    return QUrl(QStringLiteral("qrc:/hamnet/manual/%1%2.md").arg(folder, name));
}

QString textOf(const QUrl& page)
{
    QFile file(u':' + page.path());
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_search(editor::searchField(this, tr("Search the manual"), tr("Search the manual"))),
      m_contents(editor::described(new QListWidget(this), {.title = tr("Contents")})),
      m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual"));
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
            m_text->setSource(item->data(Qt::UserRole).toUrl());
            m_text->find(m_search->text());
        }
    });
    connect(m_text, &QTextBrowser::sourceChanged, this, [this](const QUrl& page) {
        for (int row = 0; row < m_contents->count(); ++row) {
            if (m_contents->item(row)->data(Qt::UserRole).toUrl() == page.adjusted(QUrl::RemoveFragment)) {
                if (m_contents->item(row)->isHidden()) {
                    m_search->clear(); // a link leads to what the search left out
                }
                m_contents->setCurrentRow(row);
            }
        }
    });
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::findNext);
    new QShortcut(QKeySequence(QKeySequence::Find), this, m_search, qOverload<>(&QWidget::setFocus));
    resize(QSize(900, 720).boundedTo(screen()->availableSize() * 0.9));
    m_contents->setCurrentRow(0);
}

/// The index itself, then what it links to, in its order.
void ManualWindow::fillContents()
{
    const auto add = [this](const QString& title, const QString& name) {
        auto* item = new QListWidgetItem(title, m_contents);
        item->setData(Qt::UserRole, pageNamed(name));
        QTextDocument words;
        words.setMarkdown(textOf(pageNamed(name)));
        item->setData(wordsRole, words.toPlainText());
    };
    const QString index = textOf(pageNamed(QStringLiteral("index")));
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

void ManualWindow::showContents()
{
    m_search->clear(); // it may leave the page out of the list
    m_contents->setCurrentRow(0);
    show();
    raise();
    activateWindow();
}

} // namespace studio

#include "moc_manual_window.cpp"
