// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

namespace fuzz {

std::span<const Target* const> targets()
{
    static constexpr const Target* all[] = {&caffemodel,
                                            &cell,
                                            &checkpoint,
                                            &corpus,
                                            &idx,
                                            &onnx,
                                            &picture,
                                            &prototxt,
                                            &provenance,
                                            &run,
                                            &safetensors,
                                            &table,
                                            &textLines,
                                            &vocabulary
#ifdef HAMNET_HAS_STUDIO
                                            ,
                                            &project
#endif
    };
    return all;
}

} // namespace fuzz
