// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/model_page.h"

#include "editor/looks/theme.h"
#include "editor/panels/fold.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/totals.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace editor {

ModelPage::ModelPage(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_name(new QLineEdit(this)),
      m_dialect(new QComboBox(this)),
      m_comment(new QPlainTextEdit(this)),
      m_totals(new QLabel(this))
{
    auto* title = new QLabel(titleHtml(tr("Model")), this);
    auto* form = new QFormLayout;
    makeFields();
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Defaults of"), m_dialect);
    form->addRow(tr("Comment"), m_comment);
    m_totals->setTextFormat(Qt::RichText);
    m_totals->setWordWrap(true);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setAccessibleName(tr("Size of the model"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(10);
    column->addWidget(title);
    column->addLayout(form);
    column->addWidget(new Fold(tr("Size"), m_totals, Fold::State::Open, this));
    column->addStretch(1);
    connect(&Looks::instance(), &Looks::changed, this, &ModelPage::refresh);
}

void ModelPage::makeFields()
{
    m_name->setAccessibleName(tr("Name of the model"));
    m_dialect->addItems({tr("BVLC Caffe"), tr("MyCaffe")});
    m_dialect->setAccessibleName(tr("Whose defaults apply"));
    m_dialect->setToolTip(tr("Defaults for settings that the file does not give: those of BVLC Caffe or of MyCaffe."));
    m_comment->setAccessibleName(tr("Comment on the model"));
    m_comment->setPlaceholderText(tr("Comment lines at the start of the file"));
    m_comment->setTabChangesFocus(true);
    m_comment->setFixedHeight(m_comment->fontMetrics().height() * 6);
    connect(m_name, &QLineEdit::textEdited, this, &ModelPage::setName);
    connect(m_dialect, &QComboBox::activated, this, &ModelPage::setDialect);
    connect(m_comment, &QPlainTextEdit::textChanged, this, &ModelPage::setComment);
}

void ModelPage::refresh()
{
    const Content& content = m_document.content();
    m_showing = true;
    if (const QString name = QString::fromStdString(content.name); m_name->text() != name) {
        m_name->setText(name);
    }
    m_dialect->setCurrentIndex(content.dialect == engine::Dialect::Bvlc ? 0 : 1);
    if (const QString comment = QString::fromStdString(content.comment); m_comment->toPlainText() != comment) {
        m_comment->setPlainText(comment);
    }
    m_totals->setText(totalsHtml(m_document));
    m_showing = false;
}

void ModelPage::setName(const QString& name)
{
    m_document.change(
        tr("Name the model"), [&](Content& content) { content.name = name.toStdString(); },
        QStringLiteral("model/name"));
}

void ModelPage::setDialect(int choice)
{
    m_document.change(tr("Change the defaults"), [choice](Content& content) {
        content.dialect = choice == 0 ? engine::Dialect::Bvlc : engine::Dialect::MyCaffe;
    });
}

void ModelPage::setComment()
{
    if (m_showing) {
        return;
    }
    const std::string comment = m_comment->toPlainText().toStdString();
    m_document.change(
        tr("Comment on the model"), [&](Content& content) { content.comment = comment; },
        QStringLiteral("model/comment"));
}

} // namespace editor

#include "moc_model_page.cpp"
