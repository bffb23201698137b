// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/code.h"
#include "engine/formats/code/computation.h"
#include "engine/formats/code/element_text.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace engine::code {
namespace {

using Kind = Operation::Kind;
using Order = Part::Order;

constexpr std::string_view makingWeights = R"(

def weights(shapes):
    """Learned tensors by their names, "l0.back.Wf" in modules inside."""
    module = nn.Module()
    for name, shape in shapes.items():
        inner = module
        *path, last = name.split(".")
        for part in path:
            if not hasattr(inner, part):
                inner.add_module(part, nn.Module())
            inner = getattr(inner, part)
        inner.register_parameter(last, nn.Parameter(torch.empty(shape)))
    return module
)";

constexpr std::string_view goingOverSteps = R"(

def over_steps(step, x, states, back=False):
    """x [steps, streams, width] -> what step() gives at each step, and the states after the last."""
    said = []
    for t in reversed(range(len(x))) if back else range(len(x)):
        output, states = step(x[t], states)
        said.append(output)
    return torch.stack(said[::-1] if back else said), states
)";

constexpr std::string_view readingTensors = R"(

def read_tensors(path):
    """What safetensors.torch.load_file(path) gives, without a package."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    return {name: torch.frombuffer(data, dtype=torch.float32, offset=about["data_offsets"][0],
                                   count=math.prod(about["shape"])).reshape(about["shape"])
            for name, about in header.items()}
)";

/// %1: the file; %2: what is done to the names.
constexpr std::string_view loader = R"(

def load(path=Path(__file__).with_name("%1")):
    net = Net()
    tensors = read_tensors(path)
%2    net.load_state_dict(tensors)
    return net.eval()
)";

/// %1: beginnings of names in the file and of the same in modules, where those differ.
constexpr std::string_view renaming = R"(    names = {%1}

    def renamed(name):
        for old, new in names.items():
            if name == old or name.startswith(old + "."):
                return new + name[len(old):]
        return name

    tensors = {renamed(name): tensor for name, tensor in tensors.items()}
)";

constexpr std::string_view textProgram = R"(

@torch.no_grad()
def write(net, prompt, length=500, temperature=1.0):
    """Gives `length` characters one by one; at temperature 0 the likeliest each time."""
    number = {character: id for id, character in enumerate(CHARACTERS)}
    ids = [number[character] for character in prompt if character in number] or [number.get("\n", 0)]
    scores, states = net(torch.tensor(ids).reshape(-1, 1))
    for _ in range(length):
        last = scores.reshape(len(ids), -1)[-1]
        id = int(last.argmax() if temperature == 0 else torch.multinomial((last / temperature).softmax(0), 1))
        yield CHARACTERS[id]
        ids = [id]
        scores, states = net(torch.tensor([[id]]), states)


if __name__ == "__main__":  # [prompt [length [temperature]]]
    prompt = sys.argv[1] if len(sys.argv) > 1 else ""
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    temperature = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    for character in write(load(), os.fsencode(prompt).decode(ENCODING, "ignore"), length, temperature):
        sys.stdout.buffer.write(character.encode(ENCODING))
    sys.stdout.flush()
)";

/// %1: what it reads; %2: that, as the net wants it; %3: which part of what the net says.
constexpr std::string_view predictingProgram = R"(

if __name__ == "__main__":  # %1
    data = %2
    with torch.no_grad():
        result = load()(data)%3
    for number in result.reshape(-1):
        print(f"{float(number):.9g}")
)";

/// %1: the characters that a line has at most.
constexpr std::string_view readingLines = R"(

def line_ids(line):
    """A line of text -> data [steps, 1]: of the characters that the net knows the first %1"""
    number = {character: id for id, character in enumerate(CHARACTERS)}
    return torch.tensor([number[character] for character in line if character in number][:%1]).reshape(-1, 1)
)";

constexpr std::string_view lineOfCommand =
    R"(line_ids(os.fsencode(sys.argv[1] if len(sys.argv) > 1 else "").decode(ENCODING, "ignore"))
    if len(data) == 0:
        sys.exit("the line has no characters that the net knows"))";

/// A text, or a list of texts.
std::string inPython(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string shapeTuple(const Shape& shape)
{
    std::string text;
    for (const std::int64_t extent : shape.extents()) {
        text += (text.empty() ? "" : ", ") + std::to_string(extent);
    }
    return "(" + text + (shape.axes() == 1 ? ",)" : ")");
}

class PythonPrinter {
public:
    PythonPrinter(const PortableNet& net, const std::string& stem)
        : m_net(net), m_stem(stem), m_computed(computationOf(net))
    {}

    std::string run()
    {
        const std::string name = m_net.model.name.empty() ? m_stem : m_net.model.name;
        std::string text =
            say("# A net of Hamnet's as a module of PyTorch.\n#\n" // two lines that name no encoding, as a name might
                "# %1, after %2 iterations; its weights are in %3.safetensors.\n",
                oneLine(name), m_net.iteration, oneLine(m_stem));
        text += "import json\nimport math\nimport os\nimport struct\nimport sys\nfrom pathlib import Path\n\nimport "
                "torch\nfrom torch import nn\n";
        const bool knows = knowsCharacters(m_net, m_computed);
        if (knows) {
            text += "\n" + characters();
        }
        if (m_net.sequences && !m_net.sequences->classes.empty()) {
            text += "\nCLASSES = " + inPython(m_net.sequences->classes) + "\n";
        }
        const std::string net = module(), names = renamed();
        text += net.find("weights({") != std::string::npos ? makingWeights : "";
        text += net.find("over_steps(") != std::string::npos ? goingOverSteps : "";
        text += std::string(readingTensors) + net;
        text += filled(
            loader, std::vector<Sentence>{inQuotes(m_stem + ".safetensors"),
                                          names.empty() ? Sentence() : filled(renaming, std::vector<Sentence>{names})});
        if (m_computed.writes && knows) {
            return text + std::string(textProgram);
        }
        const std::int64_t width = m_computed.input < 0 ? 1 : variable(m_computed.input).width;
        const Sentence order =
            m_computed.columns ? say("reshape(%1, 1, -1).permute(2, 1, 0)", width) : say("reshape(-1, 1, %1)", width);
        std::vector<Sentence> words = {
            "the numbers of one sequence on the input",
            say("torch.tensor([%1(word) for word in sys.stdin.read().split()]%2",
                m_computed.input < 0 ? "int" : "float",
                m_computed.input < 0 ? Sentence(").reshape(-1, 1)") : say(", dtype=torch.float64).%1", order)),
            m_computed.writes ? "[0]" : ""};
        if (knows) {
            text += filled(readingLines, std::vector<Sentence>{std::to_string(m_computed.steps)});
            words = {"\"a line of text\"", std::string(lineOfCommand), ""};
        }
        return text + filled(predictingProgram, words);
    }

private:
    static std::string inQuotes(const std::string& text)
    {
        const std::string quoted = inPython(text);
        return quoted.substr(1, quoted.size() - 2);
    }

    std::string characters() const
    {
        const Vocabulary& vocabulary = *m_net.vocabulary;
        const bool isText = vocabulary.encoding() == Encoding::Utf8 ||
                            std::ranges::all_of(vocabulary.characters(), [](char32_t byte) { return byte < 128; });
        std::string text, bytes;
        for (std::int32_t id = 0; id < vocabulary.size(); ++id) {
            text += vocabulary.textOf(id);
            bytes += (id > 0 ? ", " : "") +
                     std::to_string(static_cast<std::uint32_t>(vocabulary.characters()[static_cast<std::size_t>(id)]));
        }
        return say("ENCODING = \"%1\"\nCHARACTERS = %2  # in the order of their numbers\n",
                   vocabulary.encoding() == Encoding::Utf8 ? "utf-8" : "latin-1",
                   isText ? inPython(text) : "bytes([" + bytes + "]).decode(ENCODING)");
    }

    // Layers as modules

    /// PyTorch's module that computes the layer; empty where there is none.
    std::string ctorOf(std::size_t layer) const
    {
        const LayerNote& note = m_computed.layers[layer];
        if (note.stack && !note.stack->cell->typed) {
            const Cell::Kind kind = note.stack->cell->kind;
            const char* const type = kind == Cell::Kind::Lstm ? "LSTM" : kind == Cell::Kind::Gru ? "GRU" : "RNN";
            return say("nn.%1(%2, %3%4%5%6)", type, note.width, note.units,
                       note.stack->layers > 1 ? say(", num_layers=%1", note.stack->layers) : Sentence(),
                       note.stack->isBidirectional() ? ", bidirectional=True" : "",
                       kind == Cell::Kind::RnnRelu ? ", nonlinearity=\"relu\"" : "");
        }
        for (const Part& part : m_computed.parts) {
            for (const Operation& operation : part.operations) {
                if (part.layer != layer || note.stack) {
                    continue;
                }
                const Shape shape = operation.matrix < 0 ? Shape() : weight(operation.matrix).shape;
                if (operation.kind == Kind::Row) {
                    return say("nn.Embedding(%1, %2)", shape[0], shape[1]);
                }
                if (operation.kind == Kind::Product && operation.heads == 1) {
                    return say("nn.Linear(%1, %2%3)", shape[1], shape[0], operation.bias < 0 ? ", bias=False" : "");
                }
            }
        }
        return {};
    }

    bool isModule(std::size_t layer) const { return !ctorOf(layer).empty(); }

    const LayerNote& ownerOf(const Weight& weight) const { return m_computed.layers[weight.layer]; }

    /// What the weight's name has behind that of the module, where each part may be an attribute.
    std::string inModule(const Weight& weight) const
    {
        std::istringstream parts(weight.own);
        std::string made;
        for (std::string part; std::getline(parts, part, '.');) {
            made += (made.empty() ? "" : ".") + part + (reserved().contains(part) ? "_" : "");
        }
        return made;
    }

    std::string module() const
    {
        std::string made, methods;
        for (std::size_t layer = 0; layer < m_computed.layers.size(); ++layer) {
            const LayerNote& note = m_computed.layers[layer];
            std::string ctor = ctorOf(layer);
            if (ctor.empty()) {
                std::string shapes;
                for (const Weight& weight : m_computed.weights) {
                    if (weight.layer == layer) {
                        shapes +=
                            say("%1\"%2\": %3", shapes.empty() ? "" : ", ", inModule(weight), shapeTuple(weight.shape));
                    }
                }
                ctor = shapes.empty() ? "" : "weights({" + shapes + "})";
            }
            if (!ctor.empty()) {
                made += say("        self.%1 = %2\n", note.module, ctor);
            }
        }
        for (const Part& part : m_computed.parts) {
            if (!part.states.empty() && !isModule(part.layer)) {
                methods += stepMethod(part);
            }
        }
        return "\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + made + methods +
               forward();
    }

    /// Whole names before those of modules.
    std::string renamed() const
    {
        std::string text;
        const auto add = [&](const std::string& from, const std::string& to) {
            if (from != to) {
                text += (text.empty() ? "" : ", ") + inPython(from) + ": " + inPython(to);
            }
        };
        for (const Weight& weight : m_computed.weights) {
            if (weight.own != inModule(weight)) {
                add(ownerOf(weight).fileModule + "." + weight.own, ownerOf(weight).module + "." + inModule(weight));
            }
        }
        for (std::size_t layer = 0; layer < m_computed.layers.size(); ++layer) {
            if (std::ranges::count(m_computed.weights, layer, &Weight::layer) > 0) {
                add(m_computed.layers[layer].fileModule, m_computed.layers[layer].module);
            }
        }
        return text;
    }

    // What is read

    const Weight& weight(int number) const { return m_computed.weight(number); }
    const Variable& variable(int number) const { return m_computed.variable(number); }

    std::string nameOf(const Source& source) const
    {
        if (source.weight < 0) {
            return variable(source.variable).name;
        }
        const Weight& read = weight(source.weight);
        return say("self.%1.%2", ownerOf(read).module, inModule(read));
    }

    std::int64_t widthOf(const Source& source) const
    {
        return source.weight >= 0 ? weight(source.weight).shape.count() : variable(source.variable).width;
    }

    /// The `width` numbers that are read, along the last axis.
    std::string textOf(const Source& source, std::int64_t width) const
    {
        std::string text = nameOf(source);
        const std::int64_t count = source.count > 0 ? source.count : width;
        if (source.weight >= 0 && weight(source.weight).shape.axes() > 1) {
            text += ".flatten()";
        }
        if (source.offset > 0 || count != widthOf(source)) {
            text += say("[..., %1:%2]", source.offset, source.offset + count);
        }
        if (source.each > 1) {
            text += say(".repeat_interleave(%1, -1)", source.each);
        }
        return count * source.each < width ? text + say(".tile(%1)", width / (count * source.each)) : text;
    }

    // Operations

    std::string print(const Operation& operation) const
    {
        const Variable& result = variable(operation.result);
        return say("        %1 = %2  # [..., %3]\n", result.name, valueOf(operation, result), result.width);
    }

    static std::string inRows(const std::string& text, std::int64_t rows, std::int64_t width)
    {
        return rows > 1 ? say("%1.unflatten(-1, (%2, %3))", text, rows, width) : Sentence(text);
    }

    static std::string outOfRows(const std::string& text, std::int64_t rows)
    {
        return rows > 1 ? text + ".flatten(-2)" : text;
    }

    std::string valueOf(const Operation& operation, const Variable& result) const
    {
        const std::int64_t rows = operation.rows;
        switch (operation.kind) {
        case Kind::Row:
            return say("self.%1(%2)", ownerOf(weight(operation.matrix)).module, m_computed.writes ? "ids" : "data");
        case Kind::Product:
            return productOf(operation);
        case Kind::Element:
            return elementOf(operation, result);
        case Kind::Norm:
        case Kind::Softmax: {
            const std::string x = inRows(textOf(operation.sources[0], result.width), rows, result.width / rows);
            return outOfRows(operation.kind == Kind::Softmax
                                 ? x + ".softmax(-1)"
                                 : say("nn.functional.layer_norm(%1, (%2,))", x, result.width / rows),
                             rows);
        }
        case Kind::Reduce: {
            const std::int64_t count = operation.sources[0].count;
            Source source = operation.sources[0];
            source.count = rows * count;
            const std::string x = say("%1.unflatten(-1, (%2, %3))", textOf(source, rows * count), rows, count);
            return say("%1 * %2%3.sum(-1)", numberText(static_cast<float>(operation.factor), Language::Python), x,
                       operation.reduced == 'a'   ? ".abs()"
                       : operation.reduced == 'q' ? ".square()"
                                                  : "");
        }
        case Kind::Join: {
            std::string parts;
            for (std::size_t index = 0; index < operation.sources.size(); ++index) {
                Source source = operation.sources[index];
                const std::int64_t count = source.count, stride = operation.strides[index];
                source.count = (rows - 1) * stride + count;
                parts += parts.empty() ? "" : ", ";
                parts +=
                    textOf(source, source.count) + (rows > 1 ? say(".unfold(-1, %1, %2)", count, stride) : Sentence());
            }
            return outOfRows("torch.cat([" + parts + "], -1)", rows);
        }
        case Kind::Last: {
            const std::string x = textOf(operation.sources[0], result.width);
            return operation.from < result.width
                       ? say("torch.cat([%1[-1, ..., :%2], %1[0, ..., %2:]], -1)", x, operation.from)
                       : say("%1[-1]", x);
        }
        case Kind::Mean:
            return textOf(operation.sources[0], result.width) + ".mean(0)";
        }
        return {};
    }

    std::string productOf(const Operation& operation) const
    {
        const Weight& matrix = weight(operation.matrix);
        const std::int64_t K = operation.heads, inputs = matrix.shape[1], rows = operation.rows;
        Source read = operation.sources[0];
        const std::string x = inRows(textOf(read, rows * K * inputs), rows, K * inputs);
        const LayerNote& note = ownerOf(matrix);
        if (matrix.own == "weight" && K == 1) {
            return outOfRows(say("self.%1(%2)", note.module, x), rows);
        }
        std::string made;
        if (K == 1) {
            made = say("%1 @ %2.T", x, nameOf({.weight = operation.matrix}));
        } else {
            made = say(
                "torch.einsum(\"koi,...ki->...ko\", %1.unflatten(0, (%2, -1)), %3.unflatten(-1, (%2, -1))).flatten(-2)",
                nameOf({.weight = operation.matrix}), K, x);
        }
        if (operation.bias >= 0) {
            made += " + " + nameOf({.weight = operation.bias});
        }
        return outOfRows(rows > 1 ? "(" + made + ")" : made, rows);
    }

    std::string elementOf(const Operation& operation, const Variable& result) const
    {
        std::vector<std::string> sources;
        for (const Source& source : operation.sources) {
            sources.push_back(textOf(source, result.width));
        }
        const ElementText text = elementText(operation.words, operation.equation, sources, Language::Python);
        return text.readsInput ? text.value : say("torch.zeros_like(%1) + (%2)", sources[0], text.value);
    }

    /// Of each state what `one` makes of it, as a tuple.
    template <typename One>
    static std::string tuple(const Part& part, const One& one)
    {
        std::string texts;
        for (const Part::State& state : part.states) {
            texts += one(state) + ", ";
        }
        return "(" + texts.substr(0, texts.size() - (part.states.size() == 1 ? 1 : 2)) + ")";
    }

    std::string stepMethod(const Part& part) const
    {
        const auto before = [this](const Part::State& state) { return variable(state.before).name; };
        const auto after = [this](const Part::State& state) { return variable(state.after).name; };
        std::string text = say("\n    def %1(self, %2, states):\n"
                               "        \"\"\"A step of %3: [streams, %4] and the states before it -> [streams, %5] "
                               "and the states after it\"\"\"\n        %6 = states\n",
                               part.method, variable(part.input).name, m_computed.layers[part.layer].type,
                               variable(part.input).width, variable(part.output).width, tuple(part, before));
        for (const Operation& operation : part.operations) {
            text += print(operation);
        }
        return text + say("        return %1, %2\n", variable(part.output).name, tuple(part, after));
    }

    /// All steps of a part with states.
    std::string callOf(const Part& part) const
    {
        const std::string& x = variable(part.input).name;
        const std::string zeros = tuple(part, [&](const Part::State& state) {
            return say("%1.new_zeros(%1.shape[1], %2)", x, variable(state.before).width);
        });
        return m_computed.writes
                   ? say("        %1, states[\"%2\"] = over_steps(self.%3, %4, states.get(\"%2\") or %5)\n",
                         variable(part.output).name, part.name, part.method, x, zeros)
                   : say("        %1, _ = over_steps(self.%2, %3, %4%5)\n", variable(part.output).name, part.method, x,
                         zeros, part.order == Order::Backward ? ", back=True" : "");
    }

    std::string forward() const
    {
        const std::string columns = inQuotes(oneLine(columnWords(m_net)));
        std::string text =
            m_computed.writes
                ? say("\n    def forward(self, ids, states=None):\n"
                      "        \"\"\"ids [steps, streams] -> scores [steps, streams, %1], and the "
                      "states for the next call\"\"\"\n        states = dict(states or {})\n",
                      m_computed.scoresWidth)
                : say("\n    def forward(self, data):\n        \"\"\"%1 -> %2, of sequences of one "
                      "length, as a file of data has their numbers%4\"\"\"\n%3",
                      m_computed.input < 0 ? "data [steps, sequences]" : "data [steps, sequences, numbers]",
                      m_computed.answer == Answer::Numbers ? Sentence("numbers [sequences]")
                                                           : say("scores [sequences, %1]", m_computed.scoresWidth),
                      readInput(), columns.empty() ? "" : ".\n\n        " + columns + "\n        ");
        std::set<std::size_t> done;
        for (const Part& part : m_computed.parts) {
            const LayerNote& note = m_computed.layers[part.layer];
            if (note.stack && isModule(part.layer)) {
                text += done.insert(part.layer).second ? callOf(note) : "";
            } else if (!part.states.empty()) {
                text += callOf(part);
            } else {
                for (const Operation& operation : part.operations) {
                    text += print(operation);
                }
            }
        }
        const std::string said = textOf(m_computed.scores, m_computed.scoresWidth);
        if (m_computed.writes) {
            return text + say("        return %1, states\n", said);
        }
        const Standardisation& scale = m_computed.answerScale;
        return text + (m_computed.answer != Answer::Numbers ? say("        return %1\n", said)
                       : scale == Standardisation()         ? say("        return %1.squeeze(-1)\n", said)
                                                    : say("        return %1.squeeze(-1).double() * %2 + %3\n", said,
                                                          numberText(scale.deviation), numberText(scale.mean)));
    }

    /// A layer that PyTorch has a module for.
    std::string callOf(const LayerNote& note) const
    {
        const std::string x = textOf(note.input, note.width), output = variable(note.output).name;
        return m_computed.writes ? say("        %1, states[\"%2\"] = self.%2(%3, states.get(\"%2\"))  # [..., %4]\n",
                                       output, note.module, x, variable(note.output).width)
                                 : say("        %1, _ = self.%2(%3)  # [..., %4]\n", output, note.module, x,
                                       variable(note.output).width);
    }

    std::string readInput() const
    {
        if (m_computed.input < 0) {
            return {};
        }
        const ScaleLists lists = scaleLists(m_computed);
        const std::string name = variable(m_computed.input).name;
        if (lists.means.empty()) {
            return say("        %1 = data.float()\n", name);
        }
        return say("        data = data.double()\n"
                   "        mean, deviation = data.new_tensor([%2]), data.new_tensor([%3])\n"
                   "        %1 = ((data - mean) / deviation).float()\n",
                   name, lists.means, lists.deviations);
    }

    const PortableNet& m_net;
    std::string m_stem;
    Computation m_computed;
};

/// Throws Error where the file is there and is none that Hamnet wrote.
void requireReplaceable(const std::filesystem::path& weights, const std::filesystem::path& code)
{
    std::error_code unknown;
    try {
        if (!std::filesystem::exists(weights, unknown) || readSafetensorsMetadata(weights).contains("hamnet.model")) {
            return;
        }
    } catch (const Error&) { // it is of another program, or damaged
    }
    throw Error(say(ENGINE_TEXT("Sentences", "%1 exists and was not written by Hamnet, so the weights of %2 do not "
                                             "replace it; choose another name"),
                    weights.string(), code.filename().string()));
}

void writePython(const std::filesystem::path& file, const PortableNet& net, TransferReport& report)
{
    const std::string code = printPython(net, file.stem().string()); // which may refuse the net
    const FileFormat& weights = fileFormat(Format::Safetensors);
    const auto beside = std::filesystem::path(file).replace_extension(weights.endings[0]);
    requireReplaceable(beside, file);
    weights.net.write(beside, net, report);
    report.notes.push_back(say(ENGINE_TEXT("Sentences", "its weights are in %1"), beside.string()));
    writeFileBytes(file, code);
}

} // namespace

std::string printPython(const PortableNet& net, const std::string& stem)
{
    return PythonPrinter(net, stem).run();
}

} // namespace engine::code

namespace engine {

NetFunctions pythonFunctions()
{
    return {.write = code::writePython, .code = code::printPython};
}

} // namespace engine
