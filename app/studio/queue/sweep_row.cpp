// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_row.h"

#include "app/contest/net_variants.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/cells/library.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_specs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <set>
#include <utility>

namespace studio {
namespace {

enum Kind { List, Range, LogRange };

bool isSingle(const engine::ParamSpec& spec)
{
    return std::holds_alternative<engine::IntRange>(spec.kind) ||
           std::holds_alternative<engine::FloatRange>(spec.kind) ||
           std::holds_alternative<engine::Choices>(spec.kind) || std::holds_alternative<engine::Flag>(spec.kind);
}

/// The solver's settings in place of which a run's own are given.
bool isOfRuns(const engine::ParamSpec& spec)
{
    return std::ranges::any_of(engine::runSpecs(), [&](const engine::RunSpec& run) {
        return run.solverKey == spec.key && run.solverKeySays == engine::RunSpec::SolverKey::SaysTheSame;
    });
}

/// What a run tells, when it saves, what Caffe alone makes of it: the same is learned with any value.
bool changesLearning(const engine::ParamSpec& spec)
{
    constexpr std::array<std::string_view, 9> others = {
        "average_loss",        "snapshot_after_train", "snapshot_diff", "snapshot_format",  "test_compute_loss",
        "test_initialization", "solver_mode",          "device_id",     "layer_wise_reduce"};
    return std::ranges::find(others, spec.key) == others.end();
}

void add(std::vector<SweptSetting>& settings, std::span<const engine::ParamSpec> specs, const engine::Params& now,
         SweptSetting::Group group, const std::string& owner)
{
    const bool isSolver = group == SweptSetting::Group::Learning;
    for (const engine::ParamSpec& spec : specs) {
        const auto value = now.find(spec.key);
        if (isSingle(spec) && !editor::isAdvanced(spec) && !isOfRuns(spec) && changesLearning(spec)) {
            const QString label = editor::engineText(isSolver ? "Solver" : "Layers", spec.label);
            settings.push_back(
                {.name = owner + "." + std::string(spec.key),
                 .label = isSolver ? label : SweepRow::tr("%1: %2").arg(QString::fromStdString(owner), label),
                 .spec = &spec,
                 .group = group,
                 .value = value == now.end() ? QString() : QString::fromStdString(engine::optionText(value->second))});
        }
    }
}

template <typename Complete>
engine::Params completeOr(const engine::Params& given, const Complete& complete)
{
    try {
        return complete();
    } catch (const engine::Error&) { // a problem that is told elsewhere
        return given;
    }
}

/// The cells that have names.
QString knownCells()
{
    QStringList names = {QStringLiteral("drawn")};
    for (const std::string& name : contest::cellNames()) {
        if (!name.starts_with("bidirectional_") && name != "rnn") { // which is rnn_tanh
            names.append(QString::fromStdString(name));
        }
    }
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        names.append(QStringLiteral("cell:") +
                     QString::fromUtf8(cell.name.data(), static_cast<qsizetype>(cell.name.size())));
    }
    return names.join(QStringLiteral(", "));
}

/// What could be tried, as an example in an empty field.
QString exampleFor(const SweptSetting& setting)
{
    if (setting.name == "cell") {
        return QStringLiteral("drawn, lstm, gru, cell:janet");
    }
    const auto listed = [](const QStringList& values) { return values.join(QStringLiteral(", ")); };
    if (const auto* choices = std::get_if<engine::Choices>(&setting.spec->kind)) {
        QStringList names;
        for (const std::string_view name : choices->names) {
            names.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        }
        return listed(names);
    }
    if (std::holds_alternative<engine::Flag>(setting.spec->kind)) {
        return QStringLiteral("on, off");
    }
    const double now = QLocale::c().toDouble(setting.value);
    const bool isWhole = std::holds_alternative<engine::IntRange>(setting.spec->kind);
    const auto text = [&](double value) {
        return isWhole ? QString::number(std::llround(value)) : QString::number(value, 'g', 4);
    };
    return now > 0 ? listed({text(isWhole ? std::ceil(now / 2) : now / 2), text(now), text(2 * now)})
                   : listed({QStringLiteral("0"), isWhole ? QStringLiteral("1") : QStringLiteral("0.5")});
}

/// Of "0,01, 0,02" the "0,01", which a German would read as one number; empty where commas only separate.
QString doubtfulNumber(const QString& list)
{
    static const QRegularExpression between(QStringLiteral("[;\\s]+"));
    for (QString value : list.split(between, Qt::SkipEmptyParts)) {
        value.chop(value.endsWith(QLatin1Char(',')) ? 1 : 0);
        if (value.count(QLatin1Char(',')) == 1 && !value.contains(QLatin1Char('.'))) {
            return value;
        }
    }
    return {};
}

} // namespace

