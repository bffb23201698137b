// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/param_field.h"

#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "editor/words/solver_words.h"
#include "editor/words/tips.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QCheckBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLocale>
#include <QRegularExpression>

namespace editor {
namespace {

constexpr int shownDigits = 9, minDigits = 3;
constexpr int buttonsWidth = 28;

/// A power of ten that is between a hundredth and a tenth of the number.
double stepFor(double number)
{
    return std::pow(10.0, std::floor(std::log10(std::abs(number))) - 1);
}

std::int64_t steppedWhole(std::int64_t from, int steps, const engine::IntRange& range)
{
    const double step = from == 0 ? 1 : std::max(1.0, stepFor(static_cast<double>(from)));
    const double wanted = static_cast<double>(from) + steps * step;
    if (wanted >= static_cast<double>(range.most)) {
        return range.most;
    }
    return std::max(range.least, static_cast<std::int64_t>(std::llround(wanted)));
}

double steppedReal(double from, int steps, const engine::FloatRange& range)
{
    const double step = from == 0 ? 0.01 : stepFor(from);
    // Through decimal text, so that 0.1 + 0.2 is 0.3.
    const double wanted = QString::number(from + steps * step, 'g', 12).toDouble();
    return std::clamp(std::abs(wanted) < step / 1e6 ? 0.0 : wanted, range.least, range.most);
}

} // namespace

NumberBox::NumberBox(const Range& range, QWidget* parent) : QAbstractSpinBox(parent), m_range(range)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        const auto number = value();
        if (number && lineEdit()->text() != shownText(*number)) {
            lineEdit()->setText(shownText(*number));
        }
    });
}

void NumberBox::show(const std::optional<engine::ParamValue>& value)
{
    const QString text = value ? shownText(*value) : QString();
    // The same number in another spelling is left as the user typed it.
    if (lineEdit()->text() != text && !(hasFocus() && value && this->value() == value)) {
        lineEdit()->setText(text);
    }
}

void NumberBox::setPlaceholder(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
}

QString NumberBox::shownText(const engine::ParamValue& value) const
{
    return value == m_off ? Words::tr("off") : valueText(value);
}

std::optional<engine::ParamValue> NumberBox::value() const
{
    if (m_off && text().trimmed().compare(Words::tr("off"), Qt::CaseInsensitive) == 0) {
        return m_off;
    }
    if (std::holds_alternative<engine::IntRange>(m_range)) {
        const std::optional<std::int64_t> whole = wholeNumberIn(text());
        return whole ? std::optional<engine::ParamValue>(*whole) : std::nullopt;
    }
    const std::optional<double> real = realNumberIn(text());
    return real ? std::optional<engine::ParamValue>(*real) : std::nullopt;
}

engine::ParamValue NumberBox::stepped(engine::ParamValue from, int steps) const
{
    if (from == engine::ParamValue(-1.0) && from == m_off) {
        from = 0.0; // between off and nothing there is no value
    }
    if (const auto* range = std::get_if<engine::IntRange>(&m_range)) {
        return steppedWhole(std::get<std::int64_t>(from), steps, *range);
    }
    return steppedReal(std::get<double>(from), steps, std::get<engine::FloatRange>(m_range));
}

void NumberBox::stepBy(int steps)
{
    if (const auto number = value()) {
        lineEdit()->setText(shownText(stepped(*number, steps)));
        selectAll();
        emit lineEdit()->textEdited(text());
    }
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    const auto number = value();
    if (!number) {
        return StepNone;
    }
    StepEnabled enabled = StepNone;
    enabled |= stepped(*number, 1) != *number ? StepUpEnabled : StepNone;
    enabled |= stepped(*number, -1) != *number ? StepDownEnabled : StepNone;
    return enabled;
}

QSize NumberBox::sizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(shownDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, QAbstractSpinBox::sizeHint().height()};
}

QSize NumberBox::minimumSizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(minDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, sizeHint().height()};
}

