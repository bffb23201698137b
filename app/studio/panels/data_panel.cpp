// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/data_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/split_bar.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "engine/data/places.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <system_error>

namespace studio {
namespace {

constexpr const char* knownName = "tiny-shakespeare";

QDoubleSpinBox* percentBox(QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(0, 90);
    box->setDecimals(1);
    box->setSuffix(QStringLiteral(" %"));
    box->setKeyboardTracking(false);
    return box;
}

bool isThere(const std::filesystem::path& file)
{
    std::error_code unknown;
    return std::filesystem::exists(file, unknown);
}

/// The play that comes with Hamnet, and not a text that the drawing names as its source.
bool isBundled(const std::filesystem::path& file)
{
    try {
        return file == engine::bundledCorpus();
    } catch (const engine::Error&) {
        return false; // it is not there
    }
}

} // namespace

DataPanel::DataPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    m_reader.setMaxThreadCount(1);
    auto* inside = new QWidget;
    auto* rows = new QVBoxLayout(inside);
    rows->setSpacing(8);
    buildSource(*rows);
    buildReading(*rows);
    buildContents(*rows);
    fillScrolled(*this, inside);

    connect(&m_workspace.document(), &editor::Document::changed, this, &DataPanel::refresh);
    connect(&m_workspace, &Workspace::textChosen, this, &DataPanel::refresh); // perhaps the one that was named before
    connect(&m_download, &TextDownload::progressed, this, [this](qint64 there, qint64 bytes) {
        m_progress->setRange(0, static_cast<int>(bytes / 1024));
        m_progress->setValue(static_cast<int>(there / 1024));
    });
    connect(&m_download, &TextDownload::arrived, this, [this](const QString& file) {
        m_progressRow->hide();
        m_known->setEnabled(true);
        useFile(file);
    });
    connect(&m_download, &TextDownload::failed, this, [this](const QString& sentence) {
        m_progressRow->hide();
        m_known->setEnabled(true);
        m_problem->setText(tr("The text was not fetched: %1. What has arrived is kept; another try goes on from there.")
                               .arg(sentence));
        m_problem->show();
    });
    refresh();
}

DataPanel::~DataPanel() = default;

void DataPanel::buildSource(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("Text to learn from"), this));
    m_name = new QLabel(this);
    m_name->setWordWrap(true);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows.addWidget(m_name);
    auto* buttons = new QHBoxLayout;
    m_bundled = new QPushButton(tr("&Bundled play"), this);
    m_bundled->setToolTip(tr("The Bell Below the Weir, a play that comes with Hamnet"));
    m_known = new QPushButton(editor::icon(QStringLiteral("download")), tr("&Tiny Shakespeare"), this);
    m_choose = new QPushButton(editor::icon(QStringLiteral("open")), tr("&File…"), this);
    for (QPushButton* button : {m_bundled, m_known, m_choose}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    rows.addLayout(buttons);
    m_progressRow = new QWidget(this);
    auto* progressRow = new QHBoxLayout(m_progressRow);
    progressRow->setContentsMargins(0, 0, 0, 0);
    m_progress = new QProgressBar(m_progressRow);
    m_progress->setAccessibleName(tr("Download"));
    auto* cancel = new QPushButton(tr("Cancel"), m_progressRow);
    progressRow->addWidget(m_progress, 1);
    progressRow->addWidget(cancel);
    m_progressRow->hide();
    rows.addWidget(m_progressRow);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->hide();
    rows.addWidget(m_problem);
    m_accept = new QPushButton(tr("&Learn from this text"), this);
    m_accept->setObjectName(QStringLiteral("acceptText"));
    m_accept->setToolTip(tr("It is named by what was opened, but lies outside its folder"));
    m_accept->hide();
    rows.addWidget(m_accept, 0, Qt::AlignLeft);
    connect(m_accept, &QPushButton::clicked, this,
            [this] { m_workspace.chooseText(m_workspace.document().content().corpus); });
    connect(m_bundled, &QPushButton::clicked, this, &DataPanel::useBundled);
    connect(m_known, &QPushButton::clicked, this, &DataPanel::fetchKnownText);
    connect(m_choose, &QPushButton::clicked, this, &DataPanel::chooseFile);
    connect(cancel, &QPushButton::clicked, &m_download, &TextDownload::cancel);
}

