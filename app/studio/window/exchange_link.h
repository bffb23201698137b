// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/export_formats.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/workspace.h"

#include <functional>
#include <optional>
#include <QMainWindow>
#include <QObject>

namespace studio {

/// Other programs' files in the window: asks for them, and shows what went where.
class ExchangeLink : public QObject {
    Q_OBJECT

public:
    explicit ExchangeLink(Workspace& workspace, QMainWindow& window);

    /// Asks for a file; a net that it brings is opened, or lends its weights to what is drawn, as the user likes.
    void chooseAndImport();
    void importFile(const std::filesystem::path& file);

    void showExport();
    void showExport(ExportContent content, int run);

signals:
    void openRequested(const QString& file); ///< as a drawing of its own
    void said(const QString& words);         ///< where the user looks
    void noted(const QString& sentence);     ///< for a while

private:
    enum class Use { Open, TakeWeights, Nothing };
    Use askUse(const std::filesystem::path& file);
    std::optional<Importer::Characters> askCharacters(const std::filesystem::path& file);
    void runDialog(const std::function<void(class FileExportDialog&)>& prepare);
    void tell(const Transfer& transfer);

    Workspace& m_workspace;
    QMainWindow& m_window;
};

} // namespace studio