namespace {

bool hasExtents(const engine::ParamSpec& spec)
{
    const auto* list = std::get_if<engine::IntList>(&spec.kind);
    return std::holds_alternative<engine::ShapeList>(spec.kind) || (list && list->extents);
}

QString extentsText(const std::vector<std::int64_t>& extents)
{
    return listed(extents, QStringLiteral(" × "), [](std::int64_t extent) { return QString::number(extent); });
}

QStringList pieces(const QString& text, const QString& separators)
{
    return text.split(QRegularExpression(separators), Qt::SkipEmptyParts);
}

/// Every number of the text, by C's rules: a comma parts numbers here.
template <typename Number>
std::optional<std::vector<Number>> numbers(const QStringList& texts)
{
    std::vector<Number> found;
    for (const QString& text : texts) {
        bool ok = false;
        Number number{};
        if constexpr (std::is_same_v<Number, double>) {
            number = QLocale::c().toDouble(text, &ok);
            ok = ok && std::isfinite(number);
        } else {
            number = text.toLongLong(&ok);
        }
        if (!ok) {
            return std::nullopt;
        }
        found.push_back(number);
    }
    return found;
}

const QString& extentSeparators()
{
    static const QString separators = QStringLiteral("[\\s×x*]+");
    return separators;
}

std::optional<engine::ParamValue> parsedShapes(const QString& text)
{
    std::vector<engine::Shape> shapes;
    for (const QString& part : pieces(text, QStringLiteral("[;,]"))) {
        const auto extents = numbers<std::int64_t>(pieces(part, extentSeparators()));
        if (!extents) {
            return std::nullopt;
        }
        if (!extents->empty()) {
            shapes.emplace_back(*extents);
        }
    }
    return shapes;
}

/// Words, and lists as "25, 75", "0.5, 1", "-1 × 1 × 512", "75 × 25; 75 × 25".
QString lineText(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    const QString comma = QStringLiteral(", ");
    if (const auto* words = std::get_if<std::string>(&value)) {
        return QString::fromStdString(*words);
    }
    if (const auto* shapes = std::get_if<std::vector<engine::Shape>>(&value)) {
        return listed(*shapes, QStringLiteral("; "),
                      [](const engine::Shape& shape) { return extentsText(shape.extents()); });
    }
    if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&value)) {
        return hasExtents(spec) ? extentsText(*whole)
                                : listed(*whole, comma, [](std::int64_t number) { return QString::number(number); });
    }
    return listed(std::get<std::vector<double>>(value), comma,
                  [](double number) { return QLocale::c().toString(number, 'g', QLocale::FloatingPointShortest); });
}

/// Extents may be parted by ×, x, * or blanks, numbers by blanks, commas or semicolons; shapes by commas or semicolons.
/// nullopt where the text is no such list.
std::optional<engine::ParamValue> parsedLine(const engine::ParamSpec& spec, const QString& text)
{
    if (std::holds_alternative<engine::FreeText>(spec.kind)) {
        return text.toStdString();
    }
    if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
        return parsedShapes(text);
    }
    if (std::holds_alternative<engine::FloatList>(spec.kind)) {
        const auto found = numbers<double>(pieces(text, QStringLiteral("[\\s,;]+")));
        return found ? std::optional<engine::ParamValue>(*found) : std::nullopt;
    }
    const QString separators = hasExtents(spec) ? QStringLiteral("[\\s,;×x*]+") : QStringLiteral("[\\s,;]+");
    const auto found = numbers<std::int64_t>(pieces(text, separators));
    return found ? std::optional<engine::ParamValue>(*found) : std::nullopt;
}

/// What a text must be like that parsedLine() refused.
QString listRefusal(const engine::ParamSpec& spec)
{
    if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
        return Words::tr("These must be shapes such as 75 × 25, with semicolons between them.");
    }
    if (hasExtents(spec)) {
        return Words::tr("This must be a shape such as -1 × 1 × 512.");
    }
    return std::holds_alternative<engine::FloatList>(spec.kind)
               ? Words::tr("These must be numbers such as 0.5, 1, with commas between them.")
               : Words::tr("These must be whole numbers such as 100, 200, with commas between them.");
}

