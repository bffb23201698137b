// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/device_box.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/workspace.h"

#include <optional>
#include <QSignalBlocker>
#include <string>

namespace studio {
namespace {

const QString automatic = QStringLiteral("auto");

} // namespace

DeviceBox::DeviceBox(Workspace& workspace, QWidget* parent) : QComboBox(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("device"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::activated, this, &DeviceBox::choose);
    connect(&workspace, &Workspace::choiceChanged, this, &DeviceBox::showChosen);
}

void DeviceBox::offer(const std::vector<engine::DeviceChoice>& devices)
{
    const QSignalBlocker quiet(this);
    clear();
    m_usable = 0;
    addItem(tr("Automatic"), automatic);
    setItemData(0, tr("A GPU where there is one and the engine runs on it, else the processor"), Qt::ToolTipRole);
    for (const engine::DeviceChoice& device : devices) {
        if (!device.refusal) {
            const QString name = QString::fromStdString(device.name);
            addItem(name, name);
            setItemData(count() - 1, QString::fromStdString(device.description), Qt::ToolTipRole);
            ++m_usable;
        }
    }
    showChosen();
}

bool DeviceBox::isNeeded() const
{
    return m_usable > 1 || m_workspace.nextRun().choice().settings.contains("device");
}

void DeviceBox::choose()
{
    const std::string name = currentData().toString().toStdString();
    m_workspace.nextRun().set("device",
                              currentData() == automatic ? std::nullopt : std::optional<engine::ParamValue>(name));
}

/// "CUDA" is the first GPU; a device that is not here, as another machine's project may name, gets an entry of its own.
void DeviceBox::showChosen()
{
    const QString name = QString::fromStdString(m_workspace.nextRun().machine().device.name);
    int row = findText(name, Qt::MatchFixedString); // in any case
    row = name.compare(automatic, Qt::CaseInsensitive) == 0 ? 0 : row;
    row = row < 0 ? findText(name + QLatin1Char(':'), Qt::MatchStartsWith) : row;
    if (row < 0 && count() > 0) {
        addItem(name, name);
        row = count() - 1;
    }
    setCurrentIndex(row);
    setToolTip(itemData(row, Qt::ToolTipRole).toString());
}

} // namespace studio
