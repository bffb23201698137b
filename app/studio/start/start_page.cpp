// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/start_page.h"

#include "app/studio/panels/parts.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <QAction>
#include <QDateTime>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace studio {

namespace {

constexpr int pictureWidth = 112;
constexpr int margin = 14;
constexpr double corner = 10;

QRectF boundsOf(const editor::Content& drawing)
{
    QRectF bounds;
    for (const editor::Node& node : drawing.nodes) {
        bounds |= QRectF(node.position, editor::nodeSize);
    }
    return bounds;
}

QColor colourOf(const editor::Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return type ? editor::theme().group(type->group) : editor::theme().mutedText;
}

/// A net as small as there is room for.
class NetPicture : public QWidget {
public:
    NetPicture(const editor::Content& drawing, QWidget* parent) : QWidget(parent), m_drawing(drawing)
    {
        setFixedWidth(pictureWidth);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(editor::theme().canvas);
        painter.drawRoundedRect(rect(), corner / 2, corner / 2);
        const QRectF bounds = boundsOf(m_drawing), area = QRectF(rect()).adjusted(6, 6, -6, -6);
        if (bounds.isEmpty()) {
            return;
        }
        const double scale = std::min(area.width() / bounds.width(), area.height() / bounds.height());
        painter.translate(area.center());
        painter.scale(scale, scale);
        painter.translate(-bounds.center());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(editor::theme().wire, 1.2 / scale));
        for (const editor::Wire& wire : editor::wires(m_drawing)) {
            const QPointF from = m_drawing.find(wire.from.node)->position +
                                 QPointF(editor::nodeSize.width() / 2, editor::nodeSize.height());
            const QPointF to = m_drawing.find(wire.to.node)->position + QPointF(editor::nodeSize.width() / 2, 0);
            QPainterPath path(from);
            const double bend = std::max(20.0, (to.y() - from.y()) / 2);
            path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
            painter.drawPath(path);
        }
        painter.setPen(Qt::NoPen);
        for (const editor::Node& node : m_drawing.nodes) {
            painter.setBrush(colourOf(node));
            painter.drawRoundedRect(QRectF(node.position, editor::nodeSize), 20, 20);
        }
    }

private:
    const editor::Content& m_drawing;
};

QLabel* heading(const QString& text, QWidget* parent, double size)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent) : QAbstractButton(parent), m_sample(std::move(sample))
{
    setText(m_sample.title);
    setAccessibleName(m_sample.title);
    setAccessibleDescription(m_sample.description);
    setToolTip(m_sample.description);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMinimumSize(240, 9 * fontMetrics().height());
    setCursor(Qt::PointingHandCursor);
    const auto words = tr("%1 · %2 parameters")
                           .arg(tr("%n layers", nullptr, static_cast<int>(m_sample.drawing.nodes.size())),
                                QLocale().toString(static_cast<qlonglong>(m_sample.parameters)));
    auto* picture = new NetPicture(m_sample.drawing, this);
    auto* title = heading(m_sample.title, this, 1);
    title->setWordWrap(true);
    auto* description =
        editor::label(m_sample.description, this, editor::Look::Wraps | editor::Look::Muted | editor::Look::Plain);
    auto* facts = editor::label(words, this, editor::Look::Wraps | editor::Look::Muted);
    for (QWidget* part : std::initializer_list<QWidget*>{picture, title, description, facts}) {
        part->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    auto* head = editor::inRow({{title, 1, Qt::AlignTop}}, QMargins());
    editor::inRow(this, {picture, {editor::inColumn({head, description, editor::stretch(), facts}, QMargins(), 4), 1}},
                  QMargins(margin, margin, margin, margin), margin);
    if (m_sample.group == SampleGroup::Images) {
        auto* sets = new QToolButton(this);
        sets->setText(tr("MNIST"));
        sets->setIcon(editor::icon(QStringLiteral("download")));
        sets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        sets->setPopupMode(QToolButton::InstantPopup);
        sets->setAutoRaise(true);
        sets->setCursor(Qt::ArrowCursor);
        sets->setToolTip(tr("Open this sample and download well-known images for it"));
        sets->setMenu(knownSetMenu(
            sets, [this](const engine::KnownData& set) { emit setChosen(QString::fromStdString(set.name)); }));
        head->addWidget(sets, 0, Qt::AlignTop);
    }
}

QSize SampleCard::sizeHint() const
{
    constexpr int defaultWidth = 360;
    return {defaultWidth, heightForWidth(defaultWidth)};
}

void SampleCard::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.nodeBorder, hasFocus() ? 2 : 1));
    painter.setBrush(isDown()       ? theme.canvas
                     : underMouse() ? editor::between(theme.node, theme.accent, 0.12)
                                    : theme.node);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), corner, corner);
}

