// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/text_twin.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/code_edit.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolButton>

namespace editor {

/// Colours Caffe's prototxt by its parts: messages, fields, texts, numbers, words, comments.
class PrototxtHighlighter : public QSyntaxHighlighter {
public:
    explicit PrototxtHighlighter(QTextDocument* document);

protected:
    void highlightBlock(const QString& line) override;

private:
    void takeColours();
    qsizetype highlightWord(const QString& line, qsizetype first, bool isValue);

    QTextCharFormat m_message, m_field, m_text, m_number, m_word, m_comment;
};

namespace {

bool isNameCharacter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == QLatin1Char('_') || letter == QLatin1Char('.') ||
           letter == QLatin1Char('-') || letter == QLatin1Char('+');
}

} // namespace

PrototxtHighlighter::PrototxtHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
{
    takeColours();
    connect(&Looks::instance(), &Looks::changed, this, [this] {
        takeColours();
        rehighlight();
    });
}

void PrototxtHighlighter::takeColours()
{
    const Theme& colours = theme();
    m_message.setForeground(colours.group(engine::LayerGroup::Recurrent));
    m_message.setFontWeight(QFont::DemiBold);
    m_field.setForeground(colours.group(engine::LayerGroup::Common));
    m_text.setForeground(colours.group(engine::LayerGroup::Source));
    m_number.setForeground(colours.group(engine::LayerGroup::Loss));
    m_word.setForeground(colours.group(engine::LayerGroup::Activation));
    m_comment.setForeground(colours.mutedText);
    m_comment.setFontItalic(true);
}

void PrototxtHighlighter::highlightBlock(const QString& line)
{
    bool isValue = false; // behind a colon
    for (qsizetype index = 0; index < line.size();) {
        const QChar letter = line[index];
        if (letter == QLatin1Char('#')) {
            setFormat(static_cast<int>(index), static_cast<int>(line.size() - index), m_comment);
            return;
        }
        if (letter == QLatin1Char('"') || letter == QLatin1Char('\'')) {
            qsizetype end = index + 1;
            while (end < line.size() && line[end] != letter) {
                end += line[end] == QLatin1Char('\\') ? 2 : 1;
            }
            end = std::min(end + 1, line.size());
            setFormat(static_cast<int>(index), static_cast<int>(end - index), m_text);
            index = end;
            isValue = false;
        } else if (isNameCharacter(letter)) {
            index = highlightWord(line, index, isValue);
            isValue = false;
        } else {
            isValue = letter == QLatin1Char(':') || (isValue && letter.isSpace());
            ++index;
        }
    }
}

/// Returns the index behind the word.
qsizetype PrototxtHighlighter::highlightWord(const QString& line, qsizetype first, bool isValue)
{
    qsizetype end = first;
    while (end < line.size() && isNameCharacter(line[end])) {
        ++end;
    }
    qsizetype next = end;
    while (next < line.size() && line[next].isSpace()) {
        ++next;
    }
    const bool startsNumber = line[first].isDigit() || line[first] == QLatin1Char('-') ||
                              line[first] == QLatin1Char('.') || line[first] == QLatin1Char('+');
    const bool opens = next < line.size() && line[next] == QLatin1Char('{');
    const QTextCharFormat& format = isValue ? (startsNumber ? m_number : m_word) : opens ? m_message : m_field;
    setFormat(static_cast<int>(first), static_cast<int>(end - first), format);
    return end;
}

namespace {

constexpr auto fileName = "text"; ///< what the parser's sentences start with; the strip says line and column instead

/// What stands where an input has no wire: prototxt takes no empty name.
constexpr auto noTensor = "(nothing)";

engine::Model withMarkedGaps(engine::Model model)
{
    for (engine::Layer& layer : model.layers) {
        std::replace(layer.bottoms.begin(), layer.bottoms.end(), std::string(), std::string(noTensor));
    }
    return model;
}

engine::Model withOpenGaps(engine::Model model)
{
    for (engine::Layer& layer : model.layers) {
        std::replace(layer.bottoms.begin(), layer.bottoms.end(), std::string(noTensor), std::string());
    }
    return model;
}

/// Whose defaults a text under work is read with. Signs of MyCaffe make it MyCaffe's; but that the last sign of it went
/// with a line is no reason to give a model other defaults.
engine::DialectFinding findDialect(const std::string& text, engine::Dialect before)
{
    engine::DialectFinding found = engine::detectDialect(text, fileName);
    const bool said = text.find("# dialect:") != std::string::npos;
    if (!said && found.dialect == engine::Dialect::Bvlc) {
        found.dialect = before;
    }
    return found;
}

} // namespace

