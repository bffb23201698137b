// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/device_box.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/workspace.h"
#include "editor/widgets/parts.h"

#include <optional>
#include <QDialog>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <string>

namespace studio {
namespace {

const QString automatic = QStringLiteral("auto");
const QString allGpus = QStringLiteral("cuda:all");
const QString someGpus = QStringLiteral("?"); ///< the row that asks which

/// "CUDA:0, CUDA:2"; other names as they are.
QString shownName(const QString& name)
{
    return name.contains(QLatin1Char(',')) ? name.toUpper().split(QLatin1Char(',')).join(QStringLiteral(", ")) : name;
}

/// Asks with check marks; nothing: the user changed their mind.
std::optional<QStringList> askForGpus(QWidget* parent, const QStringList& gpus, const QString& now)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("someGpus"));
    dialog.setWindowTitle(DeviceBox::tr("GPUs that train together"));
    auto* list = new QListWidget(&dialog);
    list->setAccessibleName(dialog.windowTitle());
    const QStringList taken = now.toUpper().split(QLatin1Char(','));
    for (const QString& gpu : gpus) {
        auto* row = new QListWidgetItem(gpu, list);
        row->setCheckState(taken.contains(gpu) ? Qt::Checked : Qt::Unchecked);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    const auto checked = [list] {
        QStringList names;
        for (int row = 0; row < list->count(); ++row) {
            if (list->item(row)->checkState() == Qt::Checked) {
                names.append(list->item(row)->text().toLower());
            }
        }
        return names;
    };
    const auto offer = [=] { buttons->button(QDialogButtonBox::Ok)->setEnabled(!checked().isEmpty()); };
    QObject::connect(list, &QListWidget::itemChanged, &dialog, offer);
    offer();
    editor::inColumn(&dialog, {list, buttons});
    return dialog.exec() == QDialog::Accepted ? std::optional(checked()) : std::nullopt;
}

} // namespace

DeviceBox::DeviceBox(Workspace& workspace, QWidget* parent) : QComboBox(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("device"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::activated, this, &DeviceBox::choose);
    workspace.onChange(this, Change::Choice, [this] { showChosen(); });
}

void DeviceBox::offer(const std::vector<engine::DeviceChoice>& devices)
{
    const QSignalBlocker quiet(this);
    clear();
    m_usable = 0;
    m_gpus.clear();
    addItem(tr("Automatic"), automatic);
    setItemData(0, tr("A GPU where there is one and the engine runs on it, else the processor"), Qt::ToolTipRole);
    for (const engine::DeviceChoice& device : devices) {
        if (!device.refusal) {
            const QString name = QString::fromStdString(device.name);
            addItem(name, name);
            setItemData(count() - 1, QString::fromStdString(device.description), Qt::ToolTipRole);
            ++m_usable;
            if (name.startsWith(QStringLiteral("CUDA:"))) {
                m_gpus.append(name);
            }
        }
    }
    offerGroups();
    showChosen();
}

/// Of two GPUs all are the only group.
void DeviceBox::offerGroups()
{
    if (m_gpus.size() < 2) {
        return;
    }
    addItem(tr("All %1 GPUs together").arg(m_gpus.size()), allGpus);
    setItemData(count() - 1,
                tr("Each trains on its share of the streams of every batch; the losses are those of one GPU"),
                Qt::ToolTipRole);
    if (m_gpus.size() > 2) {
        addItem(tr("Some GPUs together…"), someGpus);
    }
}

bool DeviceBox::isNeeded() const
{
    return m_usable > 1 || m_workspace.nextRun().choice().settings.contains("device");
}

void DeviceBox::choose()
{
    if (currentData() == someGpus) {
        chooseSome();
        return;
    }
    const std::string name = currentData().toString().toStdString();
    m_workspace.nextRun().set("device",
                              currentData() == automatic ? std::nullopt : std::optional<engine::ParamValue>(name));
}

void DeviceBox::chooseSome()
{
    const QString now = QString::fromStdString(m_workspace.nextRun().machine().device.name);
    if (const std::optional<QStringList> gpus = askForGpus(this, m_gpus, now)) {
        m_workspace.nextRun().set("device", gpus->join(QLatin1Char(',')).toStdString());
    }
    showChosen();
}

/// "CUDA" is the first GPU; a device that is not here, as another machine's project may name, gets an entry of its own.
void DeviceBox::showChosen()
{
    const QString name = QString::fromStdString(m_workspace.nextRun().machine().device.name);
    int row = findData(name, Qt::UserRole, Qt::MatchFixedString); // in any case
    row = name.compare(automatic, Qt::CaseInsensitive) == 0 ? 0 : row;
    row = row < 0 ? findText(name + QLatin1Char(':'), Qt::MatchStartsWith) : row;
    if (row < 0 && count() > 0) {
        addItem(shownName(name), name);
        row = count() - 1;
    }
    setCurrentIndex(row);
    setToolTip(itemData(row, Qt::ToolTipRole).toString());
}

} // namespace studio

#include "moc_device_box.cpp"
