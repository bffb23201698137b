// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/split_bar.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/series_plot.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/open_source.h"

#include <algorithm>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
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
    m_reader.setMaxThreadCount(1);
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
    rows.addWidget(sectionTitle(tr("Sequences to learn from"), this));
    m_name = new QLabel(this);
    m_name->setWordWrap(true);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows.addWidget(m_name);
    auto* buttons = new QHBoxLayout;
    m_digits = new QPushButton(tr("&Digits"), this);
    m_digits->setObjectName(QStringLiteral("digits"));
    m_digits->setToolTip(tr("10,000 handwritten digits that Hamnet draws, read a row of pixels a step"));
    m_weather = new QPushButton(tr("&Weather"), this);
    m_weather->setObjectName(QStringLiteral("weather"));
    m_weather->setToolTip(tr("Daily weather of a place that is not there, made by Hamnet, to be forecast"));
    m_file = new QPushButton(editor::icon(QStringLiteral("open")), tr("&Table…"), this);
    m_file->setToolTip(tr("A CSV file: windows of its rows, and a column to predict"));
    m_folder = new QPushButton(editor::icon(QStringLiteral("open")), tr("&Images…"), this);
    m_folder->setToolTip(tr("A folder with IDX files as those of MNIST, or with a folder of pictures for each class"));
    for (QPushButton* button : {m_digits, m_weather, m_file, m_folder}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    rows.addLayout(buttons);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->hide();
    rows.addWidget(m_problem);
    m_accept = new QPushButton(tr("&Learn from these"), this);
    m_accept->setToolTip(tr("They are named by what was opened, but lie outside its folder"));
    m_accept->hide();
    rows.addWidget(m_accept, 0, Qt::AlignLeft);
    connect(m_accept, &QPushButton::clicked, this,
            [this] { m_workspace.chooseText(m_workspace.document().content().corpus); });
    connect(m_digits, &QPushButton::clicked, this, [this] { useMade(engine::madeDigitsName); });
    connect(m_weather, &QPushButton::clicked, this, [this] { useMade(engine::madeWeatherName); });
    connect(m_file, &QPushButton::clicked, this, &SequencePanel::chooseFile);
    connect(m_folder, &QPushButton::clicked, this, &SequencePanel::chooseFolder);
}

QSpinBox* SequencePanel::countBox(const char* key)
{
    auto* box = new QSpinBox(this);
    box->setRange(0, 100'000);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, [this, key](int count) { setReading(key, std::int64_t{count}); });
    return box;
}

QDoubleSpinBox* SequencePanel::shareBox(const char* key)
{
    auto* box = new QDoubleSpinBox(this);
    box->setRange(0, 90);
    box->setDecimals(1);
    box->setSuffix(QStringLiteral(" %"));
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, key](double percent) { setReading(key, percent / 100); });
    return box;
}

