// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/file_export_dialog.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/custom_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/unroll_view.h"
#include "editor/widgets/parts.h"
#include "editor/words/tips.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/svg.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardItemModel>
#include <QString>
#include <QStringList>
#include <QSvgRenderer>
#include <string>
#include <system_error>
#include <utility>

namespace studio {
namespace {

QString words(std::string_view text)
{
    return QCoreApplication::translate("Exchange", std::string(text).c_str());
}

/// A dialog's filters for what is read of those formats: all at once, then each.
QString filtersOf(const char* all, bool (*isOne)(const engine::FileFormat& format))
{
    QStringList patterns, filters;
    for (const engine::FileFormat& format : engine::fileFormats()) {
        if (format.reads && isOne(format)) {
            patterns += QString::fromStdString(engine::patternsOf(format));
            filters += filterOf(format);
        }
    }
    filters.prepend(words(all).arg(patterns.join(QLatin1Char(' '))));
    return filters.join(QStringLiteral(";;"));
}

/// All of them in the user's language.
const std::vector<ExportFormat>& exportFormats()
{
    using engine::Content;
    static const std::map<Content, ExportContent> contents = {{Content::Weights, ExportContent::Weights},
                                                              {Content::SolverState, ExportContent::Weights},
                                                              {Content::Curve, ExportContent::Curve},
                                                              {Content::Picture, ExportContent::Picture}};
    static const std::vector<ExportFormat> all = [] {
        std::vector<ExportFormat> some;
        for (const engine::FileFormat& format : engine::fileFormats()) {
            const auto add = [&](const char* name, const char* about, engine::WriteStyle style) {
                some.push_back({ExportContent::Drawing, words(name), words(about), &format, style});
            };
            if (const auto content = contents.find(format.content); content != contents.end() && format.writes) {
                some.push_back({content->second, nameOf(format), words(format.about), &format});
            } else if (format.content == Content::Model) {
                add(QT_TRANSLATE_NOOP("Exchange", "Hamnet prototxt"),
                    QT_TRANSLATE_NOOP("Exchange", "The net as hamnet reads it in a terminal. The solver is written "
                                                  "next to it."),
                    engine::WriteStyle::Hamnet);
                add(QT_TRANSLATE_NOOP("Exchange", "Strict BVLC Caffe prototxt"),
                    QT_TRANSLATE_NOOP("Exchange", "Only what BVLC Caffe supports; what is left out is listed. The "
                                                  "solver is written next to it."),
                    engine::WriteStyle::StrictBvlc);
                add(QT_TRANSLATE_NOOP("Exchange", "MyCaffe prototxt"),
                    QT_TRANSLATE_NOOP("Exchange", "As MyCaffe writes it. The solver is written next to it."),
                    engine::WriteStyle::MyCaffe);
            }
        }
        return some;
    }();
    return all;
}

/// The report's sentences are the engine's: the canvas says them in the user's language, without the layer's name.
void sayProblems(engine::Drawing& drawing, const editor::Document& document)
{
    for (const editor::Problem& problem : document.derived().problems) {
        const editor::Node* const node = document.content().find(problem.node);
        const auto box = std::ranges::find_if(drawing.boxes, [&](const engine::DrawnBox& one) {
            return node != nullptr && one.name == node->layer.name && !one.problem.empty();
        });
        if (box != drawing.boxes.end()) {
            box->problem =
                editor::besideName(editor::inWords(problem.sentence), QString::fromStdString(box->name)).toStdString();
        }
    }
}

/// The net as the canvas draws it in the phase that is shown: the boxes where they stand with their settings, sizes,
/// parameters and problems, the wires with their shapes, the notes. In the user's language. Not in the picture is what
/// belongs to the screen or to the moment: selection and pointer, grid, the layers of other phases, doubts, the colours
/// of the panel Sizes and the values of a net in training.
engine::Drawing drawnNet(const editor::Document& document, const engine::Provenance& made)
{
    const editor::Content& content = document.content();
    const engine::Model model = editor::model(content);
    const auto settings = [&](const engine::Layer& layer) {
        const auto number = static_cast<std::size_t>(&layer - model.layers.data());
        return editor::settingsText(document, content.nodes[number].id).toStdString();
    };
    engine::Drawing drawing = engine::netDrawing(model, {.phase = document.shownPhase(),
                                                         .places = {made.positions.begin(), made.positions.end()},
                                                         .settings = settings});
    sayProblems(drawing, document);
    drawing.notes = made.notes;
    return drawing;
}

/// Writes .svg, .png or .pdf, in the theme's colours. `made` goes along, so that opening the picture brings the net
/// back.
void writePicture(const engine::Drawing& drawing, const engine::Provenance& made, engine::Format format,
                  const std::filesystem::path& file)
{
    const std::string svg =
        engine::svgOf(drawing, {.ground = editor::theme().dark ? engine::Ground::Dark : engine::Ground::Light,
                                .metadata = engine::printProvenance(made)});
    if (format == engine::Format::Svg) {
        engine::writeFileBytes(file, svg);
        return;
    }
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    const QSize size = renderer.defaultSize();
    savePicture(file, format,
                {.size = size,
                 .title = QString::fromStdString(drawing.title),
                 .draw = [&](QCPPainter& painter) { renderer.render(&painter, QRectF(QPointF(), size)); },
                 .made = made});
}

constexpr int minWidth = 460;
constexpr int codeColumns = 88, codeLines = 20;
constexpr int importedRun = 0; ///< in place of a run's id: the weights that were imported

// Settings: of the last export.
const QString contentKey = QStringLiteral("export/content");
const QString formatKey = QStringLiteral("export/format");

/// The checkpoints that are still there, the best first, then the newest.
std::vector<engine::CheckpointEvent> checkpointsOf(const RunRecord& run)
{
    std::vector<engine::CheckpointEvent> marks = checkpointsThere(run);
    std::stable_partition(marks.begin(), marks.end(), [](const engine::CheckpointEvent& mark) { return mark.best; });
    return marks;
}

} // namespace

QString importFilters()
{
    return filtersOf(QT_TRANSLATE_NOOP("Exchange", "Nets and weights (%1)"), [](const engine::FileFormat& format) {
        return format.net.read != nullptr || format.content == engine::Content::SolverState;
    });
}

QString openFilters()
{
    return filtersOf(QT_TRANSLATE_NOOP("Exchange", "All supported files (%1)"),
                     [](const engine::FileFormat&) { return true; }) +
           QStringLiteral(";;") + words(QT_TRANSLATE_NOOP("Exchange", "All files (*)"));
}

FileExportDialog::FileExportDialog(Workspace& workspace, QWidget* parent, std::string chosen)
    : QDialog(parent),
      m_workspace(workspace),
      m_chosen(std::move(chosen)),
      m_form(new QFormLayout),
      m_content(new QComboBox(this)),
      m_run(new QComboBox(this)),
      m_weights(new QComboBox(this)),
      m_format(new QComboBox(this)),
      m_about(editor::label({}, this, editor::Look::Wraps | editor::Look::Plain | editor::Look::Muted)),
      m_problem(
          editor::label({}, this, editor::Look::Wraps | editor::Look::Plain | editor::Look::Selectable, "problem")),
      m_code(editor::described(new QPlainTextEdit(this), {.name = "code"}))
{
    setObjectName(QStringLiteral("fileExport"));
    setWindowTitle(tr("Export"));
    setMinimumWidth(minWidth);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->addRow(tr("&What:"), m_content);
    m_form->addRow(tr("Of &run:"), m_run);
    m_form->addRow(tr("Wei&ghts:"), m_weights);
    m_form->addRow(tr("&Format:"), m_format);
    m_about->setMinimumHeight(3 * fontMetrics().lineSpacing()); // the dialog keeps its height as formats change
    m_about->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_form->addRow(QString(), m_about);
    m_problem->hide();
    m_code->setReadOnly(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_code->setMinimumSize(codeColumns * QFontMetrics(m_code->font()).horizontalAdvance(QLatin1Char('m')),
                           codeLines * QFontMetrics(m_code->font()).lineSpacing());
    m_code->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_write = editor::described(buttons->addButton(tr("&Export…"), QDialogButtonBox::ActionRole), {.name = "export"},
                                this, &FileExportDialog::write);
    m_write->setDefault(true);
    editor::inColumn(this, {m_form, {m_code, 1}, m_problem, editor::stretch(), buttons});
    fillContents();
    fillRuns();
    fillFormats();
    connect(m_content, &QComboBox::currentIndexChanged, this, [this] {
        fillRuns();
        fillFormats();
    });
    connect(m_run, &QComboBox::currentIndexChanged, this, &FileExportDialog::fillWeights);
    connect(m_format, &QComboBox::currentIndexChanged, this, &FileExportDialog::refresh);
    connect(m_weights, &QComboBox::currentIndexChanged, this, &FileExportDialog::showCode);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    offerLast();
}

ExportContent FileExportDialog::content() const
{
    return static_cast<ExportContent>(m_content->currentData().toInt());
}

const ExportFormat& FileExportDialog::format() const
{
    return exportFormats().at(m_format->currentData().toUInt());
}

/// What there is none of stands there grey: the first that there is is offered.
void FileExportDialog::fillContents()
{
    bool anyWeights = isThere(m_workspace.nextRun().choice().first.file), anyCurve = false;
    for (const RunRecord& run : m_workspace.runs().all()) {
        anyWeights = anyWeights || !checkpointsOf(*m_workspace.runs().find(run.id)).empty();
        anyCurve = anyCurve || !m_workspace.runs().find(run.id)->curve.empty();
    }
    const auto add = [this](ExportContent content, const QString& icon, const QString& text, bool any) {
        m_content->addItem(editor::icon(icon), text, static_cast<int>(content));
        qobject_cast<QStandardItemModel*>(m_content->model())->item(m_content->count() - 1)->setEnabled(any);
        if (any && !m_content->model()->index(m_content->currentIndex(), 0).flags().testFlag(Qt::ItemIsEnabled)) {
            m_content->setCurrentIndex(m_content->count() - 1);
        }
    };
    add(ExportContent::Weights, QStringLiteral("checkpoint"),
        anyWeights ? tr("Net with trained weights") : tr("Net with trained weights (no checkpoint yet)"), anyWeights);
    add(ExportContent::Curve, QStringLiteral("plot"),
        anyCurve ? tr("The curve of a run") : tr("The curve of a run (none yet)"), anyCurve);
    add(ExportContent::Drawing, QStringLiteral("prototxt"), tr("The drawing as prototxt"), true);
    add(ExportContent::Picture, QStringLiteral("sample"), tr("The drawing as a picture"), true);
}

void FileExportDialog::fillRuns()
{
    const QSignalBlocker quiet(m_run);
    const QVariant before = m_run->currentData();
    QVariant chosen; // the run of the chosen net
    m_run->clear();
    if (content() == ExportContent::Picture) {
        fillViews();
        return;
    }
    for (auto run = m_workspace.runs().all().rbegin(); run != m_workspace.runs().all().rend(); ++run) {
        const RunRecord& record = *m_workspace.runs().find(run->id);
        const std::vector<engine::CheckpointEvent> marks = checkpointsOf(record);
        if (content() == ExportContent::Curve ? !record.curve.empty() : !marks.empty()) {
            m_run->addItem(QString::fromStdString(record.name), record.id);
        }
        if (std::ranges::find(marks, m_chosen, &engine::CheckpointEvent::file) != marks.end()) {
            chosen = record.id;
        }
    }
    const std::filesystem::path& imported = m_workspace.nextRun().choice().first.file;
    if (content() == ExportContent::Weights && isThere(imported)) {
        const QString name = QString::fromStdString(imported.filename().string());
        m_run->addItem(tr("%1, as it was imported").arg(name), importedRun);
        chosen = imported == m_chosen ? importedRun : chosen;
    }
    const int row = m_run->findData(before);
    m_run->setCurrentIndex(std::max(0, row < 0 ? m_run->findData(chosen) : row));
    fillWeights();
}

/// The whole net, and each layer that can be unrolled.
void FileExportDialog::fillViews()
{
    m_run->addItem(tr("The whole net"), QString());
    for (const editor::Node& node : m_workspace.document().content().nodes) {
        const engine::LayerType* type = engine::findLayerType(node.layer.type);
        if (type && type->recurrent && type->streamsKey.empty() &&
            engine::inPhase(node.layer, m_workspace.document().shownPhase())) {
            const QString name = QString::fromStdString(node.layer.name);
            m_run->addItem(tr("%1, unrolled").arg(name), name);
        }
    }
    fillWeights();
}

void FileExportDialog::fillWeights()
{
    const QSignalBlocker quiet(m_weights);
    m_weights->clear();
    const RunRecord* run = m_workspace.runs().find(m_run->currentData().toInt());
    if (!run) {
        m_weights->addItem(tr("All weights in the file"),
                           QString::fromStdString(m_workspace.nextRun().choice().first.file.string()));
        refresh();
        return;
    }
    const QLocale locale;
    for (const engine::CheckpointEvent& mark : checkpointsOf(*run)) {
        const QString iteration = locale.toString(static_cast<qlonglong>(mark.iteration));
        const QString words = mark.best ? tr("Best by validation, iteration %1").arg(iteration)
                                        : tr("Newest, iteration %1").arg(iteration);
        const bool isChosen = mark.file == m_chosen;
        m_weights->addItem(isChosen ? tr("%1 (chosen in Write)").arg(words) : words, QString::fromStdString(mark.file));
        if (isChosen) {
            m_weights->setCurrentIndex(m_weights->count() - 1);
        }
    }
    refresh();
}

void FileExportDialog::fillFormats()
{
    const QSignalBlocker quiet(m_format);
    m_format->clear();
    const std::vector<ExportFormat>& all = exportFormats();
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (all[index].content == content()) {
            m_format->addItem(all[index].name, static_cast<uint>(index));
        }
    }
    refresh();
}

void FileExportDialog::offerLast()
{
    const QSettings settings;
    const int row = settings.contains(contentKey) ? m_content->findData(settings.value(contentKey).toInt()) : -1;
    if (row >= 0 && m_content->model()->index(row, 0).flags().testFlag(Qt::ItemIsEnabled)) {
        m_content->setCurrentIndex(row);
        m_format->setCurrentIndex(std::max(0, m_format->findText(settings.value(formatKey).toString())));
    }
}

void FileExportDialog::offer(ExportContent content, int run)
{
    m_content->setCurrentIndex(std::max(0, m_content->findData(static_cast<int>(content))));
    if (const int row = m_run->findData(run); row >= 0) {
        m_run->setCurrentIndex(row);
    }
}

void FileExportDialog::refresh()
{
    m_form->setRowVisible(m_run, content() != ExportContent::Drawing);
    qobject_cast<QLabel*>(m_form->labelForField(m_run))
        ->setText(content() == ExportContent::Picture ? tr("&View:") : tr("Of &run:"));
    m_form->setRowVisible(m_weights, content() == ExportContent::Weights);
    m_about->setText(m_format->currentIndex() < 0 ? QString() : format().about);
    m_problem->hide();
    showCode();
}

void FileExportDialog::showCode()
{
    const bool isCode = content() == ExportContent::Weights && m_format->currentIndex() >= 0 &&
                        m_weights->currentIndex() >= 0 && format().file->net.code != nullptr;
    m_code->setVisible(isCode);
    m_code->clear();
    const QMargins margins = layout()->contentsMargins();
    setMinimumWidth(isCode ? m_code->minimumWidth() + margins.left() + margins.right() : minWidth);
    if (!isCode) {
        return;
    }
    QString code;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor); // large nets take seconds to read
    const std::optional<QString> problem =
        m_workspace.exporter().codeOf(m_weights->currentData().toString().toStdString(), *format().file,
                                      QFileInfo(suggestedName()).completeBaseName().toStdString(), code);
    QGuiApplication::restoreOverrideCursor();
    m_code->setPlainText(code);
    m_problem->hide();
    if (problem) {
        m_code->hide();
        showProblem(*problem);
    }
}

