// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/text_generator.h"

#include "engine/data/utf8.h"
#include "engine/devices/backend.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/plain_text_net.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::uint64_t paddingStream = samplingStream + 1;

/// How many characters are asked for at once, and as many again while those are read: enough that the device never
/// waits for the host, and few enough that it is done soon after the reader has enough. In one kernel they take less
/// time, and its start weighs more.
constexpr std::int64_t charactersOfRecording = 32, charactersOfKernel = 128;
static_assert(2 * charactersOfKernel <= DeviceSampler::mostUnread);

/// What writes a text with the model. Throws Error where it cannot.
Model writingModel(const Model& model)
{
    if (const std::optional<std::string> why = whyItCannotWrite(model)) {
        throw Error(*why);
    }
    return forGeneration(model);
}

/// A net of one step has no step that could start a sequence but the first, nor has a window.
constexpr Pass onePass{.startsOnlyFirst = true};

} // namespace

std::optional<std::string> whyItCannotWrite(const Model& model)
{
    if (std::ranges::none_of(model.layers, readsBackwardToo)) {
        return std::nullopt; // the window asks at every edit, and what follows sizes the net a few times
    }
    for (const Layer& layer : forGeneration(model).layers) {
        if (readsBackwardToo(layer)) {
            return "layer " + layer.name +
                   ": bidirectional is true, so it reads the text from its end too, but while writing the end is not "
                   "known yet";
        }
    }
    return std::nullopt;
}

TextGenerator::TextGenerator(const Model& model, WeightStore& store, const Vocabulary& vocabulary,
                             const EngineWish& wish, const MakeSampler& makeSampler)
    : m_model(writingModel(model)),
      m_store(&store),
      m_vocabulary(vocabulary),
      m_wish(wish),
      m_net(m_model, Phase::Run, store, wish, 0),
      m_scoresName(scoresOf(model)),
      m_scores(static_cast<std::size_t>(m_net.tensor(m_scoresName).count()))
{
    if (static_cast<std::int64_t>(m_scores.size()) != vocabulary.size()) {
        throw Error("the model has scores for " + std::to_string(m_scores.size()) +
                    " characters, but its vocabulary holds " + std::to_string(vocabulary.size()));
    }
    const TextWiring& wiring = m_net.wiring();
    const TextPorts ports{.data = m_net.tensor(wiring.characters),
                          .clip = wiring.cont.empty() ? Tensor{} : m_net.tensor(wiring.cont),
                          .scores = m_net.tensor(m_scoresName)};
    m_sampler =
        makeSampler ? makeSampler(store.device(), ports) : store.device().backend().makeSampler(store.device(), ports);
}

void TextGenerator::read(std::int32_t id, bool first)
{
    const float data = static_cast<float>(id);
    const float mark = first ? 0.0f : 1.0f;
    m_net.feed({&data, 1}, {&mark, 1}, {});
    m_net.forward(onePass);
}

/// Of the character after the one that was read last.
std::span<const float> TextGenerator::scores()
{
    m_store->device().toHost(m_net.tensor(m_scoresName).data, m_scores);
    return m_scores;
}

/// Never empty: without a prompt the net starts from a line's end.
std::vector<std::int32_t> TextGenerator::promptIds(const std::string& prompt, std::vector<std::string>* unknown) const
{
    std::vector<std::int32_t> ids = m_vocabulary.encode(prompt, unknown);
    if (ids.empty()) {
        ids.push_back(m_vocabulary.idOf('\n').value_or(0));
    }
    return ids;
}

/// What is read before a text is written, character by character.
struct TextGenerator::Reading {
    struct Step {
        std::int32_t id;
        std::int64_t place; ///< bytes of the text when it was read
    };
    std::vector<Step> steps;             ///< never empty
    const WritingState* start = nullptr; ///< null: zero state
    std::vector<HeldUnit> held;          ///< with their places
    std::uint64_t passed = 0;            ///< of the seed's random numbers
};

