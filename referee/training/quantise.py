"""Store an exported network in eight bits: a quarter of the size, about twice as fast on a CPU.

Weights and activations of the convolutions become integers, on scales that sample pictures give.
The first convolution, the products of the attention and the last layer stay as they are: they take
no time worth saving, and most of what eight bits would cost.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from google.protobuf.message import DecodeError
from numpy.typing import NDArray
from onnx import numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from referee.errors import UnreadableError

_EXACT = ("MatMul", "Gemm", "Softmax")
_BATCH = 16
_QUANTISED = "_quantized"
"""What onnxruntime appends to the name of a weight; its scale is named after either."""


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """Sample pictures in the way that onnxruntime asks for them."""

    def __init__(self, name: str, batches: Iterable[NDArray[np.float32]]) -> None:
        self._feeds = ({name: batch} for batch in batches)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        return next(self._feeds, None)


def quantise(model: Path, out: Path, batches: Iterable[NDArray[np.float32]]) -> Path:
    """Write the network of `model` (float32 ONNX) to `out` in eight bits.

    `batches` (n, 3, h, w), RGB 0..1, are pictures of the kind that the network will see. Weights
    use seven of their eight bits: with all of them, processors without VNNI overflow. Raises
    UnreadableError for what is no float32 model.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        _require_float(model)
        quant_pre_process(str(model), str(prepared))
        graph = onnx.load(str(prepared)).graph
        first = next(node.name for node in graph.node if node.op_type == "Conv")
        exact = [node.name for node in graph.node if node.op_type in _EXACT]
        out.parent.mkdir(parents=True, exist_ok=True)
        quantize_static(
            str(prepared),
            str(out),
            _Batches(graph.input[0].name, batches),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            activation_type=QuantType.QUInt8,
            nodes_to_exclude=[first, *exact],
        )
    return out


def _require_float(model: Path) -> None:
    expected = "expected the file that `referee train export` writes"
    try:
        graph = onnx.load(str(model)).graph
    except (OSError, DecodeError) as error:
        raise UnreadableError(f"{model}: no ONNX model ({error}); {expected}") from None
    if any(node.op_type == "DequantizeLinear" for node in graph.node):
        raise UnreadableError(f"{model}: is stored in eight bits already; {expected}")


def crop_batches(folder: Path, count: int, seed: int = 0) -> Iterator[NDArray[np.float32]]:
    """`count` of the crops under `folder` (LABEL/*.jpg), drawn at random, as the network sees them.

    Raises UnreadableError for a folder without crops.
    """
    paths = sorted(folder.rglob("*.jpg"))
    if not paths:
        raise UnreadableError(
            f"{folder}: holds no crops (LABEL/*.jpg); `referee data synth` makes some"
        )
    drawn = np.random.default_rng(seed).permutation(len(paths))[:count]
    for start in range(0, len(drawn), _BATCH):
        pictures = [cv2.imread(str(paths[i])) for i in drawn[start : start + _BATCH]]
        yield np.stack([p[..., ::-1].transpose(2, 0, 1) for p in pictures]).astype(np.float32) / 255


def float_tensors(network: Any) -> dict[str, NDArray[np.float32]]:
    """All weights of an ONNX network by name, those in eight bits turned back into numbers."""
    stored = {item.name: item for item in network.graph.initializer}
    tensors = {}
    for name, item in stored.items():
        if not name.endswith(_QUANTISED):
            tensors[name] = numpy_helper.to_array(item)
            continue
        plain = name.removesuffix(_QUANTISED)
        # onnxruntime names the scale of a weight after the weight, that of a bias after both
        after = name if f"{name}_scale" in stored else plain
        scale = numpy_helper.to_array(stored[f"{after}_scale"]).reshape(-1)
        zero = numpy_helper.to_array(stored[f"{after}_zero_point"]).reshape(-1)
        values = numpy_helper.to_array(item)
        along = (-1, *([1] * (values.ndim - 1)))
        steps = values.astype(np.float32) - zero.astype(np.float32).reshape(along)
        tensors[plain] = (steps * scale.reshape(along)).astype(np.float32)
    return tensors
