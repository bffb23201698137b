// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources.h"

#include "app/cli/words.h"
#include "engine/data/download.h"
#include "engine/data/read_samples.h"
#include "engine/data/samples.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/weight_check.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;

/// The first bytes of every .hamnet file.
constexpr std::string_view magic = "\x89HAMNET\n";

[[noreturn]] void fail(const fs::path& file, const std::string& why)
{
    throw engine::Error(file.string() + " cannot be read: " + why);
}

/// The descriptor of ours behind which the pipe is.
std::optional<int> descriptorOf(const fs::path& file, const struct stat& pipe)
{
    const std::string name = file.filename().string(); // "stdin", or a number in /dev/fd
    int descriptor = name == "stdin" ? STDIN_FILENO : -1;
    std::from_chars(name.data(), name.data() + name.size(), descriptor);
    struct stat one = {};
    const bool isOurs = ::fstat(descriptor, &one) == 0 && one.st_dev == pipe.st_dev && one.st_ino == pipe.st_ino;
    return isOurs ? std::optional(descriptor) : std::nullopt;
}

/// All that comes, but no more than a reader of nets takes: a pipe may have no end.
std::string readAll(const fs::path& file, int pipe)
{
    std::string text;
    std::array<char, 1 << 16> block = {};
    while (text.size() <= engine::prototxt::maxBytes) {
        const ssize_t count = ::read(pipe, block.data(), block.size());
        if (count == 0) {
            break;
        }
        if (count > 0) {
            text.append(block.data(), static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            fail(file, std::strerror(errno));
        }
    }
    return text;
}

/// A file is looked into more than once (what kind is it? what is in it?), but a pipe tells its text once. So what
/// comes through a pipe is put into a file without a name, which takes the pipe's place: /dev/stdin, and /dev/fd/63 of
/// a shell's <(command), then read as any file does. Nothing is done for what is no pipe. Throws Error for a pipe that
/// is none of this process's own, and for a checkpoint in a pipe.
void keepPipe(const fs::path& file)
{
    struct stat found = {};
    if (::stat(file.c_str(), &found) != 0 || !S_ISFIFO(found.st_mode)) {
        return;
    }
    const std::optional<int> pipe = descriptorOf(file, found);
    if (!pipe) {
        fail(file, "it is a named pipe, which can be read only once; read a pipe as /dev/stdin");
    }
    const std::string text = readAll(file, *pipe);
    if (text.starts_with(magic)) {
        fail(file, "it is a pipe with a checkpoint, which can be read from a file only");
    }
    const int kept = ::memfd_create("hamnet", MFD_CLOEXEC);
    const bool whole = kept >= 0 && ::write(kept, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       ::lseek(kept, 0, SEEK_SET) == 0 && ::dup2(kept, *pipe) == *pipe;
    const int error = errno;
    ::close(kept);
    if (!whole) {
        fail(file, std::strerror(error));
    }
}

engine::Model withGiven(engine::Model model, const TableOptions& table)
{
    for (const auto& [key, value] : table.values) {
        if (!value.empty()) {
            model =
                key == "gaps" ? engine::withGaps(model, value) : engine::withTableSetting(model, key.c_str(), value);
        }
    }
    return model;
}

std::string defaultSplit(const engine::Corpus& text, const engine::SplitFractions& fractions)
{
    const bool holdsOut = text.range(engine::Split::Validation, fractions).bytes() > 0;
    return holdsOut || text.range(engine::Split::Test, fractions).bytes() == 0 ? "validation" : "test";
}

std::vector<std::int32_t> chosenFrom(const engine::NamedSamples& data, const std::string& split)
{
    if (split == "next") {
        return data.next;
    }
    if (split == "train") {
        return data.samples.part(engine::Split::Train);
    }
    if (split != "all") {
        return data.samples.part(splitNamed(split));
    }
    std::vector<std::int32_t> all;
    for (const std::vector<std::int32_t>& part : data.samples.parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    std::ranges::sort(all);
    return all;
}

/// "of its 19,000 sequences 17,100 are for training, 1,900 for validation and none for the test"
std::string partsInWords(const engine::Samples& samples)
{
    return engine::say("%1 of its sequences are for training, %2 for validation and %3 for the test",
                       std::ssize(samples.part(engine::Split::Train)),
                       std::ssize(samples.part(engine::Split::Validation)),
                       std::ssize(samples.part(engine::Split::Test)));
}

/// Says so where the net learned from sequences that are to test it: the data grew, or are a part of others.
void remarkOnLearned(SequencePart& part, const std::vector<std::uint64_t>& digests)
{
    if (digests.empty() || part.split == "train" || part.split == "next") {
        return;
    }
    const engine::Learned learned = engine::learnedAmong(part.samples(), part.chosen, digests);
    if (learned.count > 0) {
        part.data.samples.remarks.push_back(engine::say(
            "the net learned from %1 of the %2 sequences of the split \"%3\"%4, or from ones with the "
            "same numbers, so what it says of them is no test of it",
            learned.count, learned.compared, part.split,
            learned.compared < std::ssize(part.chosen) ? engine::say(" that can be compared") : engine::Sentence()));
    }
}

} // namespace

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

bool isCheckpoint(const fs::path& file)
{
    keepPipe(file);
    std::array<char, magic.size()> start = {};
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        fail(file, std::strerror(errno));
    }
    std::error_code unknown;
    if (fs::is_directory(file, unknown)) {
        fail(file, std::strerror(EISDIR));
    }
    stream.read(start.data(), start.size());
    return std::string_view(start.data(), static_cast<std::size_t>(stream.gcount())) == magic;
}

std::optional<engine::Provenance> provenanceOf(const fs::path& file)
{
    const engine::FileFormat* const format = engine::formatOf(file);
    const bool isPicture = format != nullptr && format->content == engine::Content::Picture && isThere(file);
    return isPicture ? std::optional(engine::netOfPicture(file)) : std::nullopt;
}

engine::Model modelIn(const fs::path& file, std::vector<engine::Sentence>* notes)
{
    keepPipe(file);
    const std::optional<engine::Provenance> made = provenanceOf(file);
    engine::Model model = made ? engine::readModel(made->model, file.string(), std::nullopt, notes)
                               : engine::readModelFile(file, std::nullopt, notes);
    if (model.layers.empty()) {
        throw engine::Error(file.string() + ": has no layers, but a net with layer { ... } is wanted");
    }
    return model;
}

engine::Model modelInStates(const fs::path& file, const fs::path& solver, std::vector<engine::Sentence>* notes)
{
    engine::Model model = modelIn(file, notes);
    if (!solver.empty()) { // which may be a pipe, and has to be right
        return engine::withStates(std::move(model), solverFor(file, solver).settings);
    }
    const fs::path named = engine::solverOf(file);
    const auto settings = named.empty() ? std::nullopt : engine::solverIn(named);
    return settings ? engine::withStates(std::move(model), *settings) : model;
}

void requireOwnSizes(const fs::path& checkpoint, const SizedFor& sizes)
{
    if (sizes.vocabulary) {
        throw engine::Error("--vocabulary is for a model, but " + checkpoint.string() +
                            " is a checkpoint and has its own");
    }
    if (!sizes.data.empty()) {
        throw engine::Error("--data is for a model, but " + checkpoint.string() +
                            " is a checkpoint, and its sizes are set");
    }
}

engine::Model sizedModel(const fs::path& file, const SizedFor& sizes, std::vector<engine::Sentence>* notes)
{
    if (!isCheckpoint(file)) {
        engine::Model model = modelInStates(file, sizes.solver, notes);
        if (sizes.vocabulary) {
            model = engine::withVocabulary(model, *sizes.vocabulary, notes);
        }
        if (!sizes.data.empty()) {
            const DataSource data = dataFor(model, file, sizes.data);
            model = withColumns(model, file, data.file, sizes.table);
            std::vector<engine::Sentence> unread;
            model = engine::openSource(data.file, model)->settled(model, notes != nullptr ? *notes : unread);
        }
        return model;
    }
    requireOwnSizes(file, sizes);
    return engine::readModel(engine::loadCheckpoint(file).model, file.string(), std::nullopt, notes);
}

engine::Model sizedAsTrained(const engine::Model& model, const fs::path& file, std::vector<engine::Sentence>* notes)
{
    if (engine::wiringOf(model, engine::Phase::Train).values.empty()) {
        return model;
    }
    std::vector<engine::Sentence> unread;
    const DataSource data = dataFor(model, file, {});
    return engine::openSource(data.file, model)->settled(model, notes != nullptr ? *notes : unread);
}

void SizedFor::addTo(CLI::App& command, const std::string& withoutData)
{
    addChoice(command, "--phase", phase, "Which layers: those for training, for testing, or for running.",
              {"train", "test", "run"});
    addWhole(command, "--vocabulary", vocabulary,
             "Size the net for this vocabulary size, as training does for its text.", {1});
    table.addFormatTo(command, addValue(command, "--data", data, dataFile,
                                        "Size the net for this data, as training does: what hamnet train takes. "
                                        "Default: " +
                                            withoutData)
                                   ->excludes("--vocabulary"));
}

engine::Phase SizedFor::layers() const
{
    return phase == "test" ? engine::Phase::Test : phase == "run" ? engine::Phase::Run : engine::Phase::Train;
}

SolverSource solverFor(const fs::path& model, const fs::path& given)
{
    if (const auto made = given.empty() ? provenanceOf(model) : std::nullopt; made && !made->solver.empty()) {
        SolverSource source{.settings = {}, .origin = model.string() + ", which brings it with its net"};
        source.settings = engine::readSolver(made->solver, model.string(), std::nullopt, &source.notes);
        return source;
    }
    const fs::path file = given.empty() ? engine::solverOf(model) : given;
    if (!file.empty()) {
        SolverSource source{.settings = {}, .origin = {}, .file = file};
        keepPipe(source.file);
        source.settings = engine::readSolverFile(source.file, std::nullopt, &source.notes);
        source.origin = source.file.string();
        return source;
    }
    return {engine::solverOfNewNet(), "the built-in one (" + engine::solverBeside(model).string() + " does not exist)"};
}

fs::path dataNamed(const fs::path& given, const engine::DataKind& kind)
{
    if (isThere(given)) {
        return given;
    }
    for (const engine::KnownData& data : engine::knownData(kind)) {
        if (given == data.name || given == data.place) {
            if (!isThere(data)) {
                throw engine::Error(fmt::format("{0} is not on this machine yet; hamnet {1} get {0} fetches it",
                                                data.name, kind.folder));
            }
            return engine::placeOf(data);
        }
    }
    return given;
}

DataSource dataFor(const engine::Model& model, const fs::path& file, const fs::path& given)
{
    if (!given.empty()) {
        return {dataNamed(given, engine::dataKindOf(model)), ""};
    }
    const fs::path source = engine::dataNamedBy(model, file.parent_path());
    if (!source.empty()) {
        return {source, "named by the model"};
    }
    return {engine::ownDataFor(model), std::string(engine::dataKindOf(model).own)};
}

engine::Model withColumns(const engine::Model& model, const fs::path& file, const fs::path& data,
                          const TableOptions& table)
{
    engine::Model result = withGiven(model, table);
    if (table.given().empty()) {
        return result;
    }
    const engine::DataKind& kind = engine::kindOf(dataFor(result, file, data).file, engine::sampleSettings(result));
    if (!kind.ofColumns) {
        throw engine::Error(table.given() + ", but only a table has columns, and the net in " + file.string() +
                            " reads " + std::string(kind.content));
    }
    return result;
}

std::vector<std::string> charactersOf(const engine::Vocabulary& vocabulary)
{
    std::vector<std::string> characters;
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(vocabulary.size()); ++id) {
        characters.push_back(vocabulary.textOf(id));
    }
    return characters;
}

