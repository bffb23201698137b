// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/code.h"
#include "engine/formats/code/computation.h"
#include "engine/formats/code/element_text.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace engine::code {
namespace {

using Kind = Operation::Kind;
using Order = Part::Order;

constexpr std::string_view weightsLine = "/* ---- The weights ---- */\n";

/// %1: the end of its name; %2: the type of W; %3: a scale of each row as an argument, and %4 multiplied.
constexpr std::string_view productText =
    R"(/* y [outputs] = W x + b, x [inputs]. W lies column after column: the inner loop adds whole columns, four at once, which
   compilers turn into vector instructions. */
static void product%1(int outputs, int inputs, const %2 *restrict W, %3const float *b, const float *x,
                    float *restrict y)
{
    for (int o = 0; o < outputs; ++o) {
        y[o] = 0.0f;
    }
    int i = 0;
    for (; i + 4 <= inputs; i += 4) {
        const %2 *w = W + (size_t)i * (size_t)outputs;
        const float x0 = x[i], x1 = x[i + 1], x2 = x[i + 2], x3 = x[i + 3];
        for (int o = 0; o < outputs; ++o) {
            y[o] += (float)w[o] * x0 + (float)w[o + outputs] * x1 + (float)w[o + 2 * outputs] * x2 +
                    (float)w[o + 3 * outputs] * x3;
        }
    }
    for (; i < inputs; ++i) {
        const %2 *w = W + (size_t)i * (size_t)outputs;
        for (int o = 0; o < outputs; ++o) {
            y[o] += (float)w[o] * x[i];
        }
    }
    for (int o = 0; o < outputs; ++o) {
        y[o] = y[o]%4 + (b != NULL ? b[o] : 0.0f);
    }
}
)";

/// Functions of the printed file, each there where it is called. In this order: a later one calls none.
struct CFunction {
    std::string_view call, text;
    std::array<const char*, 4> words = {"", "", "", ""}; ///< of productText
};
constexpr CFunction cFunctions[] = {
    {"sigmoid(", R"(static float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}
)"},
    {"relu(", R"(static float relu(float x)
{
    return x > 0.0f ? x : 0.0f;
}
)"},
    {"softplus(", R"(static float softplus(float x)
{
    return fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x)));
}
)"},
    {"square(", R"(static float square(float x)
{
    return x * x;
}
)"},
    {"product(", productText, {"", "float", "", ""}},
    {"product8(", productText, {"8", "signed char", "const float *scale, ", " * scale[o]"}},
    {"row8(", R"(/* y [n]: a row of 8 bits times its scale. */
static void row8(int n, const signed char *w, float scale, float *y)
{
    for (int u = 0; u < n; ++u) {
        y[u] = (float)w[u] * scale;
    }
}
)"},
    {"norm(", R"(/* y [n] = (x - mean) / sqrt(variance + 1e-5) */
static void norm(int n, const float *x, float *y)
{
    float mean = 0.0f, variance = 0.0f;
    for (int u = 0; u < n; ++u) {
        mean += x[u] / (float)n;
    }
    for (int u = 0; u < n; ++u) {
        variance += (x[u] - mean) * (x[u] - mean) / (float)n;
    }
    for (int u = 0; u < n; ++u) {
        y[u] = (x[u] - mean) / sqrtf(variance + 1e-5f);
    }
}
)"},
    {"softmax(", R"(/* y [n] = exp(x) / sum of exp(x) */
static void softmax(int n, const float *x, float *y)
{
    float top = x[0], sum = 0.0f;
    for (int u = 1; u < n; ++u) {
        top = fmaxf(top, x[u]);
    }
    for (int u = 0; u < n; ++u) {
        sum += y[u] = expf(x[u] - top);
    }
    for (int u = 0; u < n; ++u) {
        y[u] /= sum;
    }
}
)"}};

/// %1 is the stem; %2 the characters; %3 their number.
constexpr std::string_view readingCharacters = R"(
/* The characters in the order of their numbers. */
static const char *const %1_characters[%3] = {%2};

