// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/source_box.h"
#include "app/studio/panels/split_bar.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/column_list.h"
#include "app/studio/sequences/sequence_fields.h"
#include "app/studio/sequences/sequence_preview.h"
#include "app/studio/workspace/data_choice.h"
#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/open_source.h"
#include "engine/training/run.h"

#include <algorithm>
#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <span>

namespace studio {
namespace {

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
    m_form = new SequenceFields(m_workspace.document(), this);
    rows.addWidget(m_form);
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
    m_preview = new SequencePreview(this);
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
    m_workspace.data().choose(file);
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
        m_source->showProblem(editor::inWords(error));
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
    m_form->showSettings(settings);
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
    m_form->show(m_facts, m_settings);
    showColumns();
    m_preview->show(m_facts, m_settings.columns ? SequencePreview::Steps::Columns : SequencePreview::Steps::Rows);
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

/// Also of a table with a problem: what is chosen here may mend it.
void SequencePanel::showColumns()
{
    const engine::TableOutline& outline = m_facts.outline;
    const bool any = m_facts.isTable() && !outline.names.empty();
    m_columnsTitle->setVisible(any);
    m_columns->setVisible(any);
    m_columns->setEnabled(m_form->layer() != nullptr);
    m_columns->setColumns(outline, m_settings.table);
}

} // namespace studio
