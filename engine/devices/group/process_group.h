// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The processes that train one run together, each on a device of its own. Rank 0 is the one that the user sees: it
/// decides, and the others do what it tells them. Used on one thread, that of the device. Methods throw Error where it
/// is known that another process is lost; where mpirun has started the group, that ends all of it instead.
class ProcessGroup {
public:
    virtual ~ProcessGroup() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;

    // Among the processes of the same machine.
    virtual int localRank() const { return rank(); }
    virtual int localSize() const { return size(); }

    virtual void tell(std::string_view message) = 0;   ///< rank 0, to all others
    virtual std::string hear() = 0;                    ///< the others: waits for what rank 0 tells next; empty: its end
    virtual void answer(std::string_view message) = 0; ///< the others, to rank 0
    virtual void fail(std::string_view sentence) = 0;  ///< likewise: why this process cannot go on
    virtual std::vector<std::string> answers() = 0;    ///< rank 0: waits for one of each of the others, by rank

    /// All ranks: the numbers become their sums over the ranks, in an order that is the same in each run. Here by
    /// messages, in the order of the ranks.
    virtual void sum(std::span<float> values, std::span<double> more);

    /// `act` is called on a thread of the group's when another process is lost, while this thread may wait for what
    /// that one will never do. Empty: nothing is called.
    virtual void whenLost(std::function<void()> act) { static_cast<void>(act); }

    virtual void requireAll() {} ///< throws where it is known that a process is lost
};

/// Adds up the gradients of a group's processes, on one kind of device.
class GradientSum {
public:
    virtual ~GradientSum() = default;

    /// The gradients and the two sums of losses (DeviceUpdate::lossSums) become those of all ranks, with the same bits
    /// on each. Queued on an asynchronous device, where it may be recorded.
    virtual void add(std::span<float> gradients, double* losses) = 0;

    /// Ends sums that are queued and wait for a process that does not take part any more. None can be added after it.
    virtual void abort() {}
};

/// That of processors: see ProcessGroup::sum.
std::unique_ptr<GradientSum> makeHostSum(ProcessGroup& group);

} // namespace engine