/* The number of the character at *text, which is moved behind it; -1 for one that the net does not know. */
int %1_number(const char **text)
{
    for (int id = 0; id < %3; ++id) {
        const size_t length = strlen(%1_characters[id]);
        if (length > 0 && strncmp(*text, %1_characters[id], length) == 0) {
            *text += length;
            return id;
        }
    }
    ++*text;
    return -1;
}
)";

/// %1 is the stem; %2 the number of the characters; %3 the first number where there is no prompt.
constexpr std::string_view writing = R"(
/* Draws a character by its score; at temperature 0 the likeliest. */
int %1_draw(const float scores[%2], float temperature, unsigned *seed)
{
    int best = 0;
    for (int id = 1; id < %2; ++id) {
        best = scores[id] > scores[best] ? id : best;
    }
    if (temperature <= 0.0f) {
        return best;
    }
    float sum = 0.0f;
    for (int id = 0; id < %2; ++id) {
        sum += expf((scores[id] - scores[best]) / temperature);
    }
    *seed = *seed * 1664525u + 1013904223u;
    float left = sum * ((float)(*seed >> 8) / 16777216.0f);
    for (int id = 0; id < %2; ++id) {
        left -= expf((scores[id] - scores[best]) / temperature);
        if (left < 0.0f) {
            return id;
        }
    }
    return best;
}

/* Reads the prompt (UTF-8) and gives `length` characters to put(), one by one. The random numbers are not Hamnet's. */
void %1_write(const char *prompt, int length, float temperature, unsigned seed, void (*put)(const char *character))
{
    %1_state state;
    float scores[%2];
    int read = 0;
    %1_start(&state);
    while (*prompt != '\0') {
        const int id = %1_number(&prompt);
        if (id >= 0) {
            %1_step(&state, id, scores);
            ++read;
        }
    }
    if (read == 0) { /* the net starts from a line's end */
        %1_step(&state, %3, scores);
    }
    for (int written = 0; written < length; ++written) {
        const int id = %1_draw(scores, temperature, &seed);
        put(%1_characters[id]);
        %1_step(&state, id, scores);
    }
}

#ifdef HAMNET_MAIN
#include <stdio.h>
#include <stdlib.h>

static void put(const char *character)
{
    fputs(character, stdout);
}

/* [prompt [length [temperature [seed]]]] */
int main(int count, char **words)
{
    %1_write(count > 1 ? words[1] : "", count > 2 ? atoi(words[2]) : 500, count > 3 ? (float)atof(words[3]) : 1.0f,
             count > 4 ? (unsigned)atoi(words[4]) : 1u, put);
    return 0;
}
#endif
)";

/// %1: what it does; %2: its arguments; %3: the type of the data; %4: the numbers that a sequence has at most; %5:
/// reads them; %6: when they are too few, and %7 what is said of that, %8 how many are wanted; %9: calls and prints.
constexpr std::string_view predicting = R"(
#ifdef HAMNET_MAIN
#include <stdio.h>

/* %1 */
int main(%2)
{
    static %3 data[%4];
    int count = 0;
%5    if (%6) {
        fprintf(stderr, "%7, but the net reads %8\n", count);
        return 1;
    }
%9    return 0;
}
#endif
)";

/// %1: the numbers that a sequence has at most; %2: the type of the data; %3: what else is checked of one; %4: how many
/// are wanted.
constexpr std::string_view readingNumbers = R"(    double number;
    int read;
    while ((read = scanf("%lf", &number)) == 1) {
        if (count == %1) {
            fprintf(stderr, "the input goes on behind number %d, but the net reads %4\n", count);
            return 1;
        }
%3        data[count++] = (%2)number;
    }
    if (read == 0) {
        fprintf(stderr, "the input has something that is no number, behind %d numbers\n", count);
        return 1;
    }
)";

/// %1: the characters that a line has at most; %2: the stem.
constexpr std::string_view readingLine = R"(    const char *text = words > 1 ? word[1] : "";
    while (*text != '\0' && count < %1) {
        const int id = %2_number(&text);
        if (id >= 0) {
            data[count++] = id;
        }
    }
)";

/// Text into a string of C.
std::string quoted(const std::string& text)
{
    std::string made;
    for (const char letter : text) { // others are of whatever encoding a compiler takes the file to be
        const bool isPlain = letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\' && letter != '?';
        made += isPlain ? std::string(1, letter) : octal(letter);
    }
    return "\"" + made + "\"";
}

