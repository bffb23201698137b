// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_panel.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/text/candidates.h"
#include "app/studio/text/colour_legend.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/written_view.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <utility>

namespace studio {

namespace {

constexpr std::size_t longestPrompt = 4'000; ///< bytes

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

} // namespace

std::int64_t codePointsOf(std::string_view utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), startsCharacter);
}

std::size_t byteOf(std::string_view utf8, std::int64_t codePoint)
{
    std::size_t byte = 0;
    for (; byte < utf8.size(); ++byte) {
        if (startsCharacter(utf8[byte]) && codePoint-- == 0) {
            break;
        }
    }
    return byte;
}

std::string endOf(const std::string& text)
{
    std::size_t first = text.size() - std::min(text.size(), longestPrompt);
    while (first < text.size() && !startsCharacter(text[first])) {
        ++first;
    }
    return text.substr(first);
}

namespace {

using Part = TextInView::Part;

/// How many code points of a text's prompt its parent had too: all of a continuation's, all but the last of a
/// branch's. -1: the parent is another text by now.
std::int64_t sharedWith(const WrittenText& parent, const WrittenText& text)
{
    const std::string all = parent.prompt + parent.text;
    const std::string_view kept = std::string_view(all).substr(0, byteOf(all, text.branchPlace));
    if (kept.ends_with(text.prompt)) {
        return codePointsOf(text.prompt);
    }
    const std::int64_t shared = codePointsOf(text.prompt) - 1;
    return kept.ends_with(std::string_view(text.prompt).substr(0, byteOf(text.prompt, shared))) ? shared : -1;
}

} // namespace

std::int64_t TextInView::Part::first() const
{
    return begin + codePointsOf(text.prompt);
}

Candidates TextInView::Part::candidatesAt(std::int64_t place) const
{
    const auto index = static_cast<std::size_t>(place - first());
    return index < candidates.size() ? candidates[index] : Candidates();
}

TextInView::TextInView(WrittenText text, const std::vector<WrittenText>& history)
{
    Part one{.text = std::move(text)};
    m_parts = {one};
    m_parts.back().candidates.resize(static_cast<std::size_t>(codePointsOf(one.text.text)));
    for (std::int64_t end = one.first(); end > 0;) {
        const auto parent = std::ranges::find(history, one.text.parent, &WrittenText::id);
        // A parent is older than its branches, so there is no circle.
        if (parent == history.end() || parent->id <= 0 || (one.text.id > 0 && parent->id >= one.text.id)) {
            break;
        }
        const std::int64_t shared = sharedWith(*parent, one.text);
        if (shared < 0) {
            break;
        }
        one = {.text = *parent, .begin = one.begin + shared - one.text.branchPlace};
        if (one.first() < end) { // else its branch is at a character that it did not write itself
            m_parts.insert(m_parts.begin(), one);
            end = one.first();
        }
    }
}

void TextInView::goOn(WrittenText more, const std::string& upTo)
{
    const std::int64_t size = codePointsOf(upTo);
    std::erase_if(m_parts, [&](const Part& one) { return one.first() >= size; });
    m_before = upTo.substr(0, upTo.size() - more.prompt.size());
    m_parts.push_back({.text = std::move(more), .begin = codePointsOf(m_before)});
}

const Part& TextInView::partAt(std::int64_t place) const
{
    const auto behind = std::ranges::upper_bound(m_parts, place, {}, &Part::first);
    return behind == m_parts.begin() ? m_parts.front() : *std::prev(behind);
}

const Part* TextInView::writerOf(std::int64_t place) const
{
    const Part &part = partAt(place), &last = m_parts.back();
    const bool isWritten =
        place >= std::max<std::int64_t>(0, part.first()) && place < last.first() + std::ssize(last.candidates);
    return isWritten ? &part : nullptr;
}

WrittenText TextInView::upTo(std::int64_t place) const
{
    const Part& part = partAt(place);
    WrittenText more = part.text;
    const auto drawnFrom = static_cast<std::int64_t>(more.prompt.size()) - more.drawn;
    more.parent = std::exchange(more.id, 0);
    more.bits.clear();
    if (place <= part.begin && part.begin > 0) { // it belongs to an earlier text, whose state is no longer known
        const std::string whole = all();
        more.prompt = whole.substr(0, byteOf(whole, place));
        more.held.clear();
        more.state.clear();
        more.drawn = 0;
        more.branchPlace = 0;
    } else {
        const std::string own = more.prompt + more.text;
        more.branchPlace = place - part.begin;
        more.prompt = own.substr(0, byteOf(own, more.branchPlace));
        more.drawn = std::max<std::int64_t>(0, static_cast<std::int64_t>(more.prompt.size()) - drawnFrom);
    }
    more.text.clear();
    return more;
}

