// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/inspector.h"

#include "editor/document/document.h"
#include "editor/equations/cell_check.h"
#include "editor/equations/cell_text_edit.h"
#include "editor/equations/equation_edit.h"
#include "editor/looks/tab_order.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/fold.h"
#include "editor/panels/layer_page.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/totals.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWidget>

namespace editor {

/// The inspector's page where nothing is selected: the model itself, and what training it takes.
class ModelPage : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(editor::ModelPage)

public:
    explicit ModelPage(Document& document, QWidget* parent = nullptr);

    void refresh();

private:
    void makeFields();
    void setName(const QString& name);
    void setDialect(int choice);
    void setComment();

    Document& m_document;
    bool m_showing = false;
    QLineEdit* m_name;
    QComboBox* m_dialect;
    QPlainTextEdit* m_comment;
    QLabel* m_totals;
};

ModelPage::ModelPage(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_name(new QLineEdit(this)),
      m_dialect(new QComboBox(this)),
      m_comment(new QPlainTextEdit(this)),
      m_totals(new QLabel(this))
{
    auto* title = new QLabel(titleHtml(tr("Model")), this);
    auto* form = new QFormLayout;
    makeFields();
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Defaults of"), m_dialect);
    form->addRow(tr("Comment"), m_comment);
    m_totals->setTextFormat(Qt::RichText);
    m_totals->setWordWrap(true);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setAccessibleName(tr("Size of the model"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(10);
    column->addWidget(title);
    column->addLayout(form);
    column->addWidget(new Fold(tr("Size"), m_totals, Fold::State::Open, this));
    column->addStretch(1);
    connect(&Looks::instance(), &Looks::changed, this, &ModelPage::refresh);
}

void ModelPage::makeFields()
{
    m_name->setAccessibleName(tr("Name of the model"));
    m_dialect->addItems({tr("BVLC Caffe"), tr("MyCaffe")});
    m_dialect->setAccessibleName(tr("Whose defaults apply"));
    m_dialect->setToolTip(tr("Defaults for settings that the file does not give: those of BVLC Caffe or of MyCaffe."));
    m_comment->setAccessibleName(tr("Comment on the model"));
    m_comment->setPlaceholderText(tr("Comment lines at the start of the file"));
    m_comment->setTabChangesFocus(true);
    m_comment->setFixedHeight(m_comment->fontMetrics().height() * 6);
    connect(m_name, &QLineEdit::textEdited, this, &ModelPage::setName);
    connect(m_dialect, &QComboBox::activated, this, &ModelPage::setDialect);
    connect(m_comment, &QPlainTextEdit::textChanged, this, &ModelPage::setComment);
}

void ModelPage::refresh()
{
    const Content& content = m_document.content();
    m_showing = true;
    if (const QString name = QString::fromStdString(content.name); m_name->text() != name) {
        m_name->setText(name);
    }
    m_dialect->setCurrentIndex(content.dialect == engine::Dialect::Bvlc ? 0 : 1);
    if (const QString comment = QString::fromStdString(content.comment); m_comment->toPlainText() != comment) {
        m_comment->setPlainText(comment);
    }
    m_totals->setText(totalsHtml(m_document));
    m_showing = false;
}

void ModelPage::setName(const QString& name)
{
    m_document.change(
        tr("Name the model"), [&](Content& content) { content.name = name.toStdString(); },
        QStringLiteral("model/name"));
}

void ModelPage::setDialect(int choice)
{
    m_document.change(tr("Change the defaults"), [choice](Content& content) {
        content.dialect = choice == 0 ? engine::Dialect::Bvlc : engine::Dialect::MyCaffe;
    });
}

void ModelPage::setComment()
{
    if (m_showing) {
        return;
    }
    const std::string comment = m_comment->toPlainText().toStdString();
    m_document.change(
        tr("Comment on the model"), [&](Content& content) { content.comment = comment; },
        QStringLiteral("model/comment"));
}

Inspector::Inspector(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_area(new QScrollArea(this)),
      m_modelPage(new ModelPage(document)),
      m_layerPage(new LayerPage(document)),
      m_notePage(makeNotePage())
{
    auto* pages = new QWidget(this);
    auto* stack = new QVBoxLayout(pages); // not a stacked layout: that would be as high as the highest page
    stack->setContentsMargins(0, 0, 0, 0);
    for (QWidget* page : {static_cast<QWidget*>(m_modelPage), static_cast<QWidget*>(m_layerPage), m_notePage}) {
        stack->addWidget(page);
    }
    m_area->setWidget(pages);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setObjectName(QStringLiteral("form"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_area);
    setAccessibleName(tr("Inspector"));
    setMinimumWidth(minPanelWidth(*this));
    connect(m_layerPage->cell()->check(), &CellCheck::finished, this, &Inspector::showCheck);
    connect(&document, &Document::changed, this, &Inspector::refresh);
    connect(&document, &Document::recounted, this, &Inspector::refresh);
    connect(&document, &Document::selectionChanged, this, &Inspector::refresh);
    connect(&Looks::instance(), &Looks::changed, this, &Inspector::refresh);
    refresh();
}

QWidget* Inspector::makeNotePage()
{
    auto* page = new QWidget;
    m_noteText = new QPlainTextEdit(page);
    m_noteText->setTabChangesFocus(true);
    m_noteText->setFixedHeight(m_noteText->fontMetrics().height() * 10);
    auto* label = new QLabel(tr("Text on the canvas"), page);
    label->setBuddy(m_noteText);
    m_noteText->setAccessibleName(label->text());
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 10, 10, 10);
    column->addWidget(label);
    column->addWidget(m_noteText);
    column->addStretch(1);
    connect(m_noteText, &QPlainTextEdit::textChanged, this, &Inspector::setNoteText);
    return page;
}

void Inspector::refresh()
{
    std::vector<Id> nodes;
    const Note* note = nullptr;
    for (const Id id : m_document.selection()) {
        if (m_document.content().find(id)) {
            nodes.push_back(id);
        } else {
            note = m_document.content().findNote(id);
        }
    }
    const bool aNote = nodes.empty() && note;
    m_modelPage->setVisible(nodes.empty() && !aNote);
    m_layerPage->setVisible(!nodes.empty());
    m_notePage->setVisible(aNote);
    if (!nodes.empty()) {
        m_layerPage->show(nodes);
    } else if (aNote) {
        showNote(*note);
    } else {
        m_modelPage->refresh();
    }
}

/// What was found makes the page higher: scrolls to it.
void Inspector::showCheck()
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so that it has its place
    m_area->ensureWidgetVisible(m_layerPage->cell()->check());
}

/// The first of its fields has the keyboard, where that can be seen.
void Inspector::focusInEvent(QFocusEvent*)
{
    orderTabs(*window());
    focusNextChild();
}

void Inspector::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit left();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void Inspector::showFault()
{
    CodeEdit& equations = *cell()->equations()->edit();
    equations.goToError();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so that it has its place
    const QPoint place = equations.viewport()->mapTo(m_area->widget(), equations.cursorRect().center());
    m_area->ensureVisible(place.x(), place.y());
}

void Inspector::showNote(const Note& note)
{
    m_note = note.id;
    if (m_noteText->toPlainText() != note.text) {
        const QSignalBlocker quiet(m_noteText);
        m_noteText->setPlainText(note.text);
    }
}

void Inspector::setNoteText()
{
    m_document.change(
        tr("Write a comment"),
        [&](Content& content) {
            if (Note* note = content.findNote(m_note)) {
                note->text = m_noteText->toPlainText();
            }
        },
        QStringLiteral("note/%1").arg(m_note));
}

void Inspector::setStepTime(double milliseconds)
{
    const engine::SizeReport& report = m_document.derived().report;
    const auto batches = m_document.content().solver.params.find("iter_size");
    const auto* several =
        batches == m_document.content().solver.params.end() ? nullptr : std::get_if<std::int64_t>(&batches->second);
    const auto work =
        static_cast<double>(report.flopsForward + report.flopsBackward) * static_cast<double>(several ? *several : 1);
    if (milliseconds > 0 && work > 0) {
        m_layerPage->setSpeed(work / (milliseconds / 1000));
    }
}

SettingsForm* Inspector::form() const
{
    return m_layerPage->form();
}

CellForm* Inspector::cell() const
{
    return m_layerPage->cell();
}

} // namespace editor

#include "moc_inspector.cpp"