namespace {

constexpr int leftWidth = 300;
constexpr int minCardWidth = 340;

/// By SampleGroup.
constexpr std::array groupNames = {QT_TRANSLATE_NOOP("studio::StartPage", "Text"),
                                   QT_TRANSLATE_NOOP("studio::StartPage", "Images, read row by row"),
                                   QT_TRANSLATE_NOOP("studio::StartPage", "Series and tables"),
                                   QT_TRANSLATE_NOOP("studio::StartPage", "Lines of text"),
                                   QT_TRANSLATE_NOOP("studio::StartPage", "Comparisons of engines")};

QString iconOf(engine::Content content)
{
    switch (content) {
    case engine::Content::Project:
        return QStringLiteral("project");
    case engine::Content::Weights:
    case engine::Content::SolverState:
        return QStringLiteral("checkpoint");
    case engine::Content::Model:
        return QStringLiteral("prototxt");
    case engine::Content::Picture:
        return QStringLiteral("frame");
    default:
        return QStringLiteral("text");
    }
}

/// As the window's title has it: by the file, or else by the net's name.
QString nameOf(const ProjectSummary& project)
{
    const std::string name = project.file.empty() ? project.name : project.file.stem().string();
    return name.empty() ? StartPage::tr("Untitled") : QString::fromStdString(name);
}

} // namespace

StartPage::StartPage(const QList<QAction*>& actions, QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("startPage"));
    auto* left = new QWidget;
    QScrollArea* const leftScroll = editor::scrolled(left, this);
    leftScroll->setFixedWidth(leftWidth);
    leftScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* right = new QWidget;
    QScrollArea* const scroll = editor::scrolled(right, this);
    scroll->setObjectName(QStringLiteral("samples"));
    for (QScrollArea* const area : {leftScroll, scroll}) {
        area->setFocusPolicy(Qt::NoFocus);
    }
    auto* mark = new QLabel(left);
    mark->setPixmap(editor::icon(QStringLiteral("hamnet")).pixmap(56, 56));
    editor::onNewLooks(mark, [mark] { mark->setPixmap(editor::icon(QStringLiteral("hamnet")).pixmap(56, 56)); });
    auto* tagline = editor::label(
        tr("Draw a recurrent net, train it on a text, on images or on a table, and see what it has learned."), left,
        editor::Look::Wraps);
    auto* column = editor::inColumn(left, {mark, heading(tr("Hamnet"), left, 2.0), tagline, editor::spacing(16)},
                                    QMargins(28, 36, 12, 24), 8);
    for (QAction* action : actions) {
        auto* button = new QToolButton(left);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setIconSize({20, 20});
        column->addWidget(button);
    }
    column->addSpacing(16);
    auto* recentTitle = heading(tr("&Recent"), left, 1.15);
    column->addWidget(recentTitle);
    m_noRecent = editor::label(tr("Projects and nets that you open or save appear here."), left, editor::Look::Wraps);
    column->addWidget(m_noRecent);
    m_recent = editor::described(new QListWidget(left), {.title = tr("Recent files")});
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setWordWrap(true);
    m_recent->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_recent->setResizeMode(QListView::Adjust); // names wrap by the width that the scroll bar leaves
    recentTitle->setBuddy(m_recent);
    column->addWidget(m_recent, 1);
    column->addStretch();
    // Where one click activates too, the second signal finds the list refilled and its item gone.
    const auto choose = [this](const QListWidgetItem* item) {
        if (item && isVisible()) {
            emit fileChosen(item->data(Qt::UserRole).toString());
        }
    };
    connect(m_recent, &QListWidget::itemActivated, this, choose);
    connect(m_recent, &QListWidget::itemClicked, this, choose);

    m_notice = editor::label({}, right, editor::Look::Wraps | editor::Look::Selectable, "problem");
    m_notice->hide();
    m_offers = new QVBoxLayout;
    m_recovery = new QWidget(right);
    m_recoveryRows = new QVBoxLayout(m_recovery);
    m_recoveryRows->setContentsMargins(0, 0, 0, 12);
    m_recovery->hide();
    auto* hint = editor::label(tr("Click a sample to open it, then press F5 to train it: on the bundled play, or on "
                                  "digits or a time series that Hamnet generates."),
                               right, editor::Look::Wraps);
    m_samplesProblem = editor::label({}, right, editor::Look::Wraps);
    m_samplesProblem->hide();
    m_cardArea = new QWidget(right);
    m_grid = new QGridLayout(m_cardArea);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(12);
    editor::inColumn(right,
                     {m_notice, m_offers, m_recovery, heading(tr("Samples"), right, 1.4), hint, m_samplesProblem,
                      m_cardArea, editor::stretch()},
                     QMargins(20, 44, 28, 24), 12);
    editor::inRow(this, {leftScroll, {scroll, 1}}, QMargins(), 0);
}

