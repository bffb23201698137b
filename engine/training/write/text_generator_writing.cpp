// SPDX-License-Identifier: GPL-3.0-or-later
// The ways in which a text is written: character by character, ahead of the reader, or from a window as MyCaffe does.
#include "engine/training/write/plain_text_net.h"
#include "engine/training/write/text_generator_parts.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::uint64_t paddingStream = samplingStream + 1;

/// How many characters are queued at a time, and as many again while those are read: enough that the device never waits
/// for the host, and few enough that it is done soon after the reader stops. In one kernel a character takes less time,
/// and the launch weighs more.
constexpr std::int64_t charactersOfRecording = 32, charactersOfKernel = 128;
static_assert(2 * charactersOfKernel <= DeviceSampler::maxUnread);

} // namespace

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

void TextGenerator::generateStateful(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink,
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

void TextGenerator::writeStepwise(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink)
{
    m_way = reading.held.empty() ? Way::Stepwise : Way::Held;
    CharacterSampler sampler(settings, reading.passed);
    CharacterWriter writer(m_vocabulary, settings.stop, sink);
    std::int64_t place = reading.characters.back().place;
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
    // CAFFE runs layer by layer and step by step, as Caffe does, so it gets no kernel that does both.
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
void TextGenerator::writeAhead(const PromptReading& reading, const SamplingSettings& settings, const Sink& sink)
{
    m_sampler->begin(settings, reading.passed);
    if (!m_ahead) {
        recordAhead();
    }
    m_way = m_wayAhead;
    CharacterWriter writer(m_vocabulary, settings.stop, sink);
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
    std::vector<float> scores(window * vocabulary), cont(window, 1.0f), ids(window);
    cont[0] = 0;

    // As MyCaffe does: what the prompt leaves of the window is drawn at random. Its last characters count, not its
    // first.
    RandomSequence random(RandomStream{settings.seed, paddingStream});
    std::generate(ids.begin(), ids.end(), [&] { return static_cast<float>(random.next() % vocabulary); });
    const std::size_t taken = std::min(window, prompt.size());
    std::copy(prompt.end() - static_cast<std::ptrdiff_t>(taken), prompt.end(),
              ids.end() - static_cast<std::ptrdiff_t>(taken));

    CharacterSampler sampler(settings);
    CharacterWriter writer(m_vocabulary, settings.stop, sink);
    for (std::int64_t written = 0; written < settings.length; ++written) {
        net.clearState();
        net.feed(ids, cont, {});
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

} // namespace engine
