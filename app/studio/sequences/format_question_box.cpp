// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/format_question_box.h"

#include <iterator>
#include <optional>
#include <QDateTime>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace studio {
namespace {

using Dates = engine::TimeForm::Dates;

/// Empty where the text is none in that form.
QString dateOf(const std::string& text, engine::TimeForm form)
{
    const std::optional<engine::Instant> time = engine::readTime(text, form);
    const qint64 minutes = time ? time->offset : 0;
    const QDateTime clock =
        QDateTime::fromMSecsSinceEpoch(time ? time->microseconds / 1000 + minutes * 60'000 : 0, Qt::UTC);
    return time ? QLocale().toString(clock.date(), QStringLiteral("d MMMM yyyy")) : QString();
}

} // namespace

FormatQuestionBox::FormatQuestionBox(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("formatQuestion"));
    setFrameShape(QFrame::StyledPanel);
    m_question = new QLabel(this);
    m_question->setWordWrap(true);
    m_question->setTextFormat(Qt::PlainText);
    auto* const rows = new QGridLayout(this);
    rows->addWidget(m_question, 0, 0, 1, 3);
    for (std::size_t row = 0; row < std::size(m_examples); ++row) {
        for (std::size_t column = 0; column < std::size(m_examples[row]); ++column) {
            QLabel* const label = m_examples[row][column] = new QLabel(this);
            label->setTextFormat(Qt::PlainText);
            rows->addWidget(label, static_cast<int>(row) + 1, static_cast<int>(column));
        }
    }
    const int last = rows->rowCount();
    for (int way = 0; way < 2; ++way) {
        auto* const button = new QPushButton(way == 0 ? tr("Day first") : tr("Month first"), this);
        button->setObjectName(way == 0 ? QStringLiteral("firstWay") : QStringLiteral("secondWay"));
        rows->addWidget(button, last, way + 1);
        connect(button, &QPushButton::clicked, this,
                [this, way] { emit answered("date_order", way == 0 ? "DAY" : "MONTH"); });
    }
}

void FormatQuestionBox::ask(const engine::FormatQuestion& question, const std::string& name, engine::TimeForm form)
{
    m_question->setText(tr("Dates of the column %1 can be read in two ways:").arg(QString::fromStdString(name)));
    for (std::size_t row = 0; row < std::size(m_examples); ++row) {
        const std::string text = row < question.examples.size() ? question.examples[row] : std::string();
        const QString shown[] = {QString::fromStdString(text), dateOf(text, {Dates::DaySlashes, form.hasOffset}),
                                 dateOf(text, {Dates::MonthSlashes, form.hasOffset})};
        for (std::size_t column = 0; column < std::size(shown); ++column) {
            m_examples[row][column]->setText(shown[column]);
            m_examples[row][column]->setVisible(!text.empty());
        }
    }
}

} // namespace studio

#include "moc_format_question_box.cpp"