TextGenerator::Reading TextGenerator::readingOf(const SamplingSettings& settings, std::vector<std::string>* unknown)
{
    Reading reading{.steps = {}, .held = settings.held};
    std::int64_t place = 0;
    if (settings.start) {
        reading.start = &*settings.start;
        const std::vector<std::int32_t> last = m_vocabulary.encode(settings.start->last);
        if (last.size() != 1) {
            throw Error(sentence("the state was saved at the character ", shown(settings.start->last),
                                 ", but the net knows no such character"));
        }
        place = settings.start->place;
        reading.steps.push_back({last[0], place});
        reading.passed = static_cast<std::uint64_t>(settings.start->draws);
    }
    const std::string& prompt = settings.prompt;
    if (!settings.start && settings.drawn == static_cast<std::int64_t>(prompt.size())) { // it began without a prompt
        reading.steps.push_back({promptIds({}, nullptr)[0], 0});
    }
    m_vocabulary.encode(prompt, unknown); // as a whole: each unknown character is told once
    for (std::size_t first = 0; first < prompt.size();) {
        std::size_t size = 1;
        while (m_vocabulary.encoding() == Encoding::Utf8 && first + size < prompt.size() &&
               isTrail(prompt[first + size])) {
            ++size;
        }
        const std::vector<std::int32_t> id = m_vocabulary.encode(std::string_view(prompt).substr(first, size));
        first += size;
        if (!id.empty()) {
            reading.steps.push_back({id[0], place + static_cast<std::int64_t>(first)});
        }
    }
    if (reading.steps.empty()) {
        reading.steps.push_back({promptIds({}, nullptr)[0], 0});
    }
    const std::string_view drawn =
        std::string_view(prompt).substr(prompt.size() - static_cast<std::size_t>(settings.drawn));
    reading.passed += m_vocabulary.encode(drawn).size();
    for (HeldUnit& unit : reading.held) {
        if (unit.from == HeldUnit::atThePromptsEnd) {
            unit.from = reading.steps.back().place;
        }
    }
    if (!reading.held.empty()) {
        const std::vector<UnitState> states = unitStates(m_net, m_store->device());
        for (const HeldUnit& unit : reading.held) {
            requireUnit(unit, states);
        }
        if (!m_held) {
            m_held = std::make_unique<HeldNet>(m_model, m_net, *m_store, m_wish);
        }
        for (const HeldUnit& unit : reading.held) {
            m_held->require(unit);
        }
    }
    return reading;
}

/// Reads with the units that are held at this place. The scores are the net's, whoever made them.
void TextGenerator::read(std::int32_t id, bool first, const Reading& reading, std::int64_t place)
{
    if (std::ranges::none_of(reading.held, [&](const HeldUnit& unit) { return unit.holdsAt(place); })) {
        read(id, first);
        return;
    }
    m_held->read(id, first, reading.held, place);
    const Tensor& scores = m_net.tensor(m_scoresName);
    m_store->device().copy(m_held->tensor(m_scoresName).data, scores.data, scores.count());
}

void TextGenerator::begin(const Reading& reading)
{
    m_net.clearState();
    if (reading.start == nullptr) {
        return;
    }
    try {
        m_net.setState(reading.start->tensors);
    } catch (const Error& error) {
        throw Error(sentence("the saved state does not fit this net: ", error.what()));
    }
}

/// False: `goOn` said no.
bool TextGenerator::readPrompt(const Reading& reading, const GoOn& goOn)
{
    begin(reading);
    bool first = reading.start == nullptr;
    for (const Reading::Step& step : reading.steps) {
        if (!goesOn(goOn)) {
            return false;
        }
        read(step.id, first, reading, step.place);
        first = false;
    }
    return true;
}

