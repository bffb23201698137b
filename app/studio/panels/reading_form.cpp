// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/reading_form.h"

#include "app/studio/panels/parts.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"

#include <algorithm>
#include <numeric>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

namespace studio {

SplitBar::SplitBar(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Parts of the data"));
}

void SplitBar::setParts(const std::array<std::int64_t, 3>& parts, Counts counts)
{
    m_parts = parts;
    QString words = counts == Counts::Sequences ? tr("Training %1, validation %2, test %3 sequences")
                                                : tr("Training %1, validation %2, test %3 characters");
    for (const std::int64_t part : parts) {
        words = words.arg(QLocale().toString(qlonglong{part}));
    }
    setToolTip(words);
    setAccessibleDescription(words);
    update();
}

QSize SplitBar::sizeHint() const
{
    return {200, fontMetrics().height() + 8};
}

void SplitBar::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    const std::pair<QColor, QString> looks[] = {
        {theme.accent, tr("training")}, {theme.validation, tr("validation")}, {theme.warning, tr("test")}};
    const auto all = static_cast<double>(std::accumulate(m_parts.begin(), m_parts.end(), std::int64_t{0}));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (all <= 0) {
        painter.setPen(theme.nodeBorder);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        return;
    }
    double left = 0;
    for (std::size_t part = 0; part < m_parts.size(); ++part) {
        auto [ground, name] = looks[part];
        const double count = static_cast<double>(m_parts[part]), wide = width() * count / all;
        const QRectF area(left, 0, wide, height());
        left += wide;
        if (count == 0) {
            continue;
        }
        ground.setAlphaF(0.35F);
        painter.fillRect(area.adjusted(0, 0, -1, 0), ground);
        painter.setPen(theme.text);
        const QString share = QLocale().toString(100.0 * count / all, 'f', 0);
        for (const QString& words : {tr("%1 %2 %").arg(name, share), tr("%1 %").arg(share)}) {
            if (fontMetrics().horizontalAdvance(words) + 4 < area.width()) {
                painter.drawText(area, Qt::AlignCenter, words);
                break; // where there is no room for either, the tip has the numbers
            }
        }
    }
}

ReadingForm::ReadingForm(editor::Document& document, std::string layerType, const Words& words, QWidget* parent)
    : QWidget(parent), m_document(document), m_layerType(std::move(layerType)), m_edit(words.edit)
{
    m_note = editor::label(words.note, this, editor::Look::Wraps);
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_validation = shareBox("validation");
    m_test = shareBox("test");
    m_split = new SplitBar(this);
    m_advice = editor::described(new editor::TintedLabel(this), {.name = "advice"});
    m_advice->hide();
    m_remedy = editor::described(new QPushButton(this), {.name = "remedy"}, this,
                                 [this] { m_remedies->actions().constFirst()->trigger(); });
    m_remedies = new QMenu(m_remedy);
    m_remedy->hide();
    editor::inColumn(this,
                     {sectionTitle(words.title, this), m_note, m_form, m_split, m_advice, {m_remedy, 0, Qt::AlignLeft}},
                     QMargins(), rowSpacing);
}

QDoubleSpinBox* ReadingForm::shareBox(const char* key)
{
    auto* box = new editor::RealBox(this);
    box->setRange(0, 90);
    box->setDecimals(1);
    box->setSuffix(QStringLiteral(" %"));
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, key](double percent) { set(key, percent / 100); });
    return box;
}

void ReadingForm::addField(const QString& label, QWidget* field)
{
    m_form->addRow(label, field);
    m_fields.push_back(field);
}

QSpinBox* ReadingForm::addCount(const QString& label, const char* key)
{
    auto* box = new editor::WholeBox(this);
    box->setRange(0, 100'000);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, [this, key](int count) { set(key, std::int64_t{count}); });
    addField(label, box);
    return box;
}

QComboBox* ReadingForm::addChoice(const QString& label, const char* key,
                                  std::initializer_list<std::pair<const char*, QString>> choices)
{
    auto* box = new QComboBox(this);
    editor::described(box, {}, this, [this, box, key] {
        const QVariant value = box->currentData();
        set(key, (value.isValid() ? value.toString() : box->currentText()).toStdString());
    });
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed); // its words are never cut
    for (const auto& [value, words] : choices) {
        box->addItem(words, QString::fromLatin1(value));
    }
    addField(label, box);
    return box;
}

void ReadingForm::showChoice(QComboBox& box, const std::string& value)
{
    box.setCurrentIndex(box.findData(QString::fromStdString(value)));
}

void ReadingForm::addShares()
{
    addField(tr("Held out, &validation:"), m_validation);
    addField(tr("Held out, t&est:"), m_test);
}

void ReadingForm::refresh(const engine::SplitFractions& fractions)
{
    const bool any = layer() != nullptr;
    m_note->setVisible(!any);
    for (QWidget* field : m_fields) {
        field->setEnabled(any);
    }
    for (const auto& [box, share] :
         {std::pair(m_validation, fractions.validation), std::pair(m_test, fractions.test)}) {
        const QSignalBlocker quiet(box);
        box->setValue(100 * share);
    }
}

void ReadingForm::setRowVisible(QWidget* field, bool visible)
{
    m_form->setRowVisible(field, visible);
}

void ReadingForm::setLabel(QWidget* field, const QString& label)
{
    static_cast<QLabel*>(m_form->labelForField(field))->setText(label);
}

void ReadingForm::advise(const Advice& advice)
{
    m_advice->showWarning(advice.sentence);
    m_remedy->setVisible(!advice.remedies.empty() && layer() != nullptr);
    m_remedies->clear();
    for (const auto& [words, help] : advice.remedies) {
        m_remedies->addAction(words, this, help);
    }
    const bool isOne = advice.remedies.size() == 1;
    m_remedy->setMenu(isOne ? nullptr : m_remedies);
    m_remedy->setText(isOne ? advice.remedies.front().first : advice.button);
}

ReadingForm::Advice ReadingForm::toHoldOut()
{
    return {.sentence = tr("Nothing is held out for validation, so nothing tells how the net does on new data."),
            .remedies = {{tr("Hold out a tenth"), [this] { set("validation", 0.1); }}}};
}

void ReadingForm::setTestComesWithData(bool comes)
{
    m_test->setSpecialValueText(comes ? tr("comes with the data") : QString());
    m_validation->setSpecialValueText(comes ? tr("none: uses the test part") : QString());
}

const editor::Node* ReadingForm::layer() const
{
    const auto& nodes = m_document.content().nodes;
    const auto found = std::ranges::find(nodes, m_layerType, [](const editor::Node& node) { return node.layer.type; });
    return found == nodes.end() ? nullptr : &*found;
}

void ReadingForm::set(const std::string& key, const engine::ParamValue& value)
{
    const editor::Node* const node = layer();
    if (!node) {
        return;
    }
    const auto refusal = m_document.change(
        m_edit, [&, id = node->id](editor::Content& content) { editor::setParam(content, id, key, value); },
        QStringLiteral("data:%1").arg(QString::fromStdString(key)));
    if (refusal) {
        emit refused(*refusal);
    }
}

} // namespace studio

#include "moc_reading_form.cpp"
