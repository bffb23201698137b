// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_notice.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>

namespace studio {
namespace {

constexpr int openedWidth = 620;

} // namespace

/// Two lines at most, in which the sentence is whole or not there.
class SentenceOrTitle : public QLabel {
public:
    SentenceOrTitle(QWidget* parent, std::function<void()> fitted) : QLabel(parent), m_fitted(std::move(fitted))
    {
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }

    void setWords(const QString& title, const QString& sentence)
    {
        m_title = title;
        m_sentence = sentence;
        setToolTip(sentence);
        updateGeometry();
        fit();
    }

    const QString& title() const { return m_title; }
    const QString& sentence() const { return m_sentence; }
    bool isShort() const { return text() != m_sentence; } ///< the title stands in for the sentence
    QSize sizeHint() const override { return sizeOf(m_sentence); }
    QSize minimumSizeHint() const override { return sizeOf(m_title); }
    bool hasHeightForWidth() const override { return false; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QLabel::resizeEvent(event);
        fit();
    }

private:
    QSize sizeOf(const QString& words) const
    {
        return {fontMetrics().horizontalAdvance(words) + 2, 2 * fontMetrics().lineSpacing()};
    }

    void fit()
    {
        const QRect room(0, 0, width(), height());
        setText(room.contains(fontMetrics().boundingRect(room, Qt::TextWordWrap, m_sentence)) ? m_sentence : m_title);
        m_fitted();
    }

    std::function<void()> m_fitted;
    QString m_title, m_sentence;
};

RunNotice::RunNotice(QWidget* parent)
    : QWidget(parent),
      m_line(editor::described(new SentenceOrTitle(this, [this] { offerToOpen(); }), {.name = "runSentence"})),
      m_open(editor::described(new QToolButton(this), {.name = "openChoices"}, this, &RunNotice::openChoices)),
      m_opened(new QFrame(this, Qt::Popup)),
      m_sentence(editor::label({}, m_opened, editor::Look::Wraps | editor::Look::Plain)),
      m_choices(new QWidget(m_opened))
{
    setObjectName(QStringLiteral("runNotice"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    QFont bold = font();
    bold.setBold(true);
    m_line->setFont(bold);
    auto* close = editor::described(new QToolButton(this),
                                    {.name = "putAway", .title = tr("Dismiss"), .tip = tr("Dismiss")}, this, [this] {
                                        withdraw();
                                        emit putAway();
                                    });
    close->setIcon(editor::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    editor::inRow(this, {m_line, m_open, close}, QMargins());
    m_opened->setFrameShape(QFrame::StyledPanel);
    m_opened->setAttribute(Qt::WA_NoMouseReplay); // a click on the button that opened it closes it
    m_opened->setFixedWidth(openedWidth);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setFont(bold);
    editor::inColumn(m_opened, {m_sentence, m_choices});
    hide();
}

void RunNotice::say(const QString& title, const QString& sentence, const std::vector<Choice>& choices)
{
    m_line->setWords(title, sentence);
    sayAgain(sentence);
    m_opened->close();
    m_choices->hide();
    m_choices->deleteLater(); // one of them may be what was clicked
    m_choices = new QWidget(m_opened);
    auto* form = new QFormLayout(m_choices);
    form->setContentsMargins(0, 0, 0, 0);
    m_opened->layout()->addWidget(m_choices);
    for (const Choice& choice : choices) {
        addChoice(choice);
    }
    offerToOpen();
    show();
}

/// Where there is more than stands in the bar.
void RunNotice::offerToOpen()
{
    const bool hasChoices = m_choices->findChild<QPushButton*>() != nullptr;
    m_open->setText(hasChoices ? tr("What to do…") : tr("Read…"));
    m_open->setToolTip(hasChoices ? tr("Show what can be done about it") : tr("Show the whole sentence"));
    m_open->setVisible(hasChoices || m_line->isShort());
}

void RunNotice::addChoice(const Choice& choice)
{
    auto* button = editor::described(new QPushButton(choice.text, m_choices), {}, this, [this, take = choice.take] {
        m_opened->close();
        take();
    });
    button->setObjectName(choice.name);
    button->setAccessibleDescription(choice.explanation);
    auto* explanation = editor::label(choice.explanation, m_choices, editor::Look::Wraps | editor::Look::Plain);
    static_cast<QFormLayout*>(m_choices->layout())->addRow(button, explanation);
}

/// Above the line that opens it, in the window.
void RunNotice::openChoices()
{
    m_opened->setFixedHeight(m_opened->layout()->totalHeightForWidth(openedWidth));
    const QPoint line = mapToGlobal(QPoint(0, 0));
    const QRect around(window()->mapToGlobal(QPoint(0, 0)), window()->size());
    const int x = std::max(around.left(), std::min(line.x(), around.right() - m_opened->width()));
    m_opened->move(x, std::max(around.top(), line.y() - m_opened->height()));
    m_opened->show();
    auto* const first = m_choices->findChild<QPushButton*>();
    first != nullptr ? first->setFocus() : m_sentence->setFocus();
}

void RunNotice::withdraw()
{
    m_opened->close();
    hide();
}

void RunNotice::sayAgain(const QString& sentence)
{
    m_line->setWords(m_line->title(), sentence);
    m_sentence->setText(sentence);
    setAccessibleName(sentence);
}

QString RunNotice::sentence() const
{
    return m_line->sentence();
}

} // namespace studio

#include "moc_run_notice.cpp"
