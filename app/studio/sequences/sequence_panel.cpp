// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/reading_form.h"
#include "app/studio/panels/source_box.h"
#include "app/studio/panels/split_bar.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/series_plot.h"
#include "editor/document/edits.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/open_source.h"

#include <algorithm>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr int shownOfClass = 2;           ///< pictures
constexpr std::size_t mostPictures = 24;  ///< of all classes
constexpr std::int64_t mostPoints = 4000; ///< of the series' picture

QString counted(std::int64_t number)
{
    return QLocale().toString(static_cast<qlonglong>(number));
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
    return SequencePanel::tr("Weather of a place that is not there (made by Hamnet)");
}

/// "0: 1,000, 1: 987, ..."; of many classes the first ones.
QString balanceOf(const SequenceFacts& facts)
{
    constexpr std::size_t most = 12;
    const std::vector<std::int64_t> counts = facts.countsOfClasses();
    QStringList words;
    for (std::size_t index = 0; index < std::min(most, counts.size()); ++index) {
        words += QStringLiteral("%1: %2").arg(QString::fromStdString(facts.samples.facts.classes[index]),
                                              counted(counts[index]));
    }
    return words.join(QStringLiteral(" · ")) + (counts.size() > most ? QStringLiteral(" …") : QString());
}

} // namespace

SequencePanel::SequencePanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* inside = new QWidget;
    auto* rows = new QVBoxLayout(inside);
    rows->setSpacing(8);
    buildSource(*rows);
    buildReading(*rows);
    buildContents(*rows);
    fillScrolled(*this, inside);
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
    auto* digits = m_source->addButton(tr("&Digits"),
                                       tr("10,000 handwritten digits that Hamnet draws, read a row of pixels a step"));
    digits->setObjectName(QStringLiteral("digits"));
    auto* weather = m_source->addButton(
        tr("&Weather"), tr("Daily weather of a place that is not there, made by Hamnet, to be forecast"));
    weather->setObjectName(QStringLiteral("weather"));
    buildKnownSets();
    auto* file = m_source->addButton(tr("&Table…"), tr("A CSV file: windows of its rows, and a column to predict"),
                                     QStringLiteral("open"));
    auto* folder = m_source->addButton(
        tr("&Images…"), tr("A folder with IDX files as those of MNIST, or with a folder of pictures for each class"),
        QStringLiteral("open"));
    connect(digits, &QPushButton::clicked, this, [this] { useMade(engine::madeDigitsName); });
    connect(weather, &QPushButton::clicked, this, [this] { useMade(engine::madeWeatherName); });
    connect(file, &QPushButton::clicked, this, &SequencePanel::chooseFile);
    connect(folder, &QPushButton::clicked, this, &SequencePanel::chooseFolder);
    connect(m_source, &SourceBox::fetched, this, &SequencePanel::use);
    connect(m_source, &SourceBox::fetchingChanged, this, [this] { m_known->setEnabled(!m_source->isFetching()); });
}

