// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/data_panel.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/panels/parts.h"
#include "app/studio/panels/reading_form.h"
#include "app/studio/panels/source_box.h"
#include "app/studio/workspace/project_files.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "engine/data/places.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr const char* knownName = "tiny-shakespeare";

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
    QVBoxLayout& rows = addScrolledRows(*this);
    buildSource(rows);
    buildReading(rows);
    buildContents(rows);
    m_workspace.onChange(this, Change::Data, [this] { refresh(); }); // perhaps a file that was named before
    connect(&m_workspace.document(), &editor::Document::changed, this, &DataPanel::refresh); // it reads from now on
    refresh();
}

DataPanel::~DataPanel() = default;

void DataPanel::buildSource(QVBoxLayout& rows)
{
    m_source = new SourceBox(m_workspace, tr("Text to learn from"), this);
    rows.addWidget(m_source);
    using editor::described;
    described(m_source->addButton(tr("&Bundled play"), tr("The Bell Below the Weir, a play that comes with Hamnet")),
              {}, this, &DataPanel::useBundled);
    described(m_source->addFetchButton(tr("&Tiny Shakespeare"),
                                       tr("Scenes from Shakespeare's plays, downloaded from the Internet")),
              {}, this, &DataPanel::fetchKnownText);
    described(m_source->addButton(tr("&File…"), tr("A text of your own"), QStringLiteral("open")), {}, this,
              &DataPanel::chooseFile);
    m_source->addReadAgain();
    connect(m_source, &SourceBox::fetched, this, &DataPanel::useFile);
    connect(m_source, &SourceBox::readAgain, this, [this] {
        m_wanted.reset();
        refresh();
    });
}

void DataPanel::buildReading(QVBoxLayout& rows)
{
    m_form = new ReadingForm(
        m_workspace.document(), "TEXTDATA",
        {.title = tr("How it is read"),
         .note = tr("The drawing has no TEXTDATA layer: its INPUT layers read bytes, and a tenth is held out."),
         .edit = tr("Change how the text is read")},
        this);
    rows.addWidget(m_form);
    m_encoding = m_form->addChoice(tr("&Characters:"), "encoding",
                                   {{"BYTES", tr("Bytes (BYTES)")}, {"UTF8", tr("UTF-8 characters (UTF8)")}});
    m_order = m_form->addChoice(tr("&Order:"), "order",
                                {{"STREAMS", tr("Streams, state kept")}, {"WINDOWS", tr("Windows, zero state")}});
    m_form->addShares();
    connect(m_form, &ReadingForm::refused, m_source, &SourceBox::showProblem);
}

void DataPanel::buildContents(QVBoxLayout& rows)
{
    m_figures = editor::label({}, this, editor::Look::Wraps);
    m_vocabularyTitle = sectionTitle(tr("Vocabulary"), this);
    rows.addWidget(m_vocabularyTitle);
    rows.addWidget(m_figures);
    m_vocabulary = editor::described(new QListWidget(this), {.title = tr("Vocabulary")});
    m_vocabulary->setViewMode(QListView::IconMode);
    m_vocabulary->setResizeMode(QListView::Adjust);
    m_vocabulary->setMovement(QListView::Static);
    m_vocabulary->setSelectionMode(QAbstractItemView::NoSelection);
    m_vocabulary->setUniformItemSizes(true);
    m_vocabulary->setSpacing(1);
    m_vocabulary->setMinimumHeight(6 * fontMetrics().height());
    rows.addWidget(m_vocabulary, 1);
    rows.addWidget(sectionTitle(tr("First lines"), this));
    m_beginning = editor::described(new QPlainTextEdit(this), {.title = tr("First lines of the text")});
    m_beginning->setReadOnly(true);
    m_beginning->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_beginning->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_beginning->setMinimumHeight(8 * fontMetrics().height());
    rows.addWidget(m_beginning, 1);
}

void DataPanel::chooseFile()
{
    const QString file =
        askForFile(window(), tr("Choose a text to learn from"), tr("Texts (*.txt *.md *.csv *.tex);;All files (*)"));
    if (!file.isEmpty()) {
        useFile(file);
    }
}

