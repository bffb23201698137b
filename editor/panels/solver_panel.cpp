// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/solver_panel.h"

#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "editor/words/solver_words.h"
#include "editor/words/tips.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <utility>

namespace editor {

/// The learning rate over a run as a small curve: iterations to the right, the rate upwards, by powers of ten or
/// evenly.
class RateCurve : public QWidget {
public:
    explicit RateCurve(QWidget* parent) : QWidget(parent)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setAccessibleName(SolverPanel::tr("Learning rate over the run"));
    }

    void show(std::vector<QPointF> points)
    {
        m_points = std::move(points);
        const auto rate = [](const QPointF& point) { return point.y(); };
        const double highest = m_points.empty() ? 0 : rate(std::ranges::max(m_points, {}, rate));
        m_most = highest > 0 ? highest : 1;
        m_least = m_most;
        for (const QPointF& point : m_points) {
            m_least = point.y() > 0 ? std::min(m_least, point.y()) : m_least;
        }
        setToolTip(m_points.empty() ? QString()
                                    : SolverPanel::tr("From %1 to %2 after %3 iterations")
                                          .arg(realText(m_points.front().y()), realText(m_points.back().y()),
                                               countText(static_cast<std::int64_t>(m_points.back().x()))));
        setAccessibleDescription(toolTip());
        update();
    }

    void setLogScale(bool on)
    {
        m_logScale = on;
        update();
    }

    QSize sizeHint() const override { return {280, 150}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme().mutedText);
        if (m_points.empty()) {
            painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                             SolverPanel::tr("The settings give no learning rate."));
            return;
        }
        constexpr double decadesShown = 6; // a rate that falls lower lies at the bottom
        const double top = m_logScale ? std::ceil(std::log10(m_most) - 1e-9) : m_most;
        const double bottom =
            m_logScale ? std::max(std::min(std::floor(std::log10(m_least) + 1e-9), top - 1), top - decadesShown) : 0;
        const int line = fontMetrics().height();
        const int labels = fontMetrics().horizontalAdvance(QStringLiteral("0.00008")) + 6;
        const QRectF area = QRectF(rect()).adjusted(labels, line / 2.0 + 1, -6, -line - 4);
        const auto y = [&](double shown) { return area.bottom() - (shown - bottom) / (top - bottom) * area.height(); };
        for (double mark = bottom; mark <= top * (1 + 1e-9) + 1e-12; mark += m_logScale ? 1 : top / 2) {
            const double rate = m_logScale ? std::pow(10, mark) : mark;
            painter.setPen(theme().grid);
            painter.drawLine(QPointF(area.left(), y(mark)), QPointF(area.right(), y(mark)));
            painter.setPen(theme().mutedText);
            painter.drawText(QRectF(0, y(mark) - line / 2.0, area.left() - 5, line), Qt::AlignRight | Qt::AlignVCenter,
                             realText(QString::number(rate, 'g', 3).toDouble()));
        }
        const QRectF below(area.left(), area.bottom() + 3, area.width(), line);
        painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
        painter.drawText(below, Qt::AlignHCenter, SolverPanel::tr("iterations"));
        painter.drawText(below, Qt::AlignRight, countText(static_cast<std::int64_t>(m_points.back().x())));
        QPolygonF path;
        for (const QPointF& point : m_points) {
            const double rate = !m_logScale ? point.y() : point.y() > 0 ? std::log10(point.y()) : bottom;
            path << QPointF(area.left() + point.x() / std::max(1.0, m_points.back().x()) * area.width(),
                            y(std::max(rate, bottom)));
        }
        painter.setPen(QPen(theme().accent, 1.6));
        painter.drawPolyline(path);
    }

private:
    std::vector<QPointF> m_points;
    double m_least = 1, m_most = 1; ///< of the rates above 0
    bool m_logScale = true;
};

namespace {

/// What is typed into one field in one go is one step.
QString mergeKey(const SettingEdit& edit)
{
    return QStringLiteral("solver/%1/%2").arg(QString::fromStdString(edit.key)).arg(edit.typing);
}

const engine::ParamSpec& specNamed(std::string_view key)
{
    const auto specs = engine::solverSpecs();
    return *std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.key == key; });
}

/// Whether the settings say what the preset says, written out or by default.
bool isTaken(const SolverPreset& preset, const engine::SolverSettings& solver)
{
    try {
        return engine::completeParams(withPreset(solver, preset)) == engine::completeParams(solver);
    } catch (const engine::Error&) {
        return false; // what is wrong is said beside
    }
}

} // namespace

