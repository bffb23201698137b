// SPDX-License-Identifier: GPL-3.0-or-later
// write_engine_sentences ROOT: brings resources/translations/engine_sentences.h up to date.
#include "editor/looks/engine_sentences.h"

#include <filesystem>
#include <fstream>
#include <iostream>

int main(int count, char** arguments)
{
    if (count != 2) {
        std::cerr << "usage: write_engine_sentences ROOT\n";
        return 2;
    }
    const std::filesystem::path root(arguments[1]);
    const std::filesystem::path file = root / "resources/translations/engine_sentences.h";
    std::ofstream stream(file, std::ios::binary);
    stream << editor::engineSentences(root);
    stream.close();
    if (!stream) {
        std::cerr << file.string() << " cannot be written\n";
        return 1;
    }
    return 0;
}
