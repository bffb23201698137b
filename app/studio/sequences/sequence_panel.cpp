// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/reading_form.h"
#include "app/studio/panels/source_box.h"
#include "app/studio/panels/split_bar.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/column_list.h"
#include "app/studio/sequences/line_list.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/series_plot.h"
#include "editor/document/edits.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/open_source.h"
#include "engine/training/run.h"

#include <algorithm>
#include <functional>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <span>

namespace studio {
namespace {

constexpr int shownOfClass = 2;           ///< pictures
constexpr std::size_t mostPictures = 24;  ///< of all classes
constexpr std::int64_t mostPoints = 4000; ///< of the series' picture

QString counted(std::int64_t number)
{
    return QLocale().toString(static_cast<qlonglong>(number));
}

/// Parameters that name columns or say how a table is written: they fit one table only.
constexpr const char* formatKeys[] = {"delimiter", "decimal", "header"};
constexpr const char* columnKeys[] = {"inputs", "target", "time", "group"};

/// Those of another table that do not fit this file: how it is written, and names of columns that it lacks.
std::vector<const char*> unfitKeys(const std::filesystem::path& file, const engine::SampleSettings& settings)
{
    std::vector<const char*> keys(std::begin(formatKeys), std::end(formatKeys));
    std::vector<std::string> there;
    try {
        there = engine::outlineOfTable(file, {}).names;
    } catch (const engine::Error&) {
        return keys; // no table; the panel says what is wrong with it
    }
    const engine::TableSettings& table = settings.table;
    const std::vector<std::string> named[] = {table.inputs, {table.target}, {table.time}, {table.group}};
    for (std::size_t index = 0; index < std::size(named); ++index) {
        if (std::ranges::any_of(named[index], [&](const std::string& name) {
                return !name.empty() && std::ranges::find(there, name) == there.end();
            })) {
            keys.push_back(columnKeys[index]);
        }
    }
    return keys;
}

// The parameters of SEQUENCEDATA, as sampleSettings() reads them.

const char* parameterOf(engine::SampleKind kind)
{
    switch (kind) {
    case engine::SampleKind::Rows:
        return "ROWS";
    case engine::SampleKind::Table:
        return "TABLE";
    case engine::SampleKind::Lines:
        return "LINES";
    case engine::SampleKind::Auto:
        break;
    }
    return "AUTO";
}

const char* parameterOf(char delimiter)
{
    switch (delimiter) {
    case ',':
        return "COMMA";
    case ';':
        return "SEMICOLON";
    case '\t':
        return "TAB";
    case '|':
        return "BAR";
    default:
        return "AUTO";
    }
}

const char* parameterOf(engine::DecimalMark mark)
{
    return mark == engine::DecimalMark::Auto ? "AUTO" : mark == engine::DecimalMark::Comma ? "COMMA" : "POINT";
}

const char* parameterOf(engine::HeaderRow header)
{
    return header == engine::HeaderRow::Auto ? "AUTO" : header == engine::HeaderRow::Yes ? "NAMES" : "VALUES";
}

/// The columns of the table, with `chosen` also where the table lacks it; those that do not fit cannot be taken.
void fillColumns(QComboBox& box, const engine::TableOutline& outline, const std::string& chosen,
                 const std::function<bool(engine::ColumnKind)>& fits)
{
    box.clear();
    for (std::size_t column = 0; column < outline.names.size(); ++column) {
        const QString name = QString::fromStdString(outline.names[column]);
        const bool fit = fits(outline.kinds[column]);
        box.addItem(fit ? name : SequencePanel::tr("%1 (%2)").arg(name, kindOfColumn(outline.kinds[column])), name);
        if (auto* items = qobject_cast<QStandardItemModel*>(box.model()); items && !fit) {
            items->item(box.count() - 1)->setEnabled(false);
        }
    }
    const QString name = QString::fromStdString(chosen);
    if (!name.isEmpty() && box.findData(name) < 0) {
        box.addItem(name, name);
    }
    box.setCurrentIndex(box.findData(name));
}

QString nameOfMade(const std::filesystem::path& data)
{
    if (data == engine::madeDigitsName) {
        return SequencePanel::tr("Digits (drawn by Hamnet)");
    }
    if (data == engine::madeLinesName) {
        return SequencePanel::tr("Lines of six voices (made by Hamnet)");
    }
    if (data == engine::speakersName) {
        return SequencePanel::tr("Lines of the bundled play, with who speaks them");
    }
    return SequencePanel::tr("Weather of an invented place (made by Hamnet)");
}

/// "0: 1,000 · 1: 987 · ..."; of many classes the first ones.
QString balanceOf(const SequenceFacts& facts)
{
    constexpr std::size_t most = 12;
    const std::vector<std::int64_t> counts = facts.countsOfClasses();
    QStringList words;
    for (std::size_t index = 0; index < std::min(most, counts.size()); ++index) {
        words += QStringLiteral("%1:\u00A0%2")
                     .arg(QString::fromStdString(facts.samples.facts.classes[index]), counted(counts[index]));
    }
    return words.join(QStringLiteral(" · ")) + (counts.size() > most ? QStringLiteral(" …") : QString());
}

} // namespace

SequencePanel::SequencePanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    QVBoxLayout& rows = addScrolledRows(*this);
    buildSource(rows);
    buildReading(rows);
    buildContents(rows);
    connect(&m_workspace.document(), &editor::Document::changed, this, &SequencePanel::refresh);
    connect(&m_workspace, &Workspace::textChosen, this, &SequencePanel::refresh);
    refresh();
}

