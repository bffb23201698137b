// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/layer_page.h"

#include "editor/document/edits.h"
#include "editor/document/fixes.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/cell_form.h"
#include "editor/panels/fold.h"
#include "editor/panels/palette.h"
#include "editor/panels/settings_form.h"
#include "editor/panels/weights_form.h"
#include "editor/widgets/field_problem.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "editor/words/tips.h"
#include "editor/words/words.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"

#include <algorithm>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QString>
#include <QToolButton>
#include <vector>

namespace editor {

/// When a layer is in the net, as one choices out of few: Caffe's include and exclude rules that people write.
struct PhaseChoice {
    QString label;
    std::vector<engine::PhaseRule> include = {}, exclude = {};
};

/// "Always" first, then only in and not in each phase.
std::vector<PhaseChoice> phaseChoices();

/// The place among phaseChoices() of a layer's rules; -1 for rules that say something else (levels, stages).
int phaseChoiceOf(const engine::Layer& layer);

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
    const auto flag = layer.params.find("from_data");
    return spec.key == "num_output" && flag != layer.params.end() && flag->second == engine::ParamValue(true);
}

/// "2 LSTM, 1 DROPOUT".
QString typesText(const std::vector<const Node*>& nodes)
{
    std::map<std::string, int> counts;
    for (const Node* node : nodes) {
        ++counts[node->layer.type];
    }
    QStringList parts;
    for (const auto& [type, count] : counts) {
        parts << countText(count) + QLatin1Char(' ') + QString::fromStdString(type);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

LayerPage::LayerPage(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_form(new SettingsForm(
          "Layers",
          [this](const engine::ParamSpec& spec) { return settingTip(m_document, m_ids, spec, m_operationsPerSecond); },
          this)),
      m_cell(new CellForm(document, this)),
      m_symbols(new LiveSymbols(document, this)),
      m_weights(new WeightsForm(document, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(6);
    column->addWidget(makeHead());
    column->addWidget(m_form);
    column->addWidget(m_cell);
    m_weightsFold = new Fold(tr("Weights"), m_weights, Fold::State::Closed, this);
    column->addWidget(m_weightsFold);
    column->addWidget(new Fold(tr("Use and comment"), makeUse(), Fold::State::Closed, this));
    m_arithmetic = new TintedLabel(this);
    m_arithmetic->setAccessibleName(tr("How the sizes are computed"));
    m_arithmeticFold = new Fold(tr("How the sizes are computed"), m_arithmetic, Fold::State::Open, this);
    column->addWidget(m_arithmeticFold);
    column->addStretch(1);
    connect(m_form, &SettingsForm::edited, this, &LayerPage::setParam);
    connect(m_form, &SettingsForm::takenBack, this,
            [this](const SettingEdit& edit) { m_document.takeBack(mergeKey(edit)); });
    connect(m_arithmeticFold, &Fold::toggled, this, &LayerPage::showArithmetic);
}

QWidget* LayerPage::makeHead()
{
    auto* head = new QWidget(this);
    m_icon = new QLabel(head);
    m_icon->setFixedSize(iconSize, iconSize);
    m_title = new TintedLabel(head);
    m_help = new TintedLabel(head);
    m_problem = new TintedLabel(head);
    m_doubt = new TintedLabel(head);
    m_mend = new QToolButton(head);
    m_mend->setText(tr("Fix…"));
    m_mend->setIcon(icon(QStringLiteral("fix")));
    m_mend->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_mend->setPopupMode(QToolButton::InstantPopup);
    m_mend->setToolTip(tr("Fixes for this problem"));
    m_mend->setMenu(new QMenu(m_mend));
    m_nameLabel = new QLabel(tr("Name"), head);
    m_name = new QLineEdit(head);
    m_name->setAccessibleName(tr("Name of the layer"));
    m_nameLabel->setBuddy(m_name);
    m_nameProblem = new FieldProblem(this);
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(5);
    grid->setHorizontalSpacing(6);
    grid->setColumnStretch(2, 1);
    grid->setColumnMinimumWidth(1, nameColumnWidth(*this) - iconSize - 6);
    grid->addWidget(m_icon, 0, 0);
    grid->addWidget(m_title, 0, 1, 1, 2);
    grid->addWidget(m_help, 1, 0, 1, 3);
    grid->addWidget(m_problem, 2, 0, 1, 3);
    grid->addWidget(m_doubt, 3, 0, 1, 3);
    grid->addWidget(m_mend, 4, 0, 1, 3, Qt::AlignLeft);
    grid->addWidget(m_nameLabel, 5, 0, 1, 2);
    grid->addWidget(m_name, 5, 2);
    connect(m_mend->menu(), &QMenu::aboutToShow, this, &LayerPage::offerFixes);
    connect(m_name, &QLineEdit::textEdited, this, &LayerPage::checkName);
    connect(m_name, &QLineEdit::editingFinished, this, &LayerPage::rename);
    return head;
}

QWidget* LayerPage::makeUse()
{
    auto* use = new QWidget(this);
    m_phases = new QComboBox(use);
    m_phases->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_phases->setMinimumContentsLength(10);
    for (const PhaseChoice& choice : phaseChoices()) {
        m_phases->addItem(choice.label);
    }
    m_phases->setAccessibleName(tr("When the layer is in the net"));
    m_phases->setToolTip(tr("When the layer is in the net (include and exclude in the file)."));
    auto* phaseLabel = new QLabel(tr("In the net"), use);
    phaseLabel->setBuddy(m_phases);
    m_comment = new QPlainTextEdit(use);
    m_comment->setAccessibleName(tr("Comment"));
    m_comment->setPlaceholderText(tr("Comment lines before the layer in the file"));
    m_comment->setTabChangesFocus(true);
    m_comment->setFixedHeight(m_comment->fontMetrics().height() * 4);
    auto* commentLabel = new QLabel(tr("Comment"), use);
    commentLabel->setBuddy(m_comment);
    auto* grid = new QGridLayout(use);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, nameColumnWidth(*this));
    grid->setHorizontalSpacing(6);
    grid->addWidget(phaseLabel, 0, 0);
    grid->addWidget(m_phases, 0, 1);
    grid->addWidget(commentLabel, 1, 0, Qt::AlignTop);
    grid->addWidget(m_comment, 1, 1);
    connect(m_phases, &QComboBox::activated, this, &LayerPage::setPhases);
    connect(m_comment, &QPlainTextEdit::textChanged, this, &LayerPage::setComment);
    return use;
}

std::vector<const Node*> LayerPage::nodes() const
{
    std::vector<const Node*> found;
    for (const Id id : m_ids) {
        if (const Node* node = m_document.content().find(id)) {
            found.push_back(node);
        }
    }
    return found;
}

QString LayerPage::subject() const
{
    return m_ids.size() == 1 ? QString::fromStdString(m_document.content().find(m_ids.front())->layer.name)
                             : tr("%n layer(s)", nullptr, static_cast<int>(m_ids.size()));
}

void LayerPage::show(const std::vector<Id>& ids)
{
    const bool others = ids != m_ids;
    if (others && m_name->hasFocus()) {
        m_name->clearFocus();
    }
    m_ids = ids;
    m_showing = true;
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
    m_showing = false;
}

void LayerPage::showHead(const std::vector<const Node*>& nodes)
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

/// Fixes are found by trial, so they are searched for on request only.
void LayerPage::offerFixes()
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
            connect(menu.addAction(fix.label), &QAction::triggered, this, [this, fix] { apply(m_document, fix); });
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

void LayerPage::showSettings(const std::vector<const Node*>& nodes)
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
        SettingsGroup plain{.title = {}, .specs = {}}, other{.title = tr("Other settings"), .specs = {}, .open = false},
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

void LayerPage::showSetting(const engine::ParamSpec& spec, const std::vector<const Node*>& nodes)
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

void LayerPage::showUse(const std::vector<const Node*>& nodes)
{
    const int choice = phaseChoiceOf(nodes.front()->layer);
    const bool alike = std::all_of(nodes.begin(), nodes.end(), [&](const Node* node) {
        return node->layer.include == nodes.front()->layer.include &&
               node->layer.exclude == nodes.front()->layer.exclude;
    });
    m_phases->setPlaceholderText(alike ? tr("As the rules in the file say") : tr("mixed"));
    m_phases->setCurrentIndex(alike ? choice : -1);
    const QString comment = QString::fromStdString(nodes.front()->layer.comment);
    m_comment->setEnabled(nodes.size() == 1);
    if (m_comment->toPlainText() != comment) {
        m_comment->setPlainText(comment);
    }
}

/// How many tensors have a colour of their own: those of stacked layers and of both directions start with it again.
int LayerPage::matrixColours() const
{
    const Node& node = *m_document.content().find(m_ids.front());
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    const auto stack =
        type ? engine::recurrentStack(*type, engine::completeParams(node.layer, m_document.content().dialect))
             : std::nullopt;
    return stack ? static_cast<int>(stack->weightsOfPart()) : 3;
}

void LayerPage::showArithmetic()
{
    const std::vector<Sum> sums =
        m_ids.size() == 1 ? arithmetic(m_document, m_symbols->now(), m_ids.front()) : std::vector<Sum>();
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

void LayerPage::refuse(const QString& sentence)
{
    m_nameProblem->showAt(*m_name, sentence);
}

void LayerPage::checkName(const QString& name)
{
    Content trial = m_document.content();
    try {
        editor::rename(trial, m_ids.front(), name.trimmed().toStdString());
        refuse({});
    } catch (const engine::Error& error) {
        refuse(inWords(error));
    }
}

void LayerPage::rename()
{
    if (m_ids.size() != 1 || !m_document.content().find(m_ids.front())) {
        return;
    }
    const std::string name = m_name->text().trimmed().toStdString();
    const auto refusal = m_document.change(tr("Rename %1").arg(subject()),
                                           [&](Content& content) { editor::rename(content, m_ids.front(), name); });
    refuse(refusal.value_or(QString()));
}

void LayerPage::setParam(const SettingEdit& edit)
{
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
QString LayerPage::mergeKey(const SettingEdit& edit) const
{
    QStringList ids;
    for (const Id id : m_ids) {
        ids << QString::number(id);
    }
    return QStringLiteral("param/%1/%2/%3")
        .arg(ids.join(QLatin1Char(',')), QString::fromStdString(edit.key))
        .arg(edit.typing);
}

void LayerPage::setPhases(int choice)
{
    const PhaseChoice chosen = phaseChoices().at(static_cast<std::size_t>(choice));
    m_document.change(tr("Set when %1 is in the net").arg(subject()), [&](Content& content) {
        for (const Id id : m_ids) {
            content.find(id)->layer.include = chosen.include;
            content.find(id)->layer.exclude = chosen.exclude;
        }
    });
}

void LayerPage::setComment()
{
    if (m_showing || m_ids.size() != 1) {
        return;
    }
    const std::string comment = m_comment->toPlainText().toStdString();
    m_document.change(
        tr("Comment on %1").arg(subject()),
        [&](Content& content) { content.find(m_ids.front())->layer.comment = comment; },
        QStringLiteral("comment/%1").arg(m_ids.front()));
}

} // namespace editor

#include "moc_layer_page.cpp"