namespace {

QLabel* makeCaption()
{
    auto* caption = editor::label({}, nullptr, editor::Look::Plain);
    caption->setWordWrap(true); // the seed stands last, and whoever writes a text again needs it
    caption->setMargin(6);
    return caption;
}

QWidget* pane(QWidget* top, WrittenView* view)
{
    auto* box = new QWidget;
    editor::inColumn(box, {top, {view, 1}}, QMargins(), 0);
    return box;
}

} // namespace

QWidget* TextPanel::makePages()
{
    m_caption = makeCaption();
    m_caption->hide();
    m_view = editor::described(new WrittenView, {.name = "written", .title = tr("Written text")});
    m_view->setAccessibleDescription(tr("Ctrl+Space shows what else was likely at the cursor."));
    m_hover = new CandidatePopup(*m_view, m_inView);
    m_pinnedCaption = makeCaption();
    m_pinnedView = editor::described(new WrittenView, {.name = "pinned", .title = tr("Pinned text")});
    auto* top = new QWidget;
    auto* close = editor::iconButton(top, "close", tr("Unpin"), this, [this] { m_pinned->hide(); });
    editor::inRow(top, {{m_pinnedCaption, 1}, close}, QMargins());
    m_pinned = pane(top, m_pinnedView);
    m_pinned->hide();
    auto* pages = new QSplitter;
    pages->addWidget(pane(m_caption, m_view));
    pages->addWidget(m_pinned);
    pages->setCollapsible(0, false);
    pages->setSizes({400, 400});
    return pages;
}

namespace {

constexpr int formWidth = 320;

/// Whether the text follows from its prompt alone, so that a part of it is enough for a continuation.
bool isPlain(const WrittenText& text)
{
    return text.state.empty() && text.held.empty();
}

/// The net reads the end of what is in view again, so that the continuation can be replayed on its own; all of it where
/// units are held, whose places count from its beginning.
WrittenText continuationOf(const TextInView& inView, WrittenText wish)
{
    const WrittenText& shown = inView.newest();
    wish.parent = shown.id;
    wish.branchPlace = codePointsOf(shown.prompt + shown.text);
    wish.state = shown.state;
    wish.held = shown.held;
    wish.prompt = isPlain(shown) ? endOf(inView.all()) : shown.prompt + shown.text;
    return wish;
}

/// The text that wrote a place, up to there, then `character`, with the settings and the seed that it was written with.
/// What was chosen stands where the seed drew, so its number is passed over too: the same character gives the same
/// text.
WrittenText branchOf(const TextInView& inView, qint64 place, const std::string& character)
{
    WrittenText more = inView.upTo(place);
    more.prompt += character;
    more.drawn += std::ssize(character);
    const std::string whole = more.prompt;
    if (isPlain(more)) {
        more.prompt = endOf(whole);
    }
    if (more.prompt.size() < whole.size()) { // all of it would mean that the text began there
        more.drawn = std::min(more.drawn, std::ssize(more.prompt) - static_cast<std::int64_t>(byteOf(more.prompt, 1)));
    }
    return more;
}

} // namespace

