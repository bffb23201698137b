// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_panel.h"

#include "app/studio/text/candidate_hover.h"
#include "app/studio/text/surprise_legend.h"
#include "app/studio/text/text_file.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_places.h"
#include "app/studio/text/writing_actions.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"

#include <algorithm>
#include <cmath>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

namespace studio {

namespace {

constexpr int formWidth = 320;

/// Whether the text follows from its prompt alone, so that a part of it is enough for a continuation.
bool isPlain(const WrittenText& text)
{
    return text.state.empty() && text.held.empty();
}

/// The net reads the end of what is in view again, so that the continuation can be replayed on its own; all of it where
/// units are held, whose places count from its beginning.
WrittenText continuationOf(const WrittenPages& pages, WrittenText wish)
{
    const WrittenText& shown = pages.shown();
    wish.parent = shown.id;
    wish.branchPlace = codePointsOf(shown.prompt + shown.text);
    wish.state = shown.state;
    wish.held = shown.held;
    wish.prompt = isPlain(shown) ? endOf(pages.all()) : shown.prompt + shown.text;
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

/// The form, which scrolls where a low window has no room for all of it.
class FormArea : public QScrollArea {
public:
    explicit FormArea(WritingForm& form)
    {
        setWidget(&form);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        form.installEventFilter(this);
    }

    QSize sizeHint() const override
    {
        const QSize whole = widget()->sizeHint();
        return {whole.width(), widget()->hasHeightForWidth() ? widget()->heightForWidth(width()) : whole.height()};
    }

    QSize minimumSizeHint() const override
    {
        constexpr int lines = 6;
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
                std::min(sizeHint().height(), lines * fontMetrics().height())};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }
};

/// The form beside the text, which has all the room where there is little, as beside a panel in a small window.
class Halves : public QSplitter {
protected:
    void resizeEvent(QResizeEvent* event) override
    {
        constexpr int narrow = 560;
        widget(0)->setVisible(width() >= narrow);
        QSplitter::resizeEvent(event);
    }
};

} // namespace

TextPanel::TextPanel(QWidget* parent) : QWidget(parent)
{
    m_actions = new WritingActions(this);
    m_form = new WritingForm;
    m_pages = new WrittenPages;
    m_tools = m_actions->makeTools();
    m_status = new QLabel;
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_legend = new SurpriseLegend;
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(8, 4, 8, 4);
    bottom->addWidget(m_status, 1);
    bottom->addWidget(m_legend);
    auto* asked = new QWidget;
    auto* left = new QVBoxLayout(asked);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    left->addWidget(new FormArea(*m_form));
    left->addWidget(&m_pages->history(), 1);
    left->addStretch();
    auto* shown = new QWidget;
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tools);
    column->addWidget(m_pages, 1);
    column->addLayout(bottom);
    auto* halves = new Halves;
    halves->addWidget(asked);
    halves->addWidget(shown);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(0, 0);
    halves->setStretchFactor(1, 1);
    halves->setSizes({formWidth, 3 * formWidth});
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(halves);
    setFocusProxy(m_form);
    connectActions();
    connect(m_form, &WritingForm::accepted, this, &TextPanel::generate);
    connect(m_form, &WritingForm::sourcesChanged, this, &TextPanel::updateState);
    connect(&m_pages->hover(), &CandidateHover::branchRequested, this, [this](qint64 place, const QString& text) {
        const std::string whole = m_pages->all(), character = text.toStdString();
        goOn(branchOf(m_pages->inView(), place, character), whole.substr(0, byteOf(whole, place)) + character);
    });
    connect(&m_pages->hover(), &CandidateHover::wanted, this,
            [this](qint64 place) { emit surpriseRequested(m_pages->inView().partAt(place).text); });
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, [this] { say(m_status->text()); });
    connect(&m_pages->history(), &TextHistory::chosen, this, &TextPanel::showText);
    connect(&m_pages->history(), &TextHistory::replayed, this, [this](const WrittenText& text) {
        WrittenText wish = text;
        wish.text.clear();
        wish.bits.clear();
        wish.net.clear(); // by the net that its source is now
        ask(wish);
    });
    updateState();
}

void TextPanel::connectActions()
{
    const WritingActions& can = *m_actions;
    connect(can.generate, &QAction::triggered, this, &TextPanel::generate);
    connect(can.stop, &QAction::triggered, this, &TextPanel::stopRequested);
    connect(can.writeOn, &QAction::triggered, this,
            [this] { goOn(continuationOf(*m_pages, m_form->wish()), m_pages->all()); });
    connect(can.regenerate, &QAction::triggered, this, [this] {
        WrittenText again = m_form->wish();
        again.seed = drawSeed();
        ask(again);
    });
    connect(can.pin, &QAction::triggered, m_pages, &WrittenPages::pin);
    connect(can.copy, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(QString::fromStdString(m_pages->all())); });
    connect(can.save, &QAction::triggered, this, [this] {
        if (const auto saved = saveText(this, m_pages->all(), m_check)) {
            if (saved->failed) {
                failed(saved->sentence);
            } else {
                say(saved->sentence);
            }
        }
    });
    connect(can.command, &QAction::triggered, this,
            [this] { emit commandRequested(shown().text.empty() ? m_form->wish() : shown()); });
    connect(can.tint, &QAction::toggled, this, [this](bool tinted) {
        m_pages->setTinted(tinted);
        m_legend->setVisible(tinted);
        askSurprise();
    });
    connect(can.showHistory, &QAction::toggled, &m_pages->history(), &QWidget::setVisible);
}

void TextPanel::addTool(QAction* action)
{
    m_tools->add(action);
}

void TextPanel::showText(const WrittenText& text)
{
    if (!m_busy) {
        m_pages->show(text);
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
    if (m_actions->generate->isEnabled()) {
        ask(m_form->wish());
    }
}

void TextPanel::ask(const WrittenText& wish)
{
    if (m_busy) {
        return;
    }
    m_busy = true;
    m_pages->show(wish);
    m_pages->view().followEnd();
    say(tr("Writing…"));
    updateState();
    emit textShown();
    emit generateRequested(wish);
}

void TextPanel::goOn(const WrittenText& more, const std::string& upTo)
{
    if (m_busy || !m_form->hasSources()) {
        return;
    }
    m_busy = true;
    m_pages->goOn(more, upTo);
    say(tr("Writing…"));
    updateState();
    emit textShown();
    emit generateRequested(more);
}

void TextPanel::written(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates)
{
    if (m_busy) {
        m_pages->append(utf8, bits, candidates);
    }
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
    m_pages->clear();
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
    if (m_pages->end()) {
        emit textFinished(shown());
    }
    updateState();
    emit textShown();
}

// The text in view ----------------------------------------------------------------------------------------------------

void TextPanel::askSurprise()
{
    if (m_actions->tint->isChecked() && !m_busy && !shown().text.empty() && shown().bits.empty()) {
        emit surpriseRequested(shown());
    }
}

void TextPanel::updateState()
{
    m_actions->enable({.hasNet = m_form->hasSources(), .isBusy = m_busy, .hasText = !shown().text.empty()});
    m_pages->hover().setBranching(m_busy                  ? tr("It is still writing.")
                                  : !m_form->hasSources() ? tr("There is no net to continue with.")
                                                          : QString());
    m_pages->view().setPlaceholderText(
        !m_refusal.isEmpty() ? m_refusal
        : !m_form->hasSources()
            ? tr("No net can write yet. Train one or open a checkpoint; a few seconds of training are enough to start.")
            : tr("Press Generate and the net writes here."));
}

} // namespace studio

#include "moc_text_panel.cpp"
