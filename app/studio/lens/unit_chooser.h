// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_reading.h"
#include "engine/graph/held_unit.h"

#include <cstdint>
#include <memory>
#include <QWidget>

class QComboBox;
class QSpinBox;

namespace studio {

/// Chooses one series of a reading: a layer, one of its gates or states, a unit.
class UnitChooser : public QWidget {
    Q_OBJECT

public:
    explicit UnitChooser(QWidget* parent = nullptr);

    /// Keeps the choice as far as the net has it; chosen() follows. Null: there is nothing to choose.
    void setReading(std::shared_ptr<const LensReading> reading);

    void choose(std::size_t layer, std::int64_t quantity, std::int64_t unit);
    void chooseUnit(std::int64_t unit); ///< of the same layer and quantity

    const engine::UnitValues* layer() const; ///< null: nothing was read
    int layerNumber() const;                 ///< negative: nothing was read
    std::int64_t quantity() const;           ///< negative: none
    std::int64_t unit() const;

signals:
    void chosen();                                     ///< another series
    void clampRequested(const engine::HeldUnit& unit); ///< the unit's state

private:
    void requestClamp();
    void fillQuantities();

    std::shared_ptr<const LensReading> m_reading; ///< shared with the panel and the search
    QComboBox *m_layer, *m_quantity;
    QSpinBox* m_unit;
};

} // namespace studio
