// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/data/text_file.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace cli {
namespace {

/// What a net says of a standardised number, in its unit: with the digits that the float has in it, and no others.
double withoutNoise(double number, const engine::Standardisation& scale)
{
    constexpr double halfOfABit = 1.0 / (1 << 25); // of the float's 24
    const double noise = std::max(std::abs(number - scale.mean), scale.deviation) * halfOfABit;
    for (int digits = 1; std::isfinite(number) && digits < std::numeric_limits<double>::max_digits10; ++digits) {
        const std::string text = fmt::format("{:.{}g}", number, digits);
        double shorter = 0;
        std::from_chars(text.data(), text.data() + text.size(), shorter);
        if (std::abs(shorter - number) <= noise) {
            return shorter;
        }
    }
    return number;
}

/// A prediction as a row of a table or a line of JSON.
class Rows {
public:
    /// `origins` are said behind what is predicted, then why there is no prediction where that is so for some.
    Rows(const engine::SampleFacts& facts, std::vector<engine::OriginColumn> origins, bool haveReasons, bool json)
        : m_facts(facts), m_origins(std::move(origins)), m_haveReasons(haveReasons), m_json(json)
    {
        std::set<std::string> taken = {"index", "target", "prediction", "p", "reason"};
        for (std::size_t index = 0; index < m_facts.classes.size(); ++index) {
            taken.insert(fmt::format("p{}", index));
        }
        for (engine::OriginColumn& origin : m_origins) {
            while (!taken.insert(origin.name).second) {
                origin.name += " of the file";
            }
        }
    }

    /// Of a table; nothing for JSON.
    std::string head() const
    {
        std::string head = "index,target,prediction";
        for (std::size_t index = 0; index < m_facts.classes.size(); ++index) {
            head += fmt::format(",p{}", index);
        }
        for (const engine::OriginColumn& origin : m_origins) {
            head += "," + engine::csvField(origin.name);
        }
        head += m_haveReasons ? ",reason" : "";
        return m_json ? std::string() : head + "\n";
    }

    /// `reason`: why there is no prediction; empty where there is one.
    std::string row(std::int64_t index, const engine::Prediction& said, const std::string& reason = {}) const
    {
        return (m_json ? toLine(json(index, said, reason)) : csv(index, said, reason)) + "\n";
    }

private:
    /// A class's name, or the number as its own unit has it; empty where nothing is known.
    std::string words(double answer) const
    {
        if (m_facts.classes.empty()) {
            return std::isnan(answer) ? std::string() : fmt::format("{}", answer);
        }
        const bool known = answer >= 0 && answer < static_cast<double>(m_facts.classes.size());
        return known ? m_facts.classes[static_cast<std::size_t>(answer)] : std::string();
    }

    double predictedBy(const engine::Prediction& said) const
    {
        if (!m_facts.classes.empty() || !std::isfinite(said.predicted)) {
            return said.predicted;
        }
        if (m_facts.targetScale != engine::Standardisation()) {
            return withoutNoise(said.predicted, m_facts.targetScale);
        }
        return shortest(static_cast<float>(said.predicted)).get<double>();
    }

    std::string csv(std::int64_t index, const engine::Prediction& said, const std::string& reason) const
    {
        std::string line = fmt::format("{},{},{}", index, engine::csvField(words(said.target)),
                                       engine::csvField(words(predictedBy(said))));
        for (std::size_t one = 0; one < m_facts.classes.size(); ++one) {
            line += said.chances.empty() ? "," : fmt::format(",{}", said.chances[one]);
        }
        for (const engine::OriginColumn& origin : m_origins) {
            line += "," + engine::csvField(origin.text(static_cast<std::int32_t>(said.sample)));
        }
        return m_haveReasons ? line + "," + engine::csvField(reason) : line;
    }

    Json json(std::int64_t index, const engine::Prediction& said, const std::string& reason) const
    {
        Json line{{"index", index}};
        const auto put = [&](const char* key, double answer) {
            const std::string name = words(answer);
            line[key] = name.empty() ? Json() : m_facts.classes.empty() ? Json(answer) : Json(name);
        };
        put("target", said.target);
        put("prediction", predictedBy(said));
        if (!said.chances.empty()) {
            line["p"] = Json::array();
            for (const float chance : said.chances) {
                line["p"].push_back(shortest(chance));
            }
        }
        for (const engine::OriginColumn& origin : m_origins) {
            const std::string text = origin.text(static_cast<std::int32_t>(said.sample));
            line[origin.name] = text.empty() ? Json() : origin.ofNumbers ? Json::parse(text) : Json(text);
        }
        if (!reason.empty()) {
            line["reason"] = reason;
        }
        return line;
    }

