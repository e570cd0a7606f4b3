"""Open an ONNX model: the only place that knows how networks are run."""

from __future__ import annotations

import onnxruntime as ort

from referee.weights import ModelError, ModelFile


def open_network(model: ModelFile, threads: int) -> ort.InferenceSession:
    """A session of a verified model on `threads` cores. Raises ModelError."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # threads that wait by spinning take the cores from the next network and from everything else
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(model.data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises bare pybind types
        why = " ".join(str(error).split())
        raise ModelError(f"{model.path}: not a usable ONNX model: {why}") from None
