// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/inspector.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/document/warnings.h"
#include "editor/equations/cell_check.h"
#include "editor/equations/equation_edit.h"
#include "editor/looks/looks.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/flow_layout.h"
#include "editor/panels/palette.h"
#include "editor/panels/param_field.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"

#include <algorithm>
#include <array>
#include <QCheckBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QString>
#include <vector>

namespace editor {
namespace {

constexpr double maxMultiple = 1e6;

/// The settings of the weight at a place; those behind the last given one are at their defaults.
engine::WeightSettings settingsAt(const engine::Layer& layer, std::size_t place)
{
    return place < layer.weights.size() ? layer.weights[place] : engine::WeightSettings();
}

/// A text of several lines.
QPlainTextEdit* textField(QWidget* parent, const QString& name, int lines, const QString& placeholder = {})
{
    auto* field = described(new QPlainTextEdit(parent), {.title = name});
    field->setPlaceholderText(placeholder);
    field->setTabChangesFocus(true);
    field->setFixedHeight(field->fontMetrics().height() * lines);
    return field;
}

/// As if nobody had typed it.
void showText(QPlainTextEdit& field, const QString& text)
{
    if (field.toPlainText() != text) {
        const QSignalBlocker quiet(&field);
        field.setPlainText(text);
    }
}

} // namespace

/// How fast each of a layer's weights learns and decays, with whom it is shared, and whether all are frozen.
class WeightsForm : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(editor::WeightsForm)

public:
    explicit WeightsForm(Document& document, QWidget* parent = nullptr)
        : QWidget(parent),
          m_document(document),
          m_frozen(described(new QCheckBox(tr("Frozen"), this),
                             {.tip = tr("Training does not change the weights of the layer.")}, this,
                             &WeightsForm::freeze)),
          m_problem(new FieldProblem(this))
    {
        inColumn(this, {m_frozen}, QMargins(), 6);
    }

    void show(const std::vector<Id>& ids)
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
            const engine::WeightSettings settings =
                settingsAt(m_document.content().find(ids.front())->layer, row.place);
            row.fields[0]->show(settings.lrMult.value_or(1.0), {});
            row.fields[1]->show(settings.decayMult.value_or(1.0), {});
            row.fields[2]->show(settings.name, tr("not shared"));
        }
    }

    bool hasWeights() const { return m_hasWeights; }

private:
    struct Row {
        std::size_t place; ///< among the layer's `param` fields
        std::array<ParamField*, 3> fields = {};
    };

    /// Of each weight: by which the rate and the decay of all are multiplied, and under which name it is shared.
    static const std::array<engine::ParamSpec, 3>& specs()
    {
        static const engine::FloatRange factor{1, 0, maxMultiple};
        static const std::array<engine::ParamSpec, 3> all{
            {{.key = "lr_mult", .label = {}, .help = {}, .kind = factor},
             {.key = "decay_mult", .label = {}, .help = {}, .kind = factor},
             {.key = "name", .label = {}, .help = {}, .kind = engine::FreeText()}}};
        return all;
    }

    void build(const engine::Sizes& sizes)
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

    void addRow(QGridLayout* grid, const QString& weight, std::size_t place)
    {
        const std::array<Description, 3> descriptions{
            {{.title = tr("Learning rate factor of %1").arg(weight),
              .tip = tr("Factor of the learning rate; 0 freezes the weight.")},
             {.title = tr("Weight decay factor of %1").arg(weight),
              .tip = tr("Factor of the weight decay; 0: no decay.")},
             {.title = tr("Name under which %1 is shared").arg(weight),
              .tip = tr("Weights of the same name are one tensor. Empty: the layer's own.")}}};
        Row row{.place = place};
        const int line = grid->rowCount();
        for (std::size_t column = 0; column < specs().size(); ++column) {
            ParamField* const field = row.fields[column] = makeParamField(specs()[column], "Layers", m_table);
            describe(*field->focusProxy(), descriptions[column]);
            grid->addWidget(field, line, static_cast<int>(column) + 1);
            connect(field, &ParamField::edited, this,
                    [this, weight, place](const SettingEdit& edit) { take(weight, place, edit); });
            connect(field, &ParamField::refused, this,
                    [this, field](const QString& sentence) { m_problem->showAt(*field, sentence); });
        }
        grid->addWidget(labelOf(row.fields[0], weight, m_table), line, 0);
        m_rows.push_back(row);
    }

    void freeze(bool frozen)
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

    void take(const QString& weight, std::size_t place, const SettingEdit& edit)
    {
        const Id id = m_ids.front();
        const QString key = QString::fromStdString(edit.key);
        const QString mergeKey = QStringLiteral("weight/%1/%2/%3/%4").arg(id).arg(place).arg(key).arg(edit.typing);
        if (edit.isTakenBack) {
            m_document.takeBack(mergeKey);
            return;
        }
        const auto* const number = std::get_if<double>(&*edit.value);
        m_document.change(
            number ? tr("Set the learning rate factor of %1").arg(weight) : tr("Share %1").arg(weight),
            [&](Content& content) {
                std::vector<engine::WeightSettings>& weights = content.find(id)->layer.weights;
                weights.resize(std::max(weights.size(), place + 1));
                if (number) {
                    auto& factor = edit.key == specs()[0].key ? weights[place].lrMult : weights[place].decayMult;
                    factor = *number == 1 ? std::nullopt : std::optional(*number);
                } else {
                    weights[place].name = std::get<std::string>(*edit.value);
                }
                while (!weights.empty() && weights.back() == engine::WeightSettings()) {
                    weights.pop_back();
                }
            },
            mergeKey);
    }

    Document& m_document;
    std::vector<Id> m_ids;
    std::vector<std::string> m_shown; ///< names of the weights that have rows
    bool m_hasWeights = false;
    QCheckBox* m_frozen;
    QWidget* m_table = nullptr;
    FieldProblem* m_problem;
    std::vector<Row> m_rows;
};

