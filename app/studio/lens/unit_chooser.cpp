// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/unit_chooser.h"

#include "app/studio/lens/lens_row.h"
#include "app/studio/lens/lens_words.h"
#include "editor/panels/calculating_box.h"

#include <algorithm>
#include <QComboBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <utility>

namespace studio {

UnitChooser::UnitChooser(QWidget* parent) : QWidget(parent)
{
    m_layer = makeLensBox(tr("Layer"), tr("The recurrent layer"));
    m_quantity = makeLensBox(tr("Quantity"), tr("Which gate or state of the unit"));
    m_unit = new editor::WholeBox;
    m_unit->setAccessibleName(tr("Unit"));
    m_unit->setToolTip(tr("The unit; a click on the map below chooses one too"));
    m_unit->setPrefix(tr("Unit "));
    m_unit->setWrapping(true);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &UnitChooser::fillQuantities);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &UnitChooser::chosen);
    connect(m_unit, &QSpinBox::valueChanged, this, &UnitChooser::chosen);
    auto* clamp = new QPushButton(tr("Clamp…"));
    clamp->setToolTip(tr("Set or clamp the unit's state while the net writes"));
    connect(clamp, &QPushButton::clicked, this, &UnitChooser::requestClamp);
    layOutLensRow(*this, {m_layer, m_quantity, m_unit, clamp});
    setReading(nullptr);
}

void UnitChooser::requestClamp()
{
    if (const engine::UnitValues* values = layer()) {
        const std::string state(values->isState(quantity()) ? values->nameOf(quantity()) : "h");
        emit clampRequested({.layer = values->layer, .stacked = values->stacked, .state = state, .unit = unit()});
    }
}

void UnitChooser::setReading(std::shared_ptr<const LensReading> reading)
{
    const std::size_t layerBefore = static_cast<std::size_t>(std::max(0, m_layer->currentIndex()));
    const std::int64_t quantityBefore = quantity(), unitBefore = unit();
    m_reading = std::move(reading);
    setEnabled(m_reading != nullptr);
    const QSignalBlocker quiet(m_layer);
    m_layer->clear();
    if (!m_reading) {
        return;
    }
    for (const engine::UnitValues& values : m_reading->layers) {
        m_layer->addItem(layerWords(values));
    }
    const std::size_t layer = std::min(layerBefore, m_reading->layers.size() - 1);
    const engine::UnitValues& values = m_reading->layers[layer];
    choose(layer, quantityBefore >= 0 ? std::min(quantityBefore, values.quantities() - 1) : values.cell->gateCount(),
           std::min(unitBefore, values.units - 1));
}

const engine::UnitValues* UnitChooser::layer() const
{
    const int row = m_layer->currentIndex();
    return m_reading && row >= 0 ? &m_reading->layers[static_cast<std::size_t>(row)] : nullptr;
}

int UnitChooser::layerNumber() const
{
    return m_layer->currentIndex();
}

std::int64_t UnitChooser::quantity() const
{
    return m_quantity->currentIndex();
}

std::int64_t UnitChooser::unit() const
{
    return m_unit->value();
}

void UnitChooser::choose(std::size_t layer, std::int64_t quantity, std::int64_t unit)
{
    {
        const QSignalBlocker quiet(this), quietLayer(m_layer), quietQuantity(m_quantity), quietUnit(m_unit);
        m_layer->setCurrentIndex(static_cast<int>(layer));
        fillQuantities();
        m_quantity->setCurrentIndex(static_cast<int>(quantity));
        m_unit->setValue(static_cast<int>(unit));
    }
    emit chosen();
}

void UnitChooser::chooseUnit(std::int64_t unit)
{
    m_unit->setValue(static_cast<int>(unit));
}

void UnitChooser::fillQuantities()
{
    const engine::UnitValues* values = layer();
    if (values == nullptr) {
        return;
    }
    {
        const QSignalBlocker quietQuantity(m_quantity), quietUnit(m_unit);
        const int before = m_quantity->currentIndex();
        m_quantity->clear();
        for (std::int64_t quantity = 0; quantity < values->quantities(); ++quantity) {
            m_quantity->addItem(quantityWords(*values, quantity));
        }
        m_quantity->setCurrentIndex(
            before >= 0 && before < m_quantity->count() ? before : static_cast<int>(values->cell->gateCount()));
        m_unit->setRange(0, static_cast<int>(values->units) - 1);
    }
    emit chosen();
}

} // namespace studio

#include "moc_unit_chooser.cpp"