TextTwin::TextTwin(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_edit(new CodeEdit(this)),
      m_style(new QComboBox(this)),
      m_search(new QLineEdit(this)),
      m_found(new QLabel(this)),
      m_strip(new QWidget(this)),
      m_stripIcon(new QLabel(m_strip)),
      m_stripText(new QLabel(m_strip)),
      m_discard(new QPushButton(tr("Show the drawing's text"), m_strip))
{
    m_edit->setAccessibleName(tr("Model as prototxt"));
    new PrototxtHighlighter(m_edit->document());
    m_rest.setSingleShot(true);
    m_rest.setInterval(restTime);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_edit, 1);
    column->addWidget(makeStrip());
    setFocusProxy(m_edit);

    connect(&m_rest, &QTimer::timeout, this, &TextTwin::applyNow);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &TextTwin::typed);
    connect(m_edit, &QPlainTextEdit::cursorPositionChanged, this, &TextTwin::selectFromCursor);
    connect(m_edit, &CodeEdit::left, this, [this] {
        applyNow();
        ++m_burst;
        if (!m_unread) {
            takeText(); // in its own form
        }
    });
    connect(m_edit, &CodeEdit::undoRequested, &m_document.undoStack(), &QUndoStack::undo);
    connect(m_edit, &CodeEdit::redoRequested, &m_document.undoStack(), &QUndoStack::redo);
    connect(&m_document, &Document::changed, this, &TextTwin::documentChanged);
    connect(&m_document, &Document::loaded, this, [this] {
        m_unread = false;
        m_matches = true;
        m_rest.stop();
    });
    connect(&m_document, &Document::selectionChanged, this, &TextTwin::showSelection);
    showMessage({}, {}, false);
}

/// The text loses the focus when it is destroyed; that must not be signalled any more.
TextTwin::~TextTwin()
{
    m_edit->disconnect(this);
}

QWidget* TextTwin::makeBar()
{
    auto* bar = new QWidget(this);
    m_style->setAccessibleName(tr("Text format"));
    m_style->addItem(tr("Hamnet"), static_cast<int>(engine::WriteStyle::Hamnet));
    m_style->addItem(tr("Strict BVLC Caffe, read-only"), static_cast<int>(engine::WriteStyle::StrictBvlc));
    m_style->addItem(tr("MyCaffe, read-only"), static_cast<int>(engine::WriteStyle::MyCaffe));
    m_style->setItemData(0, tr("Everything that Hamnet knows; this format can be edited."), Qt::ToolTipRole);
    m_style->setItemData(1, tr("What BVLC Caffe can read and run."), Qt::ToolTipRole);
    m_style->setItemData(2, tr("As MyCaffe writes it."), Qt::ToolTipRole);
    connect(m_style, &QComboBox::currentIndexChanged, this, &TextTwin::changeStyle);

    m_search->setPlaceholderText(tr("Find"));
    m_search->setAccessibleName(tr("Find in the text"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setMinimumWidth(110);
    m_search->setMaximumWidth(200);
    m_search->installEventFilter(this);
    m_found->setForegroundRole(QPalette::PlaceholderText);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_edit->setFound(text);
        m_found->setText(text.isEmpty() ? QString() : tr("%n place(s)", nullptr, m_edit->foundCount()));
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(cursor.selectionStart());
        m_edit->setTextCursor(cursor);
        find(false);
    });
    auto* key = new QShortcut(QKeySequence::Find, this, this, &TextTwin::focusSearch);
    key->setContext(Qt::WidgetWithChildrenShortcut);

    auto* copy = new QToolButton(bar);
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the whole text"));
    copy->setAccessibleName(tr("Copy the whole text"));
    connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_edit->toPlainText()); });

    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 6, 6, 6);
    m_style->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_style->setMinimumContentsLength(10);
    m_style->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row->addWidget(m_style, 1);
    row->addWidget(m_found);
    row->addWidget(m_search);
    row->addWidget(copy);
    return bar;
}

QWidget* TextTwin::makeStrip()
{
    m_stripText->setWordWrap(true);
    m_stripText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_stripText->setTextFormat(Qt::PlainText);
    connect(m_discard, &QPushButton::clicked, this, &TextTwin::discard);
    auto* row = new QHBoxLayout(m_strip);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(8);
    row->addWidget(m_stripIcon, 0, Qt::AlignTop);
    row->addWidget(m_stripText, 1);
    row->addWidget(m_discard, 0, Qt::AlignTop);
    return m_strip;
}

engine::WriteStyle TextTwin::style() const
{
    return static_cast<engine::WriteStyle>(m_style->currentData().toInt());
}

void TextTwin::setStyle(engine::WriteStyle style)
{
    m_style->setCurrentIndex(m_style->findData(static_cast<int>(style)));
}

