// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_panel.h"

#include "app/studio/text/elided_label.h"
#include "app/studio/text/prompt_edit.h"
#include "app/studio/text/sampling_controls.h"
#include "app/studio/text/surprise_legend.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <numbers>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

namespace {

constexpr std::size_t longestPrompt = 4'000; ///< bytes of a text that a continuation is begun with
constexpr quint64 drawnSeeds = 1'000'000;    ///< below; short enough to be told and typed

quint64 drawSeed()
{
    return QRandomGenerator::global()->bounded(quint64{1}, drawnSeeds);
}

/// The end of a text, not begun within a character.
std::string endOf(const std::string& text)
{
    std::size_t first = text.size() - std::min(text.size(), longestPrompt);
    while (first < text.size() && (static_cast<unsigned char>(text[first]) & 0xc0) == 0x80) {
        ++first;
    }
    return text.substr(first);
}

QLabel* makeCaption()
{
    auto* caption = new ElidedLabel;
    caption->setMargin(6);
    return caption;
}

} // namespace

TextPanel::TextPanel(QWidget* parent) : QWidget(parent)
{
    makeActions();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeSettings());
    column->addWidget(makeTools());
    column->addWidget(makeTexts(), 1);
    setTabOrder(m_prompt, m_sampling);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &TextPanel::colour);
    colour();
    updateState();
}

void TextPanel::makeActions()
{
    const auto make = [this](const char* icon, const QString& text, const QString& tip, void (TextPanel::*slot)()) {
        auto* action = new QAction(editor::icon(QLatin1String(icon)), text, this);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_generate = make("generate", tr("Generate"), tr("Write a text (Ctrl+Return in the prompt)"), &TextPanel::generate);
    m_stop = new QAction(editor::icon(QStringLiteral("stop")), tr("Stop"), this);
    m_stop->setToolTip(tr("Stop writing and keep what is there"));
    connect(m_stop, &QAction::triggered, this, &TextPanel::stopRequested);
    m_continue = make("continue", tr("Continue"), tr("Write on from where the text ends"), &TextPanel::proceed);
    m_regenerate = make("regenerate", tr("Regenerate"), tr("The same again with another seed"), &TextPanel::regenerate);
    m_pin = make("pin", tr("Pin"), tr("Keep this text in sight beside the next ones"), &TextPanel::pin);
    m_copy = make("copy", tr("Copy"), tr("Copy the text"), &TextPanel::copy);
    m_save = make("save", tr("Save…"), tr("Save the text as a file"), &TextPanel::save);
    m_command = make("command", tr("Copy as a command"), tr("Copy the line that writes this text in a terminal"),
                     &TextPanel::askCommand);
    m_tint = new QAction(editor::icon(QStringLiteral("heat")), tr("Surprise"), this);
    m_tint->setToolTip(tr("Tint each character by how much it surprises the net"));
    m_tint->setCheckable(true);
    m_tint->setChecked(true);
    connect(m_tint, &QAction::toggled, this, &TextPanel::showTint);
    m_showHistory = new QAction(editor::icon(QStringLiteral("history")), tr("History"), this);
    m_showHistory->setToolTip(tr("Texts written before"));
    m_showHistory->setCheckable(true);
    connect(m_showHistory, &QAction::toggled, this, [this](bool on) { m_history->setVisible(on); });
}

QWidget* TextPanel::makeSettings()
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(8, 8, 8, 4);
    m_source = new QComboBox;
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_source, &QComboBox::activated, this,
            [this](int row) { m_chosen = m_sources[static_cast<std::size_t>(row)].checkpoint; });
    m_source->setMinimumContentsLength(16);
    m_source->setToolTip(tr("The net that writes"));
    m_prompt = new PromptEdit;
    m_unknown = new QLabel;
    m_unknown->setTextFormat(Qt::PlainText);
    m_unknown->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_sampling = new SamplingControls;
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto add = [this](const QString& text, QWidget* field) {
        auto* label = new QLabel(text);
        label->setBuddy(field);
        label->setMinimumWidth(m_sampling->labelWidth());
        m_form->addRow(label, field);
    };
    add(tr("&Net"), m_source);
    add(tr("Pr&ompt"), m_prompt);
    m_form->addRow(QString(), m_unknown);
    m_form->setRowVisible(m_unknown, false);
    column->addLayout(m_form);
    column->addWidget(m_sampling);
    connect(m_prompt, &PromptEdit::accepted, this, &TextPanel::generate);
    connect(m_prompt, &PromptEdit::unknownChanged, this, &TextPanel::showUnknown);
    return box;
}