void SequencePanel::buildReading(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("How they are read"), this));
    m_readingNote = new QLabel(tr("The drawing has no SEQUENCEDATA layer: its INPUT layers say the sizes, and a tenth "
                                  "is held out."),
                               this);
    m_readingNote->setWordWrap(true);
    rows.addWidget(m_readingNote);
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_target = new QComboBox(this);
    m_target->setObjectName(QStringLiteral("target"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_form->addRow(tr("Column to &predict:"), m_target);
    m_steps = countBox("time_steps");
    m_form->addRow(tr("Rows of a wi&ndow:"), m_steps);
    m_horizon = countBox("horizon");
    m_form->addRow(tr("R&ows ahead:"), m_horizon);
    m_validation = shareBox("validation");
    m_test = shareBox("test");
    m_form->addRow(tr("Held out, &validation:"), m_validation);
    m_form->addRow(tr("Held out, t&est:"), m_test);
    rows.addLayout(m_form);
    m_split = new SplitBar(this);
    rows.addWidget(m_split);
    connect(m_target, &QComboBox::activated, this,
            [this] { setReading("target", m_target->currentText().toStdString()); });
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

editor::Id SequencePanel::sequenceNode() const
{
    for (const editor::Node& node : m_workspace.document().content().nodes) {
        if (node.layer.type == "SEQUENCEDATA") {
            return node.id;
        }
    }
    return 0;
}

void SequencePanel::setReading(const std::string& key, const engine::ParamValue& value)
{
    const editor::Id node = sequenceNode();
    if (node == 0) {
        return;
    }
    const auto refused = m_workspace.document().change(
        tr("Change how sequences are read"),
        [&](editor::Content& content) { editor::setParam(content, node, key, value); },
        QStringLiteral("data:%1").arg(QString::fromStdString(key)));
    if (refused) {
        m_problem->setText(*refused);
        m_problem->show();
        refresh();
    }
}

/// A folder of images and a table are cut in different ways.
void SequencePanel::setKind(const std::string& kind)
{
    if (sequenceNode() != 0) {
        setReading("kind", kind);
    }
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
        setKind(place.isDir() ? "ROWS" : "TABLE");
    }
}

void SequencePanel::useMade(const char* name)
{
    const editor::Id node = sequenceNode();
    m_workspace.document().change(tr("Choose sequences"), [&](editor::Content& content) {
        content.corpus.clear();
        if (node != 0) {
            editor::setParam(content, node, "source", std::nullopt);
            editor::setParam(
                content, node, "kind",
                engine::ParamValue(std::string(name == std::string_view(engine::madeWeatherName) ? "TABLE" : "ROWS")));
        }
    });
}

void SequencePanel::refresh()
{
    const engine::Model& model = m_workspace.document().derived().model;
    if (!engine::learnsSequences(model)) {
        ++m_reading; // what is being read is no longer wanted
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
    const editor::Id node = sequenceNode();
    m_readingNote->setVisible(node == 0);
    for (QWidget* field : std::initializer_list<QWidget*>{m_target, m_steps, m_horizon, m_validation, m_test}) {
        field->setEnabled(node != 0);
    }
    const auto showValue = [](auto* box, auto value) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    };
    showValue(m_steps, static_cast<int>(settings.steps));
    showValue(m_horizon, static_cast<int>(settings.table.horizon));
    showValue(m_validation, 100 * settings.fractions.validation);
    showValue(m_test, 100 * settings.fractions.test);
    QString problem;
    std::string source;
    try {
        source = m_workspace.corpusFile().string();
    } catch (const engine::Error& error) {
        problem = m_workspace.asksForText()
                      ? tr("%1 lies outside the folder of what was opened, and you have not chosen it yourself.")
                            .arg(QString::fromStdString(m_workspace.document().content().corpus))
                      : QString::fromStdString(error.what());
    }
    std::string wanted = source + '\n' + std::to_string(static_cast<int>(settings.table.targetKind));
    if (const editor::Node* const layer = m_workspace.document().content().find(node)) {
        engine::Model only;
        only.layers = {layer->layer};
        wanted += engine::writeModel(only);
    }
    const bool same = m_reading > 0 && wanted == m_wanted;
    m_wanted = wanted;
    if (!problem.isEmpty()) {
        ++m_reading;
        show(SequenceFacts{.data = m_workspace.document().content().corpus, .problem = problem});
    } else if (!same) {
        read();
    }
}

/// Reads them on another thread; what comes back for an older wish is thrown away.
void SequencePanel::read()
{
    const int reading = ++m_reading;
    m_figures->setText(tr("Reading…"));
    m_reader.clear(); // readings that have not begun are for older wishes
    const std::filesystem::path source = m_workspace.corpusFile();
    const engine::SampleSettings settings = engine::sampleSettings(m_workspace.document().derived().model);
    m_reader.start([this, reading, source, settings] {
        const SequenceFacts facts = readSequenceFacts(source, settings);
        QMetaObject::invokeMethod(
            this,
            [this, reading, facts] {
                if (reading == m_reading) {
                    show(facts);
                }
            },
            Qt::QueuedConnection);
    });
}

void SequencePanel::show(const SequenceFacts& facts)
{
    m_facts = facts;
    const bool made = engine::isMadeData(facts.data);
    const QFileInfo place(QString::fromStdString(facts.data.string()));
    m_name->setText(made ? nameOfMade(facts.data) : place.fileName());
    m_name->setToolTip(made ? QString() : place.filePath());
    m_problem->setText(facts.problem);
    m_problem->setVisible(!facts.problem.isEmpty());
    m_accept->setVisible(m_workspace.asksForText());
    const auto size = [&](engine::Split part) { return std::ssize(facts.samples.part(part)); };
    m_split->setParts(size(engine::Split::Train), size(engine::Split::Validation), size(engine::Split::Test),
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
    const bool ownTest = !table && m_test->value() == 0 && !m_facts.samples.part(engine::Split::Test).empty();
    m_test->setSpecialValueText(ownTest ? tr("comes with the data") : QString());
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
