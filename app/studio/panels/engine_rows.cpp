// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/engine_rows.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/workspace.h"

#include <algorithm>
#include <optional>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace studio {
namespace {

constexpr auto dash = "–";

/// What somebody may choose, with the name that files and the terminal have for it.
void addPrecisions(QComboBox& box)
{
    box.addItem(EngineRows::tr("Automatic"), QStringLiteral("auto"));
    for (const engine::Precision one :
         {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
        const QString name = QString::fromUtf8(engine::nameOf(one).data());
        box.addItem(name, name);
    }
}

/// As it is chosen; "auto" where it is not.
std::string precisionOf(const RunChoice& choice)
{
    const auto found = choice.settings.find("precision");
    return found == choice.settings.end() ? "auto" : std::get<std::string>(found->second);
}

void showPrecisionNamed(QComboBox& box, const std::string& name)
{
    box.setCurrentIndex(std::max(0, box.findData(QString::fromStdString(name))));
}

} // namespace

EngineRows::EngineRows(Workspace& workspace, QWidget* panel) : m_workspace(workspace)
{
    setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_engine = new QComboBox(panel);
    m_engine->setObjectName(QStringLiteral("engine"));
    m_engine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addRow(tr("&Engine:"), m_engine);
    m_precision = new QComboBox(panel);
    m_precision->setObjectName(QStringLiteral("precision"));
    m_precision->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addPrecisions(*m_precision);
    addRow(tr("P&recision:"), m_precision);
    m_layers = new QLabel(panel);
    m_layers->setObjectName(QStringLiteral("layerEngines"));
    m_layers->setAccessibleName(tr("Engine of each layer"));
    m_layers->setWordWrap(true);
    m_layers->setTextFormat(Qt::PlainText);
    m_layers->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addRow(tr("Will run:"), m_layers);
    connect(m_engine, &QComboBox::activated, this, &EngineRows::chosen);
    connect(m_precision, &QComboBox::activated, this, [this] {
        const std::string name = m_precision->currentData().toString().toStdString();
        m_workspace.nextRun().set("precision", name == "auto" ? std::nullopt : std::optional<engine::ParamValue>(name));
    });
    const auto showChoice = [this] { showPrecisionNamed(*m_precision, precisionOf(m_workspace.nextRun().choice())); };
    connect(&workspace, &Workspace::choiceChanged, this, showChoice);
    showChoice();
}

void EngineRows::setChangeable(bool change)
{
    m_engine->setEnabled(change);
    m_precision->setEnabled(change);
}

void EngineRows::offerEngines()
{
    const QSignalBlocker quiet(m_engine);
    m_engine->clear();
    if (m_devices.empty()) {
        m_devices = engine::deviceChoices();
    }
    m_hasFused = false;
    if (asLayersSay().isEmpty()) {
        m_engine->addItem(tr("As set in each layer"), QStringList{QString(), QStringLiteral("auto")});
        m_engine->setItemData(0, tr("Each layer uses the engine set in its settings."), Qt::ToolTipRole);
    }
    for (const engine::EngineChoice& choice : engine::engineChoices(m_workspace.document().derived().model)) {
        m_hasFused = m_hasFused || (choice.name == "FUSED" && !choice.refusal);
        for (const QString& device : devicesOf(choice.device)) {
            addEngine(choice, device);
        }
    }
    showEngine();
}

void EngineRows::showPlace(const engine::RunPlace* place, const std::vector<engine::LayerEngine>& layers)
{
    showPrecision(place);
    showLayers(layers);
}

void EngineRows::chosen()
{
    RunChoice choice = m_workspace.nextRun().choice();
    const auto take = [&](const char* key, const std::string& value, const std::string& plain) {
        choice.settings.erase(key);
        if (value != plain) {
            choice.settings.emplace(key, value);
        }
    };
    if (const QStringList chosen = m_engine->currentData().toStringList(); chosen.size() == 2) {
        take("engine", chosen[0].toStdString(), asLayersSay().toStdString());
        take("device", chosen[1].toStdString(), "auto");
    }
    m_workspace.nextRun().setChoice(choice);
}

/// The devices of a kind that can be taken; the kind itself where there are not several.
QStringList EngineRows::devicesOf(const std::string& kind) const
{
    QStringList names;
    for (const engine::DeviceChoice& device : m_devices) {
        if (!kind.empty() && !device.refusal && device.name.starts_with(kind)) {
            names << QString::fromStdString(device.name);
        }
    }
    return names.size() > 1 ? names : QStringList(QString::fromStdString(kind));
}

/// What the list of engines has for a run that names none. Without a layer that names one, that is the fastest.
QString EngineRows::asLayersSay() const
{
    const bool named = std::ranges::any_of(m_workspace.document().derived().model.layers, [](const auto& layer) {
        const auto engine = layer.params.find("engine");
        return engine != layer.params.end() && engine->second != engine::ParamValue(std::string("DEFAULT"));
    });
    return named ? QString() : QStringLiteral("DEFAULT");
}

void EngineRows::addEngine(const engine::EngineChoice& choice, const QString& device)
{
    const bool anywhere = choice.device.empty();
    const QString name = QString::fromStdString(choice.name);
    m_engine->addItem(anywhere ? tr("Fastest (DEFAULT)") : tr("%1 on %2").arg(name, device),
                      QStringList{name, anywhere ? QStringLiteral("auto") : device});
    const int row = m_engine->count() - 1;
    QString tip = QCoreApplication::translate("Engines", choice.about.c_str());
    if (choice.refusal) {
        tip = tr("%1\nNot available: %2").arg(tip, QCoreApplication::translate("Engines", choice.refusal->c_str()));
        qobject_cast<QStandardItemModel*>(m_engine->model())->item(row)->setEnabled(false);
    }
    m_engine->setItemData(row, tip, Qt::ToolTipRole);
}

/// What the next run is to take, which may be none of the engines' usual places: the fastest, but on the CPU.
void EngineRows::showEngine()
{
    const engine::RunPlan machine = m_workspace.nextRun().machine();
    const QString engine = machine.engine ? QString::fromStdString(*machine.engine) : asLayersSay(),
                  device = QString::fromStdString(machine.device.name);
    int row = 0;
    while (row < m_engine->count()) {
        const QStringList one = m_engine->itemData(row).toStringList();
        if (one[0] == engine && one[1].compare(device, Qt::CaseInsensitive) == 0) {
            break;
        }
        ++row;
    }
    if (row == m_engine->count()) {
        m_engine->addItem(tr("%1 on %2").arg(engine, device), QStringList{engine, device});
    }
    m_engine->setCurrentIndex(row);
    m_engine->setToolTip(m_engine->itemData(row, Qt::ToolTipRole).toString());
}

/// Which precisions can be chosen at that place, and what the choice comes to there.
void EngineRows::showPrecision(const engine::RunPlace* place)
{
    for (int row = 0; row < m_precision->count(); ++row) {
        const auto one = engine::precisionNamed(m_precision->itemData(row).toString().toStdString());
        QString tip = one ? QCoreApplication::translate("Engines", engine::meaningOf(*one))
                          : tr("Fastest without loss of accuracy: bf16 where the hardware supports it, else fp32");
        const std::optional<std::string> refusal =
            one && place != nullptr && place->refusal ? place->refusal(*one) : std::nullopt;
        if (refusal) {
            tip = tr("%1\nNot available: %2").arg(tip, QCoreApplication::translate("Engines", refusal->c_str()));
        }
        qobject_cast<QStandardItemModel*>(m_precision->model())->item(row)->setEnabled(!refusal);
        m_precision->setItemData(row, tip, Qt::ToolTipRole);
    }
    const bool isAuto = !engine::precisionNamed(precisionOf(m_workspace.nextRun().choice()));
    m_precision->setItemText(0, place != nullptr && isAuto
                                    ? tr("Automatic: %1").arg(QString::fromUtf8(nameOf(place->precision).data()))
                                    : tr("Automatic"));
    showPrecisionNamed(*m_precision, precisionOf(m_workspace.nextRun().choice()));
    m_precision->setToolTip(m_precision->currentData(Qt::ToolTipRole).toString());
}

/// The first few in the form, all of them in the tooltip.
void EngineRows::showLayers(const std::vector<engine::LayerEngine>& layers)
{
    constexpr int most = 4;
    QStringList lines;
    for (const std::string& line : engine::inWords(layers)) {
        lines << QString::fromStdString(line);
    }
    m_layers->setToolTip(lines.size() > most ? lines.join(QLatin1Char('\n')) : QString());
    if (lines.size() > most) {
        const auto more = static_cast<int>(lines.size()) - most;
        lines = lines.first(most) << tr("and %n more", nullptr, more);
    }
    m_layers->setText(lines.isEmpty() ? QString::fromUtf8(dash) : lines.join(QLatin1Char('\n')));
}

} // namespace studio