WritingPlace TextGenerator::placeAfter(const SamplingSettings& settings, const GoOn& goOn)
{
    check(settings);
    Reading reading = readingOf(settings, nullptr);
    const Reading::Step last = reading.steps.back();
    reading.steps.pop_back();
    if (!readPrompt(reading, goOn)) {
        throw CancelledError("reading the text was stopped");
    }
    WritingPlace place;
    place.state = {.tensors = m_net.state(),
                   .last = m_vocabulary.textOf(last.id),
                   .place = last.place,
                   .seed = settings.seed,
                   .draws = static_cast<std::int64_t>(reading.passed),
                   .held = reading.held};
    read(last.id, reading.start == nullptr && reading.steps.empty(), reading, last.place);
    place.units = unitStates(m_net, m_store->device());
    return place;
}

void TextGenerator::generate(const SamplingSettings& settings, const Sink& sink, std::vector<std::string>* unknown,
                             const GoOn& goOn)
{
    check(settings);
    if (settings.mode == GenerationMode::Window) {
        generateWindow(promptIds(settings.prompt, unknown), settings, sink);
    } else {
        generateStateful(readingOf(settings, unknown), settings, sink, goOn);
    }
}

namespace {

/// Hands characters on until the stop text was written or the reader has enough.
class Writer {
public:
    Writer(const Vocabulary& vocabulary, const std::string& stop, const TextGenerator::Sink& sink)
        : m_vocabulary(vocabulary), m_stop(stop), m_sink(sink)
    {}

    bool write(std::int32_t id, double bits, std::span<const float> scores = {})
    {
        const std::string text = m_vocabulary.textOf(id);
        if (!m_sink({text, bits, scores})) {
            return false;
        }
        if (m_stop.empty()) {
            return true;
        }
        m_tail += text;
        if (m_tail.ends_with(m_stop)) {
            return false;
        }
        if (m_tail.size() > 2 * m_stop.size() + 64) {
            m_tail.erase(0, m_tail.size() - m_stop.size());
        }
        return true;
    }

private:
    const Vocabulary& m_vocabulary;
    const std::string& m_stop;
    const TextGenerator::Sink& m_sink;
    std::string m_tail; ///< at least as much of the end as the stop text is long
};

} // namespace

void TextGenerator::generateStateful(const Reading& reading, const SamplingSettings& settings, const Sink& sink,
                                     const GoOn& goOn)
{
    if (!readPrompt(reading, goOn)) {
        return;
    }
    if (m_sampler && reading.held.empty()) {
        writeAhead(reading, settings, sink);
    } else {
        writeStepwise(reading, settings, sink);
    }
}

void TextGenerator::writeStepwise(const Reading& reading, const SamplingSettings& settings, const Sink& sink)
{
    m_way = reading.held.empty() ? Way::Stepwise : Way::Held;
    CharacterSampler sampler(settings, reading.passed);
    Writer writer(m_vocabulary, settings.stop, sink);
    std::int64_t place = reading.steps.back().place;
    for (std::int64_t written = 0; written < settings.length; ++written) {
        const std::int32_t id = sampler.draw(scores());
        if (!writer.write(id, surpriseBits(m_scores, id), m_scores) || written + 1 == settings.length) {
            return;
        }
        place += static_cast<std::int64_t>(m_vocabulary.textOf(id).size());
        read(id, false, reading, place);
    }
}

/// The prompt's passes are not recorded, so kernels have taken their memory and packed the weights as they are now.
void TextGenerator::recordAhead()
{
    // CAFFE goes layer by layer and step by step, as Caffe does: who asks for it by name gets that.
    if (m_net.recurrentEngine() != "CAFFE") {
        if (const std::optional<PlainTextNet> plain = plainTextNet(m_net, *m_store, m_scoresName)) {
            m_charactersAhead = charactersOfKernel;
            m_wayAhead = Way::Kernel;
            m_ahead = m_sampler->record(*plain, charactersOfKernel);
        }
    }
    if (!m_ahead) {
        m_charactersAhead = charactersOfRecording;
        m_wayAhead = Way::Recording;
        m_ahead = m_store->device().record([this] {
            for (std::int64_t character = 0; character < charactersOfRecording; ++character) {
                m_sampler->draw();
                m_net.forward(onePass);
            }
        });
    }
}

