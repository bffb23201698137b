// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/problems_panel.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "editor/words/tips.h"

#include <algorithm>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>

namespace editor {
namespace {

using Severity = Warning::Severity;

constexpr int entryRole = Qt::UserRole;
constexpr int restMilliseconds = 200;
constexpr std::size_t maxTried = 3; ///< problems whose fixes are looked for while none is chosen: each costs time

/// Lets sentences wrap: rows of a tree are one line high unless they are measured.
class SentenceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int padding = 6, beside = 14; // the icon's and the text's own margins
        const auto* view = qobject_cast<const QTreeView*>(option.widget);
        const int icon = index.column() == 0 ? option.decorationSize.width() + beside : beside;
        const int width = std::max(40, (view ? view->columnWidth(index.column()) : 200) - icon);
        const QRect text = option.fontMetrics.boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap,
                                                           index.data(Qt::DisplayRole).toString());
        return {text.width() + icon, text.height() + padding};
    }
};

} // namespace

ProblemsPanel::ProblemsPanel(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_list(described(new QTreeWidget(this), {.title = tr("Problems")})),
      m_nothing(editor::label(tr("No problems."), this, Look::Muted)),
      m_fixes(new QWidget(this)),
      m_fixFlow(new FlowLayout(m_fixes)),
      m_quickFix(
          described(new QAction(tr("Fi&x problem"), this),
                    {.icon = "fix",
                     .keys = "Ctrl+.",
                     .status = tr("Apply the first fix of the selected layer's problem, or of the first problem")},
                    this, &ProblemsPanel::fixFirst))
{
    addAction(m_quickFix);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setItemDelegateForColumn(0, new SentenceDelegate(m_list));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    // Sentences wrap: how high they are follows from the width of their column.
    connect(m_list->header(), &QHeaderView::sectionResized, m_list, [this](int column) {
        if (column == 0) {
            m_list->doItemsLayout();
        }
    });
    m_nothing->setAlignment(Qt::AlignCenter);
    inColumn(this, {{m_list, 1}, {m_nothing, 1}, m_fixes}, QMargins(6, 6, 6, 6));
    setFocusProxy(m_list);
    connect(m_list, &QTreeWidget::itemActivated, this, &ProblemsPanel::focus);
    connect(m_list, &QTreeWidget::itemClicked, this, &ProblemsPanel::focus);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ProblemsPanel::showFixes);
    connect(&document, &Document::changed, this, &ProblemsPanel::refresh);
    // Fixes are found by trying, which takes longer than an edit may: they wait until the typing rests.
    m_fixTimer.setSingleShot(true);
    m_fixTimer.setInterval(restMilliseconds);
    m_fixTimer.callOnTimeout(this, &ProblemsPanel::showFixes);
    refresh();
}

void ProblemsPanel::setVocabulary(std::optional<std::int64_t> vocabulary)
{
    if (vocabulary != m_vocabulary) {
        m_vocabulary = vocabulary;
        refresh();
    }
}

void ProblemsPanel::setRunProblems(std::vector<Warning> problems)
{
    const auto saysTheSame = [](const Warning& one, const Warning& other) {
        return one.node == other.node && one.severity == other.severity && one.sentence == other.sentence &&
               std::ranges::equal(one.fixes, other.fixes, {}, &Fix::label, &Fix::label);
    };
    const bool same = std::ranges::equal(problems, m_runProblems, saysTheSame);
    m_runProblems = std::move(problems);
    if (!same) {
        list();
    }
}

int ProblemsPanel::count(Warning::Severity severity) const
{
    return static_cast<int>(
        std::ranges::count(m_entries, severity, [](const Entry& entry) { return entry.said.severity; }));
}

/// Checks the drawing, which sizes the net again: once after each edit.
void ProblemsPanel::refresh()
{
    m_warnings = warnings(m_document, m_vocabulary);
    list();
}