std::string inWords(const std::vector<std::string>& characters)
{
    std::string text;
    for (const std::string& character : characters) {
        text += (text.empty() ? "" : " ") + (character == " " ? "space" : oneLine(character));
    }
    return text;
}

engine::Split splitNamed(const std::string& name)
{
    return name == "test" ? engine::Split::Test : name == "all" ? engine::Split::All : engine::Split::Validation;
}

TrainedModel loadTrained(const fs::path& file, const MachineOptions& machine, const TableOptions& table)
{
    if (!isCheckpoint(file)) {
        throw engine::Error(file.string() + " is not a checkpoint of Hamnet; use one that hamnet train wrote");
    }
    TrainedModel trained{
        .checkpoint = {}, .digest = {}, .model = {}, .wish = machine.wish(), .device = {}, .weights = {}};
    do { // again where a training has replaced the file meanwhile
        trained.digest = engine::netDigest(file);
        trained.checkpoint = engine::loadCheckpoint(file);
    } while (engine::netDigest(file) != trained.digest);
    trained.model = engine::readModel(trained.checkpoint.model, file.string());
    if (!table.given().empty() && !engine::dataKindOf(trained.checkpoint).ofColumns) {
        throw engine::Error(table.given() + ", but the net in " + file.string() + " learned from no table");
    }
    trained.model = withGiven(trained.model, table);
    if (!trained.wish && !trained.checkpoint.engine.empty()) {
        trained.wish = trained.checkpoint.engine;
    }
    engine::requireWeights(trained.model, trained.checkpoint.weights);
    engine::DeviceWish device = machine.deviceFor(trained.wish);
    device.before = {.device = trained.checkpoint.device, .precision = trained.checkpoint.precision};
    trained.device = engine::openDevice(device, &trained.notes);
    trained.weights = std::make_unique<engine::WeightStore>(trained.model, *trained.device, trained.checkpoint.seed);
    trained.weights->write(trained.checkpoint.weights);
    return trained;
}

