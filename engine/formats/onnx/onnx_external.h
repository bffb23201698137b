// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace engine::onnx {

/// Where a tensor's numbers lie where they are not in the graph's own file (TensorProto.external_data).
struct External {
    std::string location; ///< a name relative to the folder of the graph's file
    std::string offset, length;
};

/// The files beside a graph that hold its tensors, as PyTorch's exporter makes them by custom. Never reads outside the
/// folder, nor more than twice what its files have.
class ExternalNumbers {
public:
    ExternalNumbers(std::filesystem::path folder, std::string fileName)
        : m_folder(std::move(folder)), m_fileName(std::move(fileName))
    {}

    /// Throws Error that names the tensor.
    std::vector<std::byte> bytesOf(const External& place, const std::string& tensor);

private:
    std::filesystem::path fileOf(const External& place, const std::string& tensor) const;

    std::filesystem::path m_folder;
    std::string m_fileName;
    std::map<std::filesystem::path, std::uint64_t> m_sizes; ///< of the files that were opened
    std::uint64_t m_read = 0, m_there = 0;                  ///< bytes of all tensors, and of all files
};

} // namespace engine::onnx
