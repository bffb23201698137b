// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/data_choice.h"

#include "app/studio/project/autosave.h"
#include "app/studio/workspace/workspace.h"
#include "engine/data/places.h"
#include "engine/data/text_file.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"

#include <algorithm>
#include <fstream>
#include <QSettings>
#include <QStringList>
#include <string>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// The working folder; empty where it is gone.
fs::path hereOrNowhere()
{
    std::error_code gone;
    return fs::current_path(gone);
}

// A net may be a stranger's. A source outside its own folder is read where the user has named the same file in a
// drawing on this machine.

/// Where such names are kept; nothing where the user has no home: he names them again later.
std::optional<QString> memory()
{
    try {
        return QString::fromStdString((stateFolder() / "named_files.ini").string());
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

constexpr auto namedFilesKey = "namedFiles";

QStringList namedFiles()
{
    const std::optional<QString> file = memory();
    return file ? QSettings(*file, QSettings::IniFormat).value(namedFilesKey).toStringList() : QStringList();
}

QString wholeName(const fs::path& file)
{
    std::error_code gone; // the working folder: then the name is as it was given
    const fs::path whole = fs::absolute(file, gone);
    return QString::fromStdString((gone ? file : whole).lexically_normal().string());
}

void rememberNamed(const fs::path& named)
{
    constexpr qsizetype most = 500; // the newest
    const std::optional<QString> file = memory();
    QStringList names = namedFiles();
    const QString name = wholeName(named);
    if (file && !names.startsWith(name)) {
        names.removeAll(name);
        names.prepend(name);
        QSettings(*file, QSettings::IniFormat).setValue(namedFilesKey, names.mid(0, most));
    }
}

} // namespace

fs::path DataChoice::file() const
{
    const std::string& chosen = m_workspace.document().content().corpus;
    if (!chosen.empty()) {
        return chosen;
    }
    const engine::Model& model = m_workspace.document().derived().model;
    const fs::path source = engine::sourceIn(model);
    if (!source.empty() && !engine::liesBelow(home(), home() / source) &&
        namedFiles().contains(wholeName(home() / source))) {
        return home() / source;
    }
    const fs::path named = engine::dataNamedBy(model, home());
    return named.empty() ? engine::ownDataFor(model) : named;
}

std::optional<QString> whyNoText(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(std::size_t{1} << 16, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    constexpr std::string_view gzip = "\x1F\x8B";
    if (bytes.starts_with(gzip)) {
        return std::nullopt; // whoever reads it unpacks it
    }
    if (bytes.empty() || !engine::isBinary(bytes)) {
        return std::nullopt;
    }
    return Workspace::
        tr("%1 is not text but binary data. Expected a text to learn from, a net (.prototxt) or a project (.hamnet).")
            .arg(QString::fromStdString(file.string()));
}

std::optional<QString> DataChoice::choose(const fs::path& file)
{
    if (engine::dataKindOf(m_workspace.document().derived().model).writes) {
        if (auto refused = whyNoText(file)) {
            return refused;
        }
    }
    const auto refused = m_workspace.document().change(
        Workspace::tr("Choose text"), [&](editor::Content& content) { content.corpus = file.string(); });
    m_workspace.tell(Change::Data);
    return refused;
}

void DataChoice::nameSource(const fs::path& source)
{
    std::error_code unknown;
    if (fs::is_regular_file(home() / source, unknown)) { // else it is still being typed
        rememberNamed(home() / source);
        m_workspace.tell(Change::Data);
    }
}

fs::path DataChoice::home() const
{
    const fs::path& project = m_workspace.files().path();
    return !m_home.empty() ? m_home : project.empty() ? hereOrNowhere() : project.parent_path();
}

} // namespace studio
