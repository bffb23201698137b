// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_file.h"

#include "app/studio/text/text_panel.h"

#include <QSaveFile>

namespace studio {

std::optional<QString> writeTextFile(const QString& file, const std::string& text)
{
    QSaveFile out(file);
    const auto size = static_cast<qint64>(text.size());
    if (out.open(QIODevice::WriteOnly) && out.write(text.data(), size) == size && out.commit()) {
        return std::nullopt;
    }
    return TextPanel::tr("%1 could not be written: %2").arg(file, out.errorString());
}

} // namespace studio