/// When a layer is in the net, as one choice out of few: Caffe's include and exclude rules that people write.
struct PhaseChoice {
    QString label;
    std::vector<engine::PhaseRule> include = {}, exclude = {};
};

/// "Always" first, then only in and not in each phase.
std::vector<PhaseChoice> phaseChoices()
{
    const engine::PhaseRule train{.phase = engine::Phase::Train};
    const engine::PhaseRule test{.phase = engine::Phase::Test};
    const engine::PhaseRule run{.phase = engine::Phase::Run};
    return {
        {.label = Words::tr("Always")},
        {.label = Words::tr("Only in training"), .include = {train}},
        {.label = Words::tr("Only in validation"), .include = {test}},
        {.label = Words::tr("Only when text is generated"), .include = {run}},
        {.label = Words::tr("Not in training"), .exclude = {train}},
        {.label = Words::tr("Not in validation"), .exclude = {test}},
        {.label = Words::tr("Not when text is generated"), .exclude = {run}},
    };
}

/// The place among phaseChoices() of a layer's rules; -1 for rules that say something else (levels, stages).
int phaseChoiceOf(const engine::Layer& layer)
{
    const std::vector<PhaseChoice> choices = phaseChoices();
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const PhaseChoice& choice) {
        return choice.include == layer.include && choice.exclude == layer.exclude;
    });
    return found == choices.end() ? -1 : static_cast<int>(found - choices.begin());
}

