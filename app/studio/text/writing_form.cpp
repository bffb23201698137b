// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/writing_form.h"

#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QComboBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QRandomGenerator>
#include <QShortcut>
#include <QSlider>
#include <QToolButton>

namespace studio {

namespace {
constexpr int lines = 2;
constexpr int maxMarks = 200; ///< underlined at once; all are counted
} // namespace

PromptEdit::PromptEdit(QWidget* parent) : QPlainTextEdit(parent)
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setPlaceholderText(tr("What the text begins with, such as CRAKE:"));
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::check);
    editor::onNewLooks(this, &PromptEdit::check);
}

QSize PromptEdit::sizeHint() const
{
    const int margin = static_cast<int>(document()->documentMargin()) + frameWidth();
    return {200, lines * fontMetrics().lineSpacing() + 2 * margin};
}

void PromptEdit::setVocabulary(const engine::Vocabulary& vocabulary)
{
    m_vocabulary = vocabulary;
    check();
}

bool PromptEdit::knows(char32_t character) const
{
    if (m_vocabulary.encoding() == engine::Encoding::Utf8) {
        return m_vocabulary.idOf(character).has_value();
    }
    const QByteArray bytes = QString::fromUcs4(&character, 1).toUtf8();
    return std::all_of(bytes.begin(), bytes.end(),
                       [&](char byte) { return m_vocabulary.idOf(static_cast<unsigned char>(byte)).has_value(); });
}

void PromptEdit::check()
{
    QStringList unknown;
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat wave;
    wave.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wave.setUnderlineColor(editor::theme().error);
    int position = 0;
    const QString text = toPlainText();
    for (const uint character : m_vocabulary.size() > 0 ? text.toUcs4() : QList<uint>()) {
        const int units = character >= 0x10000 ? 2 : 1;
        if (!knows(character)) {
            const QString name = QString::fromStdString(engine::nameOf(character, engine::Encoding::Utf8));
            if (!unknown.contains(name)) {
                unknown << name;
            }
            if (marks.size() < maxMarks) {
                QTextCursor cursor(document());
                cursor.setPosition(position);
                cursor.setPosition(position + units, QTextCursor::KeepAnchor);
                marks.push_back({cursor, wave});
            }
        }
        position += units;
    }
    setExtraSelections(marks);
    m_unknown = unknown;
}

namespace {

struct Preset {
    const char* name;
    double temperature, topP;
    int topK;
};
constexpr std::array presets = {
    Preset{QT_TRANSLATE_NOOP("studio::WritingForm", "Careful"), 0.5, 0.95, 0},
    Preset{QT_TRANSLATE_NOOP("studio::WritingForm", "Balanced"), 0.8, 1, 0},
    Preset{QT_TRANSLATE_NOOP("studio::WritingForm", "Wild"), 1.2, 1, 0},
};
constexpr double maxTemperature = 2;
constexpr double maxSeed = 9e15;          ///< whole numbers up to there are exact in a double
constexpr quint64 drawnSeeds = 1'000'000; ///< below

} // namespace

quint64 drawSeed()
{
    return QRandomGenerator::global()->bounded(quint64{1}, drawnSeeds);
}

WritingForm::WritingForm(QWidget* parent) : QWidget(parent)
{
    m_form = new QFormLayout(this);
    m_net = new NetBox(tr("The net that writes"));
    m_prompt = new PromptEdit;
    m_unknown = new editor::TintedLabel;
    m_form->setContentsMargins(8, 8, 8, 4);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->addRow(tr("&Net"), m_net);
    m_form->addRow(tr("Pr&ompt"), m_prompt);
    m_form->addRow(QString(), m_unknown);
    m_form->setRowVisible(m_unknown, false);
    addSampling();
    setFocusProxy(m_prompt);
    for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter}) {
        new QShortcut(QKeySequence(Qt::CTRL | enter), m_prompt, this, &WritingForm::accepted, Qt::WidgetShortcut);
    }
    connect(m_prompt, &PromptEdit::textChanged, this, [this] {
        showUnknown();
        emit promptChanged();
    });
}

