// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/engine_rows.h"

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
#include <string_view>
#include <tuple>

namespace studio {

namespace {

const QString automatic = QStringLiteral("auto");
const QString allGpus = QStringLiteral("cuda:all");
const QString someGpus = QStringLiteral("?"); ///< the row that asks which

/// Translates with the words of the devices.
struct DeviceBox {
    Q_DECLARE_TR_FUNCTIONS(studio::DeviceBox)
};

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

constexpr auto noEngines = "–";

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

void addRowTo(QComboBox& box, const QString& words, const QString& name, const QString& tip)
{
    box.addItem(words, name);
    box.setItemData(box.count() - 1, tip, Qt::ToolTipRole);
}

/// Chooses a row of the box, or one that is added where there is none of that number.
void choose(QComboBox& box, int row, const QString& words, const QString& name)
{
    if (row < 0) {
        row = box.count();
        box.addItem(words, name);
    }
    box.setCurrentIndex(row);
    box.setToolTip(box.itemData(row, Qt::ToolTipRole).toString());
}

} // namespace

EngineRows::EngineRows(Workspace& workspace, QWidget* panel) : m_workspace(workspace)
{
    setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const auto& [box, key, label] :
         {std::tuple(&m_engine, "engine", tr("&Engine:")), std::tuple(&m_device, "device", tr("De&vice:")),
          std::tuple(&m_precision, "precision", tr("P&recision:"))}) {
        *box = editor::described(new QComboBox(panel), {.name = key}, this, [this, made = box, setting = key] {
            if ((*made)->currentData() == someGpus) {
                chooseGpus();
            } else {
                set(setting, (*made)->currentData().toString());
            }
        });
        (*box)->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        addRow(label, *box);
    }
    m_precision->addItem(tr("Automatic"), automatic);
    for (const engine::Precision one :
         {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
        const QString name = QString::fromUtf8(engine::nameOf(one).data());
        m_precision->addItem(name, name);
    }
    m_layers =
        editor::label({}, panel, editor::Look::Wraps | editor::Look::Plain | editor::Look::Selectable, "layerEngines");
    m_layers->setAccessibleName(tr("Engine of each layer"));
    addRow(tr("Will run:"), m_layers);
    workspace.onChange(this, Change::Choice, [this] {
        showDevice();
        showPrecisionName();
    });
    showPrecisionName();
}

/// To what counts where nothing is chosen: the setting is not given.
void EngineRows::set(const char* key, const QString& name)
{
    const bool isUnset = name == (key == std::string_view("engine") ? asLayersSay() : automatic);
    m_workspace.nextRun().set(key, isUnset ? std::nullopt : std::optional<engine::ParamValue>(name.toStdString()));
}

void EngineRows::setChangeable(bool change)
{
    for (QComboBox* const box : {m_engine, m_device, m_precision}) {
        box->setEnabled(change);
    }
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
    offerDevices(devices);
    m_engine->clear();
    m_hasFused = std::ranges::any_of(engines, [](const engine::EngineChoice& choice) {
        return choice.name == "FUSED" && choice.device == "CUDA" && !choice.refusal;
    });
    if (asLayersSay().isEmpty()) {
        addRowTo(*m_engine, tr("As set in each layer"), {}, tr("Each layer uses the engine set in its settings."));
    }
    for (const engine::EngineChoice& choice : eachOnce(engines, kindOf(m_workspace.nextRun().machine().device))) {
        addEngine(choice);
    }
    const engine::EngineWish wish = m_workspace.nextRun().machine().engine; // be it here or not
    const QString engine = wish ? QString::fromStdString(*wish) : asLayersSay();
    choose(*m_engine, m_engine->findData(engine), engine, engine);
}

/// Those of them that can be taken; a form need not show the only one.
void EngineRows::offerDevices(const std::vector<engine::DeviceChoice>& devices)
{
    const QSignalBlocker quiet(m_device);
    m_device->clear();
    m_gpus.clear();
    addRowTo(*m_device, DeviceBox::tr("Automatic"), automatic,
             DeviceBox::tr("A GPU where there is one and the engine runs on it, else the processor"));
    for (const engine::DeviceChoice& device : devices) {
        const QString name = QString::fromStdString(device.name);
        if (!device.refusal) {
            addRowTo(*m_device, name, name, QString::fromStdString(device.description));
            m_gpus += name.startsWith(QStringLiteral("CUDA:")) ? QStringList(name) : QStringList();
        }
    }
    const bool isNeeded = m_device->count() > 2 || m_workspace.nextRun().choice().settings.contains("device");
    if (m_gpus.size() > 1) {
        addRowTo(
            *m_device, DeviceBox::tr("All %1 GPUs together").arg(m_gpus.size()), allGpus,
            DeviceBox::tr("Each trains on its share of the streams of every batch; the losses are those of one GPU"));
    }
    if (m_gpus.size() > 2) { // of two all are the only group
        m_device->addItem(DeviceBox::tr("Some GPUs together…"), someGpus);
    }
    showDevice();
    setRowVisible(m_device, isNeeded);
}

void EngineRows::chooseGpus()
{
    const QString now = QString::fromStdString(m_workspace.nextRun().machine().device.name);
    if (const std::optional<QStringList> gpus = askForGpus(m_device, m_gpus, now)) {
        m_workspace.nextRun().set("device", gpus->join(QLatin1Char(',')).toStdString());
    }
    showDevice();
}

/// "CUDA" is the first GPU; a device that is not here, as another machine's project may name, gets an entry of its own.
void EngineRows::showDevice()
{
    const QString name = QString::fromStdString(m_workspace.nextRun().machine().device.name);
    int row = m_device->findData(name, Qt::UserRole, Qt::MatchFixedString); // in any case
    row = row < 0 ? m_device->findText(name + QLatin1Char(':'), Qt::MatchStartsWith) : row;
    if (m_device->count() > 0) {
        choose(*m_device, row, shownName(name), name);
    }
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
    const QString about = QCoreApplication::translate("Engines", choice.about.c_str());
    const QString why = choice.refusal ? editor::inWords(*choice.refusal) : QString();
    addRowTo(*m_engine, choice.device.empty() ? tr("Fastest (DEFAULT)") : name, name,
             choice.refusal ? tr("%1\nNot available: %2").arg(about, why) : about);
    if (choice.refusal) {
        const int row = m_engine->count() - 1;
        m_engine->setItemData(row, tr("%1 is not available: %2").arg(name, why), Qt::StatusTipRole);
        qobject_cast<QStandardItemModel*>(m_engine->model())->item(row)->setEnabled(false);
    }
}

void EngineRows::showPrecisionName()
{
    const std::string name = precisionOf(m_workspace.nextRun().choice());
    m_precision->setCurrentIndex(std::max(0, m_precision->findData(QString::fromStdString(name))));
}

void EngineRows::showPlace(const engine::RunPlace* place, const std::vector<engine::LayerEngine>& layers)
{
    showLayers(layers);
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
    showPrecisionName();
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
