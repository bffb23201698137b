// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/transfer_dialog.h"

#include "app/studio/exchange/transfer_words.h"
#include "editor/looks/theme.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr QSize preferredSize{640, 480};

QString nextStep(const Transfer& transfer)
{
    switch (transfer.kind) {
    case Transfer::Kind::Opened:
        return TransferDialog::tr("The next run starts from them, and they can write text already.");
    case Transfer::Kind::Imported:
        return transfer.taken > 0
                   ? TransferDialog::tr("The next run starts from them; the drawing stays as it is.")
                   : TransferDialog::tr("Weights are matched by the names of layers and by their shapes.");
    case Transfer::Kind::Exported:
        break;
    }
    return QString::fromStdString(transfer.file.string());
}

} // namespace

TransferDialog::TransferDialog(const Transfer& transfer, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("transfer"));
    setWindowTitle(transfer.kind == Transfer::Kind::Exported ? tr("Export") : tr("Import"));
    resize(preferredSize.boundedTo(screen()->availableSize() * 0.9));
    auto* mark = new QLabel(this);
    const bool complete = transfer.taken == transfer.wanted && transfer.report.skipped.empty();
    mark->setPixmap(editor::icon(complete ? QStringLiteral("info") : QStringLiteral("warning")).pixmap(28, 28));
    auto* title = new QLabel(headline(transfer), this);
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    title->setFont(font);
    auto* next = new QLabel(nextStep(transfer), this);
    next->setWordWrap(true);
    next->setTextFormat(Qt::PlainText);
    auto* words = new QVBoxLayout;
    words->addWidget(title);
    words->addWidget(next);
    auto* head = new QHBoxLayout;
    head->addWidget(mark, 0, Qt::AlignTop);
    head->addSpacing(6);
    head->addLayout(words, 1);
    auto* report = new QTextBrowser(this);
    report->setHtml(reportHtml(transfer));
    report->setAccessibleName(tr("Report of the transfer"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    QPushButton* copy = buttons->addButton(tr("&Copy report"), QDialogButtonBox::ActionRole);
    copy->setIcon(editor::icon(QStringLiteral("copy")));
    connect(copy, &QPushButton::clicked, this,
            [text = reportText(transfer)] { QGuiApplication::clipboard()->setText(text); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addLayout(head);
    column->addWidget(report, 1);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Close)->setFocus();
}

} // namespace studio

#include "moc_transfer_dialog.cpp"