void DataPanel::useFile(const QString& file)
{
    if (const auto refused = m_workspace.data().choose(QFileInfo(file).absoluteFilePath().toStdString())) {
        const QString kept = QFileInfo(QString::fromStdString(m_facts.file.string())).fileName();
        m_source->showProblem(kept.isEmpty() ? *refused
                                             : tr("%1 %2 stays the text to learn from.").arg(*refused, kept));
    }
}

void DataPanel::useBundled()
{
    m_workspace.document().change(tr("Choose text"), [](editor::Content& content) { content.corpus.clear(); });
}

void DataPanel::fetchKnownText()
{
    try {
        const engine::KnownData& text = engine::knownData(engine::kinds::text, knownName);
        const std::filesystem::path file = engine::placeOf(text);
        if (isThere(file)) {
            useFile(QString::fromStdString(file.string()));
            return;
        }
        m_source->fetch([text](const engine::DownloadProgress& progress) {
            return engine::download({.data = text, .progress = progress});
        });
    } catch (const engine::Error& error) {
        m_source->showProblem(editor::inWords(error));
    }
}

void DataPanel::refresh()
{
    const engine::Model& model = m_workspace.document().derived().model;
    if (!engine::dataKindOf(model).parameter.empty()) {
        m_reader.stop(); // no text is wanted now
        m_wanted.reset();
        return;
    }
    engine::DataSettings settings;
    try {
        settings = engine::dataSettings(model);
    } catch (const engine::Error&) {
        return; // a setting out of range: the inspector and the problem list say so
    }
    m_form->refresh(settings.fractions);
    m_encoding->setCurrentIndex(settings.encoding == engine::Encoding::Bytes ? 0 : 1);
    m_order->setCurrentIndex(settings.order == engine::BatchOrder::Streams ? 0 : 1);
    QString problem;
    const std::optional<std::filesystem::path> text = m_source->data(problem);
    if (!text) {
        m_reader.stop();
        m_wanted.reset();
        show(CorpusFacts{.file = m_workspace.document().content().corpus, .problem = problem});
        return;
    }
    settings.source = text->string();
    const bool same = m_wanted && settings.source == m_wanted->source && settings.encoding == m_wanted->encoding &&
                      settings.fractions == m_wanted->fractions;
    m_wanted = settings;
    if (!same) {
        read();
    }
}

void DataPanel::read()
{
    m_figures->setText(tr("Reading…"));
    if (!m_facts.problem.isEmpty() || m_facts.file != m_wanted->source) { // which were another text's
        m_facts = {.file = m_wanted->source};
        emit factsChanged();
    }
    m_reader.start([this, wanted = *m_wanted](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        const CorpusFacts facts = readCorpusFacts(wanted.source, wanted.encoding, wanted.fractions, goOn);
        return [this, facts] { show(facts); };
    });
}

void DataPanel::show(const CorpusFacts& facts)
{
    m_facts = facts;
    const QFileInfo file(QString::fromStdString(facts.file.string()));
    const bool bundled = m_workspace.document().content().corpus.empty() && isBundled(facts.file);
    m_source->show(bundled ? tr("%1 (comes with Hamnet)").arg(file.fileName()) : file.fileName(), file.filePath(),
                   facts.problem);
    const QLocale locale;
    m_figures->setText(facts.problem.isEmpty()
                           ? tr("%1 characters, %2 different ones, %3")
                                 .arg(locale.toString(static_cast<qlonglong>(facts.characters)),
                                      locale.toString(static_cast<qlonglong>(facts.vocabulary.size())),
                                      locale.formattedDataSize(facts.bytes, 1, QLocale::DataSizeIecFormat))
                           : tr("Choose another text, or restore this file."));
    m_form->split().setParts({facts.training, facts.validation, facts.test});
    m_form->advise(facts.training > 0 && facts.validation == 0 ? m_form->toHoldOut() : ReadingForm::Advice{});
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

#include "moc_data_panel.cpp"