/// What may stand in a comment of C.
std::string comment(std::string text)
{
    for (std::size_t at = 0;
         (at = text.find("*/")) != std::string::npos || (at = text.find("/*")) != std::string::npos;) {
        text.replace(at, 2, "* /");
    }
    return oneLine(text);
}

// Matrices as integers of 8 bits: each row's are to be multiplied by the row's scale.

/// Of each row a 127th of the largest value; 0 for a row of zeros.
std::vector<float> scalesOf(const Weight& matrix)
{
    std::vector<float> scales(static_cast<std::size_t>(matrix.shape[0]));
    for (std::size_t index = 0; index < matrix.values.size(); ++index) {
        float& scale = scales[index * scales.size() / matrix.values.size()];
        scale = std::max(scale, std::abs(matrix.values[index]));
    }
    for (float& scale : scales) {
        scale /= 127;
    }
    return scales;
}

/// How many times the scale the value is, -127 to 127.
int multipleOf(float scale, float value)
{
    return scale > 0 ? static_cast<int>(std::clamp(std::round(value / scale), -127.0F, 127.0F)) : 0;
}

/// Marks the matrices that no layer has in another way. Returns how many matrices there are.
int markInt8(Computation& computation)
{
    std::set<int> matrices;
    for (const Part& part : computation.parts) {
        for (const Operation& operation : part.operations) {
            matrices.insert(operation.matrix);
        }
    }
    matrices.erase(-1);
    for (const int number : matrices) {
        Weight& matrix = computation.weights[static_cast<std::size_t>(number)];
        matrix.isInt8 = std::ranges::none_of(computation.weights, [&](const Weight& other) {
            return &other != &matrix && (other.tensor == matrix.tensor || other.tensor == matrix.added) &&
                   (other.isTransposed != matrix.isTransposed || !other.added.empty() || !matrix.added.empty());
        });
    }
    return static_cast<int>(matrices.size());
}

class CPrinter {
public:
    CPrinter(const PortableNet& net, const std::string& stem)
        : m_net(net), m_stem(identifier(stem)), m_file(stem), m_computed(computationOf(net, ownNames(m_stem)))
    {
        findKept();
    }

    CPrinter& inInt8()
    {
        markInt8(m_computed);
        return *this;
    }

    std::string run()
    {
        const std::string body = m_computed.writes ? step() : predict();
        std::string text = say(
            "/* %1, a net of Hamnet's after %2 iterations, as C99: needs math.h and string.h, allocates nothing.\n"
            "   Numbers in brackets are the sizes of arrays. With -DHAMNET_MAIN it is a program: cc %3 -DHAMNET_MAIN "
            "-O3 -lm */\n"
            "#include <math.h>\n#include <string.h>\n\n",
            comment(m_net.model.name.empty() ? m_stem : m_net.model.name), m_net.iteration,
            comment(shellFile(m_file + ".c")));
        std::string numbers(weightsLine);
        for (const Weight& weight : m_computed.weights) {
            append(text, numbers, weight);
        }
        for (const CFunction& function : cFunctions) {
            if (body.find(function.call) != std::string::npos) {
                text +=
                    "\n" + filled(function.text, std::vector<Sentence>(function.words.begin(), function.words.end()));
            }
        }
        return text + "\n" + body + "\n" + numbers;
    }

private:
    static std::set<std::string> ownNames(const std::string& stem)
    {
        std::set<std::string> names;
        for (const char* const name : {"state", "start", "step", "predict", "characters", "number", "draw", "write"}) {
            names.insert(stem + "_" + name);
        }
        return names;
    }

    // Weights

