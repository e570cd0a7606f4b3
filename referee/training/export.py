"""Export trained weights to the ONNX files that the table needs.

A classifier gets a second output: what its last layer, the one that names cards, is given. A deck
that is taught later is told apart by it (`referee.vision.taught`). A detector loses the half of its
head that answers with upright boxes, which nobody asks for: a third of its time.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from ultralytics import YOLO

from referee.errors import UnreadableError
from referee.vision.models import FEATURES
from referee.vision.rectify import CROP_SIZE

_SHA256_LINE = re.compile(r"^sha256: .*$", re.MULTILINE)
_TEMPERATURES_LINE = re.compile(r"^temperatures: .*\n", re.MULTILINE)


def export_onnx(weights: Path, out: Path) -> Path:
    """`best.pt` to ONNX: free picture size for the detector, free batch size for the classifier."""
    model = YOLO(str(weights))
    size = CROP_SIZE if model.task == "classify" else 640
    produced = model.export(format="onnx", simplify=True, dynamic=True, imgsz=size, device="cpu")
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(str(produced), out)
    if model.task == "classify":
        add_features(out)
    else:
        drop_boxes(out)
    return out


def drop_boxes(model: Path) -> None:
    """Let the detector in an ONNX file answer with scores and key points only, in place.

    The weights of what is left out stay in the file, so that it can be trained on from. Once is
    enough. Raises UnreadableError for a file that ends in no joined answer.
    """
    network = onnx.load(str(model))
    graph = network.graph
    makers = {output: node for node in graph.node for output in node.output}
    joined = makers[graph.output[0].name]
    if joined.op_type != "Concat" or len(joined.input) not in (2, 3):
        raise UnreadableError(
            f"{model}: ends in no boxes, scores and key points; it is no detector"
        )
    if len(joined.input) == 2:
        return
    joined.input.remove(joined.input[0])
    graph.output[0].type.tensor_type.shape.dim[1].dim_value -= 4
    needed, open_ends = set(), [joined.output[0]]
    while open_ends:
        node = makers.get(open_ends.pop())
        if node is not None and node.name not in needed:
            needed.add(node.name)
            open_ends += node.input
    kept = [node for node in graph.node if node.name in needed]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(kept)
    onnx.checker.check_model(network)
    onnx.save(network, str(model))


def add_features(model: Path) -> None:
    """Give the classifier in an ONNX file its second output, in place; once is enough.

    Raises UnreadableError for a file that ends in no linear layer.
    """
    network = onnx.load(str(model))
    graph = network.graph
    if any(output.name == FEATURES for output in graph.output):
        return
    linear = [node for node in graph.node if node.op_type == "Gemm"]
    if not linear:
        raise UnreadableError(f"{model}: ends in no linear layer; it is no classifier")
    given, weight, _ = linear[-1].input
    (sizes,) = (item.dims for item in graph.initializer if item.name == weight)
    turned = any(item.name == "transB" and item.i for item in linear[-1].attribute)
    graph.node.append(helper.make_node("Identity", [given], [FEATURES], name=FEATURES))
    shape = ["batch", sizes[1 if turned else 0]]
    graph.output.append(helper.make_tensor_value_info(FEATURES, TensorProto.FLOAT, shape))
    onnx.checker.check_model(network)
    onnx.save(network, str(model))


def write_sha256(model: Path) -> str:
    """Put the hash of a model file into the model card beside it; returns the hash.

    Temperatures there were fit on other weights and are taken out.
    """
    card = model.with_suffix(".md")
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    text = card.read_text(encoding="utf-8") if card.is_file() else f"# {model.stem}\n\nsha256: -\n"
    if digest not in text:
        text = _TEMPERATURES_LINE.sub("", text)
    card.write_text(_SHA256_LINE.sub(f"sha256: {digest}", text), encoding="utf-8")
    return digest