void StartPage::setSamples(std::vector<Sample> samples)
{
    for (Sample& sample : samples) {
        Group& group = groupOf(sample);
        auto* card = new SampleCard(std::move(sample), m_cardArea);
        connect(card, &SampleCard::clicked, this,
                [this, card] { emit fileChosen(QString::fromStdString(card->sample().file.string())); });
        connect(card, &SampleCard::setChosen, this, [this, card](const QString& knownSet) {
            emit sampleChosen(QString::fromStdString(card->sample().file.string()), knownSet);
        });
        group.cards.push_back(card);
    }
    for (auto& [name, group] : m_groups) {
        group.more->setParent(nullptr); // behind its cards for Tab
        group.more->setParent(m_cardArea);
        setOpen(group, false);
    }
    m_columns = 0;
    placeCards();
}

StartPage::Group& StartPage::groupOf(const Sample& sample)
{
    const auto [known, isNew] = m_groups.try_emplace(sample.group);
    Group& group = known->second;
    if (isNew) {
        group.title = heading(tr(groupNames[static_cast<std::size_t>(sample.group)]), m_cardArea, 1.1);
        group.title->setObjectName(QStringLiteral("groupTitle"));
        group.more = new QToolButton(m_cardArea);
        group.more->setObjectName(QStringLiteral("moreSamples"));
        group.more->setAutoRaise(true);
        connect(group.more, &QToolButton::clicked, this, [this, &group] {
            setOpen(group, !group.open);
            placeCards(m_columns);
        });
    }
    return group;
}

void StartPage::setOpen(Group& group, bool open)
{
    group.open = open;
    const auto others = static_cast<int>(group.cards.size()) - 1;
    const QString words = open ? tr("Fewer") : tr("%1 more…").arg(others);
    group.more->setText(words);
    group.more->setAccessibleName(tr("%1: %2").arg(group.title->text(), words));
    group.more->setVisible(others > 0);
    for (SampleCard* const card : group.cards) {
        card->setVisible(open || card == group.cards.front());
    }
}

void StartPage::setSamplesProblem(const QString& sentence)
{
    m_samplesProblem->setText(sentence);
    m_samplesProblem->show();
}

void StartPage::setRecent(const QStringList& files)
{
    m_recent->clear();
    for (const QString& file : files) {
        const QFileInfo info(file);
        const engine::FileFormat* const format = engine::formatByName(file.toStdString());
        const engine::Content content = format ? format->content : engine::Content::Text;
        const bool isProject =
            content == engine::Content::Project; // the others show their ending, which tells what they are
        auto* item = new QListWidgetItem(editor::icon(iconOf(content)),
                                         isProject ? info.completeBaseName() : info.fileName(), m_recent);
        item->setData(Qt::UserRole, file);
        item->setToolTip(info.exists() ? file : tr("%1 no longer exists").arg(file));
        if (!info.exists()) { // it can be chosen all the same: the disk may be back
            item->setForeground(m_recent->palette().brush(QPalette::Disabled, QPalette::Text));
        }
    }
    m_recent->setVisible(!files.isEmpty());
    m_noRecent->setVisible(files.isEmpty());
}

