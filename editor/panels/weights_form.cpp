// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/weights_form.h"

#include "editor/document/edits.h"
#include "editor/panels/number_box.h"
#include "editor/widgets/field_problem.h"

#include <algorithm>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace editor {
namespace {

constexpr double maxMultiple = 1e6;

/// The settings of the weight at a place; those behind the last given one are at their defaults.
engine::WeightSettings settingsAt(const engine::Layer& layer, std::size_t place)
{
    return place < layer.weights.size() ? layer.weights[place] : engine::WeightSettings();
}

} // namespace

WeightsForm::WeightsForm(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_frozen(new QCheckBox(tr("Frozen"), this)),
      m_problem(new FieldProblem(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_frozen);
    m_frozen->setToolTip(tr("Training does not change the weights of the layer."));
    connect(m_frozen, &QCheckBox::clicked, this, &WeightsForm::freeze);
}

void WeightsForm::show(const std::vector<Id>& ids)
{
    m_ids = ids;
    bool all = true, any = false;
    m_hasWeights = false;
    for (const Id id : ids) {
        const Node* node = m_document.content().find(id);
        const engine::LayerSizes* sizes = m_document.sizes(id);
        if (!node || ((!sizes || sizes->sizes.weights.empty()) && node->layer.weights.empty())) {
            continue;
        }
        m_hasWeights = true;
        all = all && isFrozen(*node);
        any = any || isFrozen(*node);
    }
    m_frozen->setTristate(any && !all);
    m_frozen->setCheckState(any && !all ? Qt::PartiallyChecked : any ? Qt::Checked : Qt::Unchecked);
    m_problem->showError({});
    const engine::LayerSizes* single = ids.size() == 1 ? m_document.sizes(ids.front()) : nullptr;
    build(single ? single->sizes : engine::Sizes());
    for (const Row& row : m_rows) {
        const engine::WeightSettings settings = settingsAt(m_document.content().find(ids.front())->layer, row.place);
        row.rate->show(engine::ParamValue(settings.lrMult.value_or(1.0)));
        row.decay->show(engine::ParamValue(settings.decayMult.value_or(1.0)));
        if (const QString name = QString::fromStdString(settings.name); row.name->text() != name) {
            row.name->setText(name);
        }
    }
}

void WeightsForm::build(const engine::Sizes& sizes)
{
    std::vector<std::string> names;
    for (const engine::WeightSpec& weight : sizes.weights) {
        names.push_back(weight.name);
    }
    if (names == m_shown && m_table) {
        return;
    }
    m_shown = names;
    m_rows.clear();
    if (m_table) {
        m_table->hide();
        m_table->deleteLater();
    }
    m_table = new QWidget(this);
    layout()->addWidget(m_table);
    auto* grid = new QGridLayout(m_table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->setColumnStretch(3, 1);
    if (!names.empty()) {
        grid->addWidget(new QLabel(tr("Rate ×"), m_table), 0, 1);
        grid->addWidget(new QLabel(tr("Decay ×"), m_table), 0, 2);
        grid->addWidget(new QLabel(tr("Shared as"), m_table), 0, 3);
    }
    for (std::size_t weight = 0; weight < names.size(); ++weight) {
        addRow(grid, QString::fromStdString(names[weight]), sizes.weights[weight].blob.value_or(weight));
    }
}

void WeightsForm::addRow(QGridLayout* grid, const QString& weight, std::size_t place)
{
    const engine::FloatRange range{1, 0, maxMultiple};
    const Row row{weight, place, new NumberBox(range, m_table), new NumberBox(range, m_table), new QLineEdit(m_table)};
    const int line = grid->rowCount();
    auto* label = new QLabel(weight, m_table);
    label->setBuddy(row.rate);
    grid->addWidget(label, line, 0);
    grid->addWidget(row.rate, line, 1);
    grid->addWidget(row.decay, line, 2);
    grid->addWidget(row.name, line, 3);
    row.rate->setAccessibleName(tr("Learning rate factor of %1").arg(weight));
    row.rate->setToolTip(tr("Factor of the learning rate; 0 freezes the weight."));
    row.decay->setAccessibleName(tr("Weight decay factor of %1").arg(weight));
    row.decay->setToolTip(tr("Factor of the weight decay; 0: no decay."));
    row.name->setAccessibleName(tr("Name under which %1 is shared").arg(weight));
    row.name->setToolTip(tr("Weights of the same name are one tensor. Empty: the layer's own."));
    row.name->setPlaceholderText(tr("not shared"));
    connect(row.rate, &NumberBox::edited, this,
            [this, row] { setNumber(row, *row.rate, &engine::WeightSettings::lrMult); });
    connect(row.decay, &NumberBox::edited, this,
            [this, row] { setNumber(row, *row.decay, &engine::WeightSettings::decayMult); });
    for (const NumberBox* box : {row.rate, row.decay}) {
        connect(box, &NumberBox::editingFinished, this, [this] { ++m_typing; });
    }
    connect(row.name, &QLineEdit::textEdited, this, [this, row](const QString& name) { setName(row, name); });
    m_rows.push_back(row);
}

void WeightsForm::setNumber(const Row& row, const NumberBox& box, std::optional<double> engine::WeightSettings::*member)
{
    const auto value = box.value();
    const double number = value ? std::get<double>(*value) : -1;
    const bool bad = number < 0 || number > maxMultiple;
    m_problem->showAt(member == &engine::WeightSettings::lrMult ? *row.rate : *row.decay,
                      bad ? tr("%1: this must be a number from 0 to 1,000,000.").arg(row.weight) : QString());
    const QString key = mergeKey(member == &engine::WeightSettings::lrMult ? "lr" : "decay", row.place);
    if (bad) {
        m_document.takeBack(key);
        return;
    }
    change(tr("Set the learning rate factor of %1").arg(row.weight), key, row.place,
           [number, member](auto& settings) { settings.*member = number == 1 ? std::nullopt : std::optional(number); });
}

void WeightsForm::setName(const Row& row, const QString& name)
{
    change(tr("Share %1").arg(row.weight), mergeKey("name", row.place), row.place,
           [&](auto& settings) { settings.name = name.toStdString(); });
}

QString WeightsForm::mergeKey(const char* setting, std::size_t place) const
{
    return QStringLiteral("weight/%1/%2/%3/%4").arg(m_ids.front()).arg(place).arg(QLatin1String(setting)).arg(m_typing);
}

void WeightsForm::change(const QString& label, const QString& mergeKey, std::size_t place,
                         const std::function<void(engine::WeightSettings&)>& edit)
{
    const Id id = m_ids.front();
    m_document.change(
        label,
        [&](Content& content) {
            std::vector<engine::WeightSettings>& weights = content.find(id)->layer.weights;
            weights.resize(std::max(weights.size(), place + 1));
            edit(weights[place]);
            while (!weights.empty() && weights.back() == engine::WeightSettings()) {
                weights.pop_back();
            }
        },
        mergeKey);
}

void WeightsForm::freeze(bool frozen)
{
    m_frozen->setTristate(false);
    const auto refusal = m_document.change(frozen ? tr("Freeze") : tr("Unfreeze"), [&](Content& content) {
        for (const Id id : m_ids) {
            const engine::LayerSizes* sizes = m_document.sizes(id);
            if (sizes && !sizes->sizes.weights.empty()) {
                setFrozen(content, id, frozen);
            }
        }
    });
    m_problem->showAt(*m_frozen, refusal.value_or(QString()));
}

} // namespace editor

#include "moc_weights_form.cpp"
