// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/text_twin.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/code_edit.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/formats/prototxt/prototxt.h"

#include <algorithm>
#include <array>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QSyntaxHighlighter>
#include <QTextBlock>

namespace editor {
namespace {

/// Colours Caffe's prototxt by its parts: comments, texts, messages, numbers, words, fields.
class PrototxtHighlighter : public QSyntaxHighlighter {
public:
    explicit PrototxtHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
    {
        takeColours();
        onNewLooks(this, [this] {
            takeColours();
            rehighlight();
        });
    }

protected:
    void highlightBlock(const QString& line) override
    {
        static const QRegularExpression parts(
            QStringLiteral(R"((#.*)|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|([\w.+-]+)(?=\s*\{)|)"
                           R"((?<=:|:\s)([-+.]?\d[\w.+-]*)|(?<=:|:\s)([\w.+-]+)|([\w.+-]+))"));
        for (QRegularExpressionMatchIterator at = parts.globalMatch(line); at.hasNext();) {
            const QRegularExpressionMatch found = at.next();
            const int part = found.lastCapturedIndex();
            setFormat(static_cast<int>(found.capturedStart(part)), static_cast<int>(found.capturedLength(part)),
                      m_formats[static_cast<std::size_t>(part - 1)]);
        }
    }

private:
    void takeColours()
    {
        using Group = engine::LayerGroup;
        m_formats[0].setForeground(theme().mutedText);
        m_formats[0].setFontItalic(true);
        m_formats[2].setFontWeight(QFont::DemiBold);
        std::size_t part = 1;
        for (const Group group : {Group::Source, Group::Recurrent, Group::Loss, Group::Activation, Group::Common}) {
            m_formats[part++].setForeground(theme().group(group));
        }
    }

    std::array<QTextCharFormat, 6> m_formats; ///< by the parts of the expression
};

constexpr auto fileName = "text"; ///< what the parser's sentences start with; the strip says line and column instead

/// What stands where an input has no wire: prototxt takes no empty name.
constexpr auto noTensor = "(nothing)";

engine::Model withBottoms(engine::Model model, const std::string& from, const std::string& to)
{
    for (engine::Layer& layer : model.layers) {
        std::ranges::replace(layer.bottoms, from, to);
    }
    return model;
}

/// Where the layers of a model that was read begin, from 0.
std::vector<int> linesOf(const engine::Model& model)
{
    std::vector<int> lines;
    std::ranges::transform(model.layers, std::back_inserter(lines), [](const auto& layer) { return layer.line - 1; });
    return lines;
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
      m_edit(described(new CodeEdit(this), {.title = tr("Model as prototxt")})),
      m_search(searchField(this, tr("Find in the text"), tr("Find"))),
      m_found(new QLabel(this)),
      m_message(new TintedLabel(this)),
      m_discard(described(new QPushButton(tr("Show the drawing's text"), this), {}, this, &TextTwin::discard))
{
    new PrototxtHighlighter(m_edit->document());
    m_rest.setSingleShot(true);
    m_rest.setInterval(restTime);

    m_message->setContentsMargins(8, 6, 8, 6);
    inColumn(this, {makeBar(), {m_edit, 1}, inRow({{m_message, 1}, {m_discard, 0, Qt::AlignTop}})}, QMargins(), 0);
    setFocusProxy(m_edit);

    m_rest.callOnTimeout(this, &TextTwin::applyNow);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &TextTwin::typed);
    connect(m_edit, &QPlainTextEdit::cursorPositionChanged, this, &TextTwin::selectFromCursor);
    connect(m_edit, &CodeEdit::left, this, [this] {
        applyNow();
        ++m_burst;
        if (!m_unread) {
            takeText(); // in its own form
        }
    });
    m_edit->setHistory(&m_document.undoStack());
    connect(&m_document, &Document::changed, this, &TextTwin::documentChanged);
    connect(&m_document, &Document::loaded, this, [this] {
        m_unread = false;
        m_matches = true;
        m_rest.stop();
    });
    connect(&m_document, &Document::selectionChanged, this, &TextTwin::showSelection);
    showMessage({});
}

/// The text loses the focus when it is destroyed; that must not be signalled any more.
TextTwin::~TextTwin()
{
    m_edit->disconnect(this);
}

QLayout* TextTwin::makeBar()
{
    m_search->installEventFilter(this);
    m_found->setForegroundRole(QPalette::PlaceholderText);
    connect(m_search, &QLineEdit::returnPressed, this, &TextTwin::find);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_edit->setFound(text);
        m_found->setText(text.isEmpty() ? QString() : tr("%n place(s)", nullptr, m_edit->foundCount()));
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(cursor.selectionStart());
        m_edit->setTextCursor(cursor);
        find();
    });
    auto* key = new QShortcut(QKeySequence::Find, this, this, &TextTwin::focusSearch);
    key->setContext(Qt::WidgetWithChildrenShortcut);

    auto* copy = iconButton(this, "copy", tr("Copy the whole text"), this,
                            [this] { QApplication::clipboard()->setText(m_edit->toPlainText()); });
    return inRow({{m_search, 1}, m_found, copy}, QMargins(6, 6, 6, 6));
}

// From the text to the drawing
// ----------------------------------------------------------------------------------------------

