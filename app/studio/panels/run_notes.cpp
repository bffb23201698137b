// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_notes.h"

#include "editor/document/sentence_words.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <utility>

namespace studio {

RunNotes::RunNotes(QWidget* parent) : QWidget(parent), m_remark(new QLineEdit), m_notes(new QLabel)
{
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setPlaceholderText(tr("Your notes on this run; words that begin with # are tags"));
    m_remark->setAccessibleName(tr("Your notes on this run"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setAccessibleName(tr("Notes of the run"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_remark);
    rows->addWidget(m_notes);
    connect(m_remark, &QLineEdit::textEdited, this, [this] { emit annotated(m_run, m_remark->text().trimmed()); });
}

void RunNotes::showRun(const RunRecord* run)
{
    constexpr qsizetype maxShown = 3; // the rest is in the tip
    m_remark->setEnabled(run != nullptr);
    const int id = run ? run->id : 0;
    if (id != std::exchange(m_run, id) || !m_remark->hasFocus()) { // else it is being written
        m_remark->setText(run ? QString::fromStdString(run->remark) : QString());
    }
    QStringList all;
    for (const engine::Sentence& note : run ? run->start.notes : std::vector<engine::Sentence>()) {
        all.append(editor::inWords(note));
    }
    QStringList lines = all.mid(0, maxShown);
    if (all.size() > lines.size()) {
        lines.append(tr("and %1 more").arg(all.size() - lines.size()));
    }
    m_notes->setText(lines.join(QLatin1Char('\n')));
    m_notes->setToolTip(all.size() > maxShown ? all.join(QLatin1Char('\n')) : QString());
    m_notes->setVisible(!lines.isEmpty());
}

} // namespace studio

#include "moc_run_notes.cpp"
