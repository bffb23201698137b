// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/engine_rows.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <optional>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

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
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    editor::described(this, {.name = "device"}, this, &DeviceBox::choose);
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

namespace {

constexpr auto noEngines = "–";

/// A choice, with its name in files and in the terminal.
void addPrecisions(QComboBox& box)
{
    box.addItem(EngineRows::tr("Automatic"), QStringLiteral("auto"));
    for (const engine::Precision one :
         {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
        const QString name = QString::fromUtf8(engine::nameOf(one).data());
        box.addItem(name, name);
    }
}

/// "CUDA" of "cuda:1"; empty of "auto".
std::string kindOf(const engine::DeviceWish& wish)
{
    const QString name = QString::fromStdString(wish.name).section(QLatin1Char(':'), 0, 0).toUpper();
    return name == QLatin1String("AUTO") ? std::string() : name.toStdString();
}

/// Each engine once, as it is on that kind of device; where none is asked for, on one that has it.
std::vector<engine::EngineChoice> eachOnce(const std::vector<engine::EngineChoice>& choices, const std::string& kind)
{
    std::vector<engine::EngineChoice> once;
    for (engine::EngineChoice choice : choices) {
        if (!kind.empty() && !choice.device.empty() && choice.device != kind) {
            choice.refusal = EngineRows::tr("it does not run on %1").arg(QString::fromStdString(kind)).toStdString();
        }
        const auto same = std::ranges::find(once, choice.name, &engine::EngineChoice::name);
        if (same == once.end()) {
            once.push_back(std::move(choice));
        } else if (same->refusal && (!choice.refusal || choice.device == kind)) {
            *same = std::move(choice);
        }
    }
    return once;
}

/// As it is chosen; "auto" where it is not.
std::string precisionOf(const engine::RunDescription& choice)
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
    m_engine = editor::described(new QComboBox(panel), {.name = "engine"}, this, &EngineRows::chosen);
    m_engine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addRow(tr("&Engine:"), m_engine);
    m_device = new DeviceBox(workspace, panel);
    addRow(tr("De&vice:"), m_device);
    m_precision = editor::described(new QComboBox(panel), {.name = "precision"}, this, [this] {
        const std::string name = m_precision->currentData().toString().toStdString();
        m_workspace.nextRun().set("precision", name == "auto" ? std::nullopt : std::optional<engine::ParamValue>(name));
    });
    m_precision->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addPrecisions(*m_precision);
    addRow(tr("P&recision:"), m_precision);
    m_layers =
        editor::label({}, panel, editor::Look::Wraps | editor::Look::Plain | editor::Look::Selectable, "layerEngines");
    m_layers->setAccessibleName(tr("Engine of each layer"));
    addRow(tr("Will run:"), m_layers);
    const auto showChoice = [this] { showPrecisionNamed(*m_precision, precisionOf(m_workspace.nextRun().choice())); };
    workspace.onChange(this, Change::Choice, showChoice);
    showChoice();
}

void EngineRows::setChangeable(bool change)
{
    m_engine->setEnabled(change);
    m_device->setEnabled(change);
    m_precision->setEnabled(change);
}

void EngineRows::offerEngines()
{
    if (m_devices.empty()) {
        m_devices = engine::deviceChoices();
    }
    offerEngines(engine::engineChoices(m_workspace.document().derived().model), m_devices);
}

void EngineRows::offerEngines(const std::vector<engine::EngineChoice>& engines,
                              const std::vector<engine::DeviceChoice>& devices)
{
    const QSignalBlocker quiet(m_engine);
    m_device->offer(devices);
    setRowVisible(m_device, m_device->isNeeded());
    m_engine->clear();
    m_hasFused = std::ranges::any_of(engines, [](const engine::EngineChoice& choice) {
        return choice.name == "FUSED" && choice.device == "CUDA" && !choice.refusal;
    });
    if (asLayersSay().isEmpty()) {
        m_engine->addItem(tr("As set in each layer"), QString());
        m_engine->setItemData(0, tr("Each layer uses the engine set in its settings."), Qt::ToolTipRole);
    }
    for (const engine::EngineChoice& choice : eachOnce(engines, kindOf(m_workspace.nextRun().machine().device))) {
        addEngine(choice);
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
    const QString name = m_engine->currentData().toString();
    m_workspace.nextRun().set("engine", name == asLayersSay() ? std::nullopt
                                                              : std::optional<engine::ParamValue>(name.toStdString()));
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

void EngineRows::addEngine(const engine::EngineChoice& choice)
{
    const QString name = QString::fromStdString(choice.name);
    m_engine->addItem(choice.device.empty() ? tr("Fastest (DEFAULT)") : name, name);
    const int row = m_engine->count() - 1;
    QString tip = QCoreApplication::translate("Engines", choice.about.c_str());
    if (choice.refusal) {
        const QString why = editor::inWords(*choice.refusal);
        tip = tr("%1\nNot available: %2").arg(tip, why);
        m_engine->setItemData(row, tr("%1 is not available: %2").arg(name, why), Qt::StatusTipRole);
        qobject_cast<QStandardItemModel*>(m_engine->model())->item(row)->setEnabled(false);
    }
    m_engine->setItemData(row, tip, Qt::ToolTipRole);
}

/// What the next run is to take, be it here or not.
void EngineRows::showEngine()
{
    const engine::EngineWish wish = m_workspace.nextRun().machine().engine;
    const QString engine = wish ? QString::fromStdString(*wish) : asLayersSay();
    int row = m_engine->findData(engine);
    if (row < 0) {
        m_engine->addItem(engine, engine);
        row = m_engine->count() - 1;
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
        const std::optional<engine::Sentence> refusal =
            one && place != nullptr && place->refusal ? place->refusal(*one) : std::nullopt;
        if (refusal) {
            tip = tr("%1\nNot available: %2").arg(tip, editor::inWords(*refusal));
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
    for (const engine::Sentence& line : engine::inWords(layers)) {
        lines << editor::inWords(line);
    }
    m_layers->setToolTip(lines.size() > most ? lines.join(QLatin1Char('\n')) : QString());
    if (lines.size() > most) {
        const auto more = static_cast<int>(lines.size()) - most;
        lines = lines.first(most) << tr("and %n more", nullptr, more);
    }
    m_layers->setText(lines.isEmpty() ? QString::fromUtf8(noEngines) : lines.join(QLatin1Char('\n')));
}

} // namespace studio

#include "moc_engine_rows.cpp"
