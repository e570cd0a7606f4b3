"""Train on from a shipped ONNX model, so that nobody has to keep the checkpoint it came from.

An exported network has its batch normalisations folded into the convolutions. They are put back
with the statistics of sample pictures: in evaluation the network answers as the ONNX file does,
and in training its layers are normalised as before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from ultralytics import YOLO
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import ClassificationModel

from referee.errors import UnreadableError


def reopen(path: Path, architecture: str, task: str, samples: Iterable[Tensor]) -> YOLO:
    """The network of `architecture` (a model yaml) with the weights of the ONNX file at `path`.

    `samples` are batches (n, 3, h, w), RGB 0..1, of what the network will be trained on. Raises
    UnreadableError when the file holds another network.
    """
    exported = onnx.load(str(path))
    yolo = YOLO(architecture, task=task)
    if task == "classify":
        names = {item.key: item.value for item in exported.metadata_props}["names"]
        classes = len(ast.literal_eval(names))
        yolo.model = ClassificationModel(architecture, nc=classes, verbose=False)
    network = yolo.model.float().eval()
    tensors = {name: torch.tensor(values) for name, values in float_tensors(exported).items()}
    _load(network, tensors, path)
    _normalise(network, samples)
    yolo.ckpt = {"model": network}  # keeps these weights through .train()
    return yolo


_QUANTISED = "_quantized"
"""What onnxruntime appends to the name of a weight; its scale is named after either."""


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


def _normalised(network: nn.Module) -> dict[str, Conv]:
    return {
        name: module
        for name, module in network.named_modules()
        if isinstance(module, Conv) and isinstance(module.bn, nn.BatchNorm2d)
    }


def _load(network: nn.Module, tensors: dict[str, Tensor], path: Path) -> None:
    """Copy every weight; a folded bias becomes the shift of the normalisation after it."""
    own = network.state_dict()
    sources = {name: name for name in own if name.endswith((".weight", ".bias"))}
    for name, module in _normalised(network).items():
        module.bn.reset_parameters()
        module.bn.running_var.fill_(1 - module.bn.eps)
        del sources[f"{name}.bn.weight"]
        sources[f"{name}.bn.bias"] = f"{name}.conv.bias"
    # the distribution of box edges is a fixed ramp, which the simplifier may have folded away
    sources = {name: source for name, source in sources.items() if ".dfl." not in name}
    strange = [
        source
        for name, source in sources.items()
        if source not in tensors or tensors[source].shape != own[name].shape
    ]
    if strange:
        raise UnreadableError(
            f"{path}: holds another network than the one asked for; {len(strange)} weights are "
            f"missing or of another shape, the first is {strange[0]}"
        )
    network.load_state_dict({name: tensors[s] for name, s in sources.items()}, strict=False)


def _normalise(network: nn.Module, samples: Iterable[Tensor]) -> None:
    """Give each normalisation the statistics of its input, and undo them in its scale and shift.

    Convolutions get the size of weights that a fresh network has: folding has changed it, and the
    learning rates that are usual for AdamW would wipe out small ones in a few steps.
    """
    layers = []
    for module in _normalised(network).values():
        size = module.conv.weight.square().mean().sqrt()
        usual = (3 * module.conv.weight[0].numel()) ** -0.5  # torch's own start
        module.conv.weight.data *= usual / size
        module.bn.weight.data *= size / usual
        layers.append(module.bn)
    moments = {bn: torch.zeros(3, bn.num_features, dtype=torch.float64) for bn in layers}

    def watch(bn: nn.BatchNorm2d) -> Callable[..., None]:
        def hook(_module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            values = inputs[0].double()
            axes = (0, 2, 3)
            moments[bn] += torch.stack(
                [values.sum(axes), values.square().sum(axes), torch.ones_like(values).sum(axes)]
            )

        return hook

    handles = [bn.register_forward_pre_hook(watch(bn)) for bn in layers]
    with torch.no_grad():
        for batch in samples:
            network(batch)
        for bn, (total, squares, count) in moments.items():
            mean = total / count
            variance = (squares / count - mean.square()).clamp(min=0)
            bn.running_mean.copy_(mean)
            bn.running_var.copy_(variance)
            bn.bias.add_(mean * bn.weight)
            bn.weight.mul_((variance + bn.eps).sqrt())
    for handle in handles:
        handle.remove()