QToolBar* TextPanel::makeTools()
{
    auto* tools = new QToolBar;
    tools->setIconSize({18, 18});
    tools->addActions({m_generate, m_stop, m_continue, m_regenerate});
    tools->addSeparator();
    tools->addActions({m_tint, m_showHistory});
    if (auto* button = qobject_cast<QToolButton*>(tools->widgetForAction(m_generate))) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    return tools;
}

QWidget* TextPanel::makeTexts()
{
    const auto pane = [](QWidget* top, WrittenView* view) {
        auto* box = new QWidget;
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(top);
        column->addWidget(view, 1);
        return box;
    };
    m_caption = makeCaption();
    m_head = new QWidget;
    auto* headRow = new QHBoxLayout(m_head);
    headRow->setContentsMargins(0, 0, 4, 0);
    headRow->setSpacing(0);
    headRow->addWidget(m_caption, 1);
    for (QAction* action : {m_pin, m_copy, m_save, m_command}) {
        auto* button = new QToolButton;
        button->setAutoRaise(true);
        button->setDefaultAction(action);
        headRow->addWidget(button);
    }
    m_view = new WrittenView;
    m_view->setObjectName(QStringLiteral("written"));
    m_view->setAccessibleName(tr("Written text"));
    m_pinnedCaption = makeCaption();
    m_pinnedView = new WrittenView;
    m_pinnedView->setObjectName(QStringLiteral("pinned"));
    m_pinnedView->setAccessibleName(tr("Pinned text"));
    auto* top = new QWidget;
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    auto* close = new QToolButton;
    close->setIcon(editor::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setToolTip(tr("Unpin"));
    close->setAccessibleName(tr("Unpin"));
    connect(close, &QToolButton::clicked, this, &TextPanel::unpin);
    row->addWidget(m_pinnedCaption, 1);
    row->addWidget(close);
    m_pinned = pane(top, m_pinnedView);
    m_pinned->hide();
    m_history = new TextHistory;
    m_history->hide();
    connect(m_history, &TextHistory::chosen, this, [this](const WrittenText& text) {
        if (!m_busy) {
            showText(text);
            updateState();
        }
    });
    connect(m_history, &TextHistory::replayed, this, [this](const WrittenText& text) {
        WrittenText wish = text;
        wish.text.clear();
        wish.bits.clear();
        ask(wish);
    });

    m_texts = new QSplitter(Qt::Horizontal);
    m_texts->addWidget(pane(m_head, m_view));
    m_texts->addWidget(m_pinned);
    m_texts->addWidget(m_history);
    m_texts->setCollapsible(0, false);
    m_texts->setSizes({400, 400, 200});

    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_texts, 1);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(8, 4, 8, 4);
    m_status = new QLabel;
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_legend = new SurpriseLegend;
    bottom->addWidget(m_status, 1);
    bottom->addWidget(m_legend);
    column->addLayout(bottom);
    return box;
}

// Sources and settings ------------------------------------------------------------------------------------------------

QString TextPanel::describe(const TextSource& source) const
{
    const QLocale locale;
    if (source.checkpoint.empty()) {
        return source.trains ? tr("Net in training") : tr("Net of the last run");
    }
    const QString file = QFileInfo(QString::fromStdString(source.checkpoint)).fileName();
    if (source.imported) {
        return tr("%1 · imported").arg(file);
    }
    QString text = tr("%1 · iteration %2").arg(file, locale.toString(qint64{source.iteration}));
    if (std::isfinite(source.loss)) {
        text += tr(" · loss %1").arg(locale.toString(source.loss, 'g', 4));
    }
    return source.best ? tr("%1 · best").arg(text) : text;
}