    /// Its declaration at the head of the file, and its numbers at the end.
    static void append(std::string& declarations, std::string& numbers, const Weight& weight)
    {
        const std::int64_t heads = weight.heads;
        const std::int64_t inputs = heads > 0 ? weight.shape[1] : 1;
        const std::int64_t block = heads > 0 ? weight.shape[0] / heads : weight.shape.count(); // outputs of a head
        const std::vector<float> scales = weight.isInt8 ? scalesOf(weight) : std::vector<float>();
        const auto appendArray = [&](const std::string& declared, const std::string& words, std::int64_t count,
                                     const auto& numberAt) {
            declarations += declared + ";" + words + "\n";
            numbers += say("\n%1 = {", declared);
            for (std::int64_t index = 0; index < count; ++index) {
                numbers += (index % 8 == 0 ? "\n    " : " ") + numberAt(index) + ",";
            }
            numbers += "\n};\n";
        };
        appendArray(
            say("static const %1 %2[%3]", weight.isInt8 ? "signed char" : "float", weight.name, weight.shape.count()),
            weight.shape.axes() > 1
                ? say(" /* [%1]%2 */", toString(weight.shape), weight.heads > 0 ? " by columns" : "")
                : Sentence(),
            weight.shape.count(), [&](std::int64_t index) {
                const std::int64_t head = index / (block * inputs), column = index / block % inputs;
                const std::int64_t from = (head * block + index % block) * inputs + column;
                const float value = weight.values[static_cast<std::size_t>(from)];
                return weight.isInt8
                           ? std::to_string(multipleOf(scales[static_cast<std::size_t>(from / weight.shape[1])], value))
                           : numberText(value, Language::C);
            });
        if (weight.isInt8) {
            appendArray(
                say("static const float %1_scale[%2]", weight.name, scales.size()), "", std::ssize(scales),
                [&](std::int64_t row) { return numberText(scales[static_cast<std::size_t>(row)], Language::C); });
        }
    }

    // Names

    const Variable& variable(int number) const { return m_computed.variable(number); }

    std::string nameOf(const Source& source) const
    {
        if (source.weight >= 0) {
            return m_computed.weight(source.weight).name;
        }
        const Variable& read = variable(source.variable);
        return m_kept.contains(source.variable)    ? read.name + "_steps[t]"
               : read.isState && m_computed.writes ? "state->" + read.name
                                                   : read.name;
    }

    /// " + 3", or nothing; from the first element of what is read.
    static std::string offset(const Source& source)
    {
        return source.offset > 0 ? say(" + %1", source.offset) : Sentence();
    }

    /// The same before an index: "3 + ".
    static std::string indexFrom(const Source& source)
    {
        return source.offset > 0 ? say("%1 + ", source.offset) : Sentence();
    }

    /// As a pointer to its first element.
    std::string pointer(const Source& source) const { return nameOf(source) + offset(source); }

    std::string element(const Source& source, std::int64_t width) const
    {
        const bool isPlain = source.count == 0 || (source.each == 1 && source.count == width);
        return say("%1[%2%3]", nameOf(source), indexFrom(source),
                   isPlain ? Sentence("u") : say("(u / %1) % %2", source.each, source.count));
    }

    // The loops

    /// What one loop over the steps makes and another reads is kept for all steps, as the numbers that go in are.
    void findKept()
    {
        std::map<int, int> makers; // of variables: the loop
        int loop = 0;
        Order order = Order::Forward;
        for (const Part& part : m_computed.parts) {
            loop += std::exchange(order, part.order) != part.order ? 1 : 0;
            for (const Operation& operation : part.operations) {
                for (const Source& source : operation.sources) {
                    const auto maker = makers.find(source.variable);
                    if (maker != makers.end() && maker->second != loop && variable(source.variable).everyStep) {
                        m_kept.insert(source.variable);
                    }
                }
                makers[operation.result] = loop;
            }
        }
        if (m_computed.input >= 0) {
            m_kept.insert(m_computed.input);
        }
    }

