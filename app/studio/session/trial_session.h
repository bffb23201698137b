// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "editor/work/latest_work.h"
#include "engine/data/read_samples.h"
#include "engine/graph/go_on.h"
#include "engine/training/measure/baseline.h"
#include "engine/training/measure/forecast.h"
#include "engine/training/measure/sample_evaluation.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <QObject>
#include <string>
#include <vector>

namespace studio {

/// What is to be measured, and on which sequences.
struct EvaluationRequest {
    std::shared_ptr<const NetSnapshot> net = {}; ///< shared with the run; null: the checkpoint's
    std::filesystem::path checkpoint = {};
    std::filesystem::path data = {};        ///< file, folder or name of made data; empty: the checkpoint's
    std::optional<engine::Split> part = {}; ///< nothing: what is held out, for validation where there is some
    std::string device = "auto";            ///< see engine::DeviceWish
    int threads = 0;                        ///< 0: one for each core
};

/// What a net says of one sequence.
struct Guess {
    std::int32_t sample = 0;
    double target = 0, predicted = 0; ///< class, or number in its own unit
    float chance = 0;                 ///< of the predicted class
};

/// What a net says of a row that comes behind a table's last one, or behind the last one of a group.
struct Forecast {
    std::string group = {};          ///< empty: the table is one series
    std::int64_t ahead = 1;          ///< rows behind the last one
    double predicted = 0;            ///< class, or number in its own unit
    float chance = 0;                ///< of the predicted class
    std::optional<double> time = {}; ///< seconds since 1970-01-01, by the distance of the last rows; nothing: no times
};

/// What a net says of a part of the sequences.
struct Evaluation {
    engine::SampleReport report = {};
    engine::Samples samples = {}; ///< all of them, for pictures of some
    engine::Split part = engine::Split::Test;
    std::int64_t iteration = 0;                   ///< of the net
    std::vector<Guess> guesses = {};              ///< in the order of the part
    std::vector<engine::Baseline> baselines = {}; ///< over the same part
    std::vector<Forecast> forecasts = {};         ///< of a table, where the net forecasts: whatever the part is

    bool isOfClasses() const { return !samples.facts.classes.empty(); }
    std::vector<Guess> worstMistakes(std::size_t most) const; ///< wrong classes, the surest first
};

/// Takes time: call it on another thread than the window's. Nothing where `goOn` ended it. Throws Error for a net that
/// learned no sequences, and as the readers do.
std::optional<Evaluation> evaluate(const EvaluationRequest& request, const engine::GoOn& goOn = {});

/// The net that is tried.
struct TrialSource {
    std::shared_ptr<const NetSnapshot> net = {}; ///< shared with the run; null: the checkpoint's
    std::filesystem::path checkpoint = {};
    std::filesystem::path data = {}; ///< that samples are taken from; empty: those that the net learned from
    int threads = 0;                 ///< 0: one for each core
};

/// What is known of a net once it was opened.
struct TrialNet {
    engine::SampleFacts facts;       ///< of the sequences that it learned from
    engine::Vocabulary vocabulary;   ///< of lines of text; else empty
    engine::SampleSettings settings; ///< how its data are cut
    std::filesystem::path data;      ///< that samples are taken from
    std::int64_t iteration = 0;
};

/// What the net is asked: either of the two.
struct TrialQuestion {
    std::vector<float> sequence = {}; ///< [steps, I] as the net reads it

    std::vector<float> rows = {}; ///< see engine::ForecastWish
    std::int64_t horizon = 1, count = 0, period = 0;
};

struct TrialAnswer {
    engine::StepReading reading = {};  ///< of a sequence; has no ends where none was asked about
    std::vector<double> forecast = {}; ///< of rows
};

/// Asks a net what it says of sequences of the user's own, on a thread of its own. Lives on the GUI thread, as do its
/// signals. The net runs on the processor, whatever it was trained on: one sequence is quick there, and a GPU that
/// trains is left alone.
class TrialSession : public QObject {
    Q_OBJECT

public:
    explicit TrialSession(QObject* parent = nullptr);
    ~TrialSession() override; ///< stops and waits for it

    /// opened() or failed() follows. The net before is forgotten, and what is asked about it.
    void open(const TrialSource& source);
    void close(); ///< nothing follows

    /// answered() or failed() follows, unless something is asked before that: the newest question wins. Does nothing
    /// before open().
    void ask(const TrialQuestion& question);

    /// The samples of the open net's data: sampled() follows, once for each file, and failed() where there are none.
    void readSamples();

    bool isBusy() const { return m_work.isBusy() || m_reading.isBusy(); }
    const TrialNet* net() const { return m_net.get(); }                     ///< null: none is open
    const engine::NamedSamples* samples() const { return m_samples.get(); } ///< null: none were read

signals:
    void opened();
    void answered(const studio::TrialAnswer& answer);
    void failed(const QString& sentence); ///< of the net, the question or the samples
    void sampled();                       ///< or not: the net can be asked all the same

private:
    struct OpenNet;
    void run(const TrialQuestion* question);
    void deliver(std::shared_ptr<const TrialNet> net, const std::optional<TrialAnswer>& answer, const QString& failure);

    std::optional<TrialSource> m_source; ///< nothing: none is wanted
    int m_openings = 0;
    std::shared_ptr<const TrialNet> m_net;
    std::shared_ptr<const engine::NamedSamples> m_samples; ///< shared with the thread that read them
    std::string m_samplesOf;                               ///< what they were read from
    std::shared_ptr<std::unique_ptr<OpenNet>> m_open;      ///< shared with the works; only they look into it
    editor::LatestWork m_reading;                          // of samples
    editor::LatestWork m_work;                             // last, so that it ends before what it uses goes
};

} // namespace studio