std::vector<SweptSetting> settingsOf(const engine::RunDescription& given)
{
    std::vector<SweptSetting> settings;
    const engine::SolverSettings& solver = given.solver;
    add(settings, engine::solverSpecs(), completeOr(solver.params, [&] { return engine::completeParams(solver); }),
        SweptSetting::Group::Learning, "solver");
    static const engine::ParamSpec cell = {
        .key = "cell",
        .label = ENGINE_TEXT("Layers", "Cell"),
        .help = ENGINE_TEXT("Layers", "The cell of all recurrent layers; drawn is the net as it is, cell:FILE one of "
                                      "your own."),
        .kind = engine::FreeText{}};
    if (std::ranges::any_of(given.model.layers, [](const engine::Layer& layer) {
            const engine::LayerType* const type = engine::findLayerType(layer.type);
            return type && type->group == engine::LayerGroup::Recurrent;
        })) {
        settings.push_back({.name = "cell",
                            .label = editor::engineText("Layers", cell.label),
                            .spec = &cell,
                            .group = SweptSetting::Group::Net});
    }
    std::set<std::string> known;
    for (const engine::Layer& layer : given.model.layers) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        const bool isTaken = layer.name == "solver"; // which names the solver's settings where values are set
        if (type && !isTaken && known.insert(layer.name).second) { // of two phases' layers both get the value
            const bool isData = type->group == engine::LayerGroup::Source;
            add(settings, type->params,
                completeOr(layer.params, [&] { return engine::completeParams(layer, given.model.dialect); }),
                isData ? SweptSetting::Group::Data : SweptSetting::Group::Net, layer.name);
        }
    }
    std::ranges::stable_sort(settings, {}, &SweptSetting::group);
    return settings;
}

SweepRow::SweepRow(const std::vector<SweptSetting>& settings, const engine::RunDescription& given, int chosen,
                   QWidget* parent)
    : QWidget(parent), m_settings(settings), m_given(given)
{
    m_setting = new QComboBox(this);
    m_setting->setObjectName(QStringLiteral("sweepSetting"));
    m_setting->setAccessibleName(tr("Setting that varies"));
    m_setting->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_setting->setMinimumContentsLength(22);
    m_setting->setMaxVisibleItems(24);
    fillSettings();
    m_setting->setCurrentIndex(m_setting->findData(chosen));
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("sweepKind"));
    m_kind->setAccessibleName(tr("How its values are given"));
    m_kind->addItems({tr("these values"), tr("a range"), tr("a range, logarithmic")});
    const auto field = [this](const char* name, const QString& accessible) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(QString::fromLatin1(name));
        edit->setAccessibleName(accessible);
        connect(edit, &QLineEdit::textChanged, this, &SweepRow::changed);
        return edit;
    };
    m_list = field("sweepList", tr("Values to try, with commas between them"));
    m_from = field("sweepFrom", tr("Lower end of the range"));
    m_to = field("sweepTo", tr("Upper end of the range"));
    m_until = new QLabel(tr("to"), this);
    auto* remove = new QToolButton(this);
    remove->setObjectName(QStringLiteral("sweepRemove"));
    remove->setIcon(editor::icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Do not vary this setting"));
    remove->setAccessibleName(remove->toolTip());
    m_problem = new editor::TintedLabel(this);
    m_problem->setObjectName(QStringLiteral("sweepProblem"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_setting, 3);
    row->addWidget(m_kind);
    row->addWidget(m_list, 4);
    row->addWidget(m_from, 2);
    row->addWidget(m_until);
    row->addWidget(m_to, 2);
    row->addWidget(remove);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(row);
    rows->addWidget(m_problem);
    m_problem->hide();
    connect(remove, &QToolButton::clicked, this, &SweepRow::removed);
    for (const QComboBox* box : {m_setting, m_kind}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            if (!m_setting->currentData().isValid()) { // a heading was typed
                m_setting->setCurrentIndex(m_setting->currentIndex() + 1);
            }
            showKind();
            emit changed();
        });
    }
    showKind();
}

/// Under a heading for each group; a part of a name that is typed finds it.
void SweepRow::fillSettings()
{
    m_setting->setEditable(true);
    m_setting->setInsertPolicy(QComboBox::NoInsert);
    m_setting->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_setting->completer()->setFilterMode(Qt::MatchContains);
    auto& items = dynamic_cast<QStandardItemModel&>(*m_setting->model());
    std::optional<SweptSetting::Group> group;
    for (int place = 0; place < static_cast<int>(m_settings.size()); ++place) {
        const SweptSetting& one = m_settings[static_cast<std::size_t>(place)];
        if (std::exchange(group, one.group) != one.group) {
            m_setting->addItem(one.group == SweptSetting::Group::Learning ? tr("Learning")
                               : one.group == SweptSetting::Group::Net    ? tr("Net")
                                                                          : tr("Data"));
            QStandardItem& heading = *items.item(m_setting->count() - 1);
            heading.setFlags(Qt::NoItemFlags);
            QFont bold = font();
            bold.setBold(true);
            heading.setFont(bold);
        }
        m_setting->addItem(one.label, place);
        const char* const context = one.group == SweptSetting::Group::Learning ? "Solver" : "Layers";
        m_setting->setItemData(m_setting->count() - 1, editor::engineText(context, one.spec->help), Qt::ToolTipRole);
    }
    connect(m_setting->lineEdit(), &QLineEdit::editingFinished, m_setting, // words that name none are dropped
            [this] { m_setting->setEditText(m_setting->itemText(m_setting->currentIndex())); });
}

