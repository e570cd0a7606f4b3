"""Train the small network that looks at mouths, and measure it on people it has not seen."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from referee.errors import UnreadableError
from referee.signals.mouth_model import CLASSES, SIDE, window
from referee.training.mouth_looks import varied
from referee.training.mouths import Mouth

BATCH = 32
_REST = 0.4
"""Share of the pictures that show neither a tongue nor a bite."""


class MouthNet(nn.Module):
    """Three convolutions; (n, 3, SIDE, SIDE) RGB 0..1 to (n, classes) chances.

    Each picture is levelled first, so that its light tells nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after in ((3, 16), (16, 24), (24, 32)):
            layers += [nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after)]
            layers.append(nn.ReLU())
        self.features = nn.Sequential(*layers)
        cells = math.ceil(SIDE / 8) ** 2
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * cells, len(CLASSES))
        )

    def logits(self, mouths: Tensor) -> Tensor:
        """What is trained."""
        middle = mouths.mean(dim=(2, 3), keepdim=True)
        spread = (mouths - middle).pow(2).mean(dim=(1, 2, 3), keepdim=True).sqrt()
        return self.head(self.features((mouths - middle) / (spread + 0.02)))

    def forward(self, mouths: Tensor) -> Tensor:
        """What is shipped."""
        return self.logits(mouths).softmax(dim=1)


@dataclass(frozen=True)
class Fold:
    """People who are left out of one training, to measure it on."""

    name: str
    people: frozenset[str]


def folds_of(mouths: Sequence[Mouth]) -> tuple[Fold, ...]:
    """Each drawn head is a fold; all real people together are one more."""
    real = frozenset(m.person for m in mouths if m.is_real)
    drawn = sorted({m.person for m in mouths} - real)
    alone = tuple(Fold(person, frozenset({person})) for person in drawn)
    return (*alone, Fold("real people", real)) if real else alone


def fit(
    mouths: Sequence[Mouth], *, steps: int, seed: int, tell: Callable[[str], None] = print
) -> MouthNet:
    """A network trained with these."""
    torch.manual_seed(seed)
    batches = _batches(mouths, np.random.default_rng(seed))
    net = MouthNet().train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.05)
    for step in range(1, steps + 1):
        pictures, labels = next(batches)
        loss = loss_of(net.logits(pictures), labels)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            tell(f"  step {step} of {steps}: loss {loss.item():.3f}")
    return net.eval()


def _batches(mouths: Sequence[Mouth], rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Endlessly: each class in its share, each recording of a class as often as the others."""
    by_class: dict[str, dict[str, list[Mouth]]] = defaultdict(lambda: defaultdict(list))
    for mouth in mouths:
        by_class[mouth.label][mouth.recording].append(mouth)
    rest = [name for name in by_class if name in ("closed", "open")]
    shown = [name for name in by_class if name not in rest]

    def one() -> tuple[NDArray[np.uint8], int]:
        names = rest if not shown or rng.random() < _REST else shown
        clips = list(by_class[names[rng.integers(len(names))]].values())
        clip = clips[rng.integers(len(clips))]
        mouth = clip[rng.integers(len(clip))]
        picture, label = varied(mouth.picture, mouth.yaw_deg, mouth.label, rng)
        return picture, CLASSES.index(label)

    while True:
        drawn = [one() for _ in range(BATCH)]
        pictures = _tensor(np.stack([picture for picture, _ in drawn]))
        yield pictures, torch.tensor([label for _, label in drawn])


def _tensor(pictures: NDArray[np.uint8]) -> Tensor:
    """(n, SIDE, SIDE, 3) BGR to what the network takes."""
    rgb = np.ascontiguousarray(pictures[..., ::-1].transpose(0, 3, 1, 2))
    return torch.from_numpy(rgb).float() / 255


def chances(net: MouthNet, mouths: Sequence[Mouth]) -> NDArray[np.float32]:
    """(n, classes) for these mouths as they are."""
    looks = np.stack([window(mouth.picture, mouth.yaw_deg) for mouth in mouths])
    with torch.no_grad():
        parts = [net(_tensor(part)) for part in np.array_split(looks, 1 + len(looks) // 256)]
    return np.asarray(torch.cat(parts).numpy(), np.float32)


def cross_validate(mouths: Sequence[Mouth], *, steps: int, seed: int) -> list[str]:
    """A table of what each person's mouths were taken for by a network that never saw that person.

    Raises UnreadableError when all mouths are one person's.
    """
    found = np.zeros((len(mouths), len(CLASSES)), np.float32)
    for fold in folds_of(mouths):
        known = [mouth for mouth in mouths if mouth.person not in fold.people]
        if not known:
            raise UnreadableError(
                f"mouths: all are of {fold.name}; give recordings of several people, or --no-check"
            )
        print(f"without {fold.name}")
        net = fit(known, steps=steps, seed=seed)
        unknown = [i for i, mouth in enumerate(mouths) if mouth.person in fold.people]
        found[unknown] = chances(net, [mouths[i] for i in unknown])
    return table_of(mouths, found)


def export(net: MouthNet, path: Path) -> None:
    """Write ONNX: `mouths` (n, 3, SIDE, SIDE) to `chances` (n, classes)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(path),
        input_names=["mouths"],
        output_names=["chances"],
        dynamic_axes={"mouths": {0: "n"}, "chances": {0: "n"}},
        dynamo=False,
    )


def table_of(mouths: Sequence[Mouth], found: NDArray[np.float32]) -> list[str]:
    """Per class: how many mouths of how many recordings, and what they were taken for."""
    lines = [f"{'shown':<14}{'real':<6}{'clips':>6}{'mouths':>8}{'right':>8}  taken for"]
    named = found.argmax(axis=1)
    for label in CLASSES:
        for real in (False, True):
            mine = [i for i, m in enumerate(mouths) if (m.label, m.is_real) == (label, real)]
            if not mine:
                continue
            taken = Counter(CLASSES[named[i]] for i in mine)
            clips = len({mouths[i].recording for i in mine})
            right = 100 * taken[label] / len(mine)
            wrong = ", ".join(f"{k} {n}" for k, n in taken.most_common() if k != label)
            lines.append(
                f"{label:<14}{'yes' if real else 'no':<6}{clips:>6}{len(mine):>8}"
                f"{right:>6.0f} %  {wrong}"
            )
    return lines


cv2.setNumThreads(1)