void TextTwin::typed()
{
    if (m_taking || m_edit->toPlainText() == m_text) {
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
    if (m_matches) {
        return;
    }
    try {
        const std::string text = m_text.toStdString();
        const engine::Dialect before = m_document.content().dialect;
        const engine::DialectFinding found = findDialect(text, before);
        const engine::Model model = withBottoms(engine::readModel(text, fileName, found.dialect), noTensor, "");
        m_unread = false;
        m_matches = true;
        m_lines = linesOf(model);
        m_edit->showError(std::nullopt);
        m_applying = true;
        m_document.edit(tr("Edit text"), withModel(m_document.content(), model),
                        QStringLiteral("prototxt %1").arg(m_burst));
        m_applying = false;
        showProblems();
        if (found.dialect != before) {
            showMessage(found.dialect == engine::Dialect::MyCaffe
                            ? tr("Read with MyCaffe's defaults now: %1").arg(inWords(found.reason))
                            : tr("Read with BVLC Caffe's defaults now: %1").arg(inWords(found.reason)));
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
    const QString full = error.problem().ends_with('.') ? QString() : QStringLiteral(".");
    showMessage(tr("Line %1, column %2: %3 The drawing stays as it was.")
                    .arg(countText(line + 1), countText(column + 1), inWords(error.problem()) + full),
                &TintedLabel::showError);
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
    if (m_unread) {
        showMessage(tr("The drawing has changed, but this text has an error. Correct it, or show the "
                       "drawing's text."),
                    &TintedLabel::showWarning);
    } else if (!m_rest.isActive()) {
        takeText();
    }
}

void TextTwin::takeText()
{
    m_stale = false;
    m_lines.clear();
    QString text, failure;
    try {
        const std::string written = engine::writeModel(withBottoms(model(m_document.content()), "", noTensor));
        text = QString::fromStdString(written);
        m_lines = linesOf(engine::readModel(written, fileName, m_document.content().dialect));
    } catch (const engine::Error& error) {
        failure = inWords(error);
    }
    m_taking = true;
    m_text = text;
    m_edit->replaceText(text);
    m_edit->showError(std::nullopt);
    m_edit->setFound(m_search->text());
    m_taking = false;
    m_matches = true;
    if (failure.isEmpty()) {
        showProblems();
    } else {
        showMessage(failure, &TintedLabel::showError);
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
        for (std::size_t index = 0; index < std::min(nodes.size(), m_lines.size()); ++index) {
            if (nodes[index].id == problem.node) {
                QString& mark = marks[m_lines[index]];
                mark += (mark.isEmpty() ? QString() : QStringLiteral("\n")) + inWords(problem.sentence);
            }
        }
    }
    m_edit->setMarks(std::move(marks));
    showSettled();
    showMessage({});
}

/// Behind each number that training takes from the data instead.
void TextTwin::showSettled()
{
    std::map<int, QString> notes;
    const std::vector<engine::Layer>& written = m_document.derived().model.layers;
    const std::vector<engine::Layer>& settled = m_document.derived().settled.layers;
    for (std::size_t layer = 0; layer < std::min({written.size(), settled.size(), m_lines.size()}); ++layer) {
        for (int line = m_lines[layer]; line <= lastLineOf(layer); ++line) {
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

/// A text that does not read can be given up.
void TextTwin::showMessage(const QString& text, void (TintedLabel::*show)(const QString&))
{
    (m_message->*show)(text);
    m_shownMessage = text;
    m_discard->setVisible(m_unread);
}

QString TextTwin::message() const
{
    return m_shownMessage;
}

// Selection
// -----------------------------------------------------------------------------------------------------------------

void TextTwin::selectFromCursor()
{
    if (m_taking || !m_edit->hasFocus() || !m_matches) {
        return;
    }
    const auto behind = std::ranges::upper_bound(m_lines, m_edit->textCursor().blockNumber());
    const auto layer = static_cast<std::size_t>(behind - m_lines.begin()) - 1;
    const std::vector<Node>& nodes = m_document.content().nodes;
    if (layer < nodes.size()) { // else it stands before the first
        m_document.select({nodes[layer].id});
    }
}

/// Of a layer, with what stands before the next one.
int TextTwin::lastLineOf(std::size_t layer) const
{
    return (layer + 1 < m_lines.size() ? m_lines[layer + 1] : m_edit->blockCount()) - 1;
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
    for (std::size_t index = 0; index < std::min(nodes.size(), m_lines.size()); ++index) {
        if (!selected.contains(nodes[index].id)) {
            continue;
        }
        m_edit->setLit(m_lines[index], lastLineOf(index));
        if (!m_edit->hasFocus()) {
            for (const int line : {lastLineOf(index), m_lines[index]}) {
                m_edit->setTextCursor(QTextCursor(m_edit->document()->findBlockByNumber(line)));
                m_edit->ensureCursorVisible();
            }
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
void TextTwin::find()
{
    const QString text = m_search->text();
    if (!text.isEmpty() && !m_edit->find(text)) {
        m_edit->moveCursor(QTextCursor::Start);
        m_edit->find(text);
    }
}

bool TextTwin::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_search->clear();
        m_edit->setFocus();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace editor

#include "moc_text_twin.cpp"
