// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/export_dialog.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "engine/graph/error.h"

#include <array>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace studio {

ExportDialog::ExportDialog(CurveView& view, QWidget* parent)
    : QDialog(parent),
      m_view(view),
      m_format(new QComboBox),
      m_width(new editor::WholeBox),
      m_height(new editor::WholeBox),
      m_scale(new editor::RealBox),
      m_light(new QCheckBox(tr("&Light background, for print"))),
      m_note(new QLabel)
{
    setWindowTitle(tr("Export curves"));
    for (const engine::Format picture : {engine::Format::Png, engine::Format::Svg, engine::Format::Pdf}) {
        m_format->addItem(nameOf(engine::fileFormat(picture)), static_cast<int>(picture));
    }
    m_format->addItem(tr("All points as a table (CSV)"), static_cast<int>(engine::Format::CsvCurve));
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(200, 8'000);
        side->setSingleStep(50);
        side->setSuffix(tr(" px"));
    }
    m_width->setValue(view.width());
    m_height->setValue(view.height());
    m_scale->setRange(1, 4);
    m_scale->setDecimals(1);
    m_scale->setSingleStep(0.5);
    m_scale->setValue(2);
    m_scale->setPrefix(tr("× "));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);

    auto* form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Resolution"), m_scale);
    form->addRow(QString(), m_light);
    m_light->setVisible(editor::theme().dark);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* save = buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole);
    save->setDefault(true);
    QPushButton* copy = buttons->addButton(tr("Copy picture"), QDialogButtonBox::ActionRole);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_note);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::showFields);
    connect(save, &QPushButton::clicked, this, &ExportDialog::exportFile);
    connect(copy, &QPushButton::clicked, this, &ExportDialog::copyImage);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showFields();
}

engine::Format ExportDialog::format() const
{
    return static_cast<engine::Format>(m_format->currentData().toInt());
}

PictureSettings ExportDialog::settings() const
{
    return {.size = {m_width->value(), m_height->value()}, .scale = m_scale->value(), .onLight = m_light->isChecked()};
}

void ExportDialog::showFields()
{
    m_width->setEnabled(format() != engine::Format::CsvCurve);
    m_height->setEnabled(format() != engine::Format::CsvCurve);
    m_light->setEnabled(format() != engine::Format::CsvCurve);
    m_scale->setEnabled(format() == engine::Format::Png);
    say(format() == engine::Format::CsvCurve
            ? tr("Every point of the runs that are shown, unsmoothed, in nats per character.")
            : tr("What the plot shows now."));
}

void ExportDialog::exportFile()
{
    const engine::FileFormat& as = engine::fileFormat(format());
    const QString suggested = QString::fromStdString(engine::namedAs(tr("curves").toStdString(), as).string());
    const auto file = askForNewFile(this, windowTitle(), suggested, std::array{as.format});
    if (!file) {
        return;
    }
    QString sentence;
    try {
        if (m_check) {
            m_check(*file);
        }
        PictureSettings wish = settings();
        if (m_made && format() != engine::Format::CsvCurve) {
            wish.made = m_made();
        }
        if (exportPlot(m_view, as.format, wish, QString::fromStdString(file->string()), &sentence)) {
            accept();
            return;
        }
    } catch (const engine::Error& error) {
        sentence = editor::inWords(error);
    }
    say(sentence);
}

void ExportDialog::copyImage()
{
    QApplication::clipboard()->setImage(pictureOf(m_view, settings()));
    say(tr("The picture is on the clipboard."));
}

void ExportDialog::say(const QString& sentence)
{
    m_note->setText(sentence);
}

} // namespace studio

#include "moc_export_dialog.cpp"