/// What to type, for an empty field.
QString lineExample(const engine::ParamSpec& spec)
{
    return std::holds_alternative<engine::FreeText>(spec.kind)    ? QString()
           : std::holds_alternative<engine::ShapeList>(spec.kind) ? QStringLiteral("75 × 25; 75 × 25")
           : hasExtents(spec)                                     ? QStringLiteral("-1 × 1 × 512")
                                                                  : Words::tr("none");
}

QComboBox* makeChoiceBox(QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(5);
    return box;
}

/// In the field, which hands the keyboard on to it.
QHBoxLayout* rowOf(ParamField* field, QWidget* box)
{
    auto* row = inRow(field, {box}, QMargins(), 4);
    field->setFocusProxy(box);
    return row;
}

class NumberField : public ParamField {
    Q_OBJECT

public:
    NumberField(const engine::ParamSpec& spec, const NumberBox::Range& range, QWidget* parent)
        : ParamField(spec, parent), m_box(new NumberBox(range, this))
    {
        m_box->setOff(offValue(spec.key));
        rowOf(this, m_box);
    }

    void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) override
    {
        m_box->show(value);
        m_box->setPlaceholder(placeholder);
    }

private:
    std::optional<engine::ParamValue> value() const override { return m_box->value(); }
    QString noValue() const override
    {
        return std::holds_alternative<engine::IntRange>(spec().kind) ? tr("This must be a whole number.")
                                                                     : ParamField::noValue();
    }

    NumberBox* m_box;
};

class ChoiceField : public ParamField {
    Q_OBJECT

public:
    ChoiceField(const engine::ParamSpec& spec, const engine::Choices& choices, QWidget* parent)
        : ParamField(spec, parent), m_box(makeChoiceBox(this))
    {
        rowOf(this, m_box);
        for (const std::string_view name : choices.names) {
            m_box->addItem(QString::fromUtf8(name));
        }
    }

    void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) override
    {
        m_box->setPlaceholderText(placeholder);
        const QString text = value ? QString::fromStdString(std::get<std::string>(*value)) : QString();
        m_box->setCurrentIndex(m_box->findText(text, Qt::MatchFixedString)); // a file may spell it in another case
    }

private:
    std::optional<engine::ParamValue> value() const override { return m_box->currentText().toStdString(); }

    QComboBox* m_box;
};

class FlagField : public ParamField {
    Q_OBJECT

public:
    FlagField(const engine::ParamSpec& spec, QWidget* parent) : ParamField(spec, parent), m_box(new QCheckBox(this))
    {
        rowOf(this, m_box);
    }

    void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) override
    {
        m_box->setTristate(!value);
        m_box->setCheckState(!value ? Qt::PartiallyChecked : std::get<bool>(*value) ? Qt::Checked : Qt::Unchecked);
        m_box->setText(value ? QString() : placeholder);
    }

private:
    std::optional<engine::ParamValue> value() const override { return m_box->isChecked(); }

    QCheckBox* m_box;
};

/// Words, or a list of numbers or of shapes, as one line of text.
class TextField : public ParamField {
    Q_OBJECT

public:
    TextField(const engine::ParamSpec& spec, QWidget* parent) : ParamField(spec, parent), m_line(new QLineEdit(this))
    {
        QHBoxLayout* const row = rowOf(this, m_line);
        if (spec.key == "source" || spec.key == "weights") {
            row->addWidget(described(new QToolButton(this),
                                     {.title = tr("Choose a file…"), .tip = tr("Choose a file…"), .icon = "open"}, this,
                                     &TextField::chooseFile));
        }
    }

    void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) override
    {
        const QString text = value ? lineText(spec(), *value) : QString();
        // The same list in another spelling is left as the user typed it.
        if (m_line->text() != text && !(m_line->hasFocus() && value && parsedLine(spec(), m_line->text()) == value)) {
            m_line->setText(text);
        }
        m_line->setPlaceholderText(placeholder.isEmpty() ? lineExample(spec()) : placeholder);
    }