    /// All parts, in as few loops over the steps as their orders want; of text a step alone.
    std::string body()
    {
        std::string text;
        const Part* before = nullptr;
        const auto close = [&] { text += m_indent.size() > 4 ? "    }\n" : ""; };
        for (const Part& part : m_computed.parts) {
            if (!m_computed.writes && (!before || before->order != part.order)) {
                close();
                text += part.order == Order::Once      ? ""
                        : part.order == Order::Forward ? "    for (int t = 0; t < steps; ++t) {\n"
                                                       : "    for (int t = steps - 1; t >= 0; --t) {\n";
                m_indent = part.order == Order::Once ? "    " : "        ";
            }
            if (!before || before->layer != part.layer) {
                const LayerNote& note = m_computed.layers[part.layer];
                text += say("\n%1/* %2 (%3) */\n", m_indent, comment(note.name), note.type);
            }
            before = &part;
            for (const Operation& operation : part.operations) {
                text += print(operation);
            }
            for (const Part::State& state : part.states) {
                text += say("%1memcpy(%2, %3, sizeof %2);\n", m_indent, nameOf({.variable = state.before}),
                            nameOf({.variable = state.after}));
            }
        }
        close();
        return text;
    }

    /// The states, each declared with this behind it.
    std::string states(const std::string& ending) const
    {
        std::string text;
        for (const Variable& state : m_computed.variables) {
            text += state.isState ? say("    float %1[%2]%3;\n", state.name, state.width, ending) : Sentence();
        }
        return text;
    }

    std::string step()
    {
        const std::string fields = states("");
        std::string text =
            say("/* What the net remembers between two characters. */\ntypedef struct {\n%2} %1_state;\n\n"
                "/* As before a text. */\nvoid %1_start(%1_state *state)\n{\n"
                "    memset(state, 0, sizeof *state);\n}\n\n"
                "/* Reads the character of the number `id` and gives a score for each that may come "
                "next. */\n"
                "void %1_step(%1_state *state, int id, float result[%3])\n{\n%4%5"
                "    memcpy(result, %6, %3 * sizeof(float));\n}\n",
                m_stem, fields.empty() ? "    int nothing;\n" : fields, m_computed.scoresWidth,
                fields.empty() ? "    (void)state;\n" : "", body(), pointer(m_computed.scores));
        if (knowsCharacters(m_net, m_computed)) {
            text += characters() +
                    filled(writing, std::vector<Sentence>{m_stem, std::to_string(m_computed.scoresWidth),
                                                          std::to_string(m_net.vocabulary->idOf('\n').value_or(0))});
        }
        return text;
    }

    std::string characters() const
    {
        if (m_net.vocabulary->idOf(U'\0')) {
            throw Error(ENGINE_TEXT("Sentences",
                                    "the net has the character of the number 0, which ends a text of C, so "
                                    "it cannot be written as C; write it as Python, with the ending .py"));
        }
        std::string text;
        for (std::int32_t id = 0; id < m_net.vocabulary->size(); ++id) {
            text += (id % 12 == 0 ? "\n    " : " ") + quoted(m_net.vocabulary->textOf(id)) + ",";
        }
        return filled(readingCharacters,
                      std::vector<Sentence>{m_stem, text + "\n", std::to_string(m_net.vocabulary->size())});
    }

    std::string predict()
    {
        std::string head = m_computed.anySteps ? Sentence() : say("    const int steps = %1;\n", m_computed.steps);
        for (const int number : m_kept) {
            head += say("    static float %1_steps[%2][%3];\n", variable(number).name, m_computed.steps,
                        variable(number).width);
        }
        head += states(" = {0.0f}") + (m_computed.input < 0 ? "" : readInput());
        const std::string steps = m_computed.anySteps ? ", int steps" : "";
        const bool numbers = m_computed.answer == Answer::Numbers;
        const std::string end = numbers
                                    ? say("    return %1 * %2 + %3;\n", numberText(m_computed.answerScale.deviation),
                                          nameOf(m_computed.scores) + say("[%1]", m_computed.scores.offset),
                                          numberText(m_computed.answerScale.mean))
                                    : say("    memcpy(result, %1, %2 * sizeof(float));\n", pointer(m_computed.scores),
                                          m_computed.scoresWidth);
        return say("%1\n%2 %3_predict(const %4 *data%5%6)\n{\n%7%8%9}\n%10", words(), numbers ? "double" : "void",
                   m_stem, type(), steps, numbers ? "" : say(", float result[%1]", m_computed.scoresWidth), head,
                   body(), end, program());
    }

    std::string type() const
    {
        const bool isMoved = std::ranges::any_of(m_computed.scales, [](const auto& one) { return one.mean != 0; });
        return m_computed.input < 0 ? "int" : isMoved ? "double" : "float";
    }