QString FileExportDialog::suggestedName() const
{
    QString name = m_workspace.files().title();
    if (content() == ExportContent::Curve) {
        name = QStringLiteral("%1 %2").arg(name, m_run->currentText());
    }
    name.replace(QLatin1Char('/'), QLatin1Char('_'));
    return QString::fromStdString(engine::namedAs(name.toStdString(), *format().file).string());
}

void FileExportDialog::write()
{
    const QString chosen =
        askForName(this, tr("Export"), suggestedName(),
                   filterOf(format().name, QString::fromStdString(engine::patternsOf(*format().file))));
    if (chosen.isEmpty() || !chooseByEnding(chosen)) {
        return;
    }
    const std::filesystem::path file = engine::namedAs(chosen.toStdString(), *format().file);
    const std::string_view beside = format().file->beside;
    if (!mayReplace(this, chosen, file) ||
        (!beside.empty() &&
         !mayReplaceToo(std::filesystem::path(file).replace_extension(beside), tr("Replace the weights too?"),
                        tr("The weights are written next to the code, but %1 already exists.")))) {
        return;
    }
    std::optional<QString> problem;
    switch (content()) {
    case ExportContent::Weights:
        QGuiApplication::setOverrideCursor(Qt::WaitCursor); // large nets take seconds to read and to write
        problem = m_workspace.exporter().exportWeights(m_weights->currentData().toString().toStdString(), file);
        QGuiApplication::restoreOverrideCursor();
        break;
    case ExportContent::Curve:
        problem = m_workspace.exporter().exportCurve(m_run->currentData().toInt(), file);
        if (!problem) {
            emit written(tr("Wrote the curve to %1").arg(QString::fromStdString(file.string())), Remarks::None);
        }
        break;
    case ExportContent::Drawing:
        problem = writeDrawing(file);
        break;
    case ExportContent::Picture:
        problem = writeView(file);
        break;
    }
    if (problem) {
        showProblem(*problem);
        return;
    }
    QSettings settings;
    settings.setValue(contentKey, static_cast<int>(content()));
    settings.setValue(formatKey, m_format->currentText());
    accept();
}