/// A text that does not read waits while another form is looked at.
void TextTwin::changeStyle()
{
    if (m_shownStyle == engine::WriteStyle::Hamnet && !m_matches) {
        m_style->blockSignals(true);
        const engine::WriteStyle wanted = style();
        setStyle(m_shownStyle);
        applyNow();
        setStyle(wanted);
        m_style->blockSignals(false);
        m_unreadText = m_unread ? m_text : QString();
    }
    m_shownStyle = style();
    takeText();
}

// From the text to the drawing
// ----------------------------------------------------------------------------------------------

void TextTwin::typed()
{
    if (m_taking || style() != engine::WriteStyle::Hamnet || m_edit->toPlainText() == m_text) {
        return;
    }
    m_text = m_edit->toPlainText();
    m_edit->setNotes({}); // their lines may have moved
    m_matches = false;
    m_rest.start();
}

void TextTwin::applyNow()
{
    m_rest.stop();
    if (m_matches || style() != engine::WriteStyle::Hamnet) {
        return;
    }
    try {
        const std::string text = m_text.toStdString();
        const engine::Dialect before = m_document.content().dialect;
        const engine::DialectFinding found = findDialect(text, before);
        const engine::Model model = withOpenGaps(engine::readModel(text, fileName, found.dialect));
        m_unread = false;
        m_matches = true;
        m_blocks = layerBlocks(m_text);
        m_edit->showError(std::nullopt);
        m_applying = true;
        m_document.edit(tr("Edit text"), withModel(m_document.content(), model),
                        QStringLiteral("prototxt %1").arg(m_burst));
        m_applying = false;
        showProblems();
        if (found.dialect != before) {
            showMessage(QStringLiteral("info"),
                        found.dialect == engine::Dialect::MyCaffe
                            ? tr("Read with MyCaffe's defaults now: %1").arg(inWords(found.reason))
                            : tr("Read with BVLC Caffe's defaults now: %1").arg(inWords(found.reason)),
                        false);
        }
    } catch (const engine::ParseError& error) {
        m_unread = true;
        showError(error);
    }
}

void TextTwin::showError(const engine::ParseError& error)
{
    const int line = std::max(0, error.line() - 1);
    // The parser counts bytes.
    const QByteArray bytes = m_edit->document()->findBlockByNumber(line).text().toUtf8();
    const int column = static_cast<int>(QString::fromUtf8(bytes.left(std::max(0, error.column() - 1))).size());
    m_edit->showError(CodeEdit::Error{line, column});
    showMessage(QStringLiteral("error"),
                tr("Line %1, column %2: %3 The drawing stays as it was.")
                    .arg(countText(line + 1), countText(column + 1),
                         inWords(error.problem()) + (error.problem().ends_with('.') ? QString() : QStringLiteral("."))),
                true);
}

/// What is typed and does not read is given up.
void TextTwin::discard()
{
    m_unread = false;
    m_rest.stop();
    takeText();
    m_edit->setFocus();
}

// From the drawing to the text
// ----------------------------------------------------------------------------------------------

void TextTwin::documentChanged()
{
    if (m_applying) {
        return;
    }
    ++m_burst;
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    const bool typing = m_rest.isActive() || m_unread;
    if (typing && style() == engine::WriteStyle::Hamnet) {
        if (m_unread) {
            showMessage(
                QStringLiteral("warning"),
                tr("The drawing has changed, but this text has an error. Correct it, or show the drawing's text."),
                true);
        }
        return;
    }
    takeText();
}

void TextTwin::takeText()
{
    m_stale = false;
    const bool own = style() == engine::WriteStyle::Hamnet;
    if (own && m_unread) {
        m_edit->setReadOnly(false);
        m_edit->replaceText(m_unreadText); // typed() has it read again
        applyNow();
        return;
    }
    std::vector<engine::Sentence> dropped;
    QString text, failure;
    try {
        text =
            QString::fromStdString(engine::writeModel(withMarkedGaps(model(m_document.content())), style(), &dropped));
    } catch (const engine::Error& error) {
        failure = inWords(error);
    }
    m_taking = true;
    m_text = text;
    m_edit->replaceText(text);
    m_edit->showError(std::nullopt);
    m_edit->setReadOnly(!own);
    m_edit->setFound(m_search->text());
    m_taking = false;
    m_matches = own;
    m_blocks = layerBlocks(text);
    if (!failure.isEmpty()) {
        showMessage(QStringLiteral("error"), failure, false);
    } else if (own) {
        showProblems();
    } else {
        QStringList lines{dropped.empty() ? tr("Nothing is left out.") : tr("Left out or changed in this format:")};
        for (const engine::Sentence& sentence : dropped) {
            lines << QStringLiteral("• ") + inWords(sentence);
        }
        m_edit->setMarks({});
        m_edit->setNotes({});
        showMessage(dropped.empty() ? QStringLiteral("info") : QStringLiteral("warning"), lines.join(QLatin1Char('\n')),
                    false);
    }
    showSelection();
}