void StartPage::setNotice(const QString& sentence)
{
    m_notice->setText(sentence);
    m_notice->setVisible(!sentence.isEmpty());
}

void StartPage::offer(QWidget* card)
{
    m_offers->addWidget(card);
}

void StartPage::setRecoverable(const std::vector<Recoverable>& copies)
{
    for (QWidget* row : m_recovery->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        row->hide();
        row->deleteLater(); // it may be its button that asked for this
    }
    if (!copies.empty()) {
        m_recoveryRows->addWidget(heading(tr("Work that was interrupted"), m_recovery, 1.4));
    }
    for (const Recoverable& copy : copies) {
        m_recoveryRows->addWidget(recoveryRow(copy));
    }
    m_recovery->setVisible(!copies.empty());
}

QWidget* StartPage::recoveryRow(const Recoverable& copy)
{
    auto* row = new QWidget(m_recovery);
    const QDateTime written = QDateTime::fromString(QString::fromStdString(copy.summary.written), Qt::ISODate);
    const QString file =
        copy.summary.file.empty() ? tr("never saved") : QString::fromStdString(copy.summary.file.string());
    const QString name = nameOf(copy.summary);
    auto* words = editor::label(
        copy.problem.empty()
            ? tr("%1 (%2), as of %3").arg(name, file, QLocale().toString(written.toLocalTime(), QLocale::ShortFormat))
            : editor::inWords(copy.problem),
        row, editor::Look::Wraps);
    auto* recover =
        editor::described(new QPushButton(tr("Recover"), row), {}, this, [this, copy] { emit recoverChosen(copy); });
    recover->setEnabled(copy.problem.empty());
    auto* discard = editor::described(new QPushButton(tr("Discard"), row), {}, this, [this, copy, name] {
        const QString question = tr("Discard what was not saved of %1? It cannot be recovered afterwards.").arg(name);
        if (QMessageBox::question(this, tr("Work that was interrupted"), question,
                                  QMessageBox::Discard | QMessageBox::Cancel,
                                  QMessageBox::Cancel) == QMessageBox::Discard) {
            emit discardChosen(copy);
        }
    });
    editor::inRow(row, {{words, 1}, recover, discard}, QMargins());
    return row;
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeCards();
}

void StartPage::placeCards()
{
    const int columns = std::clamp((width() - leftWidth) / minCardWidth, 1, 3);
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    placeCards(columns);
}

/// Closed groups stand beside each other, an open one takes whole rows.
void StartPage::placeCards(int columns)
{
    constexpr int rowsOfGroup = 3; // title, card, button
    int row = 0, column = 0;
    const auto beginRow = [&] {
        row += column > 0 ? rowsOfGroup : 0;
        column = 0;
    };
    for (auto& [name, group] : m_groups) {
        const auto width = group.open ? columns : 1;
        if (column + width > columns) {
            beginRow();
        }
        m_grid->addWidget(group.title, row, column, 1, width);
        for (std::size_t index = 0; index < group.cards.size(); ++index) {
            const int place = group.open ? static_cast<int>(index) : 0;
            m_grid->addWidget(group.cards[index], row + 1 + place / columns, column + place % columns);
        }
        const int high = group.open ? (static_cast<int>(group.cards.size()) + columns - 1) / columns : 1;
        m_grid->addWidget(group.more, row + 1 + high, column, Qt::AlignLeft);
        if (group.open) {
            row += high + 2;
        } else {
            ++column;
        }
    }
    for (int one = 0; one < 3; ++one) {
        m_grid->setColumnStretch(one, one < columns ? 1 : 0);
    }
    m_cardArea->updateGeometry();
}

} // namespace studio

#include "moc_start_page.cpp"