/// The ending that was typed says which format is meant. False where it is that of another content: nothing is written,
/// and the dialog says so.
bool FileExportDialog::chooseByEnding(const QString& file)
{
    const engine::FileFormat* const told = engine::formatByName(file.toStdString());
    const auto meant = std::ranges::find(exportFormats(), told, &ExportFormat::file);
    if (told == format().file || meant == exportFormats().end()) {
        return true;
    }
    if (meant->content != content()) {
        showProblem(tr("%1 is a name for %2, but %3 is to be written; choose another name, or what is to be written.")
                        .arg(QFileInfo(file).fileName(), meant->name, format().name));
        return false;
    }
    m_format->setCurrentIndex(m_format->findData(static_cast<uint>(meant - exportFormats().begin())));
    return true;
}

/// A sentence wraps, and may need more height at this width than the dialog has; what a style sheet adds around it, a
/// layout does not count.
void FileExportDialog::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
    layout()->activate(); // the label has its width
    m_problem->setMinimumHeight(m_problem->heightForWidth(m_problem->width()));
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

std::optional<QString> FileExportDialog::writeDrawing(const std::filesystem::path& file)
{
    if (!mayReplaceToo(engine::solverBeside(file), tr("Replace the solver too?"),
                       tr("The solver is written next to the net, but %1 already exists."))) {
        return tr("Nothing was written.");
    }
    std::vector<engine::Sentence> dropped;
    if (auto problem = m_workspace.exporter().exportModel(file, *format().style, &dropped)) {
        return problem;
    }
    QString words = tr("Wrote the net and, next to it, its solver.");
    for (const engine::Sentence& sentence : dropped) {
        words += QLatin1Char('\n') + editor::inWords(sentence);
    }
    emit written(words, dropped.empty() ? Remarks::None : Remarks::Some);
    return std::nullopt;
}

std::optional<QString> FileExportDialog::writeView(const std::filesystem::path& file)
{
    const editor::Document& document = m_workspace.document();
    const std::string layer = m_run->currentData().toString().toStdString();
    try {
        requireNotInUse(m_workspace, file);
        const engine::Provenance made = provenanceOfDrawing(m_workspace);
        writePicture(layer.empty() ? drawnNet(document, made) : editor::drawnUnrolled(document, layer), made,
                     format().file->format, file);
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
    emit written(tr("Wrote the picture to %1").arg(QString::fromStdString(file.string())), Remarks::None);
    return std::nullopt;
}

/// Asks for what is written beside the file, where such a file is there.
bool FileExportDialog::mayReplaceToo(const std::filesystem::path& second, const QString& title, const QString& words)
{
    const QString name = QString::fromStdString(second.string());
    return !isThere(second.string()) ||
           QMessageBox::question(this, title, words.arg(name), QMessageBox::Yes | QMessageBox::Cancel) ==
               QMessageBox::Yes;
}

} // namespace studio

#include "moc_file_export_dialog.cpp"
