// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/exporter.h"

#include "app/studio/session/run_record.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/workspace.h"
#include "engine/formats/code/code.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_settings.h"

namespace studio {

namespace fs = std::filesystem;

std::optional<QString> Exporter::exportModel(const fs::path& file, engine::WriteStyle style,
                                             std::vector<engine::Sentence>* dropped)
{
    return refusalOf([&] {
        requireNotInUse(m_workspace, file);
        requireNotInUse(m_workspace, engine::solverBeside(file));
        engine::Model model = m_workspace.document().derived().model;
        if (style == engine::WriteStyle::StrictBvlc) {
            model = engine::strictBvlcModel(model, dropped);
        }
        engine::writeFileBytes(file, engine::writeModel(model, style, dropped));
        engine::writeFileBytes(engine::solverBeside(file),
                               engine::writeSolver(engine::withSettings(m_workspace.document().content().solver,
                                                                        m_workspace.nextRun().choice().settings,
                                                                        style == engine::WriteStyle::Hamnet
                                                                            ? engine::SolverReader::Hamnet
                                                                            : engine::SolverReader::AnotherProgram),
                                                   style, dropped));
    });
}

NetSource Exporter::netSource(const fs::path& file) const
{
    NetSource source{.file = file};
    if (!isForeign(file)) {
        return source;
    }
    if (!m_workspace.importer().bringsNet(file) && m_workspace.document().derived().problems.empty()) {
        source.model = m_workspace.document().derived().model;
    }
    if (!tellsVocabulary(file)) {
        try {
            source.corpus = m_workspace.data().file();
        } catch (const engine::Error&) {
            source.corpus.clear(); // who needs the characters asks for the text
        }
    }
    return source;
}

GenerationRequest Exporter::writingRequest(const WrittenText& wish) const
{
    GenerationRequest request;
    request.source = netSource(wish.checkpoint);
    request.wish = wish;
    request.onlyByItsNet = !wish.net.empty();
    const engine::RunSettings machine = m_workspace.nextRun().machine();
    request.engine = machine.engine;
    // Beside a training that has all cores, more threads would only make both wait for each other.
    request.threads = m_workspace.training().isBusy() ? 1 : machine.device.threads;
    return request;
}

std::optional<QString> Exporter::exportWeights(const fs::path& source, const fs::path& file)
{
    return refusalOf([&] {
        requireNotInUse(m_workspace, file);
        engine::requireNoInput(file, {{source, "the input"}});
        const engine::PortableNet net = readNet(netSource(source));
        Transfer transfer{.kind = Transfer::Kind::Exported, .file = file, .taken = net.weights.size()};
        transfer.wanted = weightCount(net.model);
        transfer.report = {.moved = {}, .skipped = net.report.skipped, .notes = net.report.notes};
        if (isSolverState(file)) {
            engine::writeCaffeSolverState(file, net, source.string());
        } else {
            if (!isForeign(file)) {
                throw engine::Error(engine::say(
                    ENGINE_TEXT("Sentences", "%1 has none of the endings of other programs' nets: %2"), file.string(),
                    engine::endingsOf({engine::Content::Weights, engine::Content::SolverState},
                                      engine::FileUse::Write)));
            }
            engine::requireAllWeights(net);
            if (const std::string_view beside = engine::formatByName(file)->beside; !beside.empty()) {
                const fs::path second = fs::path(file).replace_extension(beside);
                requireNotInUse(m_workspace, second);
                engine::requireNoInput(second, {{source, "the input"}});
            }
            engine::writeNet(file, net, transfer.report);
        }
        emit m_workspace.transferred(transfer);
    });
}

std::optional<QString> Exporter::codeOf(const fs::path& source, const engine::FileFormat& format,
                                        const std::string& stem, QString& code) const
{
    return refusalOf([&] {
        const engine::PortableNet net = readNet(netSource(source));
        engine::requireAllWeights(net);
        code = QString::fromStdString(engine::code::withoutWeights(format.net.code(net, stem)));
    });
}

std::optional<QString> Exporter::exportCurve(int run, const fs::path& file)
{
    const RunRecord* const record = m_workspace.runs().find(run);
    return exportCurve(record ? *record : RunRecord(), file);
}

std::optional<QString> Exporter::exportCurve(const RunRecord& run, const fs::path& file)
{
    return refusalOf([&] {
        if (run.curve.empty()) {
            throw engine::Error(Workspace::tr("The run has no curve yet.").toStdString());
        }
        requireNotInUse(m_workspace, file);
        engine::writeCurve(file, engineCurve(run), run.start.time);
    });
}

} // namespace studio
