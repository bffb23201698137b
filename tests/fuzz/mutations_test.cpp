// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the targets without libFuzzer: their seeds, the cases that were found, and mutations of both.
#include "tests/fuzz/mutation.h"
#include "tests/support/allocations.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <new>

namespace {

using fuzz::Bytes;

constexpr time_t patience = 20; ///< seconds of a processor that one file may take

/// Memory: so many times the file's size, and so many bytes: two vocabularies, each with a table of all of Unicode
/// where it has the last character.
constexpr std::int64_t times = 64, ground = 9LL << 20;

std::span<const std::byte> current; ///< what is being eaten, for whoever has to say what went wrong

/// Keeps the file that ended the program, and lets it end.
void keepFile(int signal)
{
    constexpr auto* name = "fuzz-case";
    const int file = ::open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file >= 0 && ::write(file, current.data(), current.size()) >= 0) {
        constexpr std::string_view words = "the file that did it lies in fuzz-case\n";
        static_cast<void>(!::write(STDERR_FILENO, words.data(), words.size()));
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

double processorSeconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Feeds files to the target, and holds its time and memory.
class Feeding {
public:
    explicit Feeding(const fuzz::Target& target) : m_target(target)
    {
        for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGPROF}) {
            ::signal(signal, keepFile);
        }
    }
    ~Feeding() { limitTime(0); }
    Feeding(const Feeding&) = delete;
    Feeding& operator=(const Feeding&) = delete;

    void feed(const Bytes& file)
    {
        current = file;
        limitTime(patience);
        const double begin = processorSeconds();
        const std::int64_t before = engine::test::allocatedBytes();
        engine::test::forgetMostAllocated();
        m_target.eat(file);
        const std::int64_t most = engine::test::maxAllocatedBytes() - before;
        const auto size = static_cast<std::int64_t>(file.size());
        fuzz::require(most <= times * size + ground,
                      "a file of " + std::to_string(size) + " bytes took " + std::to_string(most) + " bytes of memory");
        m_longest = std::max(m_longest, processorSeconds() - begin);
        m_most = std::max(m_most, most);
        ++m_files;
    }

    void print() const
    {
        std::cout << m_files << " files; the slowest took " << m_longest << " s, the hungriest " << m_most
                  << " bytes of memory\n";
    }

private:
    /// SIGPROF after so many seconds; 0 for never.
    static void limitTime(time_t seconds)
    {
        const itimerval limit = {.it_interval = {0, 0}, .it_value = {seconds, 0}};
        ::setitimer(ITIMER_PROF, &limit, nullptr);
    }

    const fuzz::Target& m_target;
    std::int64_t m_files = 0, m_most = 0;
    double m_longest = 0;
};

std::vector<Bytes> foundCases(const fuzz::Target& target)
{
    std::vector<Bytes> cases;
    const std::filesystem::path folder = sourceRoot() / "tests/fuzz/found" / target.name;
    if (!std::filesystem::is_directory(folder)) {
        return cases;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        cases.push_back(fuzz::contentOf(file));
    }
    return cases;
}

std::int64_t inputs()
{
    const char* wish = std::getenv("HAMNET_FUZZ_INPUTS");
    return wish != nullptr ? std::atoll(wish) : atNight() ? 10'000 : 1'000;
}

// A target ends the program where a promise is broken: each of these is passed by coming back.

#ifndef HAMNET_SANITIZED
/// So that no compiler leaves out what takes the memory.
void* used(void* block)
{
    static void* volatile place = nullptr;
    place = block;
    return place;
}

/// How much more was in use meanwhile.
template <typename Take>
std::int64_t most(const Take& take)
{
    const std::int64_t before = engine::test::allocatedBytes();
    engine::test::forgetMostAllocated();
    take();
    EXPECT_EQ(engine::test::allocatedBytes(), before);
    return engine::test::maxAllocatedBytes() - before;
}

TEST(Memory, CountsHoweverItIsTaken)
{
    constexpr std::size_t size = 1 << 20, alignment = 64;
    const auto isCounted = [](std::int64_t bytes) {
        return bytes >= std::int64_t{size} && bytes < 2 * std::int64_t{size};
    };
    EXPECT_TRUE(isCounted(most([] { ::operator delete(used(::operator new(size))); })));
    EXPECT_TRUE(isCounted(most([] {
        ::operator delete(used(::operator new(size, std::align_val_t(alignment))), std::align_val_t(alignment));
    })));
    EXPECT_TRUE(isCounted(most([] { std::free(used(std::calloc(size, 1))); })));
    EXPECT_TRUE(isCounted(most([] { std::free(used(std::aligned_alloc(alignment, size))); })));
    EXPECT_TRUE(isCounted(most([] {
        void* const block = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ::munmap(block, size / 4);
        ::munmap(static_cast<char*>(block) + size / 2, size / 2);
        ::munmap(static_cast<char*>(block) + size / 4, size / 4);
    })));
}
#endif

class HostileFile : public testing::TestWithParam<const fuzz::Target*> {
protected:
    static const fuzz::Target& target() { return *GetParam(); }
};

TEST_P(HostileFile, ThatIsASeedIsRead)
{
    Feeding feeding(target());
    ASSERT_FALSE(target().seeds().empty());
    for (const Bytes& seed : target().seeds()) {
        feeding.feed(seed);
    }
    feeding.print();
}

TEST_P(HostileFile, ThatIsASeedManyTimesOverIsReadOrRefused)
{
    constexpr std::size_t least = 256 << 10; // beside it the ground counts for little
    Feeding feeding(target());
    for (const Bytes& seed : target().seeds()) {
        Bytes file;
        while (file.size() < least) {
            file.insert(file.end(), seed.begin(), seed.end());
        }
        feeding.feed(file);
    }
    feeding.print();
}

TEST_P(HostileFile, ThatWasFoundOnceIsReadOrRefused)
{
    Feeding feeding(target());
    for (const Bytes& file : foundCases(target())) {
        feeding.feed(file);
    }
    feeding.print();
}

TEST_P(HostileFile, ThatIsEmptyIsReadOrRefused)
{
    Feeding(target()).feed({});
}

TEST_P(HostileFile, ThatIsAMutationIsReadOrRefused)
{
    Feeding feeding(target());
    std::vector<Bytes> files = target().seeds();
    const std::vector<Bytes> found = foundCases(target());
    files.insert(files.end(), found.begin(), found.end());
    std::mt19937_64 random(1);
    for (std::int64_t count = 0; count < inputs(); ++count) {
        const Bytes& other = files[random() % files.size()];
        feeding.feed(fuzz::mutated(files[random() % files.size()], other, random));
    }
    feeding.print();
}

INSTANTIATE_TEST_SUITE_P(All, HostileFile, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](const auto& target) { return std::string(target.param->name); });

} // namespace