TextPanel::TextPanel(QWidget* parent, const QList<QAction*>& views) : QWidget(parent)
{
    m_form = new WritingForm;
    m_history = new TextHistory;
    QWidget* const pages = makePages();
    m_status = editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps);
    m_legend = editor::described(new ColourLegend,
                                 {.title = tr("Colours of surprise, from 0 to %1 bits").arg(surpriseLevels - 1)});
    m_legend->setColours(tr("0"), tr("%1+ bits").arg(surpriseLevels - 1), surpriseLevels, surpriseColour);
    m_legend->setToolTip(
        tr("How much each character surprises the net: 0 bits: certain; 3 bits: a probability of 1 in 8"));
    makeTools(views);
    auto* bottom = editor::inRow({{m_status, 1}, m_legend}, QMargins(8, 4, 8, 4));
    m_history->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_history->setMinimumHeight(5 * fontMetrics().height());
    auto* asked = new QWidget;
    editor::inColumn(asked, {m_form, {m_history, 1}, editor::stretch()}, QMargins(), 0);
    m_asked = editor::scrolled(asked, nullptr); // where a low window has no room for all of it
    m_asked->setMinimumWidth(asked->minimumSizeHint().width() + m_asked->verticalScrollBar()->sizeHint().width());
    m_asked->setFocusPolicy(Qt::NoFocus);
    auto* shown = new QWidget;
    editor::inColumn(shown, {m_tools, {pages, 1}, bottom}, QMargins(), 0);
    auto* halves = new QSplitter;
    halves->addWidget(m_asked);
    halves->addWidget(shown);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(0, 0);
    halves->setStretchFactor(1, 1);
    halves->setSizes({formWidth, 3 * formWidth});
    editor::inColumn(this, {halves}, QMargins());
    setFocusProxy(m_form);
    becomeNarrow(false);
    connect(m_form, &WritingForm::accepted, this, &TextPanel::generate);
    connect(m_form, &WritingForm::sourcesChanged, this, &TextPanel::updateState);
    connect(m_hover, &CandidatePopup::branchRequested, this, [this](qint64 place, const QString& text) {
        const std::string whole = all(), character = text.toStdString();
        goOn(branchOf(m_inView, place, character), whole.substr(0, byteOf(whole, place)) + character);
    });
    connect(m_hover, &CandidatePopup::wanted, this, &TextPanel::surpriseRequested);
    editor::onNewLooks(this, [this] { say(m_status->text()); });
    connect(m_history, &TextHistory::chosen, this, &TextPanel::showText);
    connect(m_history, &TextHistory::replayed, this, [this](const WrittenText& text) {
        WrittenText wish = text;
        wish.text.clear();
        wish.bits.clear();
        wish.net.clear(); // by the net that its source is now
        ask(wish);
    });
    updateState();
}

void TextPanel::makeTools(const QList<QAction*>& views)
{
    m_tools = new editor::ToolFlow;
    m_tools->setAccessibleName(tr("Written text"));
    m_tools->setContextMenuPolicy(Qt::ActionsContextMenu); // so the command palette has them
    const auto add = [this](const char* icon, const QString& text, const QString& tip, auto signal, auto act) {
        auto* action = new QAction(editor::icon(QLatin1String(icon)), text, this);
        action->setToolTip(tip);
        const bool isSwitch = signal == &QAction::toggled;
        action->setCheckable(isSwitch);
        action->setChecked(isSwitch);
        connect(action, signal, this, act);
        m_tools->add(action);
        m_tools->addAction(action);
        return action;
    };
    const auto triggered = &QAction::triggered, toggled = &QAction::toggled;
    m_generate = add("generate", tr("Generate"), tr("Write a text (Ctrl+Return in the prompt)"), triggered,
                     [this] { generate(); });
    m_stop =
        add("stop", tr("Stop"), tr("Stop writing and keep what is there"), triggered, [this] { emit stopRequested(); });
    m_writeOn = add("continue", tr("Continue"), tr("Continue where the text ends"), triggered,
                    [this] { goOn(continuationOf(m_inView, m_form->wish()), all()); });
    m_regenerate = add("regenerate", tr("Regenerate"), tr("The same again with another seed"), triggered, [this] {
        WrittenText again = m_form->wish();
        again.seed = drawSeed();
        ask(again);
    });
    m_tools->add(views);
    m_pin = add("pin", tr("Pin"), tr("Keep this text in sight beside the next ones"), triggered, [this] {
        m_pinnedView->showText(shown());
        m_pinnedCaption->setText(settingsOf(shown()));
        m_pinned->show();
    });
    m_copy = add("copy", tr("Copy"), tr("Copy the text"), triggered,
                 [this] { QApplication::clipboard()->setText(QString::fromStdString(all())); });
    m_save = add("save", tr("Save…"), tr("Save the text as a file"), triggered, [this] { save(); });
    QAction* const command =
        add("command", tr("Copy as a command"), tr("Copy the line that writes this text in a terminal"), triggered,
            [this] { emit commandRequested(shown().text.empty() ? m_form->wish() : shown()); });
    command->setIconText(tr("Command")); // else the tools take two rows in a window of usual size
    m_tint = add("heat", tr("Surprise"), tr("Tint each character by how much it surprises the net"), toggled,
                 [this](bool tinted) {
                     m_view->setTinted(tinted);
                     m_pinnedView->setTinted(tinted);
                     m_legend->setVisible(tinted);
                     askSurprise();
                 });
    m_showHistory = add("history", tr("History"), tr("Texts written before"), toggled,
                        [this](bool shown) { m_history->setVisible(shown); });
    m_showForm = add("text", tr("Prompt"), tr("Show the prompt and its settings beside the text"), toggled,
                     [this](bool shown) { showForm(shown); });
    m_promptKey = new QShortcut(QKeySequence(), this, [this] {
        m_showForm->setChecked(true);
        m_form->setFocus(Qt::ShortcutFocusReason);
    });
    m_promptKey->setEnabled(false);
}

