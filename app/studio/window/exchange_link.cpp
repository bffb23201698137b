// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/exchange_link.h"

#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/exchange/transfer_dialog.h"
#include "app/studio/window/busy.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/project_files.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QTimer>

namespace studio {

ExchangeLink::ExchangeLink(Workspace& workspace, QMainWindow& window)
    : QObject(&window), m_workspace(workspace), m_window(window)
{
    // A report comes once the dialog that has asked for the file is gone, and the drawing is on the screen.
    connect(&workspace, &Workspace::transferred, this,
            [this](const Transfer& transfer) { QTimer::singleShot(0, this, [this, transfer] { tell(transfer); }); });
}

void ExchangeLink::chooseAndImport()
{
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Import"), QString(), importFilters());
    if (!file.isEmpty()) {
        importFile(file.toStdString());
    }
}

void ExchangeLink::importFile(const std::filesystem::path& file)
{
    const bool drawn = m_workspace.files().isOpen() && !m_workspace.document().content().nodes.empty();
    const Use use = !drawn ? Use::Open : m_workspace.importer().bringsNet(file) ? askUse(file) : Use::TakeWeights;
    if (use == Use::Open) {
        emit openRequested(QString::fromStdString(file.string()));
    } else if (use == Use::TakeWeights) {
        const std::optional<Importer::Characters> characters = askCharacters(file);
        if (!characters) {
            return;
        }
        const Busy busy(*m_window.statusBar(), tr("Reading %1…").arg(QString::fromStdString(file.filename().string())));
        if (const auto refused = m_workspace.importer().importWeights(file, *characters)) {
            emit said(*refused);
        }
    }
}

ExchangeLink::Use ExchangeLink::askUse(const std::filesystem::path& file)
{
    QMessageBox box(QMessageBox::Question, tr("Import"),
                    tr("%1 holds a whole net with its weights.").arg(QString::fromStdString(file.filename().string())),
                    QMessageBox::Cancel, &m_window);
    box.setInformativeText(tr("Open it as a separate drawing, or load its weights by name into the net drawn here?"));
    QPushButton* take = box.addButton(tr("Use its &weights"), QMessageBox::AcceptRole);
    QPushButton* open = box.addButton(tr("&Open as a drawing"), QMessageBox::AcceptRole);
    box.setDefaultButton(take);
    box.exec();
    const QAbstractButton* clicked = box.clickedButton();
    return clicked == take ? Use::TakeWeights : clicked == open ? Use::Open : Use::Nothing;
}

/// Rows for characters are worth nothing without knowing for which. Nothing: the user does not know either.
std::optional<Importer::Characters> ExchangeLink::askCharacters(const std::filesystem::path& file)
{
    if (!m_workspace.importer().lacksCharacters(file)) {
        return Importer::Characters::Unknown;
    }
    const QMessageBox::StandardButton answer =
        QMessageBox::question(&m_window, tr("Import"),
                              tr("%1 does not say which vocabulary its weights were trained with. Were they trained on "
                                 "exactly the text that is chosen here?")
                                  .arg(QString::fromStdString(file.filename().string())),
                              QMessageBox::Yes | QMessageBox::Cancel);
    return answer == QMessageBox::Yes ? std::optional(Importer::Characters::OfTheText) : std::nullopt;
}

void ExchangeLink::showExport()
{
    runDialog([](FileExportDialog&) {});
}

void ExchangeLink::showExport(ExportContent content, int run)
{
    runDialog([=](FileExportDialog& dialog) { dialog.offer(content, run); });
}

void ExchangeLink::runDialog(const std::function<void(FileExportDialog&)>& prepare)
{
    FileExportDialog dialog(m_workspace, &m_window);
    connect(&dialog, &FileExportDialog::written, this, [this](const QString& words, FileExportDialog::Remarks remarks) {
        if (remarks == FileExportDialog::Remarks::Some) {
            emit said(words);
        } else {
            emit noted(words);
        }
    });
    prepare(dialog);
    dialog.exec();
}

/// An import always shows its report: what it took will decide what is learned. The others where there is something to
/// remark.
void ExchangeLink::tell(const Transfer& transfer)
{
    if (transfer.kind == Transfer::Kind::Imported || transfer.hasRemarks()) {
        TransferDialog dialog(transfer, &m_window);
        dialog.exec();
    } else {
        emit noted(headline(transfer));
    }
}

} // namespace studio

#include "moc_exchange_link.cpp"
