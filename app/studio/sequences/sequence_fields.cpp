// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_fields.h"

#include "editor/widgets/parts.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <QComboBox>
#include <QCoreApplication>
#include <QDateTime>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTimeZone>

namespace studio {

namespace {

constexpr int shownRows = 8; ///< before the list scrolls
constexpr int rowGap = 6;    ///< units
enum Place { Name, Kind, First, Gaps };

/// "1.5 · 2 · 1.7": of the first rows, as many as a narrow panel has room for, or all.
enum class Values { Few, All };
QString firstValues(const engine::Table& outline, std::size_t column, Values which)
{
    constexpr qsizetype most = 24; // characters
    QStringList values;
    qsizetype length = 0;
    for (const std::vector<std::string>& row : outline.firstRows) {
        if (column < row.size()) {
            const QString value = row[column].empty() ? QStringLiteral("–") : QString::fromStdString(row[column]);
            length += value.size() + 3;
            if (which == Values::Few && !values.isEmpty() && length > most) {
                break;
            }
            values += value;
        }
    }
    return values.join(QStringLiteral(" · "));
}

} // namespace

QString kindOfColumn(engine::ColumnKind kind)
{
    const QString words[] = {ColumnList::tr("numbers"), ColumnList::tr("text"), ColumnList::tr("times")};
    return words[static_cast<int>(kind)];
}

ColumnList::ColumnList(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("columns"));
    setAccessibleName(tr("Columns of the table"));
    setHeaderLabels({tr("Column"), tr("Holds"), tr("First values"), tr("Gaps")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    setToolTip(tr("The net reads the checked columns. A text column cannot be read, but can be the group or the class "
                  "to predict."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    header()->setSectionResizeMode(Name, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Kind, QHeaderView::ResizeToContents);
    header()->setMaximumSectionSize(14 * fontMetrics().averageCharWidth() * 2);
    header()->setSectionResizeMode(Gaps, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(First, QHeaderView::Stretch);
    header()->setStretchLastSection(false);
    connect(this, &QTreeWidget::itemChanged, this, &ColumnList::noteChange);
}

void ColumnList::setColumns(const engine::Table& outline, const engine::SampleSettings& settings)
{
    const QSignalBlocker quiet(this);
    m_columns = outline.columns;
    m_usual = engine::defaultInputs(m_columns, settings);
    const std::vector<std::string>& read = settings.inputs.empty() ? m_usual : settings.inputs;
    clear();
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        const engine::Column& column = m_columns[index];
        auto* item = new QTreeWidgetItem(this, {QString::fromStdString(column.name), kindOfColumn(column.kind),
                                                firstValues(outline, index, Values::Few)});
        item->setSizeHint(First, {0, fontMetrics().height() + rowGap}); // which has the width that is left
        item->setToolTip(Name, item->text(Name));
        item->setToolTip(First, firstValues(outline, index, Values::All));
        const bool isRead = std::ranges::find(read, column.name) != read.end();
        const bool isNumber = column.kind == engine::ColumnKind::Number;
        // A column that is read and should not be can be left out, whatever it holds.
        item->setFlags(isNumber || isRead ? Qt::ItemIsEnabled | Qt::ItemIsUserCheckable : Qt::ItemIsEnabled);
        if (isNumber || isRead) {
            item->setCheckState(Name, isRead ? Qt::Checked : Qt::Unchecked);
        }
    }
    showGaps(settings);
    updateGeometry();
}

/// Beside the first columns that lack rows: of thousands nobody chooses one by one.
void ColumnList::showGaps(const engine::SampleSettings& settings)
{
    constexpr int most = 64;
    m_rules = settings.gaps;
    std::erase_if(m_rules, [&](const auto& one) { // those of another table
        return !one.first.empty() && std::ranges::find(m_columns, one.first, &engine::Column::name) == m_columns.end();
    });
    int shown = 0;
    for (int row = 0; row < topLevelItemCount() && shown < most; ++row) {
        const engine::Column& column = m_columns[static_cast<std::size_t>(row)];
        if (column.gaps > 0) {
            addRule(*topLevelItem(row), column, column.name == settings.time);
            ++shown;
        }
    }
    setColumnHidden(Gaps, shown == 0);
}

void ColumnList::addRule(QTreeWidgetItem& item, const engine::Column& column, bool isTime)
{
    using engine::GapRule;
    auto* box = editor::described(
        new QComboBox, {.title = tr("Gaps of %1").arg(QString::fromStdString(column.name)),
                        .tip = tr("Rows without a value. A missing target is never learned and counts in no figure.")});
    const QString count = QLocale().toString(static_cast<qlonglong>(column.gaps));
    const auto add = [&](GapRule rule, const QString& words) {
        box->addItem(words.arg(count), static_cast<int>(rule));
    };
    if (!m_rules.contains("")) { // else the rule for all columns is the one of this one
        add(GapRule::Refuse, tr("%1: choose"));
    }
    add(GapRule::Skip, tr("%1: leave the rows out"));
    if (!isTime && column.kind != engine::ColumnKind::Time) {
        add(GapRule::Carry, tr("%1: keep the last value"));
    }
    box->setCurrentIndex(box->findData(static_cast<int>(engine::ruleFor(column.name, m_rules))));
    connect(box, &QComboBox::activated, this, [this, box, name = column.name] {
        m_rules[name] = static_cast<GapRule>(box->currentData().toInt());
        emit chosen("gaps", engine::columnList(engine::gapEntries(m_rules)));
    });
    setItemWidget(&item, Gaps, box);
    for (int row = 0; row < topLevelItemCount(); ++row) { // all rows are of one height
        topLevelItem(row)->setSizeHint(Gaps, box->sizeHint());
    }
}

void ColumnList::noteChange(QTreeWidgetItem* changed)
{
    std::vector<std::string> names;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        if (topLevelItem(row)->checkState(Name) == Qt::Checked) {
            names.push_back(m_columns[static_cast<std::size_t>(row)].name);
        }
    }
    if (names.empty()) { // a net reads at least one
        const QSignalBlocker quiet(this);
        changed->setCheckState(Name, Qt::Checked);
        return;
    }
    emit chosen("inputs", engine::columnList(names == m_usual ? std::vector<std::string>() : names));
}

QSize ColumnList::sizeHint() const
{
    const int row = topLevelItemCount() > 0 ? sizeHintForRow(0) : fontMetrics().height();
    const int rows = std::clamp(topLevelItemCount(), 2, shownRows);
    return {40 * fontMetrics().averageCharWidth(), header()->sizeHint().height() + rows * row + 2 * frameWidth() + 2};
}

QSize ColumnList::minimumSizeHint() const
{
    return {20 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

QString dateOf(const std::string& text, engine::TimeForm form)
{
    const std::optional<engine::Instant> time = engine::readTime(text, form);
    const qint64 minutes = time ? time->offset : 0;
    const QDateTime clock =
        QDateTime::fromMSecsSinceEpoch(time ? time->microseconds / 1000 + minutes * 60'000 : 0, QTimeZone::utc());
    return time ? QLocale().toString(clock.date(), QStringLiteral("d MMMM yyyy")) : QString();
}

namespace {

/// The columns of the table, with `chosen` also where the table lacks it; those that do not fit cannot be taken.
void fillColumns(QComboBox& box, const engine::Table& outline, const std::string& chosen,
                 const std::function<bool(engine::ColumnKind)>& fits)
{
    box.clear();
    for (const engine::Column& column : outline.columns) {
        const QString name = QString::fromStdString(column.name);
        const bool fit = fits(column.kind);
        box.addItem(fit ? name : SequenceFields::tr("%1 (%2)").arg(name, kindOfColumn(column.kind)), name);
        if (auto* items = qobject_cast<QStandardItemModel*>(box.model()); items && !fit) {
            items->item(box.count() - 1)->setEnabled(false);
        }
    }
    const QString name = QString::fromStdString(chosen);
    if (!name.isEmpty() && box.findData(name) < 0) {
        box.addItem(name, name);
    }
    box.setCurrentIndex(box.findData(name));
}

} // namespace

SequenceFields::SequenceFields(editor::Document& document, QWidget* parent)
    : ReadingForm(
          document, "SEQUENCEDATA",
          {.title = tr("How they are read"),
           .note =
               tr("The drawing has no SEQUENCEDATA layer: its INPUT layers give the sizes, and a tenth is held out."),
           .edit = tr("Change how sequences are read")},
          parent)
{
    const auto choice = [this](const QString& label, const char* key,
                               std::initializer_list<std::pair<const char*, QString>> choices) {
        QComboBox* const box = addChoice(label, key, choices);
        box->setObjectName(QString::fromLatin1(key));
        if (choices.size() == 0) { // columns, whose names may be of any length
            box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
            box->setMinimumContentsLength(12);
            box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        }
        return box;
    };
    m_kind = addChoice(tr("Kind of d&ata:"), "kind", {});
    m_kind->setObjectName(QStringLiteral("kind"));
    for (const engine::DataKind* kind : engine::sequenceKinds()) {
        m_kind->addItem(QCoreApplication::translate("Data", kind->choice.data()),
                        QString::fromLatin1(kind->parameter.data()));
    }
    m_delimiter = choice(tr("&Delimiter:"), "delimiter",
                         {{"AUTO", {}},
                          {"COMMA", tr("Comma")},
                          {"SEMICOLON", tr("Semicolon")},
                          {"TAB", tr("Tab")},
                          {"BAR", tr("Bar |")}});
    m_decimal = choice(tr("Decimal ma&rk:"), "decimal",
                       {{"AUTO", {}}, {"POINT", tr("Point: 1.5")}, {"COMMA", tr("Comma: 1,5")}});
    m_header = choice(tr("&First row:"), "header", {{"AUTO", {}}, {"NAMES", tr("Names")}, {"VALUES", tr("Values")}});
    m_target = choice(tr("Column to &predict:"), "target", {});
    m_time = choice(tr("Time co&lumn:"), "time", {});
    m_timeOffer = editor::described(new QPushButton(this), {.name = "timeOffer"}, this,
                                    [this] { set("time", m_timeOffer->property("column").toString().toStdString()); });
    addField({}, m_timeOffer);
    m_group = choice(tr("Gro&up column:"), "group", {});
    m_read = choice(tr("A &step is:"), "read", {{"ROW", tr("a row of the image")}, {"COLUMN", tr("a column")}});
    m_encoding = choice(tr("&Characters:"), "encoding",
                        {{"BYTES", tr("Bytes (BYTES)")}, {"UTF8", tr("UTF-8 characters (UTF8)")}});
    m_steps = addCount(tr("Rows of a &window:"), "time_steps");
    m_horizon = addCount(tr("R&ows ahead:"), "horizon");
    addShares();
}

void SequenceFields::showSettings(const engine::SampleSettings& settings)
{
    refresh(settings.fractions);
    const auto showCount = [](QSpinBox* box, std::int64_t count) {
        const QSignalBlocker quiet(box);
        box->setValue(static_cast<int>(count));
    };
    showCount(m_steps, settings.steps);
    showCount(m_horizon, settings.horizon);
}

/// Those of the kind of data, with what the drawing says and what was found out.
void SequenceFields::show(const SequenceFacts& facts, const engine::SampleSettings& settings)
{
    const bool table = facts.kind->ofColumns, lines = facts.kind->ofCharacters, images = facts.kind->ofPictures;
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_target, m_time, m_group, m_horizon, m_delimiter, m_decimal, m_header}) {
        setRowVisible(field, table);
    }
    setRowVisible(m_steps, table || lines);
    setLabel(m_steps, lines ? tr("Ma&x. characters:") : tr("Rows of a &window:"));
    setRowVisible(m_encoding, lines);
    setRowVisible(m_read, images);
    setTestComesWithData(images && !facts.samples.part(engine::Split::Test).empty());
    ReadingForm::showChoice(*m_kind, settings.kind->parameter.data());
    ReadingForm::showChoice(*m_read, settings.columns ? "COLUMN" : "ROW");
    ReadingForm::showChoice(*m_encoding, settings.encoding == engine::Encoding::Utf8 ? "UTF8" : "BYTES");
    showFormat(settings.format, facts.outline.format); // all Auto where there is no outline
    showColumns(facts.outline, settings);
}

void SequenceFields::showFormat(const engine::TableFormat& wish, const engine::TableFormat& found)
{
    const auto wanted = engine::wordsOf(wish), seen = engine::wordsOf(found);
    for (QComboBox* const box : {m_delimiter, m_decimal, m_header}) {
        const std::string key = box->objectName().toStdString();
        const int row = box->findData(QString::fromStdString(seen.at(key)));
        box->setItemText(0, row > 0 ? tr("Automatic: %1").arg(box->itemText(row)) : tr("Automatic"));
        ReadingForm::showChoice(*box, wanted.at(key));
    }
}

void SequenceFields::showColumns(const engine::Table& outline, const engine::SampleSettings& table)
{
    const bool ofClasses = table.targetKind == engine::TargetKind::Class;
    const std::string last = outline.columns.empty() ? std::string() : outline.columns.back().name;
    using Kind = engine::ColumnKind;
    fillColumns(*m_target, outline, table.target.empty() ? last : table.target,
                [&](Kind kind) { return kind == Kind::Number || (ofClasses && kind == Kind::Text); });
    m_target->setToolTip(ofClasses ? QString()
                                   : tr("The net's loss takes numbers, so a column of text cannot be chosen."));
    const auto orNone = [](QComboBox& box, const std::string& chosen) {
        box.insertItem(0, tr("none"), QString());
        box.setCurrentIndex(box.findData(QString::fromStdString(chosen)));
    };
    fillColumns(*m_time, outline, table.time, [](Kind kind) { return kind != Kind::Text; });
    orNone(*m_time, table.time);
    const auto times = std::ranges::find(outline.columns, Kind::Time, &engine::Column::kind);
    const bool offers = table.time.empty() && times != outline.columns.end();
    setRowVisible(m_timeOffer, offers);
    if (offers) {
        const QString name = QString::fromStdString(times->name);
        m_timeOffer->setProperty("column", name);
        m_timeOffer->setText(tr("Use %1 as the time").arg(name));
        m_timeOffer->setToolTip(tr("Sorts the rows by the times in %1 and shows them on the axes").arg(name));
    }
    fillColumns(*m_group, outline, table.group, [](Kind) { return true; });
    orNone(*m_group, table.group);
}

} // namespace studio

#include "moc_sequence_fields.cpp"