void TextPanel::setSources(const std::vector<TextSource>& sources)
{
    m_sources = sources;
    m_source->clear();
    for (const TextSource& source : m_sources) {
        m_source->addItem(editor::icon(source.checkpoint.empty() ? QStringLiteral("train")
                                       : source.best             ? QStringLiteral("best")
                                       : source.imported         ? QStringLiteral("import")
                                                                 : QStringLiteral("checkpoint")),
                          describe(source));
        m_source->setItemData(m_source->count() - 1, QString::fromStdString(source.checkpoint), Qt::ToolTipRole);
    }
    m_source->setCurrentIndex(m_sources.empty() ? -1 : 0); // a box with a placeholder chooses none by itself
    if (m_chosen) {
        choose(*m_chosen);
    }
    updateState();
}

void TextPanel::setSource(const std::string& checkpoint)
{
    m_chosen = checkpoint;
    choose(checkpoint);
}

void TextPanel::choose(const std::string& checkpoint)
{
    const auto same = std::find_if(m_sources.begin(), m_sources.end(),
                                   [&](const TextSource& source) { return source.checkpoint == checkpoint; });
    if (same != m_sources.end()) {
        m_source->setCurrentIndex(static_cast<int>(same - m_sources.begin()));
    }
}

void TextPanel::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    updateState();
}

void TextPanel::setVocabulary(const engine::Vocabulary& vocabulary)
{
    m_prompt->setVocabulary(vocabulary);
}

void TextPanel::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
}

void TextPanel::showUnknown(const QStringList& unknown)
{
    const QString names = unknown.size() > 8 ? unknown.mid(0, 8).join(QStringLiteral(", ")) + QStringLiteral(", …")
                                             : unknown.join(QStringLiteral(", "));
    m_unknown->setText(tr("The net has never seen %1 and will leave it out.").arg(names));
    m_form->setRowVisible(m_unknown, !unknown.isEmpty());
}

WrittenText TextPanel::wish() const
{
    WrittenText wish;
    if (const int at = m_source->currentIndex(); at >= 0) {
        wish.checkpoint = m_sources[static_cast<std::size_t>(at)].checkpoint;
        wish.iteration = m_sources[static_cast<std::size_t>(at)].iteration;
    }
    wish.prompt = m_prompt->toPlainText().toStdString();
    m_sampling->read(wish);
    wish.seed = m_sampling->seed().value_or(drawSeed());
    return wish;
}

void TextPanel::setWish(const WrittenText& wish)
{
    setSource(wish.checkpoint);
    m_prompt->setPlainText(QString::fromStdString(wish.prompt));
    m_sampling->write(wish);
}

// Asking --------------------------------------------------------------------------------------------------------------

void TextPanel::generate()
{
    if (m_generate->isEnabled()) {
        ask(wish());
    }
}

void TextPanel::regenerate()
{
    WrittenText again = wish();
    again.seed = drawSeed();
    ask(again);
}

/// What is there stays in view; the net reads its end anew, so that the continuation can be replayed on its own.
void TextPanel::proceed()
{
    WrittenText more = wish();
    const std::string all = m_before + m_shown.prompt + m_shown.text;
    more.prompt = endOf(all);
    m_before = all.substr(0, all.size() - more.prompt.size());
    m_busy = true;
    m_shown = more;
    say(tr("Writing…"));
    updateState();
    emit generateRequested(more);
}

void TextPanel::ask(const WrittenText& wish)
{
    if (m_busy) {
        return;
    }
    m_busy = true;
    showText(wish);
    say(tr("Writing…"));
    updateState();
    emit generateRequested(wish);
}

void TextPanel::begun(qint64 iteration)
{
    m_shown.iteration = iteration;
    m_caption->setText(settingsOf(m_shown));
}

void TextPanel::written(std::string_view utf8, std::span<const float> bits)
{
    if (!m_busy) {
        return;
    }
    m_shown.text += utf8;
    m_shown.bits.insert(m_shown.bits.end(), bits.begin(), bits.end());
    m_view->append(utf8, bits);
}

void TextPanel::finished(double charsPerSecond)
{
    const QString count = QLocale().toString(QString::fromStdString(m_shown.text).toUcs4().size());
    end(charsPerSecond > 0
            ? tr("%1 characters, %2 a second").arg(count, QLocale().toString(std::round(charsPerSecond), 'f', 0))
            : tr("%1 characters").arg(count));
}

void TextPanel::failed(const QString& sentence)
{
    end(sentence);
    m_failed = true;
    colour();
}