namespace {

constexpr int iconSize = 28;

const engine::ParamSpec* specNamed(const engine::LayerType& type, std::string_view key)
{
    const auto spec = std::find_if(type.params.begin(), type.params.end(),
                                   [&](const engine::ParamSpec& some) { return some.key == key; });
    return spec == type.params.end() ? nullptr : &*spec;
}

/// Settings that every selected layer has, as the first of them describes it.
std::vector<const engine::ParamSpec*> commonSpecs(const std::vector<const Node*>& nodes)
{
    std::vector<const engine::ParamSpec*> common;
    const engine::LayerType* first = engine::findLayerType(nodes.front()->layer.type);
    if (!first) {
        return common;
    }
    for (const engine::ParamSpec& spec : first->params) {
        const bool everywhere = std::all_of(nodes.begin(), nodes.end(), [&](const Node* node) {
            const engine::LayerType* type = engine::findLayerType(node->layer.type);
            const engine::ParamSpec* other = type ? specNamed(*type, spec.key) : nullptr;
            return other && other->kind.index() == spec.kind.index();
        });
        if (everywhere) {
            common.push_back(&spec);
        }
    }
    return common;
}

bool isMissing(const engine::ParamSpec& spec, const engine::ParamValue& fallback)
{
    const auto* range = std::get_if<engine::IntRange>(&spec.kind);
    const auto* number = std::get_if<std::int64_t>(&fallback);
    return range && number && (*number < range->least || *number > range->most);
}

/// The value that a layer goes by; nullopt where it must be set and is not.
std::optional<engine::ParamValue> valueOf(const engine::ParamSpec& spec, const engine::Layer& layer,
                                          engine::Dialect dialect)
{
    const auto given = layer.params.find(spec.key);
    const engine::ParamValue fallback = engine::fallbackOf(spec, dialect);
    if (given != layer.params.end()) {
        const auto* whole = std::get_if<std::int64_t>(&given->second);
        if (whole && std::holds_alternative<double>(fallback)) {
            return static_cast<double>(*whole); // whole numbers serve where numbers are wanted
        }
        return given->second.index() == fallback.index() ? std::optional(given->second) : std::nullopt;
    }
    return isMissing(spec, fallback) ? std::nullopt : std::optional(fallback);
}

/// Whether the data set the value as soon as they are chosen.
bool comesFromData(const engine::ParamSpec& spec, const engine::Layer& layer)
{
    const bool* const flag = given<bool>(layer.params, "from_data");
    return spec.key == "num_output" && flag && *flag;
}

/// "2 LSTM, 1 DROPOUT".
QString typesText(const std::vector<const Node*>& nodes)
{
    std::map<std::string, int> counts;
    for (const Node* node : nodes) {
        ++counts[node->layer.type];
    }
    return listed(counts, QStringLiteral(", "), [](const auto& entry) {
        return countText(entry.second) + QLatin1Char(' ') + QString::fromStdString(entry.first);
    });
}

} // namespace

/// The inspector's page for selected layers: one, or what several have in common.
class LayerPage : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(editor::LayerPage)

public:
    explicit LayerPage(Document& document, QWidget* parent = nullptr)
        : QWidget(parent),
          m_document(document),
          m_form(new SettingsForm(
              "Layers",
              [this](const engine::ParamSpec& spec) {
                  return settingTip(m_document, m_ids, spec, m_operationsPerSecond);
              },
              this)),
          m_cell(new CellForm(document, this)),
          m_symbols(document),
          m_weights(new WeightsForm(document, this))
    {
        m_weightsFold = new Fold(tr("Weights"), m_weights, Fold::State::Closed, this);
        m_arithmetic = described(new TintedLabel(this), {.title = tr("How the sizes are computed")});
        m_arithmeticFold = new Fold(tr("How the sizes are computed"), m_arithmetic, Fold::State::Open, this);
        inColumn(this,
                 {makeHead(), m_form, m_cell, m_weightsFold,
                  new Fold(tr("Use and comment"), makeUse(), Fold::State::Closed, this), m_arithmeticFold, stretch(1)},
                 QMargins(10, 10, 10, 10), 6);
        connect(m_form, &SettingsForm::edited, this, &LayerPage::setParam);
        connect(m_arithmeticFold, &Fold::toggled, this, &LayerPage::showArithmetic);
    }

    /// At least one; all are nodes.
    void show(const std::vector<Id>& ids)
    {
        const bool others = ids != m_ids;
        if (others && m_name->hasFocus()) {
            m_name->clearFocus();
        }
        m_ids = ids;
        if (others) {
            m_form->forgetRefused();
        }
        const std::vector<const Node*> selected = nodes();
        showHead(selected);
        showSettings(selected);
        m_weights->show(ids);
        m_weightsFold->setVisible(m_weights->hasWeights());
        showUse(selected);
        showArithmetic();
    }

    void setSpeed(double operationsPerSecond) { m_operationsPerSecond = operationsPerSecond; }

    SettingsForm* form() const { return m_form; }
    CellForm* cell() const { return m_cell; }

