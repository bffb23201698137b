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

using About = engine::FormatQuestion::About;
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

/// Empty where the text is none with that mark.
QString numberOf(const std::string& text, engine::DecimalMark decimal)
{
    constexpr int digits = 15; // as many as a double has
    double number = 0;
    return engine::readNumber(text, decimal, number) ? QLocale().toString(number, 'g', digits) : QString();
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
        QPushButton* const button = m_ways[way].button = new QPushButton(this);
        button->setObjectName(way == 0 ? QStringLiteral("firstWay") : QStringLiteral("secondWay"));
        rows->addWidget(button, last, way + 1);
        connect(button, &QPushButton::clicked, this, [this, way] { emit answered(m_key, m_ways[way].value); });
    }
}

void FormatQuestionBox::ask(const engine::FormatQuestion& question, const std::string& name, engine::TimeForm form)
{
    const bool ofDates = question.about == About::Dates;
    const QString shownName = QString::fromStdString(name);
    m_question->setText(ofDates ? tr("Dates of the column %1 can be read in two ways:").arg(shownName)
                                : tr("Numbers of the column %1 can be read in two ways:").arg(shownName));
    m_key = ofDates ? "date_order" : "decimal";
    m_ways[0].value = ofDates ? "DAY" : "POINT";
    m_ways[1].value = ofDates ? "MONTH" : "COMMA";
    m_ways[0].button->setText(ofDates ? tr("Day first") : tr("Decimal point"));
    m_ways[1].button->setText(ofDates ? tr("Month first") : tr("Decimal comma"));
    const QString none = ofDates ? tr("no date") : tr("marks between thousands are not read");
    bool isRead[2] = {};
    for (std::size_t row = 0; row < std::size(m_examples); ++row) {
        const bool isThere = row < question.examples.size();
        for (QLabel* const label : m_examples[row]) {
            label->setVisible(isThere);
        }
        if (!isThere) {
            continue;
        }
        const std::string& text = question.examples[row];
        m_examples[row][0]->setText(QString::fromStdString(text));
        const QString ways[] = {
            ofDates ? dateOf(text, {Dates::DaySlashes, form.hasOffset}) : numberOf(text, engine::DecimalMark::Point),
            ofDates ? dateOf(text, {Dates::MonthSlashes, form.hasOffset}) : numberOf(text, engine::DecimalMark::Comma)};
        for (std::size_t way = 0; way < std::size(ways); ++way) {
            m_examples[row][way + 1]->setText(ways[way].isEmpty() ? none : ways[way]);
            isRead[way] = isRead[way] || !ways[way].isEmpty();
        }
    }
    for (std::size_t way = 0; way < std::size(m_ways); ++way) {
        m_ways[way].button->setEnabled(isRead[way]); // the other one would be refused
    }
}

} // namespace studio

#include "moc_format_question_box.cpp"
