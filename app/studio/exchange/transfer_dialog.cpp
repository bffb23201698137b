// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/transfer_dialog.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/graph/shape.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>

namespace studio {
namespace {

class Exchange {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString listHtml(const QString& title, const std::vector<engine::Sentence>& sentences)
{
    QString html;
    for (const engine::Sentence& sentence : sentences) {
        html += QStringLiteral("<p style='margin:3px 0 3px 14px; text-indent:-10px'>• %1</p>")
                    .arg(editor::inWords(sentence).toHtmlEscaped());
    }
    return html.isEmpty() ? html : QStringLiteral("<h4>%1</h4>%2").arg(title, html);
}

QString movesHtml(const Transfer& transfer)
{
    QString rows;
    for (const engine::TensorMove& move : transfer.report.moved) {
        rows +=
            QStringLiteral("<tr><td>%1</td><td>&nbsp;→&nbsp;</td><td>%2</td><td align='right'>&nbsp;&nbsp;%3</td></tr>")
                .arg(text(move.from).toHtmlEscaped(), text(move.to).toHtmlEscaped(),
                     text(engine::toString(move.shape)).toHtmlEscaped());
    }
    const QString count = QLocale().toString(transfer.report.moved.size());
    const QString title = transfer.kind == Transfer::Kind::Exported ? Exchange::tr("Written (%1)").arg(count)
                                                                    : Exchange::tr("Imported (%1)").arg(count);
    return rows.isEmpty() ? rows : QStringLiteral("<h4>%1</h4><table cellpadding='2'>%2</table>").arg(title, rows);
}

QString reportHtml(const Transfer& transfer)
{
    const auto& [moved, skipped, notes] = transfer.report;
    const QString count = QLocale().toString(skipped.size());
    return listHtml(Exchange::tr("Left out, or newly initialized (%1)").arg(count), skipped) +
           listHtml(Exchange::tr("Notes"), notes) + movesHtml(transfer);
}

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

QString headline(const Transfer& transfer)
{
    const QString taken = QLocale().toString(transfer.taken), wanted = QLocale().toString(transfer.wanted);
    const QString name = text(transfer.file.filename().string());
    if (transfer.kind == Transfer::Kind::Exported) {
        return Exchange::tr("Wrote %1 tensors to %2").arg(taken, name);
    }
    if (transfer.taken == 0) {
        return Exchange::tr("No weights in %1 match this net; nothing was changed").arg(name);
    }
    return transfer.taken == transfer.wanted
               ? Exchange::tr("All %1 weights imported from %2").arg(wanted, name)
               : Exchange::tr("%1 of %2 weights imported from %3").arg(taken, wanted, name);
}

TransferDialog::TransferDialog(const Transfer& transfer, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("transfer"));
    setWindowTitle(transfer.kind == Transfer::Kind::Exported ? tr("Export") : tr("Import"));
    resize(preferredSize.boundedTo(screen()->availableSize() * 0.9));
    auto* mark = new QLabel(this);
    const bool complete = transfer.taken == transfer.wanted && transfer.report.skipped.empty();
    mark->setPixmap(editor::icon(complete ? QStringLiteral("info") : QStringLiteral("warning")).pixmap(28, 28));
    auto* title = editor::label(headline(transfer), this, editor::Look::Wraps | editor::Look::Plain);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    title->setFont(font);
    auto* next = editor::label(nextStep(transfer), this, editor::Look::Wraps | editor::Look::Plain);
    auto* words = editor::inColumn({title, next});
    auto* head = editor::inRow({{mark, 0, Qt::AlignTop}, editor::spacing(6), {words, 1}});
    auto* report = editor::described(new QTextBrowser(this), {.title = tr("Report of the transfer")});
    report->setHtml(reportHtml(transfer));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    const QString told = QStringLiteral("%1\n%2\n\n").arg(headline(transfer), text(transfer.file.string()));
    editor::described(buttons->addButton(tr("&Copy report"), QDialogButtonBox::ActionRole),
                      {.name = "copyReport", .icon = "copy"}, this,
                      [report, told] { QGuiApplication::clipboard()->setText(told + report->toPlainText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    editor::inColumn(this, {head, {report, 1}, buttons}, std::nullopt, 10);
    buttons->button(QDialogButtonBox::Close)->setFocus();
}

} // namespace studio

#include "moc_transfer_dialog.cpp"