SolverPanel::SolverPanel(Document& document, const Keys& shownElsewhere, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_form(new SettingsForm("Solver", [](const engine::ParamSpec& spec) { return settingTip(spec, "Solver"); }))
{
    auto* page = new QWidget;
    inColumn(page, {makeHead(), makeCurve(), m_form, stretch(1)}, QMargins(10, 10, 10, 10), 8);
    inColumn(this, {scrolled(page, this)}, QMargins());
    setAccessibleName(tr("Solver"));
    setMinimumWidth(minPanelWidth(*this));
    fillForm(shownElsewhere);
    connect(m_form, &SettingsForm::edited, this, &SolverPanel::set);
    connect(&document, &Document::loaded, m_form, &SettingsForm::forgetRefused);
    connect(&document, &Document::changed, this, &SolverPanel::refresh);
    refresh();
}

QWidget* SolverPanel::makeHead()
{
    auto* head = new QWidget;
    m_presets = described(new QComboBox(head), {.title = tr("Use a preset")}, this, &SolverPanel::takePreset);
    m_presets->setPlaceholderText(tr("Use a preset…"));
    for (const SolverPreset& preset : solverPresets()) {
        m_presets->addItem(preset.name);
        m_presets->setItemData(m_presets->count() - 1, preset.explanation, Qt::ToolTipRole);
    }
    m_explanation = new TintedLabel(head);
    m_problem = new TintedLabel(head);
    inColumn(head, {m_presets, m_explanation, m_problem}, QMargins());
    return head;
}

QWidget* SolverPanel::makeCurve()
{
    auto* part = new QWidget;
    m_curve = new RateCurve(part);
    auto* logScale = iconButton(part, "log_scale", tr("Logarithmic"), m_curve, &RateCurve::setLogScale);
    logScale->setCheckable(true);
    logScale->setChecked(true);
    auto* line = inRow({{new QLabel(tr("Learning rate"), part), 1}, logScale});
    inColumn(part, {line, m_curve}, QMargins(), 2);
    return part;
}

void SolverPanel::fillForm(const Keys& shownElsewhere)
{
    std::vector<SettingsGroup> groups;
    for (const SolverGroup& group : solverGroups()) {
        groups.push_back({.title = group.title, .specs = {}, .open = group.isOpen});
        for (const engine::ParamSpec& spec : engine::solverSpecs()) {
            if (std::ranges::count(group.keys, spec.key) > 0 && !shownElsewhere.contains(spec.key)) {
                groups.back().specs.push_back(&spec);
            }
        }
    }
    m_form->setGroups(std::move(groups));
}

void SolverPanel::refresh()
{
    const engine::SolverSettings& solver = m_document.content().solver;
    if (m_shown == solver) {
        return; // most edits are of the drawing
    }
    m_shown = solver;
    for (const engine::ParamSpec& spec : engine::solverSpecs()) {
        const engine::ParamValue fallback = engine::fallbackOf(spec, solver.dialect);
        const engine::ParamValue value = solverValue(solver, spec.key);
        m_form->show(spec.key, {.value = value, .changed = value != fallback, .whyNot = whyUnused(solver, spec.key)});
    }
    const std::vector<SolverPreset> presets = solverPresets();
    const auto taken = std::find_if(presets.begin(), presets.end(),
                                    [&](const SolverPreset& preset) { return isTaken(preset, solver); });
    m_presets->setCurrentIndex(taken == presets.end() ? -1 : static_cast<int>(taken - presets.begin()));
    m_explanation->showMuted(taken == presets.end() ? QString() : taken->explanation);
    m_problem->showError(solverProblem(solver));
    m_curve->show(ratePoints(solver));
}

void SolverPanel::set(const SettingEdit& edit)
{
    if (edit.isTakenBack) {
        m_document.takeBack(mergeKey(edit));
        return;
    }
    const QString label = engineText("Solver", specNamed(edit.key).label);
    m_document.change(
        edit.value ? tr("Set %1").arg(label) : tr("Reset %1").arg(label),
        [&](Content& content) { setSolverParam(content, edit.key, edit.value); },
        edit.value ? mergeKey(edit) : QString());
}

void SolverPanel::takePreset(int choice)
{
    const SolverPreset preset = solverPresets().at(static_cast<std::size_t>(choice));
    m_document.change(tr("Use the preset %1").arg(preset.name),
                      [&](Content& content) { content.solver = withPreset(content.solver, preset); });
}

} // namespace editor

#include "moc_solver_panel.cpp"