/// The whole file or none.
void TextPanel::save()
{
    const QString file = askForName(this, tr("Save the text"), tr("text.txt"), tr("Texts (*.txt)"));
    if (file.isEmpty()) {
        return;
    }
    try {
        if (m_check) {
            m_check(file.toStdString());
        }
        engine::writeFileBytes(file.toStdString(), all());
        say(tr("Saved as %1.").arg(file));
    } catch (const engine::Error& error) {
        failed(editor::inWords(error));
    }
}

/// The text has all the room where there is little, as beside a panel in a small window.
void TextPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int narrow = 560;
    if (const bool isNarrow = width() < narrow; isNarrow != m_isNarrow) {
        becomeNarrow(isNarrow);
    }
}

/// One tool takes the other's place: the history is below the form.
void TextPanel::becomeNarrow(bool isNarrow)
{
    m_isNarrow = isNarrow;
    for (QToolButton* tool : m_tools->findChildren<QToolButton*>()) {
        if (tool->defaultAction() == m_showForm || tool->defaultAction() == m_showHistory) {
            tool->setVisible(isNarrow == (tool->defaultAction() == m_showForm));
        }
    }
    m_showForm->setVisible(isNarrow); // nor does a menu or the palette have the other one
    m_showHistory->setVisible(!isNarrow);
    m_showForm->setChecked(!isNarrow);
}

void TextPanel::showForm(bool shown)
{
    if (!shown && m_asked->isAncestorOf(QApplication::focusWidget())) {
        m_view->setFocus();
    }
    m_asked->setVisible(shown);
    m_promptKey->setKey(m_form->promptKey());
    m_promptKey->setEnabled(!shown);
    setFocusProxy(shown ? static_cast<QWidget*>(m_form) : m_view);
}

void TextPanel::setText(const WrittenText& text)
{
    m_inView = TextInView(text, m_history->texts());
    m_view->showText(text);
    m_hover->putAway();
    m_caption->show();
    m_caption->setText(settingsOf(text));
}

void TextPanel::showText(const WrittenText& text)
{
    if (!m_busy) {
        setText(text);
        if (m_form->hasSources()) {
            askSurprise();
        }
        updateState();
        emit textShown();
    }
}

void TextPanel::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    updateState();
}

// Asking --------------------------------------------------------------------------------------------------------------

void TextPanel::generate()
{
    if (m_generate->isEnabled()) {
        ask(m_form->wish());
    }
}

void TextPanel::ask(const WrittenText& wish)
{
    if (m_busy) {
        return;
    }
    m_busy = true;
    setText(wish);
    m_view->followEnd();
    begin(wish);
}

void TextPanel::goOn(const WrittenText& more, const std::string& upTo)
{
    if (m_busy || !m_form->hasSources()) {
        return;
    }
    m_busy = true;
    const std::string whole = all();
    const qint64 size = codePointsOf(upTo);
    const std::size_t chosen = byteOf(upTo, size - 1);
    const bool continues = upTo == whole;
    const bool branches = size > 0 && std::string_view(whole).starts_with(std::string_view(upTo).substr(0, chosen));
    const bool isInView = (continues || branches) && more.prompt.size() <= upTo.size(); // else another, or too little
    if (isInView) {
        m_inView.goOn(more, upTo);
        m_hover->putAway();
        m_caption->show();
        m_caption->setText(settingsOf(more));
    } else {
        setText(more);
    }
    if (isInView && !continues) {
        m_view->branch(size - 1, std::string_view(upTo).substr(chosen));
    } else {
        m_view->followEnd();
    }
    begin(more);
}

void TextPanel::begin(const WrittenText& wish)
{
    say(tr("Writing…"));
    updateState();
    emit textShown();
    emit generateRequested(wish);
}

void TextPanel::begun(qint64 iteration, const std::string& net)
{
    m_inView.newest().iteration = iteration;
    m_inView.newest().net = net;
    m_caption->setText(settingsOf(shown()));
}

