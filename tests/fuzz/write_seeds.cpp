// SPDX-License-Identifier: GPL-3.0-or-later
// write_seeds FOLDER: puts each target's seeds into a folder of its name there, one file each, for libFuzzer to start
// from.
#include "tests/fuzz/target.h"

#include <cstdio>
#include <fstream>

int main(int argumentCount, char** arguments)
{
    if (argumentCount != 2) {
        std::fprintf(stderr, "wanted: the folder to write the seeds to\n");
        return 2;
    }
    for (const fuzz::Target* target : fuzz::targets()) {
        const std::filesystem::path folder = std::filesystem::path(arguments[1]) / target->name;
        std::filesystem::create_directories(folder);
        int number = 0;
        for (const fuzz::Bytes& seed : target->seeds()) {
            std::ofstream file(folder / ("seed-" + std::to_string(number++)), std::ios::binary);
            file.write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
        }
    }
    return 0;
}