void DataPanel::buildReading(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("How it is read"), this));
    m_readingNote = new QLabel(this);
    m_readingNote->setWordWrap(true);
    rows.addWidget(m_readingNote);
    auto* form = new QFormLayout;
    m_encoding = new QComboBox(this);
    m_encoding->addItem(tr("Bytes"), QStringLiteral("BYTES"));
    m_encoding->addItem(tr("Letters (UTF-8)"), QStringLiteral("UTF8"));
    form->addRow(tr("&Characters:"), m_encoding);
    m_order = new QComboBox(this);
    m_order->addItem(tr("Streams, memory kept"), QStringLiteral("STREAMS"));
    m_order->addItem(tr("Windows, memory empty"), QStringLiteral("WINDOWS"));
    form->addRow(tr("&Order:"), m_order);
    m_validation = percentBox(this);
    m_test = percentBox(this);
    form->addRow(tr("Held out, &validation:"), m_validation);
    form->addRow(tr("Held out, t&est:"), m_test);
    rows.addLayout(form);
    m_split = new SplitBar(this);
    rows.addWidget(m_split);
    connect(m_encoding, &QComboBox::activated, this,
            [this] { setReading("encoding", m_encoding->currentData().toString().toStdString()); });
    connect(m_order, &QComboBox::activated, this,
            [this] { setReading("order", m_order->currentData().toString().toStdString()); });
    connect(m_validation, &QDoubleSpinBox::valueChanged, this,
            [this](double percent) { setReading("validation", percent / 100); });
    connect(m_test, &QDoubleSpinBox::valueChanged, this, [this](double percent) { setReading("test", percent / 100); });
}

void DataPanel::buildContents(QVBoxLayout& rows)
{
    m_figures = new QLabel(this);
    m_figures->setWordWrap(true);
    m_vocabularyTitle = sectionTitle(tr("Vocabulary"), this);
    rows.addWidget(m_vocabularyTitle);
    rows.addWidget(m_figures);
    m_vocabulary = new QListWidget(this);
    m_vocabulary->setViewMode(QListView::IconMode);
    m_vocabulary->setResizeMode(QListView::Adjust);
    m_vocabulary->setMovement(QListView::Static);
    m_vocabulary->setSelectionMode(QAbstractItemView::NoSelection);
    m_vocabulary->setUniformItemSizes(true);
    m_vocabulary->setSpacing(1);
    m_vocabulary->setAccessibleName(tr("Vocabulary"));
    m_vocabulary->setMinimumHeight(6 * fontMetrics().height());
    rows.addWidget(m_vocabulary, 1);
    rows.addWidget(sectionTitle(tr("First lines"), this));
    m_beginning = new QPlainTextEdit(this);
    m_beginning->setReadOnly(true);
    m_beginning->setAccessibleName(tr("First lines of the text"));
    m_beginning->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_beginning->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_beginning->setMinimumHeight(8 * fontMetrics().height());
    rows.addWidget(m_beginning, 1);
}

editor::Id DataPanel::textNode() const
{
    for (const editor::Node& node : m_workspace.document().content().nodes) {
        if (node.layer.type == "TEXTDATA") {
            return node.id;
        }
    }
    return 0;
}

void DataPanel::setReading(const std::string& key, const engine::ParamValue& value)
{
    const editor::Id node = textNode();
    if (node == 0) {
        return;
    }
    const auto refused = m_workspace.document().change(
        tr("Change how the text is read"),
        [&](editor::Content& content) { editor::setParam(content, node, key, value); },
        QStringLiteral("data:%1").arg(QString::fromStdString(key)));
    Q_ASSERT(!refused);
}

void DataPanel::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(window(), tr("Choose a text to learn from"), QString(),
                                                      tr("Texts (*.txt *.md *.csv *.tex);;All files (*)"));
    if (!file.isEmpty()) {
        useFile(file);
    }
}

void DataPanel::useFile(const QString& file)
{
    m_workspace.chooseText(QFileInfo(file).absoluteFilePath().toStdString());
}

void DataPanel::useBundled()
{
    m_workspace.document().change(tr("Choose text"), [](editor::Content& content) { content.corpus.clear(); });
}

void DataPanel::fetchKnownText()
{
    try {
        const engine::KnownText& text = engine::knownText(knownName);
        const std::filesystem::path file = engine::fileOf(text);
        if (isThere(file)) {
            useFile(QString::fromStdString(file.string()));
            return;
        }
        m_problem->hide();
        m_progress->setRange(0, 0);
        m_progressRow->show();
        m_known->setEnabled(false);
        m_download.start({.text = text});
    } catch (const engine::Error& error) {
        m_problem->setText(QString::fromStdString(error.what()));
        m_problem->show();
    }
}

