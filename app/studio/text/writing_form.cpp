// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/writing_form.h"

#include "app/studio/text/elided_box.h"
#include "app/studio/text/prompt_edit.h"
#include "app/studio/text/sampling_controls.h"
#include "editor/looks/theme.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QRandomGenerator>
#include <QVBoxLayout>

namespace studio {

namespace {

constexpr quint64 drawnSeeds = 1'000'000; ///< below

} // namespace

quint64 drawSeed()
{
    return QRandomGenerator::global()->bounded(quint64{1}, drawnSeeds);
}

QString describe(const TextSource& source)
{
    const QLocale locale;
    if (source.checkpoint.empty()) {
        return source.trains ? WritingForm::tr("Net in training") : WritingForm::tr("Net of the last run");
    }
    const QString file = QFileInfo(QString::fromStdString(source.checkpoint)).fileName();
    if (source.imported) {
        return source.run.empty() ? WritingForm::tr("%1 · imported").arg(file) : QString::fromStdString(source.run);
    }
    const QString iteration = locale.toString(qint64{source.iteration});
    if (source.best) {
        return WritingForm::tr("Best of %1, iteration %2").arg(QString::fromStdString(source.run), iteration);
    }
    QString text = WritingForm::tr("%1 · iteration %2").arg(file, iteration);
    if (std::isfinite(source.loss)) {
        text += WritingForm::tr(" · loss %1").arg(locale.toString(source.loss, 'g', 4));
    }
    return text;
}

WritingForm::WritingForm(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 4);
    m_source = new ElidedBox;
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_source, &QComboBox::activated, this,
            [this](int row) { m_choice.choose(m_choice.all()[static_cast<std::size_t>(row)].checkpoint); });
    m_source->setMinimumContentsLength(16);
    m_source->setToolTip(tr("The net that writes"));
    m_source->setPlaceholderText(tr("None yet"));
    m_source->setEnabled(false);
    m_prompt = new PromptEdit;
    m_unknown = new QLabel;
    m_unknown->setTextFormat(Qt::PlainText);
    m_unknown->setWordWrap(true);
    m_sampling = new SamplingControls;
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto add = [this](const QString& text, QWidget* field) {
        auto* label = new QLabel(text);
        label->setBuddy(field);
        label->setMinimumWidth(m_sampling->labelWidth());
        m_form->addRow(label, field);
    };
    add(tr("&Net"), m_source);
    add(tr("Pr&ompt"), m_prompt);
    m_form->addRow(QString(), m_unknown);
    m_form->setRowVisible(m_unknown, false);
    column->addLayout(m_form);
    column->addWidget(m_sampling);
    setTabOrder(m_prompt, m_sampling);
    setFocusProxy(m_prompt);
    connect(m_prompt, &PromptEdit::accepted, this, &WritingForm::accepted);
    connect(m_prompt, &PromptEdit::textChanged, this, &WritingForm::promptChanged);
    connect(m_prompt, &PromptEdit::unknownChanged, this, &WritingForm::showUnknown);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &WritingForm::colour);
    colour();
}

void WritingForm::setSources(const std::vector<TextSource>& sources)
{
    m_choice.setSources(sources);
    m_source->clear();
    for (const TextSource& source : m_choice.all()) {
        m_source->addItem(editor::icon(source.checkpoint.empty() ? QStringLiteral("train")
                                       : source.best             ? QStringLiteral("best")
                                       : source.imported         ? QStringLiteral("import")
                                                                 : QStringLiteral("checkpoint")),
                          describe(source));
        m_source->setItemData(m_source->count() - 1, QString::fromStdString(source.checkpoint), Qt::ToolTipRole);
    }
    m_source->setCurrentIndex(m_choice.row()); // a box with a placeholder chooses none by itself
    m_source->setEnabled(!sources.empty());
    emit sourcesChanged();
}

void WritingForm::setSource(const std::string& checkpoint)
{
    m_choice.choose(checkpoint);
    m_source->setCurrentIndex(m_choice.row());
}

void WritingForm::setVocabulary(const engine::Vocabulary& vocabulary)
{
    m_prompt->setVocabulary(vocabulary);
}

QString WritingForm::prompt() const
{
    return m_prompt->toPlainText();
}

void WritingForm::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
}

void WritingForm::clear()
{
    m_choice.forget();
    m_source->setCurrentIndex(m_choice.row());
    m_prompt->clear();
}

void WritingForm::showUnknown(const QStringList& unknown)
{
    const QString names = unknown.size() > 8 ? unknown.mid(0, 8).join(QStringLiteral(", ")) + QStringLiteral(", …")
                                             : unknown.join(QStringLiteral(", "));
    m_unknown->setText(tr("The net does not know %1 and will leave it out.").arg(names));
    m_form->setRowVisible(m_unknown, !unknown.isEmpty());
}

WrittenText WritingForm::wish() const
{
    WrittenText wish;
    if (const int at = m_source->currentIndex(); at >= 0) {
        wish.checkpoint = m_choice.all()[static_cast<std::size_t>(at)].checkpoint;
        wish.iteration = m_choice.all()[static_cast<std::size_t>(at)].iteration;
    }
    wish.prompt = prompt().toStdString();
    m_sampling->read(wish);
    wish.seed = m_sampling->seed().value_or(drawSeed());
    return wish;
}

void WritingForm::setWish(const WrittenText& wish)
{
    setSource(wish.checkpoint);
    m_prompt->setPlainText(QString::fromStdString(wish.prompt));
    m_sampling->write(wish);
}

void WritingForm::colour()
{
    QPalette error = palette();
    error.setColor(QPalette::WindowText, editor::theme().error);
    m_unknown->setPalette(error);
}

} // namespace studio

#include "moc_writing_form.cpp"