void TextTwin::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale && !m_unread) {
        takeText();
    }
}

/// What does not fit, beside its layer's first line.
void TextTwin::showProblems()
{
    std::map<int, QString> marks;
    const std::vector<Node>& nodes = m_document.content().nodes;
    for (const Problem& problem : m_document.derived().problems) {
        for (std::size_t index = 0; index < std::min(nodes.size(), m_blocks.size()); ++index) {
            if (nodes[index].id == problem.node) {
                QString& mark = marks[m_blocks[index].first];
                mark += (mark.isEmpty() ? QString() : QStringLiteral("\n")) + inWords(problem.sentence);
            }
        }
    }
    m_edit->setMarks(std::move(marks));
    showSettled();
    showMessage({}, {}, false);
}

/// Behind each number that training takes from the data instead.
void TextTwin::showSettled()
{
    std::map<int, QString> notes;
    const std::vector<engine::Layer>& written = m_document.derived().model.layers;
    const std::vector<engine::Layer>& settled = m_document.derived().settled.layers;
    for (std::size_t layer = 0; layer < std::min({written.size(), settled.size(), m_blocks.size()}); ++layer) {
        for (int line = m_blocks[layer].first; line <= m_blocks[layer].last; ++line) {
            const QString key = m_edit->document()->findBlockByNumber(line).text().section(u':', 0, 0).trimmed();
            const auto own = written[layer].params.find(key.toStdString());
            const auto now = settled[layer].params.find(key.toStdString());
            if (own != written[layer].params.end() && now != settled[layer].params.end() &&
                own->second != now->second) {
                notes[line] =
                    tr("%1, from %2").arg(countText(std::get<std::int64_t>(now->second)), m_document.settledFrom());
            }
        }
    }
    m_edit->setNotes(std::move(notes));
}

void TextTwin::showMessage(const QString& iconName, const QString& text, bool canDiscard)
{
    m_strip->setVisible(!text.isEmpty());
    m_stripText->setText(text);
    m_discard->setVisible(canDiscard);
    if (!iconName.isEmpty()) {
        m_stripIcon->setPixmap(icon(iconName).pixmap(QSize(16, 16), devicePixelRatioF()));
    }
}

QString TextTwin::message() const
{
    return m_stripText->text();
}

// Selection
// -----------------------------------------------------------------------------------------------------------------

void TextTwin::selectFromCursor()
{
    if (m_taking || !m_edit->hasFocus() || !m_matches) {
        return;
    }
    const int block = blockAt(m_blocks, m_edit->textCursor().blockNumber());
    const std::vector<Node>& nodes = m_document.content().nodes;
    if (block >= 0 && static_cast<std::size_t>(block) < nodes.size()) {
        m_document.select({nodes[static_cast<std::size_t>(block)].id});
    }
}

/// The selected layer's lines are lit, and in view unless one is at work in the text.
void TextTwin::showSelection()
{
    if (m_stale || !m_matches) {
        m_edit->setLit(0, -1);
        return;
    }
    const std::set<Id>& selected = m_document.selection();
    const std::vector<Node>& nodes = m_document.content().nodes;
    for (std::size_t index = 0; index < std::min(nodes.size(), m_blocks.size()); ++index) {
        if (!selected.contains(nodes[index].id)) {
            continue;
        }
        m_edit->setLit(m_blocks[index].first, m_blocks[index].last);
        if (!m_edit->hasFocus()) {
            m_edit->setTextCursor(QTextCursor(m_edit->document()->findBlockByNumber(m_blocks[index].last)));
            m_edit->ensureCursorVisible();
            m_edit->setTextCursor(QTextCursor(m_edit->document()->findBlockByNumber(m_blocks[index].first)));
            m_edit->ensureCursorVisible();
        }
        return;
    }
    m_edit->setLit(0, -1);
}

// Find
// ----------------------------------------------------------------------------------------------------------------------

void TextTwin::focusSearch()
{
    const QString selected = m_edit->textCursor().selectedText();
    if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator)) {
        m_search->setText(selected);
    }
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// On to the next place, and from the last one round to the first.
void TextTwin::find(bool backward)
{
    const QString text = m_search->text();
    if (text.isEmpty()) {
        return;
    }
    const QTextDocument::FindFlags flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (!m_edit->find(text, flags)) {
        QTextCursor around = m_edit->textCursor();
        around.movePosition(backward ? QTextCursor::End : QTextCursor::Start);
        m_edit->setTextCursor(around);
        m_edit->find(text, flags);
    }
}

bool TextTwin::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        find(key->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        m_search->clear();
        m_edit->setFocus();
        return true;
    }
    return false;
}

} // namespace editor

#include "moc_text_twin.cpp"
