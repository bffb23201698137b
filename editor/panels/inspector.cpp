// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/inspector.h"

#include "editor/equations/cell_check.h"
#include "editor/equations/cell_text_edit.h"
#include "editor/equations/equation_edit.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/layer_page.h"
#include "editor/panels/model_page.h"
#include "editor/panels/settings_form.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace editor {

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