void TextPanel::written(const WrittenCharacters& characters)
{
    if (!m_busy) {
        return;
    }
    const auto& [utf8, bits, candidates] = characters;
    TextInView::Part& newest = m_inView.parts().back();
    newest.text.text += utf8;
    newest.text.bits.insert(newest.text.bits.end(), bits.begin(), bits.end());
    const std::size_t size = newest.candidates.size() + static_cast<std::size_t>(codePointsOf(utf8));
    newest.candidates.insert(newest.candidates.end(), candidates.begin(), candidates.end());
    newest.candidates.resize(size);
    m_view->append(utf8, bits);
}

void TextPanel::surprised(const WrittenCharacters& characters)
{
    WrittenText& newest = m_inView.newest();
    if (characters.text == newest.text && newest.bits.empty()) {
        newest.bits = characters.bits;
        WrittenText whole = newest;
        whole.prompt = m_inView.prompt();
        m_view->showText(whole);
    }
    for (TextInView::Part& part : m_inView.parts()) {
        if (characters.text == part.text.text && !characters.candidates.empty()) {
            part.candidates = characters.candidates;
            part.unknown = tr("What was likely here is not known."); // of a character that the net does not know
        }
    }
    m_hover->tellAgain();
}

void TextPanel::notSurprised(std::string_view utf8, const QString& sentence)
{
    for (TextInView::Part& part : m_inView.parts()) {
        if (utf8 == part.text.text) {
            part.unknown = sentence;
        }
    }
    m_hover->tellAgain();
}

void TextPanel::finished(double charsPerSecond)
{
    const QString count = QLocale().toString(QString::fromStdString(shown().text).toUcs4().size());
    QString words =
        charsPerSecond > 0
            ? tr("%1 characters, %2 per second").arg(count, QLocale().toString(std::round(charsPerSecond), 'f', 0))
            : tr("%1 characters").arg(count);
    if (!shown().held.empty()) {
        words += tr(" · layer by layer, for the clamped units");
    }
    end(words);
}

void TextPanel::failed(const QString& sentence)
{
    end(sentence);
    m_failed = true;
    QPalette error = palette();
    error.setColor(QPalette::WindowText, editor::theme().error);
    m_status->setPalette(error);
}

void TextPanel::say(const QString& sentence)
{
    QPalette colours = palette();
    if (m_failed && sentence == m_status->text()) {
        colours.setColor(QPalette::WindowText, editor::theme().error); // of another theme now
    } else {
        m_failed = false;
    }
    m_status->setText(sentence);
    m_status->setPalette(colours);
}

void TextPanel::clear()
{
    setText({});
    m_caption->hide();
    m_pinned->hide();
    say({});
    updateState();
    emit textShown();
}

void TextPanel::end(const QString& status)
{
    say(status);
    if (!m_busy) {
        return;
    }
    m_busy = false;
    m_view->flush();
    for (TextInView::Part& part : m_inView.parts()) {
        part.unknown.clear();
    }
    m_caption->setVisible(!shown().text.empty());
    if (!shown().text.empty()) {
        m_inView.newest().id = m_history->add(shown());
        emit textFinished(shown());
    }
    updateState();
    emit textShown();
}

// The text in view ----------------------------------------------------------------------------------------------------

void TextPanel::askSurprise()
{
    if (m_tint->isChecked() && !m_busy && !shown().text.empty() && shown().bits.empty()) {
        emit surpriseRequested(shown());
    }
}

void TextPanel::updateState()
{
    const bool canWrite = m_form->hasSources() && !m_busy, hasText = !shown().text.empty();
    const std::pair<QAction*, bool> tools[] = {{m_generate, canWrite},           {m_stop, m_busy},
                                               {m_writeOn, canWrite && hasText}, {m_regenerate, canWrite && hasText},
                                               {m_pin, hasText && !m_busy},      {m_copy, hasText},
                                               {m_save, hasText && !m_busy}};
    for (const bool enabled : {true, false}) { // a tool that goes hands the focus to one that has come
        for (const auto& [tool, can] : tools) {
            if (can == enabled) {
                tool->setEnabled(can);
            }
        }
    }
    m_hover->setBranching(m_busy                  ? tr("It is still writing.")
                          : !m_form->hasSources() ? tr("There is no net to continue with.")
                                                  : QString());
    m_view->setPlaceholderText(
        !m_refusal.isEmpty() ? m_refusal
        : !m_form->hasSources()
            ? tr("No net can write yet. Train one or open a checkpoint; a few seconds of training are enough to start.")
            : tr("Press Generate and the net writes here."));
}

} // namespace studio

#include "moc_text_panel.cpp"