void DataPanel::refresh()
{
    if (engine::learnsSequences(m_workspace.document().derived().model)) {
        ++m_reading; // no text is wanted now
        m_wanted = {};
        return;
    }
    const editor::Id node = textNode();
    for (QWidget* field : std::initializer_list<QWidget*>{m_encoding, m_order, m_validation, m_test}) {
        field->setEnabled(node != 0);
    }
    m_readingNote->setVisible(node == 0);
    m_readingNote->setText(
        tr("The drawing has no TEXTDATA layer: its INPUT layers read bytes, and a tenth is held out."));
    engine::DataSettings settings;
    try {
        settings = engine::dataSettings(m_workspace.document().derived().model);
    } catch (const engine::Error&) {
        return; // a setting out of range: the inspector and the problem list say so
    }
    const auto show = [](QDoubleSpinBox* box, double value) {
        const QSignalBlocker quiet(box);
        box->setValue(100 * value);
    };
    show(m_validation, settings.fractions.validation);
    show(m_test, settings.fractions.test);
    m_encoding->setCurrentIndex(settings.encoding == engine::Encoding::Bytes ? 0 : 1);
    m_order->setCurrentIndex(settings.order == engine::BatchOrder::Streams ? 0 : 1);

    QString problem;
    try {
        settings.source = m_workspace.corpusFile().string();
    } catch (const engine::Error& error) {
        problem = m_workspace.asksForText()
                      ? tr("%1 lies outside the folder of what was opened, and you have not chosen it yourself.")
                            .arg(QString::fromStdString(m_workspace.document().content().corpus))
                      : QString::fromStdString(error.what());
    }
    const bool same = m_reading > 0 && settings.source == m_wanted.source && settings.encoding == m_wanted.encoding &&
                      settings.fractions == m_wanted.fractions;
    m_wanted = settings;
    if (!problem.isEmpty()) {
        ++m_reading; // what is being read is no longer wanted
        this->show(CorpusFacts{.file = m_workspace.document().content().corpus, .problem = problem});
    } else if (!same) {
        read();
    }
}

/// Reads the text on another thread; what comes back for an older wish is thrown away.
void DataPanel::read()
{
    const int reading = ++m_reading;
    m_figures->setText(tr("Reading…"));
    m_reader.clear(); // readings that have not begun are for older wishes
    m_reader.start([this, reading, wanted = m_wanted] {
        const CorpusFacts facts = readCorpusFacts(wanted.source, wanted.encoding, wanted.fractions);
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

void DataPanel::show(const CorpusFacts& facts)
{
    m_facts = facts;
    const QFileInfo file(QString::fromStdString(facts.file.string()));
    const bool bundled = m_workspace.document().content().corpus.empty() && isBundled(facts.file);
    m_name->setText(bundled ? tr("%1 (comes with Hamnet)").arg(file.fileName()) : file.fileName());
    m_name->setToolTip(file.filePath());
    m_problem->setText(facts.problem);
    m_problem->setVisible(!facts.problem.isEmpty());
    m_accept->setVisible(m_workspace.asksForText());
    const QLocale locale;
    m_figures->setText(facts.problem.isEmpty()
                           ? tr("%1 characters, %2 different ones, %3")
                                 .arg(locale.toString(static_cast<qlonglong>(facts.characters)),
                                      locale.toString(static_cast<qlonglong>(facts.vocabulary.size())),
                                      locale.formattedDataSize(facts.bytes, 1, QLocale::DataSizeIecFormat))
                       : m_workspace.asksForText() ? QString()
                                                   : tr("Choose another text, or put this one back."));
    m_split->setParts(facts.training, facts.validation, facts.test);
    m_beginning->setPlainText(facts.beginning);
    showVocabulary();
    emit factsChanged();
}

void DataPanel::showVocabulary()
{
    m_vocabulary->clear();
    const int side = fontMetrics().height() + 8;
    double all = 0;
    for (const CorpusFacts::Character& character : m_facts.vocabulary) {
        all += static_cast<double>(character.count);
    }
    constexpr std::size_t most = 2000; // more than one can look at
    for (std::size_t index = 0; index < std::min(most, m_facts.vocabulary.size()); ++index) {
        const CorpusFacts::Character& character = m_facts.vocabulary[index];
        auto* item = new QListWidgetItem(character.shown, m_vocabulary);
        item->setTextAlignment(Qt::AlignCenter);
        item->setSizeHint({side, side});
        const double share = all > 0 ? 100 * static_cast<double>(character.count) / all : 0;
        item->setToolTip(tr("%1: %2 %").arg(character.name, QLocale().toString(share, 'g', 3)));
    }
}

} // namespace studio