/// What is drawn beyond the end is thrown away: each text starts from zero state.
void TextGenerator::writeAhead(const Reading& reading, const SamplingSettings& settings, const Sink& sink)
{
    m_sampler->begin(settings, reading.passed);
    if (!m_ahead) {
        recordAhead();
    }
    m_way = m_wayAhead;
    Writer writer(m_vocabulary, settings.stop, sink);
    std::int64_t asked = 0;
    for (std::int64_t written = 0; written < settings.length; ++written) {
        for (; asked < settings.length && asked <= written + m_charactersAhead; asked += m_charactersAhead) {
            m_ahead->run();
        }
        const DeviceSampler::Drawn drawn = m_sampler->next();
        if (!writer.write(drawn.id, drawn.bits)) {
            break;
        }
    }
    m_store->device().finish(); // and tells what the device found wrong
}

void TextGenerator::generateWindow(const std::vector<std::int32_t>& prompt, const SamplingSettings& settings,
                                   const Sink& sink)
{
    const auto window = static_cast<std::size_t>(settings.window);
    const std::size_t vocabulary = m_scores.size();
    Net net(withBatch(m_model, settings.window, 1), Phase::Run, *m_store, m_wish, 0);
    std::vector<float> scores(window * vocabulary), marks(window, 1.0f), ids(window);
    marks[0] = 0;

    // As MyCaffe does: what the prompt leaves of the window is drawn at random. Its last characters count, not its
    // first.
    RandomSequence random(RandomStream{settings.seed, paddingStream});
    std::generate(ids.begin(), ids.end(), [&] { return static_cast<float>(random.next() % vocabulary); });
    const std::size_t taken = std::min(window, prompt.size());
    std::copy(prompt.end() - static_cast<std::ptrdiff_t>(taken), prompt.end(),
              ids.end() - static_cast<std::ptrdiff_t>(taken));

    CharacterSampler sampler(settings);
    Writer writer(m_vocabulary, settings.stop, sink);
    for (std::int64_t written = 0; written < settings.length; ++written) {
        net.clearState();
        net.feed(ids, marks, {});
        net.forward(onePass);
        m_store->device().toHost(net.tensor(m_scoresName).data, scores);
        const std::span<const float> last = std::span(scores).last(vocabulary);
        const std::int32_t id = sampler.draw(last);
        if (!writer.write(id, surpriseBits(last, id), last)) {
            return;
        }
        std::rotate(ids.begin(), ids.begin() + 1, ids.end());
        ids.back() = static_cast<float>(id);
    }
}

std::string TextGenerator::text(const SamplingSettings& settings)
{
    std::string written;
    generate(settings, [&](const Character& character) {
        written += character.text;
        return true;
    });
    return written;
}

void TextGenerator::follow(const SamplingSettings& before, std::string_view text, const Sink& sink, const GoOn& goOn)
{
    const Reading reading = readingOf(before, nullptr);
    if (!readPrompt(reading, goOn)) {
        return;
    }
    std::int64_t place = reading.steps.back().place;
    for (const std::int32_t id : m_vocabulary.encode(text)) {
        const std::span<const float> now = scores();
        const std::string character = m_vocabulary.textOf(id);
        if (!goesOn(goOn) || !sink({character, surpriseBits(now, id), now})) {
            return;
        }
        place += static_cast<std::int64_t>(character.size());
        read(id, false, reading, place);
    }
}

std::vector<double> TextGenerator::surprise(std::string_view text)
{
    std::vector<double> bits;
    m_net.clearState();
    bool first = true;
    for (const std::int32_t id : m_vocabulary.encode(text)) {
        if (!first) {
            bits.push_back(surpriseBits(scores(), id));
        }
        read(id, first);
        first = false;
    }
    return bits;
}

} // namespace engine