SequencePanel::~SequencePanel() = default;

void SequencePanel::buildSource(QVBoxLayout& rows)
{
    m_source = new SourceBox(m_workspace,
                             {.title = tr("Sequences to learn from"),
                              .accept = tr("&Learn from these"),
                              .acceptTip = tr("They are named by what was opened, but lie outside its folder")},
                             this);
    rows.addWidget(m_source);
    auto* table = m_source->addButton(tr("&Table…"), tr("A CSV file: windows of its rows, and a column to predict"),
                                      QStringLiteral("open"));
    auto* folder = m_source->addButton(
        tr("&Images…"), tr("A folder with IDX files as those of MNIST, or with a folder of pictures for each class"),
        QStringLiteral("open"));
    auto* lines = m_source->addButton(tr("Li&nes…"), tr("A text file with a line each: a label, a tab, a text"),
                                      QStringLiteral("open"));
    buildSets();
    m_source->addReadAgain();
    connect(table, &QPushButton::clicked, this, &SequencePanel::chooseTable);
    connect(folder, &QPushButton::clicked, this, &SequencePanel::chooseFolder);
    connect(lines, &QPushButton::clicked, this, &SequencePanel::chooseLines);
    connect(m_source, &SourceBox::fetched, this, &SequencePanel::use);
    connect(m_source, &SourceBox::readAgain, this, &SequencePanel::readAgain);
}

/// Buttons with menus: the sets that Hamnet makes, and those that can be fetched.
void SequencePanel::buildSets()
{
    auto* made =
        m_source->addButton(tr("&Made sets"), tr("Small sets to try a net on, which Hamnet makes from a seed"));
    made->setObjectName(QStringLiteral("madeSet"));
    auto* menu = new QMenu(made);
    menu->setToolTipsVisible(true);
    const std::tuple<engine::SampleKind, QString, QString> sets[] = {
        {engine::SampleKind::Rows, tr("Digits"),
         tr("10,000 handwritten digits that Hamnet draws, read a row of pixels a step")},
        {engine::SampleKind::Table, tr("Weather"),
         tr("Daily weather of an invented place, made by Hamnet, to be forecast")},
        {engine::SampleKind::Lines, tr("Voices"), tr("Lines of six voices, made by Hamnet: who says this line?")}};
    for (const auto& [kind, name, tip] : sets) {
        QAction* const action = menu->addAction(name);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [this, kind = kind] { useMade(kind); });
    }
    made->setMenu(menu);
    auto* known = m_source->addFetchButton(tr("&Known set"), tr("Well-known images, fetched from the net once"));
    known->setObjectName(QStringLiteral("knownSet"));
    known->setMenu(knownSetMenu(known, [this](const engine::KnownSet& set) { useKnownSet({.set = set}); }));
}