private:
    QWidget* makeHead()
    {
        auto* head = new QWidget(this);
        m_icon = new QLabel(head);
        m_icon->setFixedSize(iconSize, iconSize);
        m_title = new TintedLabel(head);
        m_help = new TintedLabel(head);
        m_problem = new TintedLabel(head);
        m_doubt = new TintedLabel(head);
        m_mend = described(new QToolButton(head), {.tip = tr("Fixes for this problem"), .icon = "fix"});
        m_mend->setText(tr("Fix…"));
        m_mend->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_mend->setPopupMode(QToolButton::InstantPopup);
        m_mend->setMenu(new QMenu(m_mend));
        m_name = described(new QLineEdit(head), {.title = tr("Name of the layer")});
        m_nameLabel = labelOf(m_name, tr("Name"), head);
        m_nameLabel->setMinimumWidth(nameColumnWidth(*this));
        m_nameProblem = new FieldProblem(this);
        inColumn(head,
                 {inRow({m_icon, {m_title, 1}}, {}, 6),
                  m_help,
                  m_problem,
                  m_doubt,
                  {m_mend, 0, Qt::AlignLeft},
                  inRow({m_nameLabel, {m_name, 1}}, {}, 6)},
                 QMargins(), 5);
        connect(m_mend->menu(), &QMenu::aboutToShow, this, &LayerPage::offerFixes);
        connect(m_name, &QLineEdit::textEdited, this, &LayerPage::checkName);
        connect(m_name, &QLineEdit::editingFinished, this, &LayerPage::rename);
        return head;
    }

    QWidget* makeUse()
    {
        auto* use = new QWidget(this);
        m_phases = described(new QComboBox(use),
                             {.title = tr("When the layer is in the net"),
                              .tip = tr("When the layer is in the net (include and exclude in the file).")},
                             this, &LayerPage::setPhases);
        m_phases->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_phases->setMinimumContentsLength(10);
        for (const PhaseChoice& choice : phaseChoices()) {
            m_phases->addItem(choice.label);
        }
        m_comment = textField(use, tr("Comment"), 4, tr("Comment lines before the layer in the file"));
        auto* grid = new QGridLayout(use);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setColumnStretch(1, 1);
        grid->setColumnMinimumWidth(0, nameColumnWidth(*this));
        grid->setHorizontalSpacing(6);
        grid->addWidget(labelOf(m_phases, tr("In the net"), use), 0, 0);
        grid->addWidget(m_phases, 0, 1);
        grid->addWidget(labelOf(m_comment, tr("Comment"), use), 1, 0, Qt::AlignTop);
        grid->addWidget(m_comment, 1, 1);
        connect(m_comment, &QPlainTextEdit::textChanged, this, &LayerPage::setComment);
        return use;
    }

    void showHead(const std::vector<const Node*>& nodes)
    {
        const engine::LayerType* type = engine::findLayerType(nodes.front()->layer.type);
        const bool single = nodes.size() == 1;
        const bool alike = std::all_of(nodes.begin(), nodes.end(),
                                       [&](const Node* node) { return node->layer.type == nodes.front()->layer.type; });
        m_icon->setVisible(type && alike);
        if (type && alike) {
            m_icon->setPixmap(icon(groupIconName(type->group)).pixmap(iconSize, iconSize));
        }
        const QString typeName = QString::fromStdString(nodes.front()->layer.type);
        m_title->setText(titleHtml(single ? typeName : subject()));
        m_help->showMuted(!alike ? typesText(nodes)
                          : type ? engineText("Layers", type->help)
                                 : tr("Unknown layer type. It is kept as it was read."));
        m_title->setToolTip(type && alike ? typeTip(*type) : QString());
        const std::map<Id, ShownProblem> problems = problemsByNode(m_document);
        const auto found = single ? problems.find(nodes.front()->id) : problems.end();
        m_shownProblem = found == problems.end() ? std::nullopt : std::optional(*found->second.problem);
        const QString problem = m_shownProblem ? inWords(m_shownProblem->sentence) : QString();
        const QString name = QString::fromStdString(nodes.front()->layer.name);
        const Node* const owner = m_shownProblem ? m_document.content().find(m_shownProblem->node) : nullptr;
        m_problem->showError(besideName(problem, owner ? QString::fromStdString(owner->layer.name) : name));
        m_problem->setToolTip(problem);
        std::map<Id, std::vector<Warning>> doubts =
            single ? doubtsByNode(m_document) : std::map<Id, std::vector<Warning>>();
        m_doubts = std::move(doubts[nodes.front()->id]);
        const QString said = m_doubts.empty() ? QString() : besideName(m_doubts.front().sentence, name);
        if (!m_doubts.empty() && m_doubts.front().severity == Warning::Severity::Error) {
            m_doubt->showError(said);
        } else {
            m_doubt->showWarning(said);
        }
        const bool doubtHasFix =
            std::any_of(m_doubts.begin(), m_doubts.end(), [](const Warning& doubt) { return !doubt.fixes.empty(); });
        m_mend->setVisible(!problem.isEmpty() || doubtHasFix);
        m_nameLabel->setVisible(single);
        m_name->setVisible(single);
        if (!m_name->hasFocus()) {
            m_name->setText(QString::fromStdString(nodes.front()->layer.name));
            refuse({});
        }
    }

    void showSettings(const std::vector<const Node*>& nodes)
    {
        std::vector<const engine::ParamSpec*> specs = commonSpecs(nodes);
        const engine::LayerType* const only =
            nodes.size() == 1 ? engine::findLayerType(nodes.front()->layer.type) : nullptr;
        const bool showsCell = only && hasTypedCell(*only);
        m_cell->setVisible(showsCell);
        if (showsCell) {
            m_cell->show(nodes.front()->id);
            std::erase_if(specs, [](const engine::ParamSpec* spec) { return isOfTypedCell(*spec); });
        }
        std::vector<std::string> types;
        for (const Node* node : nodes) {
            types.push_back(node->layer.type);
        }
        std::sort(types.begin() + 1, types.end());
        types.erase(std::unique(types.begin() + 1, types.end()), types.end());
        if (showsCell) {
            types.emplace_back(); // other fields than those of several
        }
        if (types != m_types) {
            m_types = types;
            SettingsGroup plain{.title = {}, .specs = {}},
                other{.title = tr("Other settings"), .specs = {}, .open = false},
                advanced{.title = tr("Advanced"), .specs = {}, .open = false};
            for (const engine::ParamSpec* spec : specs) {
                const bool folded = showsCell && !spec->key.starts_with("num_"); // its equations should be in sight
                (isAdvanced(*spec) ? advanced : folded ? other : plain).specs.push_back(spec);
            }
            m_form->setGroups({plain, other, advanced});
        }
        for (const engine::ParamSpec* spec : specs) {
            showSetting(*spec, nodes);
        }
    }

    void showSetting(const engine::ParamSpec& spec, const std::vector<const Node*>& nodes)
    {
        const engine::Dialect dialect = m_document.content().dialect;
        const auto first = valueOf(spec, nodes.front()->layer, dialect);
        SettingState state{.value = first};
        bool alike = true;
        for (const Node* node : nodes) {
            const auto value = valueOf(spec, node->layer, dialect);
            alike = alike && value == first;
            const bool given = node->layer.params.contains(spec.key);
            state.changed = state.changed || (given && value != engine::fallbackOf(spec, dialect));
        }
        if (!alike) {
            state.value.reset();
            state.placeholder = tr("mixed");
        } else if (!first) {
            state.placeholder = comesFromData(spec, nodes.front()->layer) ? tr("from the data") : tr("must be set");
        }
        if (nodes.size() == 1) {
            const auto trained = valueOf(spec, *m_document.settledLayer(nodes.front()->id), dialect);
            const auto* const number = trained ? std::get_if<std::int64_t>(&*trained) : nullptr;
            if (number && trained != first) {
                state.inForce = tr("%1, from %2").arg(QLocale().toString(qlonglong{*number}), m_document.settledFrom());
            }
        }
        m_form->show(spec.key, state);
    }

    void showUse(const std::vector<const Node*>& nodes)
    {
        const int choice = phaseChoiceOf(nodes.front()->layer);
        const bool alike = std::all_of(nodes.begin(), nodes.end(), [&](const Node* node) {
            return node->layer.include == nodes.front()->layer.include &&
                   node->layer.exclude == nodes.front()->layer.exclude;
        });
        m_phases->setPlaceholderText(alike ? tr("As the rules in the file say") : tr("mixed"));
        m_phases->setCurrentIndex(alike ? choice : -1);
        m_comment->setEnabled(nodes.size() == 1);
        showText(*m_comment, QString::fromStdString(nodes.front()->layer.comment));
    }

    /// How many tensors have a colour of their own: those of stacked layers and of both directions start with it again.
    int matrixColours() const
    {
        const Node& node = *m_document.content().find(m_ids.front());
        const engine::LayerType* type = engine::findLayerType(node.layer.type);
        const auto stack =
            type ? engine::recurrentStack(*type, engine::completeParams(node.layer, m_document.content().dialect))
                 : std::nullopt;
        return stack ? static_cast<int>(stack->weightsOfPart()) : 3;
    }

    void showArithmetic()
    {
        const std::vector<Sum> sums =
            m_ids.size() == 1 ? arithmetic(m_document, m_symbols.now(), m_ids.front()) : std::vector<Sum>();
        const QString reshape = m_ids.size() == 1 ? reshapeText(m_document, m_ids.front()) : QString();
        m_arithmeticFold->setVisible(!sums.empty() || !reshape.isEmpty());
        if (m_arithmeticFold->isOpen()) {
            std::vector<QColor> inks;
            for (int matrix = 0; !sums.empty() && matrix < matrixColours(); ++matrix) {
                inks.push_back(theme().curve(matrix));
            }
            const engine::LayerSizes* sizes = sums.empty() ? nullptr : m_document.sizes(m_ids.front());
            m_arithmetic->setToolTip(sizes && sizes->memory.kept > 0 ? keptText() : QString());
            m_arithmetic->setText(reshape.toHtmlEscaped() + arithmeticHtml(sums, inks, theme().mutedText));
        }
    }

    /// Fixes are found by trial, so they are searched for on request only.
    void offerFixes()
    {
        QMenu& menu = *m_mend->menu();
        menu.clear();
        QStringList offered; // several problems may have one cause
        const auto offer = [&](const std::vector<Fix>& all) {
            for (const Fix& fix : all) {
                if (offered.contains(fix.label)) {
                    continue;
                }
                offered.append(fix.label);
                menu.addAction(fix.label, this, [this, fix] { apply(m_document, fix); });
            }
        };
        for (const Problem& problem : m_document.derived().problems) {
            if (problem.node == m_ids.front() || (m_shownProblem && problem.sentence == m_shownProblem->sentence)) {
                offer(fixes(m_document, problem));
            }
        }
        for (const Warning& doubt : m_doubts) {
            offer(doubt.fixes);
        }
        if (menu.isEmpty()) {
            menu.addAction(tr("No automatic fix was found; check the layers before it"))->setEnabled(false);
        }
    }

    void checkName(const QString& name)
    {
        Content trial = m_document.content();
        try {
            editor::rename(trial, m_ids.front(), name.trimmed().toStdString());
            refuse({});
        } catch (const engine::Error& error) {
            refuse(inWords(error));
        }
    }

    void rename()
    {
        if (m_ids.size() != 1 || !m_document.content().find(m_ids.front())) {
            return;
        }
        const std::string name = m_name->text().trimmed().toStdString();
        const auto refusal = m_document.change(tr("Rename %1").arg(subject()),
                                               [&](Content& content) { editor::rename(content, m_ids.front(), name); });
        refuse(refusal.value_or(QString()));
    }

    void setParam(const SettingEdit& edit)
    {
        if (edit.isTakenBack) {
            m_document.takeBack(mergeKey(edit));
            return;
        }
        const std::string& key = edit.key;
        const std::optional<engine::ParamValue>& value = edit.value;
        const engine::LayerType* type = engine::findLayerType(nodes().front()->layer.type);
        const QString label = engineText("Layers", specNamed(*type, key)->label);
        const auto refusal = m_document.change(
            value ? tr("Set %1 of %2").arg(label, subject()) : tr("Reset %1 of %2").arg(label, subject()),
            [&](Content& content) {
                for (const Id id : m_ids) {
                    const Node& node = *content.find(id);
                    if (value) {
                        engine::checkParam(*specNamed(engine::layerType(node.layer.type), key), *value,
                                           "layer " + node.layer.name);
                    }
                    editor::setParam(content, id, key, value);
                }
            },
            value ? mergeKey(edit) : QString());
        if (refusal) {
            emit m_form->field(key)->refused(*refusal);
            m_document.takeBack(mergeKey(edit));
        }
    }

    /// What is typed into one field in one go is one step.
    QString mergeKey(const SettingEdit& edit) const
    {
        const QString ids = listed(m_ids, QStringLiteral(","), [](Id id) { return QString::number(id); });
        return QStringLiteral("param/%1/%2/%3").arg(ids, QString::fromStdString(edit.key)).arg(edit.typing);
    }

    void setPhases(int choice)
    {
        const PhaseChoice chosen = phaseChoices().at(static_cast<std::size_t>(choice));
        m_document.change(tr("Set when %1 is in the net").arg(subject()), [&](Content& content) {
            for (const Id id : m_ids) {
                content.find(id)->layer.include = chosen.include;
                content.find(id)->layer.exclude = chosen.exclude;
            }
        });
    }

    void setComment()
    {
        const std::string comment = m_comment->toPlainText().toStdString();
        m_document.change(
            tr("Comment on %1").arg(subject()),
            [&](Content& content) { content.find(m_ids.front())->layer.comment = comment; },
            QStringLiteral("comment/%1").arg(m_ids.front()));
    }

    /// Shown at the head.
    void refuse(const QString& sentence) { m_nameProblem->showAt(*m_name, sentence); }

    std::vector<const Node*> nodes() const
    {
        std::vector<const Node*> found;
        for (const Id id : m_ids) {
            if (const Node* node = m_document.content().find(id)) {
                found.push_back(node);
            }
        }
        return found;
    }

    /// "lstm1", "3 layers": for the names of undo steps.
    QString subject() const
    {
        return m_ids.size() == 1 ? QString::fromStdString(m_document.content().find(m_ids.front())->layer.name)
                                 : tr("%n layer(s)", nullptr, static_cast<int>(m_ids.size()));
    }

    Document& m_document;
    std::vector<Id> m_ids;
    std::vector<std::string> m_types;
    std::optional<double> m_operationsPerSecond; ///< of the run under way or the last one
    QLabel* m_icon;
    QLabel* m_title;
    TintedLabel* m_help;
    TintedLabel *m_problem, *m_doubt;
    std::optional<Problem> m_shownProblem;
    std::vector<Warning> m_doubts; ///< about the one layer that is shown
    QToolButton* m_mend;
    QLabel* m_nameLabel;
    QLineEdit* m_name;
    FieldProblem* m_nameProblem;
    SettingsForm* m_form;
    CellForm* m_cell; ///< of one layer whose cell is typed
    LiveSymbols m_symbols;
    WeightsForm* m_weights;
    Fold* m_weightsFold;
    QComboBox* m_phases;
    QPlainTextEdit* m_comment;
    QLabel* m_arithmetic;
    Fold* m_arithmeticFold;
};