const SweptSetting& SweepRow::setting() const
{
    return m_settings[static_cast<std::size_t>(m_setting->currentData().toInt())];
}

bool SweepRow::isNumber() const
{
    const auto& kind = setting().spec->kind;
    return std::holds_alternative<engine::IntRange>(kind) || std::holds_alternative<engine::FloatRange>(kind);
}

bool SweepRow::isRange() const
{
    return isNumber() && m_kind->currentIndex() != List;
}

/// Words have no ranges.
void SweepRow::showKind()
{
    m_kind->setVisible(isNumber());
    m_list->setVisible(!isRange());
    for (QWidget* part : std::initializer_list<QWidget*>{m_from, m_until, m_to}) {
        part->setVisible(isRange());
    }
    m_list->setPlaceholderText(tr("such as %1").arg(exampleFor(setting())));
    m_list->setToolTip(isOfCell()                  ? knownCells()
                       : setting().value.isEmpty() ? QString()
                                                   : tr("It is %1 now").arg(setting().value));
    m_setting->setToolTip(m_setting->currentData(Qt::ToolTipRole).toString());
}

void SweepRow::setList(const QString& values)
{
    m_list->setText(values);
}

void SweepRow::focusList()
{
    m_list->setFocus();
}

bool SweepRow::isComplete() const
{
    return isRange() ? !m_from->text().trimmed().isEmpty() && !m_to->text().trimmed().isEmpty()
                     : !m_list->text().trimmed().isEmpty();
}

/// Not by way of the option --vary: a layer's name may have any characters.
queue::Variation SweepRow::read() const
{
    const std::string& name = setting().name;
    const std::size_t dot = name.rfind('.');
    queue::Variation variation{.layer = isOfCell() ? std::string() : name.substr(0, dot),
                               .setting = name.substr(dot + 1)};
    if (!isRange()) {
        const QString doubtful = std::holds_alternative<engine::FloatRange>(setting().spec->kind)
                                     ? doubtfulNumber(m_list->text())
                                     : QString();
        if (!doubtful.isEmpty()) {
            QString point = doubtful, apart = doubtful;
            point.replace(QLatin1Char(','), QLatin1Char('.'));
            apart.replace(QLatin1Char(','), QLatin1String(", "));
            throw engine::Error(tr("%1 may be one number or two: write %2 for one, and “%3” with a space for two.")
                                    .arg(doubtful, point, apart)
                                    .toStdString());
        }
        static const QRegularExpression commas(QStringLiteral("\\s*,\\s*")), blanksToo(QStringLiteral("[,;\\s]+"));
        const QRegularExpression& between = isOfCell() ? commas : blanksToo; // a cell's path may have blanks
        for (const QString& value : m_list->text().trimmed().split(between, Qt::SkipEmptyParts)) {
            variation.values.push_back(value.toStdString());
        }
        if (variation.values.empty()) { // else it would be a range
            throw engine::Error(tr("Give the values to try, with commas between them.").toStdString());
        }
        queue::requireSensible(variation, m_list->text().trimmed().toStdString());
        return variation;
    }
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::RejectGroupSeparator); // else "0,001" would be 1
    const auto finite = [&plain](const QLineEdit& field) {
        bool isNumber = false;
        const double number = plain.toDouble(field.text().trimmed(), &isNumber);
        if (!isNumber || !std::isfinite(number)) {
            throw engine::Error(
                tr("The ends of a range are two numbers with a decimal point, such as 0.001 and 0.01.").toStdString());
        }
        return number;
    };
    variation.min = finite(*m_from);
    variation.max = finite(*m_to);
    const bool isLog = m_kind->currentIndex() == LogRange;
    variation.scale = isLog ? queue::Variation::Scale::Log : queue::Variation::Scale::Linear;
    queue::requireSensible(variation, engine::toText(variation.min) + ".." + engine::toText(variation.max) +
                                          (isLog ? ":log" : ""));
    return variation;
}

std::optional<queue::Variation> SweepRow::variation()
{
    showProblem({});
    if (!isComplete()) {
        return std::nullopt;
    }
    try {
        queue::Variation variation = read();
        queue::requireValues(variation, m_given);
        return variation;
    } catch (const engine::Error& error) {
        showProblem(editor::inWords(error));
        return std::nullopt;
    }
}

void SweepRow::showProblem(const QString& sentence)
{
    m_problem->showError(sentence);
}

} // namespace studio

#include "moc_sweep_row.cpp"