void ProblemsPanel::list()
{
    const Entry* before = current();
    const QString chosen = before ? before->said.sentence : QString();
    m_entries.clear();
    int followers = 0;
    const std::map<Id, ShownProblem> shown = problemsByNode(m_document);
    for (const Problem& problem : m_document.derived().problems) {
        followers += problem.follows ? 1 : 0;
        if (!problem.follows) {
            const auto cause = std::ranges::find_if(
                shown, [&](const auto& entry) { return entry.second.problem == &problem && !entry.second.follows; });
            m_entries.push_back({{.node = cause == shown.end() ? problem.node : cause->first,
                                  .severity = Severity::Error,
                                  .sentence = inWords(problem.sentence)},
                                 problem});
        }
    }
    std::vector<Warning> all = m_document.content().nodes.empty() ? std::vector<Warning>() : m_runProblems;
    all.insert(all.end(), m_warnings.begin(), m_warnings.end());
    std::ranges::stable_partition( // what keeps a run from starting is done first
        all, [](Severity severity) { return severity == Severity::Error; }, &Warning::severity);
    for (const Warning& warning : all) {
        m_entries.push_back({warning, std::nullopt});
    }
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
        const Warning& said = m_entries[entry].said;
        const Node* node = m_document.content().find(said.node);
        const QString name = node ? QString::fromStdString(node->layer.name) : QString();
        auto* item = new QTreeWidgetItem(m_list, {besideName(said.sentence, name), name});
        item->setIcon(0, icon(said.severity == Severity::Error   ? QStringLiteral("error")
                              : said.severity == Severity::Doubt ? QStringLiteral("warning")
                                                                 : QStringLiteral("info")));
        item->setToolTip(0, said.sentence);
        item->setData(0, entryRole, static_cast<int>(entry));
        if (said.sentence == chosen) {
            m_list->setCurrentItem(item);
        }
    }
    if (followers > 0) {
        auto* item = new QTreeWidgetItem(m_list, {tr("%n layer(s) after it have no sizes yet.", nullptr, followers)});
        item->setFlags(Qt::NoItemFlags);
    }
    m_list->setVisible(!m_entries.empty());
    m_nothing->setVisible(m_entries.empty());
    m_quickFix->setEnabled(!m_entries.empty());
    clearFixes();
    m_fixTimer.start();
    emit countChanged();
}

const ProblemsPanel::Entry* ProblemsPanel::current() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    const QVariant entry = item ? item->data(0, entryRole) : QVariant();
    return entry.isValid() ? &m_entries[static_cast<std::size_t>(entry.toInt())] : nullptr;
}

void ProblemsPanel::focus(const QTreeWidgetItem* item)
{
    const QVariant entry = item->data(0, entryRole);
    const Id node = entry.isValid() ? m_entries[static_cast<std::size_t>(entry.toInt())].said.node : 0;
    if (node != 0) {
        m_document.focus(node);
    }
}

void ProblemsPanel::clearFixes()
{
    qDeleteAll(m_fixes->findChildren<QPushButton*>(Qt::FindDirectChildrenOnly));
    m_fixes->hide();
}

void ProblemsPanel::showFixes()
{
    m_fixTimer.stop(); // they are shown now: a button must not be made again while somebody presses it
    clearFixes();
    const Entry* entry = current();
    const bool chosen = entry != nullptr;
    std::vector<Fix> ways = chosen ? fixesOf(*entry) : std::vector<Fix>();
    for (std::size_t first = 0; !chosen && ways.empty() && first < std::min(maxTried, m_entries.size()); ++first) {
        entry = &m_entries[first];
        ways = fixesOf(*entry);
    }
    if (entry) {
        const Node* node = m_document.content().find(entry->said.node);
        for (const Fix& fix : ways) {
            const QString name = chosen || !node ? QString() : QString::fromStdString(node->layer.name);
            const QString label = name.isEmpty() ? fix.label : tr("%1: %2").arg(name, fix.label);
            auto* button = new QPushButton(icon(QStringLiteral("fix")), label, m_fixes);
            button->setToolTip(entry->said.sentence);
            m_fixFlow->addWidget(button);
            // Queued, since the button goes with the problem that it ends.
            connect(
                button, &QPushButton::clicked, this, [this, fix] { apply(fix); }, Qt::QueuedConnection);
        }
    }
    m_fixes->setVisible(m_fixFlow->count() > 0);
}

std::vector<Fix> ProblemsPanel::fixesOf(const Entry& entry) const
{
    return entry.problem ? fixes(m_document, *entry.problem) : entry.said.fixes;
}

void ProblemsPanel::fixFirst()
{
    std::vector<const Entry*> order;
    const auto append = [&](const Entry& entry) { order.push_back(&entry); };
    const std::set<Id>& selected = m_document.selection();
    std::ranges::for_each(m_entries, [&](const Entry& entry) {
        if (selected.contains(entry.said.node)) {
            append(entry);
        }
    });
    if (const Entry* chosen = current()) {
        append(*chosen);
    }
    std::ranges::for_each(m_entries, append); // errors come first
    for (const Entry* entry : order) {
        if (const std::vector<Fix> ways = fixesOf(*entry); !ways.empty()) {
            apply(ways.front()); // ends the entries
            return;
        }
    }
}

QString ProblemsPanel::firstError() const
{
    return errors() > 0 ? m_entries.front().said.sentence : QString();
}

void ProblemsPanel::select(const QString& sentence)
{
    const auto found = std::ranges::find(m_entries, sentence, [](const Entry& entry) { return entry.said.sentence; });
    if (found != m_entries.end()) {
        m_list->setCurrentItem(m_list->topLevelItem(static_cast<int>(found - m_entries.begin())));
    }
}

void ProblemsPanel::apply(const Fix& fix)
{
    const Fix kept = fix; // it goes with the problem that it ends
    editor::apply(m_document, kept);
    const QString done = kept.edit ? tr("Done: %1. Undo takes it back.").arg(kept.label) : kept.done;
    if (!done.isEmpty()) {
        emit noted(done); // the key works while the panel is hidden
    }
}

} // namespace editor

#include "moc_problems_panel.cpp"