    std::int64_t width() const { return m_computed.input < 0 ? 1 : variable(m_computed.input).width; }

    std::string words() const
    {
        const std::string shape =
            m_computed.input < 0
                ? say("data [%1]: numbers of characters, from 0 to %2", m_computed.steps, m_computed.characters - 1)
            : m_computed.columns ? say("data [%1][%2], of which a step is a column", width(), m_computed.steps)
                                 : say("data [%1][%2]: steps, and the numbers of each", m_computed.steps, width());
        std::string text = "/* Of one sequence: " + shape;
        text += m_computed.anySteps ? ", of which `steps` count, at least 1" : "";
        text += m_computed.answer == Answer::Numbers ? ". Returns the number that is predicted."
                                                     : ". Gives a score for each class.";
        text += m_kept.empty() ? "" : " Not for two threads at once: it has static arrays.";
        const std::string columns = columnWords(m_net);
        text += columns.empty() ? "" : "\n   " + comment(columns);
        for (std::size_t index = 0; m_net.sequences && index < m_net.sequences->classes.size(); ++index) {
            text += say("\n   %1: %2", index, comment(m_net.sequences->classes[index]));
        }
        return text + " */";
    }

    std::string program() const
    {
        // A column of fewer steps lies as far from the next as one of all steps.
        const std::int64_t all = m_computed.steps * width(), each = m_computed.columns ? all : width();
        const std::string steps = !m_computed.anySteps ? ""
                                  : m_computed.columns ? say(", %1", m_computed.steps)
                                                       : say(", count / %1", each);
        const std::string print =
            m_computed.answer == Answer::Numbers
                ? say("    printf(\"%.9g\\n\", %1_predict(data%2));\n", m_stem, steps)
                : say("    float scores[%1];\n    %2_predict(data%3, scores);\n"
                      "    for (int one = 0; one < %1; ++one) {\n        printf(\"%.9g\\n\", (double)scores[one]);\n"
                      "    }\n",
                      m_computed.scoresWidth, m_stem, steps);
        const bool isFixed = !m_computed.anySteps || m_computed.columns;
        const std::string wrong = say("count == 0 || count % %1 != 0", isFixed ? all : each);
        const std::string wanted = isFixed     ? std::to_string(all)
                                   : each == 1 ? say("1 to %1", all)
                                               : say("%1 for each of 1 to %2 steps", each, m_computed.steps);
        if (knowsCharacters(m_net, m_computed)) {
            const std::string does =
                say("\"a line of text\": prints what the net predicts of it. Characters that it does not know, and "
                    "those behind number %1,\n   are left out.",
                    all);
            return characters() +
                   filled(predicting,
                          std::vector<Sentence>{does, "int words, char **word", type(), std::to_string(all),
                                                filled(readingLine, std::vector<Sentence>{std::to_string(all), m_stem}),
                                                wrong, "the line has %d characters that the net knows", wanted, print});
        }
        const std::string check =
            m_computed.input >= 0 ? Sentence()
                                  : say("        if (!(number >= 0 && number < %1)) {\n"
                                        "            fprintf(stderr, \"number %d is that of no character; those are "
                                        "0 to %2\\n\", count + 1);\n            return 1;\n        }\n",
                                        m_computed.characters, m_computed.characters - 1);
        const std::string read =
            filled(readingNumbers, std::vector<Sentence>{std::to_string(all), type(), check, wanted});
        return filled(predicting,
                      std::vector<Sentence>{"Reads the numbers of a sequence and prints what the net predicts of it.",
                                            "void", type(), std::to_string(all), read, wrong,
                                            "the input has %d numbers", wanted, print});
    }

    /// All numbers that go in, as the net wants them.
    std::string readInput() const
    {
        const std::string at =
            m_computed.columns ? say("data[u * %1 + t]", m_computed.steps) : say("data[t * %1 + u]", width());
        const ScaleLists lists = scaleLists(m_computed);
        std::string text, value = at;
        if (!lists.means.empty()) {
            text = say("    static const double mean[] = {%1}, deviation[] = {%2};\n", lists.means, lists.deviations);
            value = say("(float)((%1 - mean[%2]) / deviation[%2])", at, lists.alike ? "0" : "u");
        }
        return text + say("    for (int t = 0; t < steps; ++t) {\n        for (int u = 0; u < %1; ++u) {\n"
                          "            %2 = %3;\n        }\n    }\n",
                          width(), nameOf({.variable = m_computed.input}) + "[u]", value);
    }