void SequencePanel::buildReading(QVBoxLayout& rows)
{
    m_form = new ReadingForm(
        m_workspace.document(), "SEQUENCEDATA",
        {.title = tr("How they are read"),
         .note = tr("The drawing has no SEQUENCEDATA layer: its INPUT layers say the sizes, and a tenth is held out."),
         .edit = tr("Change how sequences are read")},
        this);
    rows.addWidget(m_form);
    const auto choice = [this](const QString& label, const char* key,
                               std::initializer_list<std::pair<const char*, QString>> choices) {
        QComboBox* const box = m_form->addChoice(label, key, choices);
        box->setObjectName(QString::fromLatin1(key));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        return box;
    };
    m_kind = choice(tr("Kind of d&ata:"), "kind",
                    {{"AUTO", tr("As the file looks: images or a table")},
                     {"ROWS", tr("Images, row by row")},
                     {"TABLE", tr("Windows of a table (CSV)")},
                     {"LINES", tr("Lines of text with a label")}});
    m_delimiter = choice(tr("&Delimiter:"), "delimiter",
                         {{"AUTO", {}},
                          {"COMMA", tr("Comma")},
                          {"SEMICOLON", tr("Semicolon")},
                          {"TAB", tr("Tab")},
                          {"BAR", tr("Bar |")}});
    m_decimal = choice(tr("Decimal ma&rk:"), "decimal",
                       {{"AUTO", {}}, {"POINT", tr("Point: 1.5")}, {"COMMA", tr("Comma: 1,5")}});
    m_header = choice(tr("&First row:"), "header", {{"AUTO", {}}, {"NAMES", tr("Names")}, {"VALUES", tr("Values")}});
    m_target = choice(tr("Column to &predict:"), "target", {});
    m_time = choice(tr("Time co&lumn:"), "time", {});
    m_group = choice(tr("Gro&up column:"), "group", {});
    m_read = choice(tr("A &step is:"), "read", {{"ROW", tr("a row of the image")}, {"COLUMN", tr("a column")}});
    m_encoding = choice(tr("&Characters:"), "encoding", {{"BYTES", tr("Bytes")}, {"UTF8", tr("Letters (UTF-8)")}});
    m_steps = m_form->addCount(tr("Rows of a &window:"), "time_steps");
    m_horizon = m_form->addCount(tr("R&ows ahead:"), "horizon");
    m_form->addShares();
    connect(m_form, &ReadingForm::refused, this, [this](const QString& sentence) {
        refresh(); // the boxes show what is so
        m_source->showProblem(sentence);
    });
}

void SequencePanel::buildContents(QVBoxLayout& rows)
{
    m_columnsTitle = sectionTitle(tr("Columns that the net reads"), this);
    rows.addWidget(m_columnsTitle);
    m_columns = new ColumnList(this);
    rows.addWidget(m_columns);
    connect(m_columns, &ColumnList::inputsChosen, this, &SequencePanel::chooseInputs);
    m_figures = new QLabel(this);
    m_figures->setObjectName(QStringLiteral("figures"));
    m_figures->setWordWrap(true);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows.addWidget(m_figures);
    m_previewTitle = sectionTitle({}, this);
    rows.addWidget(m_previewTitle);
    m_preview = new QStackedWidget(this);
    m_pictures = new SamplePictures(m_preview);
    m_pictures->setAccessibleName(tr("Some of the sequences"));
    m_series = new SeriesPlot(m_preview);
    m_series->setAccessibleName(tr("The column to predict"));
    m_series->setMinimumHeight(12 * fontMetrics().height());
    m_lines = new LineList(m_preview);
    m_preview->addWidget(m_pictures);
    m_preview->addWidget(m_series);
    m_preview->addWidget(m_lines);
    rows.addWidget(m_preview, 1);
    rows.addStretch(); // where there is no preview
}

void SequencePanel::chooseTable()
{
    const QString file = QFileDialog::getOpenFileName(window(), tr("Choose a table to learn from"), QString(),
                                                      tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
    if (!file.isEmpty()) {
        useAs(file, engine::SampleKind::Table);
    }
}

void SequencePanel::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(window(), tr("Choose a folder of images"));
    if (!folder.isEmpty()) {
        useAs(folder, engine::SampleKind::Rows);
    }
}

void SequencePanel::chooseLines()
{
    const QString file = QFileDialog::getOpenFileName(window(), tr("Choose lines to learn from"), QString(),
                                                      tr("Texts (*.txt *.tsv);;All files (*)"));
    if (!file.isEmpty()) {
        useAs(file, engine::SampleKind::Lines);
    }
}

void SequencePanel::use(const QString& fileOrFolder)
{
    const bool readsLines =
        engine::sampleSettings(m_workspace.document().derived().model).kind == engine::SampleKind::Lines;
    useAs(fileOrFolder, QFileInfo(fileOrFolder).isDir() ? engine::SampleKind::Rows
                        : readsLines                    ? engine::SampleKind::Lines
                                                        : engine::SampleKind::Table);
}