/// A button with a menu of the sets that can be fetched.
void SequencePanel::buildKnownSets()
{
    m_known = m_source->addButton(tr("&Known set"), tr("Well-known images, fetched from the net once"),
                                  QStringLiteral("download"));
    m_known->setObjectName(QStringLiteral("knownSet"));
    m_known->setMenu(knownSetMenu(m_known, [this](const engine::KnownSet& set) { useKnownSet({.set = set}); }));
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
    m_target = m_form->addChoice(tr("Column to &predict:"), "target", {});
    m_target->setObjectName(QStringLiteral("target"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_steps = m_form->addCount(tr("Rows of a wi&ndow:"), "time_steps");
    m_horizon = m_form->addCount(tr("R&ows ahead:"), "horizon");
    m_form->addShares();
    connect(m_form, &ReadingForm::refused, this, [this](const QString& sentence) {
        refresh(); // the boxes show what is so
        m_source->showProblem(sentence);
    });
}

void SequencePanel::buildContents(QVBoxLayout& rows)
{
    m_figures = new QLabel(this);
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
    m_preview->addWidget(m_pictures);
    m_preview->addWidget(m_series);
    rows.addWidget(m_preview, 1);
}

void SequencePanel::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(window(), tr("Choose a table to learn from"), QString(),
                                                      tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
    if (!file.isEmpty()) {
        use(file);
    }
}

void SequencePanel::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(window(), tr("Choose a folder of images"));
    if (!folder.isEmpty()) {
        use(folder);
    }
}

void SequencePanel::use(const QString& fileOrFolder)
{
    const QFileInfo place(fileOrFolder);
    const bool readsLines =
        engine::sampleSettings(m_workspace.document().derived().model).kind == engine::SampleKind::Lines;
    m_workspace.chooseText(place.absoluteFilePath().toStdString());
    if (place.isDir() || !readsLines) { // a net that reads lines of text goes on to
        m_form->set("kind", std::string(place.isDir() ? "ROWS" : "TABLE"));
    }
}

void SequencePanel::useMade(const char* name)
{
    const editor::Id id = m_form->layer() ? m_form->layer()->id : 0;
    m_workspace.document().change(tr("Choose sequences"), [&](editor::Content& content) {
        content.corpus.clear();
        if (id != 0) {
            const bool table = name == std::string_view(engine::madeWeatherName);
            editor::setParam(content, id, "source", std::nullopt);
            editor::setParam(content, id, "kind", engine::ParamValue(std::string(table ? "TABLE" : "ROWS")));
        }
    });
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
    m_form->refresh(settings.fractions);
    const auto showCount = [](QSpinBox* box, std::int64_t count) {
        const QSignalBlocker quiet(box);
        box->setValue(static_cast<int>(count));
    };
    showCount(m_steps, settings.steps);
    showCount(m_horizon, settings.table.horizon);
    QString problem;
    const std::optional<std::filesystem::path> source = m_source->data(problem);
    if (!source) {
        m_reader.stop();
        m_wanted.clear();
        show(SequenceFacts{.data = m_workspace.document().content().corpus, .problem = problem});
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
    showTargets();
    showPictures();
    showSeries();
    emit factsChanged();
}

void SequencePanel::showFigures()
{
    if (!m_facts.problem.isEmpty()) {
        m_figures->clear();
        return;
    }
    const engine::SampleFacts& facts = m_facts.samples.facts;
    QString words = tr("%1 sequences, each %2 steps of %3 numbers.")
                        .arg(counted(m_facts.samples.count()), counted(facts.steps), counted(facts.width));
    if (!facts.classes.empty()) {
        words += QLatin1Char(' ') + tr("%1 classes: %2").arg(counted(std::ssize(facts.classes)), balanceOf(m_facts));
    } else if (!facts.target.empty()) {
        words += QLatin1Char(' ') + tr("The answer is a number: %1, mean %2, standard deviation %3.")
                                        .arg(QString::fromStdString(facts.target), valueOf(facts.targetScale.mean),
                                             valueOf(facts.targetScale.deviation));
    }
    m_figures->setText(words);
}

void SequencePanel::showTargets()
{
    const engine::SampleFacts& facts = m_facts.samples.facts;
    const bool table = m_facts.isTable();
    m_form->setTestComesWithData(!table && !m_facts.samples.part(engine::Split::Test).empty());
    for (QWidget* field : std::initializer_list<QWidget*>{m_target, m_steps, m_horizon}) {
        m_form->setRowVisible(field, table);
    }
    if (!table) {
        return;
    }
    m_target->clear();
    for (const std::string& column : facts.inputs) {
        m_target->addItem(QString::fromStdString(column));
    }
    const QString target = QString::fromStdString(facts.target);
    if (m_target->findText(target) < 0) {
        m_target->addItem(target);
    }
    m_target->setCurrentText(target);
}

/// A few of each class.
void SequencePanel::showPictures()
{
    std::vector<SamplePictures::Picture> pictures;
    const engine::Samples& samples = m_facts.samples;
    const std::size_t classes = samples.facts.classes.size();
    if (samples.facts.kind == "rows" && classes > 0) {
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
    if (!pictures.empty()) {
        m_previewTitle->setText(tr("Some of them, a row of pixels a step"));
        m_preview->setCurrentWidget(m_pictures);
    }
    m_previewTitle->setVisible(m_facts.problem.isEmpty());
    m_preview->setVisible(m_facts.problem.isEmpty());
    m_pictures->setPictures(std::move(pictures));
}

/// The column to predict, in the order of the table, with its parts.
void SequencePanel::showSeries()
{
    const engine::Samples& samples = m_facts.samples;
    if (!m_facts.isTable() || !samples.facts.classes.empty()) {
        m_preview->setVisible(m_preview->isVisible() && !m_pictures->pictures().empty());
        m_previewTitle->setVisible(!m_pictures->pictures().empty());
        m_series->setCurves({});
        return;
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
}

} // namespace studio