private:
    std::optional<engine::ParamValue> value() const override { return parsedLine(spec(), m_line->text()); }
    QString noValue() const override { return listRefusal(spec()); }

    void chooseFile()
    {
        const QString file = QFileDialog::getOpenFileName(this, tr("Choose a file"), m_line->text());
        if (!file.isEmpty()) {
            m_line->setText(file);
            take();
        }
    }

    QLineEdit* m_line;
};

/// How a weight starts: a kind, and the numbers that this kind has.
class FillerField : public ParamField {
    Q_OBJECT

public:
    FillerField(const engine::ParamSpec& spec, QWidget* parent)
        : ParamField(spec, parent), m_type(makeChoiceBox(this)), m_norm(makeChoiceBox(this))
    {
        m_type->addItems({QStringLiteral("constant"), QStringLiteral("uniform"), QStringLiteral("gaussian"),
                          QStringLiteral("xavier"), QStringLiteral("msra")});
        m_norm->addItems({QStringLiteral("FAN_IN"), QStringLiteral("FAN_OUT"), QStringLiteral("AVERAGE")});
        described(m_norm, {.title = tr("Divided by"),
                           .tip = tr("The width by which the deviation is scaled: fan-in, fan-out or their mean.")});
        auto* grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setSpacing(4);
        grid->addWidget(m_type, 0, 0, 1, 2);
        grid->addWidget(m_norm, 1, 0, 1, 2);
        addNumber(grid, 1, tr("value"), &engine::Filler::value);
        addNumber(grid, 1, tr("from"), &engine::Filler::min);
        addNumber(grid, 2, tr("to"), &engine::Filler::max);
        addNumber(grid, 1, tr("mean"), &engine::Filler::mean);
        addNumber(grid, 2, tr("deviation"), &engine::Filler::std);
        grid->setColumnStretch(1, 1);
        setFocusProxy(m_type);
    }

    void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) override
    {
        m_type->setPlaceholderText(placeholder);
        m_shown = value ? std::get<engine::Filler>(*value) : engine::Filler();
        m_type->setCurrentIndex(value ? m_type->findText(QString::fromStdString(m_shown.type)) : -1);
        m_norm->setCurrentIndex(m_norm->findText(QString::fromStdString(m_shown.varianceNorm)));
        for (const Number& number : m_numbers) {
            number.box->show(engine::ParamValue(m_shown.*(number.member)));
        }
        showWhatBelongs();
    }

private:
    struct Number {
        QLabel* label;
        NumberBox* box;
        double engine::Filler::*member;
    };

    void addNumber(QGridLayout* grid, int line, const QString& name, double engine::Filler::*member)
    {
        constexpr double most = 1e30;
        auto* box = described(new NumberBox(engine::FloatRange{0, -most, most}, this), {.title = name});
        auto* label = labelOf(box, name, this);
        grid->addWidget(label, line, 0);
        grid->addWidget(box, line, 1);
        m_numbers.push_back({label, box, member});
    }

    bool belongs(double engine::Filler::*member) const
    {
        const QString type = m_type->currentText();
        if (member == &engine::Filler::value) {
            return type == QLatin1String("constant");
        }
        if (member == &engine::Filler::min || member == &engine::Filler::max) {
            return type == QLatin1String("uniform");
        }
        return type == QLatin1String("gaussian");
    }

    void showWhatBelongs() const
    {
        for (const Number& number : m_numbers) {
            number.label->setVisible(belongs(number.member));
            number.box->setVisible(belongs(number.member));
        }
        m_norm->setVisible(m_type->currentText() == QLatin1String("xavier") ||
                           m_type->currentText() == QLatin1String("msra"));
    }

    std::optional<engine::ParamValue> value() const override
    {
        showWhatBelongs();
        engine::Filler filler = m_shown;
        filler.type = m_type->currentText().toStdString();
        filler.varianceNorm = m_norm->currentText().toStdString();
        for (const Number& number : m_numbers) {
            const auto value = number.box->value();
            if (belongs(number.member) && !value) {
                return std::nullopt;
            }
            filler.*(number.member) = value ? std::get<double>(*value) : filler.*(number.member);
        }
        return filler;
    }

    engine::Filler m_shown;
    QComboBox* m_type;
    QComboBox* m_norm;
    std::vector<Number> m_numbers;
};