TextPart textPart(Console& console, const engine::Checkpoint& checkpoint, const std::string& data,
                  const std::string& split, const engine::GoOn& goOn)
{
    TextPart part{.text = engine::Corpus(dataNamed(data, engine::kinds::text), checkpoint.vocabulary, goOn),
                  .range = {},
                  .split = split};
    const engine::SplitFractions& fractions = checkpoint.corpus.fractions;
    if (split.empty()) {
        part.split = defaultSplit(part.text, fractions);
        remarkOnSplit(console, split, part.split);
    }
    part.range = part.text.range(splitNamed(part.split), fractions);
    if (part.range.bytes() == 0) {
        throw engine::Error(engine::say(
            "the split \"%1\" is empty: the model holds out %2 of the text for validation and %3 for the test",
            part.split, fractions.validation, fractions.test));
    }
    return part;
}

void remarkOnOtherText(Console& console, const TextPart& part, const engine::Checkpoint& checkpoint)
{
    if (part.split != "all" && part.text.digest() != checkpoint.corpus.digest) {
        console.note("note: this is not the text that the net was trained on, so no part of it was held out; --split "
                     "all evaluates the whole");
    }
}

void requireFinite(const engine::EvaluationReport& report, const TextPart& part, const std::string& member)
{
    if (!std::isfinite(report.loss)) {
        const std::string& text = part.text.file().string();
        throw engine::NotFiniteError(member.empty() ? text : member + ", on " + text);
    }
}