void SequencePanel::useAs(const QString& fileOrFolder, engine::SampleKind kind)
{
    const std::filesystem::path file = QFileInfo(fileOrFolder).absoluteFilePath().toStdString();
    const bool another = file.string() != m_workspace.document().content().corpus;
    m_workspace.chooseText(file);
    const editor::Id id = m_form->layer() ? m_form->layer()->id : 0;
    if (id == 0) {
        return;
    }
    const std::vector<const char*> unfit = another ? unfitKeys(file, m_settings) : std::vector<const char*>();
    m_workspace.document().change(tr("Choose sequences"), [&](editor::Content& content) {
        for (const char* key : unfit) {
            editor::setParam(content, id, key, std::nullopt);
        }
        editor::setParam(content, id, "kind", engine::ParamValue(std::string(parameterOf(kind))));
    });
}

void SequencePanel::useMade(engine::SampleKind kind)
{
    const editor::Id id = m_form->layer() ? m_form->layer()->id : 0;
    m_workspace.document().change(tr("Choose sequences"), [&](editor::Content& content) {
        content.corpus.clear();
        if (id != 0) {
            editor::setParam(content, id, "source", std::nullopt);
            for (const auto& keys :
                 {std::span<const char* const>(formatKeys), std::span<const char* const>(columnKeys)}) {
                for (const char* key : keys) {
                    editor::setParam(content, id, key, std::nullopt);
                }
            }
            editor::setParam(content, id, "kind", engine::ParamValue(std::string(parameterOf(kind))));
        }
    });
}

void SequencePanel::chooseInputs(const std::vector<std::string>& names)
{
    m_form->set("inputs", engine::columnList(names));
}

void SequencePanel::readAgain()
{
    m_wanted.clear();
    refresh();
}

void SequencePanel::useKnownSet(const engine::SetRequest& request)
{
    try {
        if (engine::isThere(request.set, request.folder)) {
            use(QString::fromStdString(engine::folderOf(request.set, request.folder).string()));
            return;
        }
    } catch (const engine::Error& error) {
        m_source->showProblem(QString::fromStdString(error.what()));
        return;
    }
    m_source->fetch([request](const engine::DownloadProgress& progress) {
        engine::SetRequest watched = request;
        watched.progress = progress;
        return engine::downloadSet(watched);
    });
}

void SequencePanel::refresh()
{
    const engine::Model& model = m_workspace.document().derived().model;
    if (!engine::learnsSequences(model)) {
        m_reader.stop(); // what is being read is no longer wanted
        m_wanted.clear();
        m_facts = {};
        return;
    }
    engine::SampleSettings settings;
    try {
        settings = engine::sampleSettings(model);
    } catch (const engine::Error&) {
        return; // a setting out of range: the inspector and the problem list say so
    }
    m_settings = settings;
    m_form->refresh(settings.fractions);
    const auto showCount = [](QSpinBox* box, std::int64_t count) {
        const QSignalBlocker quiet(box);
        box->setValue(static_cast<int>(count));
    };
    showCount(m_steps, settings.steps);
    showCount(m_horizon, settings.table.horizon);
    QString problem;
    const std::optional<std::filesystem::path> source = m_source->data(problem);
    m_source->watch(source && !engine::isMadeData(*source) ? *source : std::filesystem::path());
    if (!source) {
        m_reader.stop();
        m_wanted.clear();
        show({.data = m_workspace.document().content().corpus, .problem = problem, .kind = settings.kind});
        return;
    }
    std::string wanted = source->string() + '\n' + std::to_string(static_cast<int>(settings.table.targetKind));
    if (const editor::Node* const layer = m_form->layer()) {
        engine::Model only;
        only.layers = {layer->layer};
        wanted += engine::writeModel(only);
    }
    if (wanted != m_wanted) {
        m_wanted = std::move(wanted);
        read(*source, settings);
    }
}

void SequencePanel::read(const std::filesystem::path& source, const engine::SampleSettings& settings)
{
    m_figures->setText(tr("Reading…"));
    m_reader.start([this, source, settings](const engine::GoOn& goOn) -> LatestWork::Deliver {
        const SequenceFacts facts = readSequenceFacts(source, settings, goOn);
        return [this, facts] { show(facts); };
    });
}

