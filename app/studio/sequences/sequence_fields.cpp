// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_fields.h"

#include "app/studio/sequences/column_list.h"

#include <algorithm>
#include <functional>
#include <QComboBox>
#include <QCoreApplication>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>

namespace studio {
namespace {

/// The columns of the table, with `chosen` also where the table lacks it; those that do not fit cannot be taken.
void fillColumns(QComboBox& box, const engine::TableOutline& outline, const std::string& chosen,
                 const std::function<bool(engine::ColumnKind)>& fits)
{
    box.clear();
    for (std::size_t column = 0; column < outline.names.size(); ++column) {
        const QString name = QString::fromStdString(outline.names[column]);
        const bool fit = fits(outline.kinds[column]);
        box.addItem(fit ? name : SequenceFields::tr("%1 (%2)").arg(name, kindOfColumn(outline.kinds[column])), name);
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
    m_timeOffer = new QPushButton(this);
    m_timeOffer->setObjectName(QStringLiteral("timeOffer"));
    addField({}, m_timeOffer);
    connect(m_timeOffer, &QPushButton::clicked, this,
            [this] { set("time", m_timeOffer->property("column").toString().toStdString()); });
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
    showCount(m_horizon, settings.table.horizon);
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
    showColumns(facts.outline, settings.table);
}

void SequenceFields::showFormat(const engine::TableFormat& wish, const engine::TableFormat& found)
{
    const engine::FormatWords wanted = engine::wordsOf(wish), seen = engine::wordsOf(found);
    const auto show = [](QComboBox& box, const std::string& chosen, const std::string& told) {
        const int row = box.findData(QString::fromStdString(told));
        box.setItemText(0, row > 0 ? tr("Automatic: %1").arg(box.itemText(row)) : tr("Automatic"));
        ReadingForm::showChoice(box, chosen);
    };
    show(*m_delimiter, wanted.delimiter, seen.delimiter);
    show(*m_decimal, wanted.decimal, seen.decimal);
    show(*m_header, wanted.header, seen.header);
}

void SequenceFields::showColumns(const engine::TableOutline& outline, const engine::TableSettings& table)
{
    const bool ofClasses = table.targetKind == engine::TargetKind::Class;
    const std::string last = outline.names.empty() ? std::string() : outline.names.back();
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
    const auto times = std::ranges::find(outline.kinds, Kind::Time);
    const bool offers = table.time.empty() && times != outline.kinds.end();
    setRowVisible(m_timeOffer, offers);
    if (offers) {
        const QString name =
            QString::fromStdString(outline.names[static_cast<std::size_t>(times - outline.kinds.begin())]);
        m_timeOffer->setProperty("column", name);
        m_timeOffer->setText(tr("Use %1 as the time").arg(name));
        m_timeOffer->setToolTip(tr("Sorts the rows by the times in %1 and shows them on the axes").arg(name));
    }
    fillColumns(*m_group, outline, table.group, [](Kind) { return true; });
    orNone(*m_group, table.group);
}

} // namespace studio

#include "moc_sequence_fields.cpp"