void WritingForm::addSampling()
{
    m_preset = editor::described(new QComboBox, {.name = "preset"}, this, &WritingForm::applyPreset);
    const editor::Description ofTemperature = {
        .title = tr("Temperature"),
        .tip = tr("0 always takes the most likely character; below 1 is safer, above 1 wilder")};
    m_slider = editor::described(new QSlider(Qt::Horizontal), ofTemperature, this,
                                 [this](int value) { m_temperature->setValue(value / 100.0); });
    m_temperature = editor::described(new editor::RealBox, ofTemperature, this, [this](double value) {
        m_slider->setValue(static_cast<int>(std::lround(value * 100)));
        showPreset();
    });
    m_length = editor::described(new editor::WholeBox, {.tip = tr("How many characters are written")});
    m_topK = editor::described(new editor::WholeBox, {.tip = tr("Chooses among the k most likely characters only")},
                               this, &WritingForm::showPreset);
    m_topP = editor::described(
        new editor::RealBox,
        {.tip = tr("Chooses among the most likely characters whose probabilities add up to this value")}, this,
        &WritingForm::showPreset);
    m_seed = editor::described(new editor::RealBox,
                               {.tip = tr("The same seed writes the same text; random: a new one each time")});
    for (const Preset& preset : presets) {
        const QString temperature = QLocale().toString(preset.temperature, 'g', 3);
        m_preset->addItem(tr("%1 · %2").arg(tr(preset.name), temperature));
        m_preset->setItemData(
            m_preset->count() - 1,
            tr("Temperature %1, top-p %2, top-k all").arg(temperature, QLocale().toString(preset.topP, 'g', 3)),
            Qt::ToolTipRole);
    }
    m_preset->addItem(tr("Own settings"));
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preset->setMinimumContentsLength(12);
    m_temperature->setRange(0, maxTemperature);
    m_temperature->setSingleStep(0.05);
    m_slider->setRange(0, static_cast<int>(maxTemperature * 100));
    m_slider->setPageStep(10);
    m_slider->setMinimumWidth(60);
    m_length->setRange(1, 1'000'000);
    m_length->setGroupSeparatorShown(true);
    m_length->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_topK->setRange(0, 100'000);
    m_topK->setSpecialValueText(tr("all"));
    m_topP->setRange(0.01, 1);
    m_topP->setSingleStep(0.05);
    m_seed->setDecimals(0);
    m_seed->setRange(-1, maxSeed);
    m_seed->setSpecialValueText(tr("random"));
    auto* random = editor::described(new QToolButton, {.title = tr("Random seed"), .tip = tr("A new seed each time")},
                                     this, [this] { setSeed(std::nullopt); });
    random->setIcon(editor::icon(QStringLiteral("random")));

    const auto add = [this](const QString& text, QWidget* first, QWidget* second) {
        auto* both = new QHBoxLayout;
        both->addWidget(first, 1);
        both->addWidget(second);
        m_form->addRow(text, both);
        static_cast<QLabel*>(m_form->labelForField(both))->setBuddy(first);
    };
    m_form->addRow(tr("P&reset"), m_preset);
    add(tr("&Temperature"), m_slider, m_temperature);
    m_form->addRow(tr("Top-&p"), m_topP);
    m_form->addRow(tr("&Length"), m_length);
    m_form->addRow(tr("Top-&k"), m_topK);
    add(tr("&Seed"), m_seed, random);

    m_length->setValue(500);
    m_topP->setValue(1);
    m_seed->setValue(-1);
    applyPreset(1);
}

void WritingForm::applyPreset(int index)
{
    if (index >= static_cast<int>(presets.size())) {
        return;
    }
    const Preset& preset = presets[static_cast<std::size_t>(index)];
    m_temperature->setValue(preset.temperature);
    m_topP->setValue(preset.topP);
    m_topK->setValue(preset.topK);
    showPreset();
}

/// The one that the settings are, or "Own settings".
void WritingForm::showPreset()
{
    const auto same = std::find_if(presets.begin(), presets.end(), [this](const Preset& preset) {
        return std::abs(preset.temperature - m_temperature->value()) < 1e-6 &&
               std::abs(preset.topP - m_topP->value()) < 1e-6 && preset.topK == m_topK->value();
    });
    m_preset->setCurrentIndex(static_cast<int>(same - presets.begin()));
}

void WritingForm::setSeed(std::optional<quint64> seed)
{
    m_seed->setValue(seed ? std::min(static_cast<double>(*seed), maxSeed) : -1);
}

void WritingForm::setSources(const std::vector<TextSource>& sources)
{
    m_net->setSources(sources);
    emit sourcesChanged();
}

void WritingForm::setSource(const std::string& checkpoint)
{
    m_net->choose(checkpoint);
}

void WritingForm::setVocabulary(const engine::Vocabulary& vocabulary)
{
    m_prompt->setVocabulary(vocabulary);
    showUnknown();
}

QString WritingForm::prompt() const
{
    return m_prompt->toPlainText();
}

QKeySequence WritingForm::promptKey() const
{
    return QKeySequence::mnemonic(static_cast<QLabel*>(m_form->labelForField(m_prompt))->text());
}

void WritingForm::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
}

void WritingForm::clear()
{
    m_net->forget();
    m_prompt->clear();
}

void WritingForm::showUnknown()
{
    const QStringList& unknown = m_prompt->unknown();
    const QString names = unknown.size() > 8 ? unknown.mid(0, 8).join(QStringLiteral(", ")) + QStringLiteral(", …")
                                             : unknown.join(QStringLiteral(", "));
    m_unknown->showError(tr("The net does not know %1 and will leave it out.").arg(names));
    m_form->setRowVisible(m_unknown, !unknown.isEmpty());
}

WrittenText WritingForm::wish() const
{
    WrittenText wish;
    if (const TextSource* const net = m_net->source()) {
        wish.checkpoint = net->checkpoint;
        wish.iteration = net->iteration;
    }
    wish.prompt = prompt().toStdString();
    wish.temperature = m_temperature->value();
    wish.topP = m_topP->value();
    wish.topK = m_topK->value();
    wish.length = m_length->value();
    wish.seed = m_seed->value() < 0 ? drawSeed() : static_cast<quint64>(m_seed->value());
    return wish;
}

void WritingForm::setWish(const WrittenText& wish)
{
    setSource(wish.checkpoint);
    m_prompt->setPlainText(QString::fromStdString(wish.prompt));
    m_temperature->setValue(wish.temperature);
    m_topP->setValue(wish.topP);
    m_topK->setValue(static_cast<int>(wish.topK));
    m_length->setValue(static_cast<int>(wish.length));
    setSeed(wish.seed);
}

} // namespace studio

#include "moc_writing_form.cpp"
