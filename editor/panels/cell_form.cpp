// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/cell_form.h"

#include "editor/document/edits.h"
#include "editor/equations/cell_check.h"
#include "editor/equations/cell_gallery.h"
#include "editor/equations/equation_edit.h"
#include "editor/equations/equation_views.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/cells/library.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

namespace editor {
namespace {

constexpr auto nameKey = "cell";
constexpr auto equationsKey = "equations";

QString textOf(const engine::Layer& layer, const char* key)
{
    const std::string* const text = given<std::string>(layer.params, key);
    return text ? QString::fromStdString(*text) : QString();
}

/// The equations of a cell of the library; nothing where there is no such cell.
std::optional<QString> libraryText(const QString& name)
{
    const auto all = engine::cells::libraryCells();
    const auto found = std::ranges::find(all, name.toStdString(), &engine::cells::LibraryCell::name);
    return found != all.end() ? std::optional(QString::fromUtf8(found->text)) : std::nullopt;
}

} // namespace

bool isOfTypedCell(const engine::ParamSpec& spec)
{
    return spec.key == nameKey || spec.key == equationsKey;
}

bool hasTypedCell(const engine::LayerType& type)
{
    return type.recurrent && std::ranges::count_if(type.params, isOfTypedCell) == 2;
}

CellForm::CellForm(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_names(described(new QComboBox(this), {.title = tr("Cell")}, this,
                        [this] {
                            const QString name = m_names->currentData().toString();
                            setCell(name, name.isEmpty() ? m_equations->text() : QString());
                        })),
      m_equations(new EquationEdit(this)),
      m_mathematics(label({}, this, Look::Wraps | Look::Selectable, "mathematics")),
      m_summary(label({}, this, Look::Wraps | Look::Selectable)),
      m_check(new CellCheck(this))
{
    m_names->addItem(tr("own equations"), QString());
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        const QString name = QString::fromUtf8(cell.name);
        m_names->addItem(name, name);
        m_names->setItemData(m_names->count() - 1, commentsOf(QString::fromUtf8(cell.text)), Qt::ToolTipRole);
    }
    auto* gallery =
        described(new QPushButton(tr("Gallery…"), this),
                  {.tip = tr("All cells that come with Hamnet, each beside the LSTM")}, this, &CellForm::openGallery);
    auto* row = inRow({labelOf(m_names, tr("Cell"), this), {m_names, 1}, gallery});
    inColumn(this,
             {row, m_equations, new Fold(tr("As mathematics"), m_mathematics, Fold::State::Open, this),
              new Fold(tr("What follows from it"), m_summary, Fold::State::Open, this),
              new Fold(tr("Check"), m_check, Fold::State::Open, this)},
             QMargins(), 6);
    connect(m_equations, &EquationEdit::edited, this, [this](const QString& text) {
        setCell({}, text, QStringLiteral("cell/%1/%2").arg(m_layer).arg(m_equations->step()));
    });
    connect(m_equations, &EquationEdit::cellChanged, this, &CellForm::showCell);
    m_equations->edit()->setHistory(&m_document.undoStack());
}

CellForm::~CellForm() = default;

void CellForm::show(Id layer)
{
    m_layer = layer;
    const Node* const node = m_document.content().find(layer);
    if (!node) {
        return;
    }
    const QString name = textOf(node->layer, nameKey), own = textOf(node->layer, equationsKey);
    m_names->setCurrentIndex(own.isEmpty() && !name.isEmpty() ? m_names->findData(name) : 0);
    m_names->setToolTip(m_names->currentData(Qt::ToolTipRole).toString());
    std::optional<engine::cells::CellSizes> sizes;
    if (const engine::LayerSizes* found = m_document.sizes(layer); found && !found->inputs.empty()) {
        const std::int64_t* const H = given<std::int64_t>(node->layer.params, "num_output");
        const engine::Shape& x = found->inputs.front();
        if (H && x.axes() >= 2) {
            sizes = {.width = x.count(2), .units = *H};
        }
    }
    m_equations->setSizes(sizes);
    m_equations->setText(own.isEmpty() ? libraryText(name).value_or(QString()) : own);
}

void CellForm::setCell(const QString& name, const QString& equations, const QString& mergeKey)
{
    const Node* const node = m_document.content().find(m_layer);
    if (!node || (textOf(node->layer, nameKey) == name && textOf(node->layer, equationsKey) == equations)) {
        return;
    }
    const auto valueOf = [](const QString& text) {
        return text.isEmpty() ? std::nullopt : std::optional<engine::ParamValue>(text.toStdString());
    };
    m_document.change(
        tr("Set the cell of %1 to %2")
            .arg(QString::fromStdString(node->layer.name), name.isEmpty() ? tr("own equations") : name),
        [&](Content& content) {
            setParam(content, m_layer, nameKey, valueOf(name));
            setParam(content, m_layer, equationsKey, valueOf(equations));
        },
        mergeKey);
}

void CellForm::showCell()
{
    const std::optional<engine::cells::Definition>& cell = m_equations->cell();
    const engine::cells::CellSizes sizes = m_equations->sizes().value_or(engine::cells::CellSizes{16, 16});
    m_check->setCell(cell, m_equations->text(), sizes);
    m_mathematics->setEnabled(cell.has_value());
    m_summary->setEnabled(cell.has_value());
    if (cell) {
        m_mathematics->setText(mathematicsHtml(*cell));
        m_summary->setText(summaryHtml(*cell, sizes));
    }
}

void CellForm::openGallery()
{
    if (!m_gallery) {
        m_gallery = new QDialog(this);
        m_gallery->setWindowTitle(tr("Cells"));
        m_gallery->setAttribute(Qt::WA_DeleteOnClose, false);
        const auto take = [this](const QString& name, const QString& equations) {
            setCell(name, equations);
            m_gallery->hide();
        };
        inColumn(m_gallery, {new CellGallery(take, m_gallery)});
        m_gallery->resize(900, 640);
    }
    m_gallery->show();
    m_gallery->raise();
}

} // namespace editor

#include "moc_cell_form.cpp"
