// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/calculation.h"

#include "editor/words/numbers.h"

#include <cmath>
#include <QRegularExpression>

namespace editor {
namespace {

/// Group marks may stand in whole numbers only: in German "0.001" would else be 1.
std::optional<std::int64_t> wholeNumber(const QString& text)
{
    bool ok = false;
    const qlonglong local = shownLocale().toLongLong(text, &ok);
    if (ok) {
        return local;
    }
    const qlonglong plain = QLocale::c().toLongLong(text, &ok);
    return ok ? std::optional(std::int64_t{plain}) : std::nullopt;
}

std::optional<double> realNumber(const QString& text)
{
    bool ok = false;
    QLocale strict;
    strict.setNumberOptions(QLocale::RejectGroupSeparator);
    const double local = strict.toDouble(text, &ok);
    if (ok && std::isfinite(local)) {
        return local;
    }
    QLocale plainLocale = QLocale::c();
    plainLocale.setNumberOptions(QLocale::RejectGroupSeparator);
    const double plain = plainLocale.toDouble(text, &ok);
    return ok && std::isfinite(plain) ? std::optional(plain) : std::nullopt;
}

/// "2*128", "(3+1)/8": sums, products and brackets over numbers, each spelled as a field's number may be.
class Calculation {
public:
    enum class Kind { Whole, Real }; ///< of the field: whole numbers may have group marks
    Calculation(QString text, Kind kind) : m_text(std::move(text)), m_kind(kind) {}

    /// nullopt where the text is no calculation, or has no finite result.
    std::optional<double> result()
    {
        const std::optional<double> value = sum();
        skipSpaces();
        return value && m_place == m_text.size() && std::isfinite(*value) ? value : std::nullopt;
    }

private:
    static constexpr int maxBrackets = 32;

    void skipSpaces()
    {
        while (m_place < m_text.size() && m_text[m_place].isSpace()) {
            ++m_place;
        }
    }

    bool takes(QStringView oneOf)
    {
        skipSpaces();
        const bool found = m_place < m_text.size() && oneOf.contains(m_text[m_place]);
        m_place += found ? 1 : 0;
        return found;
    }

    std::optional<double> sum()
    {
        std::optional<double> value = product();
        while (value) {
            const bool plus = takes(u"+");
            if (!plus && !takes(u"-")) {
                break;
            }
            const std::optional<double> next = product();
            value = next ? std::optional(plus ? *value + *next : *value - *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> product()
    {
        std::optional<double> value = factor();
        while (value) {
            const bool times = takes(u"*\u00D7\u00B7");
            if (!times && !takes(u"/")) {
                break;
            }
            const std::optional<double> next = factor();
            value = next ? std::optional(times ? *value * *next : *value / *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> factor()
    {
        if (takes(u"-")) {
            const std::optional<double> value = factor();
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (takes(u"(")) {
            if (++m_brackets > maxBrackets) {
                return std::nullopt;
            }
            const std::optional<double> value = sum();
            return takes(u")") ? value : std::nullopt;
        }
        return number();
    }

    std::optional<double> number()
    {
        static const QRegularExpression spelled(
            QStringLiteral("\\G[0-9][0-9.,]*([eE][+-]?[0-9]+)?|\\G[.,][0-9]+([eE][+-]?[0-9]+)?"));
        skipSpaces();
        const QRegularExpressionMatch found = spelled.match(m_text, m_place);
        if (!found.hasMatch()) {
            return std::nullopt;
        }
        m_place += found.capturedLength();
        const QString digits = found.captured();
        const std::optional<std::int64_t> whole = m_kind == Kind::Whole ? wholeNumber(digits) : std::nullopt;
        return whole ? std::optional(static_cast<double>(*whole)) : realNumber(digits);
    }

    QString m_text;
    Kind m_kind;
    qsizetype m_place = 0;
    int m_brackets = 0;
};

} // namespace

std::optional<std::int64_t> wholeNumberIn(const QString& text)
{
    constexpr double maxExactWhole = 9007199254740992.0; // 2^53: a double holds it to the last digit
    const QString typed = text.trimmed();
    if (const std::optional<std::int64_t> number = wholeNumber(typed)) {
        return number;
    }
    const std::optional<double> result = Calculation(typed, Calculation::Kind::Whole).result();
    if (!result || std::abs(*result) > maxExactWhole || *result != std::floor(*result)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*result);
}

std::optional<double> realNumberIn(const QString& text)
{
    const QString typed = text.trimmed();
    const std::optional<double> number = realNumber(typed);
    return number ? number : Calculation(typed, Calculation::Kind::Real).result();
}

bool isOfACalculation(const QString& text)
{
    static const QRegularExpression signs(QStringLiteral("^[-+*/\u00D7\u00B7()0-9.,eE\\s'\u2019]*$"));
    return signs.match(text).hasMatch();
}

} // namespace editor