/// Makes the field for each kind.
struct FieldMaker {
    const engine::ParamSpec& spec;
    QWidget* parent;

    ParamField* operator()(const engine::IntRange& range) const { return new NumberField(spec, range, parent); }
    ParamField* operator()(const engine::FloatRange& range) const { return new NumberField(spec, range, parent); }
    ParamField* operator()(const engine::Choices& choices) const { return new ChoiceField(spec, choices, parent); }
    ParamField* operator()(const engine::Flag&) const { return new FlagField(spec, parent); }
    ParamField* operator()(const engine::FillerKind&) const { return new FillerField(spec, parent); }
    template <typename Line>
    ParamField* operator()(const Line&) const
    {
        return new TextField(spec, parent);
    }
};

} // namespace

ParamField::~ParamField()
{
    for (QWidget* const box : findChildren<QWidget*>()) {
        box->disconnect(this);
    }
}

void ParamField::listen()
{
    const auto endTyping = [this] {
        ++m_typing;
        emit finished();
    };
    for (QWidget* const box : findChildren<QWidget*>()) {
        if (const auto* line = qobject_cast<QLineEdit*>(box)) { // a number's box has one, too
            connect(line, &QLineEdit::textEdited, this, &ParamField::take);
            if (!qobject_cast<QAbstractSpinBox*>(line->parent())) { // which says it itself
                connect(line, &QLineEdit::editingFinished, this, endTyping);
            }
        } else if (const auto* number = qobject_cast<QAbstractSpinBox*>(box)) {
            connect(number, &QAbstractSpinBox::editingFinished, this, endTyping);
        } else if (const auto* choice = qobject_cast<QComboBox*>(box)) {
            connect(choice, &QComboBox::activated, this, &ParamField::take);
        } else if (const auto* flag = qobject_cast<QCheckBox*>(box)) {
            connect(flag, &QCheckBox::clicked, this, &ParamField::take);
        }
    }
}

void ParamField::take()
{
    std::optional<engine::ParamValue> typed = value();
    const QString refusal = typed ? m_refusal(m_spec, *typed) : noValue();
    emit refused(refusal); // first, so that the form keeps the text that it speaks of
    const bool isRefused = !refusal.isEmpty();
    emit edited({std::string(m_spec.key), isRefused ? std::nullopt : std::move(typed), m_typing, isRefused});
}

ParamField* makeParamField(const engine::ParamSpec& spec, const char* context, QWidget* parent)
{
    ParamField* field = std::visit(FieldMaker{spec, parent}, spec.kind);
    field->listen();
    const QString name = engineText(context, spec.label);
    field->setAccessibleName(name);
    field->focusProxy()->setAccessibleName(name);
    field->focusProxy()->setAccessibleDescription(engineText(context, spec.help));
    field->setObjectName(QString::fromUtf8(spec.key));
    return field;
}

QString paramRefusal(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    try {
        engine::checkParam(spec, value, {});
    } catch (const engine::Error& error) {
        const QString range = rangeText(spec);
        if (!range.isEmpty()) {
            return ParamField::tr("This must be %1.").arg(range);
        }
        // The sentence starts with the owner, who is named by the field already.
        QString sentence = inWords(error);
        sentence.remove(0, sentence.startsWith(QLatin1String(": ")) ? 2 : 0);
        return sentence;
    }
    return {};
}

} // namespace editor

#include "moc_param_field.cpp"
#include "param_field.moc"