    // Operations

    std::string print(const Operation& operation) const
    {
        const Variable& result = variable(operation.result);
        const std::string declared = m_kept.contains(operation.result)
                                         ? Sentence()
                                         : say("%1float %2[%3];\n", m_indent, result.name, result.width);
        return declared + computed(operation, result.width, nameOf({.variable = operation.result}));
    }

    /// Into `to`, which has so many numbers.
    std::string computed(const Operation& operation, std::int64_t width, const std::string& to) const
    {
        const Source from = operation.sources.empty() ? Source() : operation.sources[0];
        switch (operation.kind) {
        case Kind::Row: {
            const std::string number = m_computed.writes ? "id" : "data[t]";
            const Weight& matrix = m_computed.weight(operation.matrix);
            const std::string row = say("%1 + %2 * %3", matrix.name, width, number);
            return matrix.isInt8
                       ? say("%1row8(%2, %3, %4_scale[%5], %6);\n", m_indent, width, row, matrix.name, number, to)
                       : say("%1memcpy(%2, %3, %4 * sizeof(float));\n", m_indent, to, row, width);
        }
        case Kind::Product:
            return productOf(operation, to);
        case Kind::Element:
            return elementOf(operation, width, to);
        case Kind::Norm:
        case Kind::Softmax:
            return rowsOf(operation, say("%1(%2, %3 + row * %2, %4 + row * %2);",
                                         operation.kind == Kind::Norm ? "norm" : "softmax", width / operation.rows,
                                         pointer(from), to));
        case Kind::Reduce:
            return reduced(operation, to);
        case Kind::Join:
            return joined(operation, width / operation.rows, to);
        case Kind::Last: {
            const std::string steps = variable(from.variable).name + "_steps";
            return say("%1memcpy(%2, %3[steps - 1]%4, sizeof %2);\n", m_indent, to, steps, offset(from)) +
                   (operation.from < width ? say("%1memcpy(%2 + %3, %4[0]%5 + %3, %6 * sizeof(float));\n", m_indent, to,
                                                 operation.from, steps, offset(from), width - operation.from)
                                           : Sentence());
        }
        case Kind::Mean:
            return say(
                "%1for (int u = 0; u < %2; ++u) {\n%1    %3[u] = 0.0f;\n%1    for (int t = 0; t < steps; ++t) {\n"
                "%1        %3[u] += %4[%5u];\n%1    }\n%1    %3[u] /= (float)steps;\n%1}\n",
                m_indent, width, to, nameOf(from), indexFrom(from));
        }
        return {};
    }

    /// A call for each of the parts.
    std::string rowsOf(const Operation& operation, std::string call) const
    {
        if (operation.rows > 1) {
            return say("%1for (int row = 0; row < %2; ++row) {\n%1    %3\n%1}\n", m_indent, operation.rows, call);
        }
        for (std::size_t at = 0; (at = call.find(" + row * ")) != std::string::npos;) {
            call.erase(at, call.find_first_of(",)", at) - at);
        }
        return say("%1%2\n", m_indent, call);
    }

    std::string productOf(const Operation& operation, const std::string& to) const
    {
        const Weight& matrix = m_computed.weight(operation.matrix);
        const std::int64_t K = operation.heads, outputs = matrix.shape[0] / K, inputs = matrix.shape[1];
        const std::string bias = operation.bias < 0 ? "NULL" : m_computed.weight(operation.bias).name;
        std::string text;
        for (std::int64_t head = 0; head < K; ++head) {
            const auto moved = [&](const std::string& name, std::int64_t by) {
                return head == 0 || name == "NULL" ? name : std::string(say("%1 + %2", name, head * by));
            };
            const std::string scale = matrix.isInt8 ? moved(matrix.name + "_scale", outputs) + ", " : "";
            text +=
                rowsOf(operation,
                       say("product%1(%2, %3, %4, %5%6, %7 + row * %8, %9 + row * %10);", matrix.isInt8 ? "8" : "",
                           outputs, inputs, moved(matrix.name, outputs * inputs), scale, moved(bias, outputs),
                           moved(pointer(operation.sources[0]), inputs), K * inputs, moved(to, outputs), K * outputs));
        }
        return text;
    }

