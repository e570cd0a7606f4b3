"""Store an exported classifier in eight bits: a quarter of the size, and faster on a CPU.

Weights and activations of the convolutions become integers, on scales that sample pictures give.
The first convolution, the products of the attention and the last layer stay as they are: they take
no time worth saving, and most of what eight bits would cost.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from referee.errors import UnreadableError
from referee.vision.models import FEATURES

_EXACT = ("MatMul", "Gemm", "Softmax")


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
    UnreadableError for what is no classifier in float32.
    """
    _require_classifier(model)
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
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


def _require_classifier(model: Path) -> None:
    expected = "expected the classifier that `referee train export` writes"
    try:
        network = onnx.load(str(model))
    except (OSError, DecodeError) as error:
        raise UnreadableError(f"{model}: no ONNX model ({error}); {expected}") from None
    kinds = {node.op_type for node in network.graph.node}
    if "DequantizeLinear" in kinds:
        raise UnreadableError(f"{model}: is stored in eight bits already; {expected}")
    if "Conv" not in kinds or FEATURES not in {output.name for output in network.graph.output}:
        raise UnreadableError(f"{model}: no classifier of cards; {expected}")