void SequencePanel::show(const SequenceFacts& facts)
{
    m_facts = facts;
    const bool made = engine::isMadeData(facts.data);
    const QFileInfo place(QString::fromStdString(facts.data.string()));
    m_source->show(made ? nameOfMade(facts.data) : place.fileName(), made ? QString() : place.filePath(),
                   facts.problem);
    const auto size = [&](engine::Split part) { return std::ssize(facts.samples.part(part)); };
    m_form->split().setParts(size(engine::Split::Train), size(engine::Split::Validation), size(engine::Split::Test),
                             SplitBar::Counts::Sequences);
    showFigures();
    showFields();
    showColumns();
    showPreview();
    emit factsChanged();
}

void SequencePanel::showFigures()
{
    if (!m_facts.problem.isEmpty()) {
        m_figures->clear();
        return;
    }
    const engine::SampleFacts& facts = m_facts.samples.facts;
    const QString count = counted(m_facts.samples.count()), steps = counted(facts.steps);
    QString words;
    if (m_facts.isLines()) {
        words = tr("%1 lines of up to %2 characters; %3 different characters.")
                    .arg(count, steps, counted(m_facts.samples.vocabulary.size()));
    } else if (m_facts.isTable()) {
        words = tr("%1 windows of %2 rows; columns read: %3.").arg(count, steps, counted(facts.width));
    } else {
        words = tr("%1 images, each %2 steps of %3 pixels.").arg(count, steps, counted(facts.width));
    }
    if (m_facts.isLines()) {
        words += QLatin1Char(' ') + tr("%1 classes.").arg(counted(std::ssize(facts.classes)));
    } else if (!facts.classes.empty()) {
        words += QLatin1Char(' ') + tr("%1 classes: %2").arg(counted(std::ssize(facts.classes)), balanceOf(m_facts));
    } else if (!facts.target.empty()) {
        words += QLatin1Char(' ') + tr("The answer is a number: %1, mean %2, standard deviation %3.")
                                        .arg(QString::fromStdString(facts.target), valueOf(facts.targetScale.mean),
                                             valueOf(facts.targetScale.deviation));
    }
    m_figures->setText(words);
}

/// Those of the kind of data, with what the drawing says and what was found out.
void SequencePanel::showFields()
{
    const bool table = m_facts.isTable(), lines = m_facts.isLines();
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_target, m_time, m_group, m_horizon, m_delimiter, m_decimal, m_header}) {
        m_form->setRowVisible(field, table);
    }
    m_form->setRowVisible(m_steps, table || lines);
    m_form->setLabel(m_steps, lines ? tr("Characters at m&ost:") : tr("Rows of a &window:"));
    m_form->setRowVisible(m_encoding, lines);
    m_form->setRowVisible(m_read, m_facts.kind == engine::SampleKind::Rows);
    m_form->setTestComesWithData(m_facts.kind == engine::SampleKind::Rows &&
                                 !m_facts.samples.part(engine::Split::Test).empty());
    ReadingForm::showChoice(*m_kind, parameterOf(m_settings.kind));
    ReadingForm::showChoice(*m_read, m_settings.columns ? "COLUMN" : "ROW");
    ReadingForm::showChoice(*m_encoding, m_settings.encoding == engine::Encoding::Utf8 ? "UTF8" : "BYTES");
    const engine::TableFormat& wish = m_settings.format;
    const engine::TableFormat& found = m_facts.outline.format; // all Auto where there is no outline
    const auto showFormat = [](QComboBox& box, const char* wanted, const char* seen) {
        const int row = box.findData(QString::fromLatin1(seen));
        box.setItemText(0, row > 0 ? tr("Automatic: %1").arg(box.itemText(row)) : tr("Automatic"));
        ReadingForm::showChoice(box, wanted);
    };
    showFormat(*m_delimiter, parameterOf(wish.delimiter), parameterOf(found.delimiter));
    showFormat(*m_decimal, parameterOf(wish.decimal), parameterOf(found.decimal));
    showFormat(*m_header, parameterOf(wish.header), parameterOf(found.header));
}