/// The inspector's page where nothing is selected: the model itself, and what training it takes.
class ModelPage : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(editor::ModelPage)

public:
    explicit ModelPage(Document& document, QWidget* parent = nullptr)
        : QWidget(parent),
          m_document(document),
          m_name(described(new QLineEdit(this), {.title = tr("Name of the model")})),
          m_dialect(described(
              new QComboBox(this),
              {.title = tr("Whose defaults apply"),
               .tip = tr("Defaults for settings that the file does not give: those of BVLC Caffe or of MyCaffe.")},
              this,
              [this](int choice) {
                  m_document.change(tr("Change the defaults"), [choice](Content& content) {
                      content.dialect = choice == 0 ? engine::Dialect::Bvlc : engine::Dialect::MyCaffe;
                  });
              })),
          m_comment(textField(this, tr("Comment on the model"), 6, tr("Comment lines at the start of the file"))),
          m_totals(editor::label({}, this, Look::Wraps | Look::Selectable))
    {
        auto* form = new QFormLayout;
        form->addRow(tr("Name"), m_name);
        form->addRow(tr("Defaults of"), m_dialect);
        form->addRow(tr("Comment"), m_comment);
        m_dialect->addItems({tr("BVLC Caffe"), tr("MyCaffe")});
        m_totals->setTextFormat(Qt::RichText);
        m_totals->setAccessibleName(tr("Size of the model"));
        inColumn(this,
                 {new QLabel(titleHtml(tr("Model")), this), form,
                  new Fold(tr("Size"), m_totals, Fold::State::Open, this), stretch(1)},
                 QMargins(10, 10, 10, 10), 10);
        connect(m_name, &QLineEdit::textEdited, this,
                [this](const QString& name) { set(tr("Name the model"), "model/name", &Content::name, name); });
        connect(m_comment, &QPlainTextEdit::textChanged, this, [this] {
            set(tr("Comment on the model"), "model/comment", &Content::comment, m_comment->toPlainText());
        });
        onNewLooks(this, &ModelPage::refresh);
    }

    void refresh()
    {
        const Content& content = m_document.content();
        if (const QString name = QString::fromStdString(content.name); m_name->text() != name) {
            m_name->setText(name);
        }
        m_dialect->setCurrentIndex(content.dialect == engine::Dialect::Bvlc ? 0 : 1);
        showText(*m_comment, QString::fromStdString(content.comment));
        m_totals->setText(totalsHtml(m_document));
    }