    std::string elementOf(const Operation& operation, std::int64_t width, const std::string& to) const
    {
        std::vector<std::string> sources;
        for (const Source& source : operation.sources) {
            sources.push_back(element(source, width));
        }
        return say("%1for (int u = 0; u < %2; ++u) { /* %3 */\n%1    %4[u] = %5;\n%1}\n", m_indent, width,
                   comment(operation.words), to,
                   elementText(operation.words, operation.equation, sources, Language::C).value);
    }

    std::string reduced(const Operation& operation, const std::string& to) const
    {
        const Source& source = operation.sources[0];
        const std::string value = say("%1[%2row * %3 + u]", nameOf(source), indexFrom(source), source.count);
        const std::string term = operation.reduced == 's'   ? value
                                 : operation.reduced == 'a' ? "fabsf(" + value + ")"
                                                            : value + " * " + value;
        return say(
            "%1for (int row = 0; row < %2; ++row) { /* %3 of %4 */\n%1    float sum = 0.0f;\n"
            "%1    for (int u = 0; u < %4; ++u) {\n%1        sum += %5;\n%1    }\n%1    %6[row] = %7 * sum;\n%1}\n",
            m_indent, operation.rows, operation.words, source.count, term, to,
            numberText(static_cast<float>(operation.factor), Language::C));
    }

    std::string joined(const Operation& operation, std::int64_t width, const std::string& result) const
    {
        std::string text;
        Source to; // behind the sources before
        for (std::size_t index = 0; index < operation.sources.size(); ++index) {
            const Source& source = operation.sources[index];
            text += rowsOf(operation, say("memcpy(%1%2 + row * %3, %4 + row * %5, %6 * sizeof(float));", result,
                                          offset(to), width, pointer(source), operation.strides[index], source.count));
            to.offset += source.count;
        }
        return text;
    }

    const PortableNet& m_net;
    std::string m_stem, m_file; ///< the names begin with the one; the other is that of the file
    Computation m_computed;
    std::set<int> m_kept; ///< variables of which all steps are kept
    std::string m_indent = "    ";
};

} // namespace

Int8Matrices roundToInt8(PortableNet& net)
{
    Computation computation = computationOf(net);
    Int8Matrices count{.all = markInt8(computation)};
    const auto valuesOf = [&](const std::string& name) -> std::vector<float>& {
        return std::ranges::find(net.weights, name, &NamedTensor::name)->values;
    };
    for (const Weight& matrix : computation.weights) {
        if (!matrix.isInt8) {
            continue;
        }
        ++count.rounded;
        std::vector<float>& values = valuesOf(matrix.tensor);
        const std::vector<float> scales = scalesOf(matrix);
        const std::size_t rows = scales.size(), width = values.size() / rows;
        for (std::size_t index = 0; index < values.size(); ++index) {
            const float scale = scales[index / width];
            values[matrix.isTransposed ? index % width * rows + index / width : index] =
                static_cast<float>(multipleOf(scale, matrix.values[index])) * scale;
        }
        if (!matrix.added.empty()) {
            std::ranges::fill(valuesOf(matrix.added), 0.0F);
        }
    }
    return count;
}

std::string printC(const PortableNet& net, const std::string& stem)
{
    return CPrinter(net, stem).run();
}

std::string printInt8C(const PortableNet& net, const std::string& stem)
{
    return CPrinter(net, stem).inInt8().run();
}

std::string withoutWeights(const std::string& code)
{
    return code.substr(0, code.find(weightsLine));
}

} // namespace engine::code

namespace engine {

NetFunctions cFunctions()
{
    return {.write = [](const std::filesystem::path& file, const PortableNet& net,
                        TransferReport&) { writeFileBytes(file, code::printC(net, file.stem().string())); },
            .code = code::printC};
}

} // namespace engine
