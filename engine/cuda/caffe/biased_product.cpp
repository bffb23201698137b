// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/biased_product.h"

#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/check.h"
#include "engine/cuda/products.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace engine::cuda::caffe {
namespace {

/// The alignment of a matrix's address that the library may rely on, in bytes.
std::uint32_t alignmentOf(const float* start)
{
    constexpr std::uintptr_t most = 256;
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    return static_cast<std::uint32_t>(std::min(most, address & (~address + 1)));
}

template <typename Value>
void set(cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t attribute, const Value& value)
{
    check(cublasLtMatmulDescSetAttribute(description, attribute, &value, sizeof value), "describing a product");
}

template <typename Value>
void set(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute, const Value& value)
{
    check(cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value), "describing a product");
}

/// A handle of cuBLAS is a valid handle of cuBLASLt, too.
cublasLtHandle_t handleOf(const CudaDevice& device)
{
    return reinterpret_cast<cublasLtHandle_t>(device.cublas());
}

constexpr float one = 1.0f, zero = 0.0f;

} // namespace

BiasedProduct::BiasedProduct(CudaDevice& device, const MatrixProduct& product, const Places& places)
    : m_device(&device),
      m_product(product),
      m_places(places),
      m_left(layout(product.depth, product.columns, product.b)),
      m_right(layout(product.rows, product.depth, product.a)),
      m_result(layout(product.rows, product.columns, Transposed::No))
{
    assert(product.strideA == 0 && product.strideB == 0 && product.strideC == 0);
    assert(product.alpha == 1 && product.beta == 0);
    describe();
    findAlgorithm();
}

/// Of op(matrix) [rows, columns]. The library is column-major: it sees the stored matrix transposed.
BiasedProduct::Layout BiasedProduct::layout(std::int64_t rows, std::int64_t columns, Transposed transposed)
{
    const std::int64_t width = transposed == Transposed::No ? columns : rows;
    const std::int64_t height = transposed == Transposed::No ? rows : columns;
    cublasLtMatrixLayout_t made = nullptr;
    check(cublasLtMatrixLayoutCreate(&made, CUDA_R_32F, static_cast<std::uint64_t>(width),
                                     static_cast<std::uint64_t>(height), width),
          "describing a matrix");
    return Layout(made);
}

void BiasedProduct::describe()
{
    cublasLtMatmulDesc_t made = nullptr;
    check(cublasLtMatmulDescCreate(&made, computeTypeOf(m_device->precision()), CUDA_R_32F), "describing a product");
    m_description.reset(made);
    const auto operation = [](Transposed transposed) -> std::int32_t {
        return transposed == Transposed::Yes ? CUBLAS_OP_T : CUBLAS_OP_N;
    };
    set(made, CUBLASLT_MATMUL_DESC_TRANSA, operation(m_product.b));
    set(made, CUBLASLT_MATMUL_DESC_TRANSB, operation(m_product.a));
    set(made, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS); // along the library's columns
    set(made, CUBLASLT_MATMUL_DESC_BIAS_POINTER, m_places.row);
}

void BiasedProduct::findAlgorithm()
{
    cublasLtMatmulPreference_t preference = nullptr;
    check(cublasLtMatmulPreferenceCreate(&preference), "describing a product");
    const std::unique_ptr<std::remove_pointer_t<cublasLtMatmulPreference_t>, void (*)(cublasLtMatmulPreference_t)>
        owner(preference, [](cublasLtMatmulPreference_t given) { cublasLtMatmulPreferenceDestroy(given); });
    set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{m_device->workspace().size_bytes()});
    set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignmentOf(m_places.B));
    set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignmentOf(m_places.A));
    set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignmentOf(m_places.C));
    set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignmentOf(m_places.C));
    cublasLtMatmulHeuristicResult_t best{};
    int found = 0;
    const cublasStatus_t status =
        cublasLtMatmulAlgoGetHeuristic(handleOf(*m_device), m_description.get(), m_left.get(), m_right.get(),
                                       m_result.get(), m_result.get(), preference, 1, &best, &found);
    if (status == CUBLAS_STATUS_NOT_SUPPORTED || (status == CUBLAS_STATUS_SUCCESS && found == 0)) {
        return;
    }
    check(status, "looking for a way to multiply");
    m_algorithm = best.algo;
}

void BiasedProduct::run() const
{
    if (!m_algorithm) {
        repeatRow(*m_device, m_places.row, m_places.C, m_product.rows, m_product.columns);
        MatrixProduct onto = m_product;
        onto.beta = 1;
        gemm(*m_device, onto, m_places.A, m_places.B, m_places.C);
        return;
    }
    const std::span<float> workspace = m_device->workspace();
    check(cublasLtMatmul(handleOf(*m_device), m_description.get(), &one, m_places.B, m_left.get(), m_places.A,
                         m_right.get(), &zero, m_places.C, m_result.get(), m_places.C, m_result.get(), &*m_algorithm,
                         workspace.data(), workspace.size_bytes(), m_device->stream()),
          "a product of matrices");
}

} // namespace engine::cuda::caffe