    const engine::SampleFacts& m_facts;
    std::vector<engine::OriginColumn> m_origins;
    bool m_haveReasons;
    bool m_json;
};

/// Whether the file is hardly a text, such as the labels that lie beside the images of an IDX file.
bool startsAsNoText(const std::filesystem::path& file)
{
    constexpr std::size_t looked = 4096;
    const std::string first = engine::readTextAt(file, 0, looked);
    return !first.empty() && engine::isBinary(first);
}

class PredictCommand : public Command {
public:
    explicit PredictCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "CHECKPOINT", m_checkpoint, checkpointFile, "The trained net, as hamnet train saved it.")
            ->required();
        addValue(app, "--data", m_data, dataFile,
                 "What to predict: a folder of images, with classes or without, an IDX file of images, a CSV "
                 "file with the columns that the net read, lines of text, with or without a label and a tab "
                 "before them, or a name of hamnet data list.")
            ->required();
        addChoice(
            app, "--split", m_split,
            "Which part of it, as the run's model splits it; data that the net never saw are a test part. next is "
            "the forecast of the rows after a table's last one (of each group). Default: test, followed by next.",
            {"train", "validation", "test", "all", "next"});
        app.add_flag(
            "--origins", m_origins,
            "Add columns that say what each prediction is for: row, time and group of a table, and how many rows after "
            "the last one; a picture's file; or the number of a line. Always on without --split and with next.");
        addValue(app, "-o,--output", m_output, "FILE", "Where to write; - is the standard output, as is the default.");
        addChoice(app, "--format", m_format,
                  "csv, or jsonl for one JSON object per line. Default: by the ending of the output.",
                  {"csv", "jsonl"});
        m_table.addFormatTo(app);
        m_machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        const TrainedModel trained = loadTrained(m_checkpoint, m_machine, m_table);
        console.remarks(trained.notes);
        if (engine::dataKindOf(trained.checkpoint).writes) {
            throw engine::Error(
                m_checkpoint +
                ": its net learned a text, but predictions are for nets on sequences; use hamnet generate");
        }
        requireReplaceable();
        const SequencePart part = readChosen(trained, interrupt);
        console.remarks(part.samples().remarks);
        const bool json = m_format.empty() ? m_output.ends_with(".jsonl") : m_format == "jsonl";
        if (!hasFile()) {
            writeRows(trained, part, json, interrupt, [&](const std::string& text) { console.out.outside(text); });
            console.out.flush();
            return ExitCode::Done;
        }
        std::string rows;
        writeRows(trained, part, json, interrupt, [&](const std::string& text) { rows += text; });
        engine::writeFileBytes(m_output, rows);
        console.note(fmt::format("{} predictions in {}", grouped(std::ssize(part.chosen)), m_output));
        return ExitCode::Done;
    }

private:
    bool hasFile() const { return !m_output.empty() && m_output != standardOutput; }

    /// Throws Error where the output would replace what the command reads, or what is no table.
    void requireReplaceable() const
    {
        if (!hasFile()) {
            return;
        }
        engine::requireNoInput(
            m_output, {{m_checkpoint, "the checkpoint"}, {dataNamed(m_data, engine::kinds::sequences), "the data"}});
        std::error_code unknown;
        const bool isThere = std::filesystem::is_regular_file(m_output, unknown);
        const engine::FileFormat* const is = isThere ? engine::formatOf(m_output) : nullptr;
        const bool isOther =
            is != nullptr && is->content != engine::Content::Curve && is->content != engine::Content::Text;
        if (isOther || (isThere && startsAsNoText(m_output))) {
            throw engine::Error(m_output +
                                " exists and is no table, so no predictions replace it; use -o with another name");
        }
    }

    SequencePart readChosen(const TrainedModel& trained, const Interrupt& interrupt) const
    {
        if (!m_split.empty()) {
            return readPart(trained, {.data = m_data, .splits = {m_split}}, interrupt.goOn());
        }
        SequencePart part = readPart(trained, {.data = m_data, .splits = {"test", "next", "all"}}, interrupt.goOn());
        if (part.split == "all") {
            part.data.samples.remarks.push_back(m_data + " has no test part, so all of its sequences are predicted");
        }
        // A row without a target column may be of the test and come next, too: it stands among those that come next.
        const std::set<std::int32_t> next(part.data.next.begin(), part.data.next.end());
        std::erase_if(part.chosen, [&](std::int32_t sample) { return next.contains(sample); });
        part.chosen.insert(part.chosen.end(), part.data.next.begin(), part.data.next.end());
        return part;
    }

    void writeRows(const TrainedModel& trained, const SequencePart& part, bool json, const Interrupt& interrupt,
                   const std::function<void(const std::string&)>& put) const
    {
        const bool shows = json || m_origins || m_split.empty() || m_split == "next";
        const bool isAll = part.split == "test" || part.split == "all"; // what cannot be read is in no part
        const std::vector<engine::UnreadSample> unread =
            isAll ? part.samples().unread : std::vector<engine::UnreadSample>();
        const Rows rows(trained.checkpoint.sequences, shows ? part.data.origins : std::vector<engine::OriginColumn>(),
                        !unread.empty(), json);
        put(rows.head());
        std::int64_t index = 0;
        auto next = unread.begin();
        constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
        const auto putUnread = [&](std::int64_t before) {
            for (; next != unread.end() && next->sample < before; ++next) {
                put(rows.row(index++, {.sample = next->sample, .target = nothing, .predicted = nothing, .chances = {}},
                             next->reason));
            }
        };
        predict(trained, part, interrupt.goOn(), [&](const engine::Prediction& said) {
            putUnread(said.sample);
            put(rows.row(index++, said));
        });
        putUnread(part.samples().count());
    }

    std::string m_checkpoint, m_data, m_output, m_format;
    std::string m_split; ///< empty: the test part, and the rows that come next
    bool m_origins = false;
    TableOptions m_table;
    MachineOptions m_machine;
};

} // namespace

extern const CommandSpec predictCommand = {"predict",
                                           "Predict the class or the number of each sequence with a trained net.",
                                           R"(  hamnet predict digits.hamnet --data mnist --split test -o out.csv
  hamnet predict weather.hamnet --data last_month.csv --split next
  hamnet predict weather.hamnet --data last_month.csv --format jsonl)",
                                           make<PredictCommand>};

} // namespace cli
