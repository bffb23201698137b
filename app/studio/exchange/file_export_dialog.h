// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"

#include <filesystem>
#include <optional>
#include <QDialog>
#include <QString>
#include <string>

class QComboBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace studio {

/// What of a project goes into another program's file.
enum class ExportContent { Weights, Curve, Drawing, Picture };

/// One format that can be written.
struct ExportFormat {
    ExportContent content;
    QString name;  ///< "ONNX"
    QString about; ///< a sentence: whom it is for, what it holds
    const engine::FileFormat* file;
    std::optional<engine::WriteStyle> style = {}; ///< of a drawing
};

/// The filters of a file dialog for all that can be imported, and for all that can be opened.
QString importFilters();
QString openFilters();

/// What of the project to write, of which run, in which format. The file is asked for last; it closes once that is
/// written.
class FileExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `chosen`: the checkpoint that Write has chosen, which is offered first; empty: none.
    explicit FileExportDialog(Workspace& workspace, QWidget* parent = nullptr, std::string chosen = {});

    enum class Remarks { None, Some }; ///< whether what was written lacks something
    Q_ENUM(Remarks)

    /// What it offers first. Where there is none of it the choice stays as it is.
    void offer(ExportContent content, int run);

    const ExportFormat& format() const;

signals:
    /// A curve or a drawing; of weights the workspace tells.
    void written(const QString& words, studio::FileExportDialog::Remarks remarks);

private:
    ExportContent content() const;
    void fillContents();
    void fillRuns();
    void fillViews();
    void fillWeights();
    void fillFormats();
    void offerLast(); ///< what was exported last, where there is some of it
    void refresh();
    QString suggestedName() const;
    void write();
    bool chooseByEnding(const QString& file);
    void showProblem(const QString& sentence);
    std::optional<QString> writeDrawing(const std::filesystem::path& file);
    std::optional<QString> writeView(const std::filesystem::path& file);
    void showCode(); ///< of a format that is code: before it is saved
    bool mayReplaceToo(const std::filesystem::path& second, const QString& title, const QString& words);

    Workspace& m_workspace;
    const std::string m_chosen;
    QFormLayout* m_form;
    QComboBox *m_content, *m_run, *m_weights, *m_format;
    QLabel *m_about, *m_problem;
    QPlainTextEdit* m_code;
    QPushButton* m_write;
};

} // namespace studio