private:
    void set(const QString& label, const char* mergeKey, std::string Content::*member, const QString& text)
    {
        m_document.change(
            label, [&](Content& content) { content.*member = text.toStdString(); }, QLatin1String(mergeKey));
    }

    Document& m_document;
    QLineEdit* m_name;
    QComboBox* m_dialect;
    QPlainTextEdit* m_comment;
    QLabel* m_totals;
};

Inspector::Inspector(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_modelPage(new ModelPage(document)),
      m_layerPage(new LayerPage(document)),
      m_notePage(makeNotePage())
{
    auto* pages = new QWidget(this); // in no stacked layout: that would be as high as the highest page
    inColumn(pages, {m_modelPage, m_layerPage, m_notePage}, QMargins());
    m_area = scrolled(pages, this);
    inColumn(this, {m_area}, QMargins());
    setAccessibleName(tr("Inspector"));
    setMinimumWidth(minPanelWidth(*this));
    connect(m_layerPage->cell()->check(), &CellCheck::finished, this, &Inspector::showCheck);
    connect(&document, &Document::selectionChanged, this, &Inspector::refresh);
    onNewLooks(this, &Inspector::refresh);
    refresh();
}

QWidget* Inspector::makeNotePage()
{
    auto* page = new QWidget;
    m_noteText = textField(page, tr("Text on the canvas"), 10);
    inColumn(page, {labelOf(m_noteText, tr("Text on the canvas"), page), m_noteText, stretch(1)},
             QMargins(10, 10, 10, 10));
    connect(m_noteText, &QPlainTextEdit::textChanged, this, &Inspector::setNoteText);
    return page;
}

void Inspector::refresh()
{
    std::vector<Id> nodes;
    const Note* note = nullptr;
    for (const Id id : m_document.selection()) {
        if (m_document.content().find(id)) {
            nodes.push_back(id);
        } else {
            note = m_document.content().findNote(id);
        }
    }
    const bool aNote = nodes.empty() && note;
    m_modelPage->setVisible(nodes.empty() && !aNote);
    m_layerPage->setVisible(!nodes.empty());
    m_notePage->setVisible(aNote);
    if (!nodes.empty()) {
        m_layerPage->show(nodes);
    } else if (aNote) {
        m_note = note->id;
        showText(*m_noteText, note->text);
    } else {
        m_modelPage->refresh();
    }
}

/// What was found makes the page higher: scrolls to it.
void Inspector::showCheck()
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so that it has its place
    m_area->ensureWidgetVisible(m_layerPage->cell()->check());
}