/// Also of a table with a problem: what is chosen here may mend it.
void SequencePanel::showColumns()
{
    const engine::TableOutline& outline = m_facts.outline;
    const bool any = m_facts.isTable() && !outline.names.empty();
    m_columnsTitle->setVisible(any);
    m_columns->setVisible(any);
    m_columns->setEnabled(m_form->layer() != nullptr);
    m_columns->setColumns(outline, m_settings.table);
    const bool ofClasses = m_settings.table.targetKind == engine::TargetKind::Class;
    const std::string last = outline.names.empty() ? std::string() : outline.names.back();
    using Kind = engine::ColumnKind;
    fillColumns(*m_target, outline, m_settings.table.target.empty() ? last : m_settings.table.target,
                [&](Kind kind) { return kind == Kind::Number || (ofClasses && kind == Kind::Text); });
    m_target->setToolTip(ofClasses ? QString()
                                   : tr("The net's loss takes numbers, so a column of text cannot be chosen."));
    const auto orNone = [](QComboBox& box, const std::string& chosen) {
        box.insertItem(0, tr("none"), QString());
        box.setCurrentIndex(box.findData(QString::fromStdString(chosen)));
    };
    fillColumns(*m_time, outline, m_settings.table.time, [](Kind kind) { return kind != Kind::Text; });
    orNone(*m_time, m_settings.table.time);
    fillColumns(*m_group, outline, m_settings.table.group, [](Kind) { return true; });
    orNone(*m_group, m_settings.table.group);
}

void SequencePanel::showPreview()
{
    m_pictures->setPictures({});
    m_series->setCurves({});
    m_lines->clear();
    const bool readable = m_facts.problem.isEmpty();
    bool shown = false;
    if (readable && m_facts.isLines()) {
        m_lines->setLines(m_facts.samples, m_facts.countsOfClasses());
        m_previewTitle->setText(tr("Who has how many lines, and the first ones"));
        m_preview->setCurrentWidget(m_lines);
        shown = true;
    } else if (readable) {
        shown = m_facts.isTable() ? showSeries() : showPictures();
    }
    m_previewTitle->setVisible(shown);
    m_preview->setVisible(shown);
}

/// A few of each class.
bool SequencePanel::showPictures()
{
    std::vector<SamplePictures::Picture> pictures;
    const engine::Samples& samples = m_facts.samples;
    const std::size_t classes = samples.facts.classes.size();
    if (classes > 0) {
        const std::size_t each = std::clamp<std::size_t>(mostPictures / classes, 1, shownOfClass);
        std::vector<std::size_t> taken(classes);
        for (const std::int32_t sample : samples.part(engine::Split::Train)) {
            const auto label = static_cast<std::size_t>(samples.answers[static_cast<std::size_t>(sample)]);
            if (label < classes && taken[label] < each && pictures.size() < mostPictures) {
                ++taken[label];
                pictures.push_back({.image = pictureOf(samples, sample),
                                    .words = QString::fromStdString(samples.facts.classes[label]),
                                    .tip = {}});
            }
        }
    }
    if (pictures.empty()) {
        return false;
    }
    m_previewTitle->setText(m_settings.columns ? tr("Some of them, a column of pixels a step")
                                               : tr("Some of them, a row of pixels a step"));
    m_preview->setCurrentWidget(m_pictures);
    m_pictures->setPictures(std::move(pictures));
    return true;
}

/// The column to predict, in the order of the table, with its parts.
bool SequencePanel::showSeries()
{
    const engine::Samples& samples = m_facts.samples;
    if (!samples.facts.classes.empty()) {
        return false;
    }
    const engine::Standardisation& scale = samples.facts.targetScale;
    const std::int64_t stride = std::max<std::int64_t>(1, samples.count() / mostPoints);
    std::vector<SeriesPlot::Curve> curves;
    const std::tuple<engine::Split, QString, SeriesPlot::Colour> parts[] = {
        {engine::Split::Train, tr("Training"), SeriesPlot::Colour::Said},
        {engine::Split::Validation, tr("Validation"), SeriesPlot::Colour::Held},
        {engine::Split::Test, tr("Test"), SeriesPlot::Colour::Test}};
    for (const auto& [part, name, colour] : parts) {
        SeriesPlot::Curve curve{.name = name, .colour = colour};
        const std::vector<std::int32_t>& members = samples.part(part);
        for (std::size_t index = 0; index < members.size(); index += static_cast<std::size_t>(stride)) {
            const auto sample = static_cast<std::size_t>(members[index]);
            curve.places.push_back(static_cast<double>(sample + 1));
            curve.values.push_back(static_cast<double>(samples.answers[sample]) * scale.deviation + scale.mean);
        }
        if (!curve.places.empty()) {
            curves.push_back(std::move(curve));
        }
    }
    m_series->setAxes(tr("Sequence"), QString::fromStdString(samples.facts.target));
    m_series->setCurves(std::move(curves));
    m_previewTitle->setText(tr("What is to be predicted"));
    m_preview->setCurrentWidget(m_series);
    return true;
}

} // namespace studio
