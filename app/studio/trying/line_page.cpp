// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/line_page.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/sequences/sequence_preview.h"
#include "app/studio/trying/verdict_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/formats/exchange/file_bytes.h"

#include <algorithm>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QToolButton>

namespace studio {

namespace {

/// The colour of a class, the stronger the surer it is.
QColor groundOf(std::size_t number, double chance)
{
    constexpr double strongest = 0.55; // text stays legible
    QColor colour = classColour(number);
    colour.setAlphaF(static_cast<float>(strongest * chance));
    return colour;
}

} // namespace

LinePage::LinePage(QWidget* parent) : TryPage(parent)
{
    m_line = editor::described(new QLineEdit(this), {.name = "line", .title = tr("Line of text")});
    m_line->setPlaceholderText(tr("Type a line"));
    m_line->setClearButtonEnabled(true);
    m_random = toolButton(
        tr("Any"),
        {.name = "anyLine", .tip = tr("A line that the net did not learn from, at random"), .icon = "random"}, this,
        [this] { takeSample(); });
    m_save = saveButton(tr("Append the line to a text file as one of a class, to learn from or to drop here again"),
                        [this](const std::string& ofClass) {
                            const QString file = askForName(this, tr("File of lines to append to"), {},
                                                            tr("Lines of text (*.tsv *.txt)"), nullptr,
                                                            QFileDialog::DontConfirmOverwrite);
                            if (!file.isEmpty()) {
                                save(file.toStdString(), ofClass);
                            }
                        });
    auto* row = editor::inRow({{m_line, 1}, m_random, m_save});
    m_tinted = editor::described(new LensText(this), {.name = "readLine", .title = tr("The line as the net reads it")});
    QFont large = m_tinted->font();
    large.setPointSizeF(font().pointSizeF() * 1.5);
    m_tinted->setFont(large);
    m_tinted->setFrameShape(QFrame::NoFrame);
    m_tinted->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum); // a long line scrolls
    m_remark = editor::label({}, this, editor::Look::Wraps | editor::Look::Muted, "lineRemark");
    m_verdict = new VerdictView(this);
    editor::inColumn(this, {row, m_tinted, m_remark, {m_verdict, 1}}, QMargins());
    connect(m_line, &QLineEdit::textChanged, this, &LinePage::ask);
    connect(m_verdict, &VerdictView::told, this, &LinePage::tint);
    connect(m_tinted, &LensText::cursorMoved, this, [this](int character) {
        if (character < static_cast<int>(m_places.size())) {
            m_verdict->setMarker(m_places[static_cast<std::size_t>(character)].end - 1);
        }
    });
    setFocusProxy(m_line);
}

void LinePage::setNet(const TrialNet& net)
{
    m_net = net;
    m_verdict->setClasses(net.facts.classes);
    ask();
}

void LinePage::setSamples(const engine::NamedSamples* samples)
{
    m_samples = samples;
    m_random->setEnabled(samples && samples->samples.count() > 0);
}

void LinePage::takeSample()
{
    const std::vector<std::int32_t>& members = heldOut(m_samples->samples);
    const int place = QRandomGenerator::global()->bounded(static_cast<int>(members.size()));
    m_verdict->moveMarkerToEnd();
    m_line->setText(lineOf(m_samples->samples, members[static_cast<std::size_t>(place)]));
}

bool LinePage::take(const std::filesystem::path& file)
{
    const std::string ending = file.extension().string();
    if (ending != ".txt" && ending != ".tsv") {
        return false;
    }
    const QStringList lines = QString::fromStdString(engine::readText(file, INT64_MAX))
                                  .split(QRegularExpression(QStringLiteral("[\r\n]+")), Qt::SkipEmptyParts);
    m_verdict->moveMarkerToEnd();
    m_line->setText(lines.isEmpty() ? QString() : lines.back().mid(lines.back().indexOf(QLatin1Char('\t')) + 1));
    return true;
}

std::string LinePage::made() const
{
    return m_line->text().toStdString();
}

void LinePage::makeAgain(const std::string& made)
{
    m_line->setText(QString::fromStdString(made));
}