/// The first of its fields has the keyboard, where that can be seen.
void Inspector::focusInEvent(QFocusEvent*)
{
    orderTabs(*window());
    focusNextChild();
}

void Inspector::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit left();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void Inspector::showFault()
{
    CodeEdit& equations = *cell()->equations()->edit();
    equations.goToError();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so that it has its place
    const QPoint place = equations.viewport()->mapTo(m_area->widget(), equations.cursorRect().center());
    m_area->ensureVisible(place.x(), place.y());
}

void Inspector::setNoteText()
{
    m_document.change(
        tr("Write a comment"),
        [&](Content& content) {
            if (Note* note = content.findNote(m_note)) {
                note->text = m_noteText->toPlainText();
            }
        },
        QStringLiteral("note/%1").arg(m_note));
}

void Inspector::setStepTime(double milliseconds)
{
    const engine::SizeReport& report = m_document.derived().report;
    const auto* several = given<std::int64_t>(m_document.content().solver.params, "iter_size");
    const auto work =
        static_cast<double>(report.flopsForward + report.flopsBackward) * static_cast<double>(several ? *several : 1);
    if (milliseconds > 0 && work > 0) {
        m_layerPage->setSpeed(work / (milliseconds / 1000));
    }
}

SettingsForm* Inspector::form() const
{
    return m_layerPage->form();
}

CellForm* Inspector::cell() const
{
    return m_layerPage->cell();
}

} // namespace editor

#include "moc_inspector.cpp"
