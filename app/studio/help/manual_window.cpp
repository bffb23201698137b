// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/manual_window.h"

#include <QDesktopServices>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>

namespace studio {

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), m_contents(new QListWidget(this)), m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual"));
    m_contents->setAccessibleName(tr("Contents"));
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(18);
    auto* parts = new QSplitter(this);
    parts->addWidget(m_contents);
    parts->addWidget(m_text);
    parts->setStretchFactor(1, 1);
    parts->setSizes({240, 660});
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(parts);
    fillContents();
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item) {
            m_text->setMarkdown(manualPage(item->data(Qt::UserRole).toString()));
            m_text->verticalScrollBar()->setValue(0);
        }
    });
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
    };
    const QString index = manualPage(QStringLiteral("index"));
    add(tr("Contents"), QStringLiteral("index"));
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]+)\]\((\w+)\.md\))"));
    for (auto found = link.globalMatch(index); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        add(one.captured(1), one.captured(2));
    }
}

void ManualWindow::show(const QString& page)
{
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