void TextPanel::say(const QString& status)
{
    m_failed = false;
    m_status->setText(status);
    colour();
}

void TextPanel::end(const QString& status)
{
    say(status);
    if (!m_busy) {
        return;
    }
    m_busy = false;
    m_view->flush();
    if (!m_shown.text.empty()) {
        m_history->add(m_shown);
        emit textFinished(m_shown);
    }
    updateState();
}

// The text in view ----------------------------------------------------------------------------------------------------

void TextPanel::showText(const WrittenText& text)
{
    m_shown = text;
    m_before.clear();
    m_view->showText(text);
    m_caption->setText(settingsOf(text));
    askSurprise();
}

void TextPanel::askSurprise()
{
    if (m_tint->isChecked() && !m_busy && !m_shown.text.empty() && m_shown.bits.empty()) {
        emit surpriseRequested(m_shown);
    }
}

void TextPanel::surprised(std::string_view utf8, std::span<const float> bits)
{
    if (utf8 != m_shown.text) {
        return; // another text is in view by now
    }
    m_shown.bits.assign(bits.begin(), bits.end());
    WrittenText all = m_shown;
    all.prompt = m_before + m_shown.prompt;
    m_view->showText(all);
}

bool TextPanel::isTinted() const
{
    return m_tint->isChecked();
}

void TextPanel::setTinted(bool tinted)
{
    m_tint->setChecked(tinted);
}

void TextPanel::showTint(bool tinted)
{
    m_view->setTinted(tinted);
    m_pinnedView->setTinted(tinted);
    m_legend->setVisible(tinted);
    askSurprise();
}

void TextPanel::pin()
{
    m_pinnedView->showText(m_shown);
    m_pinnedCaption->setText(settingsOf(m_shown));
    m_pinned->show();
}

void TextPanel::unpin()
{
    m_pinned->hide();
}

void TextPanel::copy()
{
    QApplication::clipboard()->setText(QString::fromStdString(m_before + m_shown.prompt + m_shown.text));
}

void TextPanel::askCommand()
{
    emit commandRequested(m_shown.text.empty() ? wish() : m_shown);
}

void TextPanel::save()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the text"), tr("text.txt"), tr("Text (*.txt)"));
    if (file.isEmpty()) {
        return;
    }
    QString sentence;
    if (saveText(file, &sentence)) {
        say(tr("Saved as %1.").arg(file));
    } else {
        failed(sentence);
    }
}

bool TextPanel::saveText(const QString& file, QString* sentence) const
{
    QSaveFile out(file);
    const std::string all = m_before + m_shown.prompt + m_shown.text;
    const auto size = static_cast<qint64>(all.size());
    if (out.open(QIODevice::WriteOnly) && out.write(all.data(), size) == size && out.commit()) {
        return true;
    }
    if (sentence != nullptr) {
        *sentence = tr("%1 could not be written: %2").arg(file, out.errorString());
    }
    return false;
}

const std::vector<WrittenText>& TextPanel::history() const
{
    return m_history->texts();
}

void TextPanel::setHistory(std::vector<WrittenText> texts)
{
    m_history->setTexts(std::move(texts));
}

void TextPanel::updateState()
{
    const bool can = !m_sources.empty() && !m_busy;
    const bool any = !m_shown.text.empty();
    m_generate->setEnabled(can);
    m_stop->setEnabled(m_busy);
    m_continue->setEnabled(can && any);
    m_regenerate->setEnabled(can && any);
    m_pin->setEnabled(any && !m_busy);
    m_copy->setEnabled(any);
    m_save->setEnabled(any && !m_busy);
    m_head->setVisible(any || m_busy);
    m_source->setEnabled(!m_sources.empty());
    m_source->setPlaceholderText(tr("None yet"));
    m_view->setPlaceholderText(!m_refusal.isEmpty() ? m_refusal
                               : m_sources.empty()
                                   ? tr("Nothing can write yet. Train a net or open a checkpoint; even after "
                                        "a few seconds of training it has something to say.")
                                   : tr("Press Generate and the net writes here."));
}

void TextPanel::colour()
{
    QPalette error = palette();
    error.setColor(QPalette::WindowText, editor::theme().error);
    m_unknown->setPalette(error);
    m_status->setPalette(m_failed ? error : palette());
}

} // namespace studio