/// Behind the others of the file, as label<TAB>text.
void LinePage::save(const std::filesystem::path& file, const std::string& ofClass)
{
    noteSaved([&] {
        std::error_code unknown;
        std::string lines = std::filesystem::exists(file, unknown) ? engine::readText(file, INT64_MAX) : std::string();
        if (!lines.empty() && lines.back() != '\n') {
            lines += '\n';
        }
        const QString line =
            m_line->text().replace(QRegularExpression(QStringLiteral("[\r\n\t]")), QStringLiteral(" "));
        engine::writeFileBytes(file, lines + ofClass + '\t' + line.toStdString() + '\n');
        return tr("Appended to %1").arg(QString::fromStdString(file.string()));
    });
}

/// The characters of the line with their numbers.
void LinePage::readPlaces()
{
    m_places.clear();
    m_sequence.clear();
    int unknown = 0, behind = 0;
    const std::u32string line = m_line->text().toStdU32String();
    m_tinted->setText(line);
    for (const char32_t code : line) {
        Place place{.text = QString::fromUcs4(&code, 1), .end = static_cast<int>(m_sequence.size())};
        const std::vector<std::int32_t> ids = m_net.vocabulary.encode(place.text.toStdString());
        const bool fits = std::ssize(m_sequence) + std::ssize(ids) <= m_net.facts.steps;
        unknown += ids.empty() ? 1 : 0;
        behind += fits ? 0 : 1;
        if (!ids.empty() && fits && behind == 0) {
            m_sequence.insert(m_sequence.end(), ids.begin(), ids.end());
            place.end = static_cast<int>(m_sequence.size());
            place.isRead = true;
        }
        m_places.push_back(std::move(place));
    }
    say(unknown, behind);
}

void LinePage::say(int unknown, int behind)
{
    QStringList remarks;
    if (unknown > 0) {
        remarks += tr("Characters that the net did not learn are left out: %1.").arg(unknown);
    }
    if (behind > 0) {
        remarks += tr("The net reads %1 characters; those behind are left out: %2.").arg(m_net.facts.steps).arg(behind);
    }
    m_remark->setText(remarks.join(QLatin1Char(' ')));
    m_remark->setVisible(!remarks.isEmpty());
}

void LinePage::ask()
{
    readPlaces();
    m_save->setEnabled(!m_sequence.empty());
    if (m_sequence.empty()) {
        m_verdict->setReading({});
        return;
    }
    TrialQuestion question;
    question.sequence = m_sequence;
    tint();
    emit asked(question);
}

void LinePage::setAnswer(const TrialAnswer& answer)
{
    if (!m_sequence.empty()) {
        m_verdict->setReading(answer.reading);
    }
}

/// Each character in the colour of the class that leads after it, as far as the answer goes.
void LinePage::tint()
{
    const engine::StepReading& reading = m_verdict->reading();
    std::vector<LensText::Look> looks;
    QStringList tips;
    int marked = -1, leads = -1;
    for (const Place& place : m_places) {
        LensText::Look& one = looks.emplace_back();
        const auto end = static_cast<std::size_t>(place.end - 1);
        if (!place.isRead || end >= reading.ends.size()) {
            one.ground = place.isRead ? editor::theme().node : QColor();
            tips += QString();
            continue;
        }
        const std::span<const float> chances = reading.chancesAt(end);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin());
        one.ground = groundOf(best, static_cast<double>(chances[best]));
        one.isTurn = leads != static_cast<int>(best);
        leads = static_cast<int>(best);
        tips += tr("%1: %2").arg(classText(m_net.facts.classes, best), percentOf(static_cast<double>(chances[best])));
        if (marked < 0 && m_verdict->marker() >= 0 && m_verdict->marker() <= static_cast<int>(end)) {
            marked = static_cast<int>(looks.size()) - 1; // a character may be several bytes
        }
    }
    m_tinted->setLooks(std::move(looks), [tips](int character) { return tips[character]; });
    if (marked >= 0 && marked != m_tinted->cursor()) {
        m_tinted->setCursor(marked);
    }
}

} // namespace studio

#include "moc_line_page.cpp"