void remarkOnSplit(Console& console, const std::string& asked, const std::string& taken)
{
    if (asked.empty() && taken != "validation") {
        console.remark("nothing is held out for validation, so the split \"" + taken + "\" is evaluated");
    }
}

std::vector<std::string> heldOutSplits(const std::string& asked)
{
    return asked.empty() ? std::vector<std::string>{"validation", "test"} : std::vector<std::string>{asked};
}

engine::NotFiniteError notFinite(const SequencePart& part, std::int32_t sample)
{
    std::string where = part.samples().facts.file;
    if (part.data.origins.empty()) {
        where = engine::say("%1, sequence %2", where, sample);
    }
    for (const engine::OriginColumn& origin : part.data.origins) {
        const std::string text = origin.text(sample);
        where += text.empty() ? "" : ", " + origin.name + " " + text;
    }
    return engine::NotFiniteError(where);
}

SequencePart readPart(const TrainedModel& trained, const PartWish& wish, const engine::GoOn& goOn)
{
    SequencePart part{.data = engine::readNamedSamples(dataNamed(wish.data, engine::kinds::sequences),
                                                       engine::sampleSettings(trained.model),
                                                       {.facts = trained.checkpoint.sequences,
                                                        .vocabulary = trained.checkpoint.vocabulary,
                                                        .answers = wish.answers},
                                                       goOn),
                      .chosen = {},
                      .split = {}};
    for (const std::string& split : wish.splits) {
        part.chosen = chosenFrom(part.data, split);
        part.split = split;
        if (!part.chosen.empty()) {
            if (trained.checkpoint.sequences.digest != part.samples().facts.digest) { // else it was held out
                remarkOnLearned(part, trained.checkpoint.learned);
            }
            return part;
        }
    }
    if (wish.splits == std::vector<std::string>{"next"}) {
        throw engine::Error(wish.data +
                            ": no row comes next, but --split next needs a table and a net that forecasts: with "
                            "a horizon of at least 1");
    }
    throw engine::Error(engine::say("%1: the split \"%2\" is empty: %3; --split all uses them all", wish.data,
                                    wish.splits.front(), partsInWords(part.samples())));
}

engine::SampleReport measure(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples().facts, trained.wish);
    engine::SampleReport report =
        orStopped(evaluator.evaluate(part.samples(), part.chosen, engine::SampleEvaluator::all, goOn));
    if (report.notFinite) {
        throw notFinite(part, *report.notFinite);
    }
    return report;
}

void predict(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn,
             const engine::SampleEvaluator::Each& each)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples().facts, trained.wish);
    const auto finite = [&](const engine::Prediction& said) {
        if (!said.isFinite()) {
            throw notFinite(part, static_cast<std::int32_t>(said.sample));
        }
        each(said);
    };
    if (!evaluator.predict(part.samples(), part.chosen, goOn, finite)) {
        throw engine::CancelledError("the prediction was stopped");
    }
}

} // namespace cli
