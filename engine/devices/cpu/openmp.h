// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine {

/// Whether the calls of OpenMP that oneDNN makes end in our pool of threads. Not so if the linker hid ours.
bool openMpIsOurs();

} // namespace engine

// The part of libgomp's interface that oneDNN uses.
extern "C" {
void GOMP_parallel(void (*work)(void*), void* context, unsigned threads, unsigned flags);
void GOMP_barrier();
int omp_get_thread_num();
int omp_get_num_threads();
int omp_in_parallel();
int omp_get_max_threads();
}
