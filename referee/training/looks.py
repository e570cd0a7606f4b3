"""How one deck differs from the next: inks, paper, wear, and the style of the index."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)


_LEGIBLE = 40
"""Height of a face, px, below which an index is not worth drawing."""


@dataclass(frozen=True)
class Look:
    """One printing of a deck, applied to all its faces; `Look()` changes nothing."""

    hue: float = 0.0
    saturation: float = 1.0
    contrast: float = 1.0
    paper: tuple[float, float, float] = (1.0, 1.0, 1.0)
    inset: float = 0.0
    stretch: float = 0.0
    soften: float = 0.0
    wear: float = 0.0
    index: str = "as is"
    font: int = cv2.FONT_HERSHEY_SIMPLEX
    index_scale: float = 1.0
    ink: tuple[int, int, int] = (0, 0, 0)
    mark: str = "none"
    """What the maker prints between the pips of even number cards: none, text, emblem, sprigs."""
    mirrored: bool = False
    """Drawings looking the other way, as from one maker to the next; the indices stay."""
    redrawn: float = 0.0
    """How far lines of the drawing stray, as a share of the height."""
    recolour: tuple[float, float] = (0.0, 0.0)
    """Another maker's colours: how far hues stray (of 180), and the hue that strays most."""

    @classmethod
    def random(cls, rng: Generator) -> Look:
        """Mostly close to the original; sometimes another ink, index, drawing or paper."""
        tint = rng.normal(0, 0.03, 3) if rng.random() < 0.8 else rng.normal(0, 0.12, 3)
        other_inks = rng.random() < 0.15
        return cls(
            hue=float(rng.normal(0, 12 if other_inks else 4)),
            saturation=float(np.exp(rng.normal(-0.3, 0.5) if other_inks else rng.normal(0, 0.25))),
            contrast=float(np.exp(rng.normal(0, 0.15))),
            paper=tuple(float(1 + t) for t in np.clip(tint, -0.3, 0.08)),  # type: ignore[arg-type]
            inset=float(rng.choice([0.0, rng.uniform(-0.05, 0.05)])),
            stretch=float(rng.normal(0, 0.015)),
            soften=float(rng.choice([0, 0, 0.7, 1.2])),
            wear=float(rng.choice([0, 0, 0.5, 1])),
            index=str(rng.choice(["as is", "none", "new"], p=[0.72, 0.1, 0.18])),
            font=int(rng.choice(_FONTS)),
            index_scale=float(rng.uniform(0.75, 1.5)),
            ink=tuple(int(c) for c in rng.integers(0, 110, 3)),  # type: ignore[arg-type]
            mark=str(rng.choice(["none", "text", "emblem", "sprigs"], p=[0.6, 0.15, 0.15, 0.1])),
            mirrored=bool(rng.random() < 0.2),
            redrawn=float(rng.choice([0.0, rng.uniform(0.003, 0.018)], p=[0.6, 0.4])),
            recolour=(
                float(rng.choice([0.0, rng.normal(0, 22)], p=[0.85, 0.15])),
                rng.uniform(0, 180),
            ),
        )


def _paint_index(face: Image, code: str, look: Look) -> None:
    height, width = face.shape[:2]
    scale = height / 304
    x0, x1 = round(0.03 * width), round((0.13 if len(code) == 2 else 0.19) * width)
    y0, y1 = round(0.03 * height), round(0.105 * height)
    paper = np.median(face[y0:y1, x0:x1, :3].reshape(-1, 3), axis=0)
    for half in range(2):
        view = face if half == 0 else face[::-1, ::-1]
        patch = view[y0:y1, x0:x1, :3].copy()
        patch[:] = paper
        view[y0:y1, x0:x1, :3] = patch
        if look.index == "new":
            wide = view[: round(0.16 * height), : round(0.3 * width), :3].copy()
            cv2.putText(
                wide,
                code[:-1],
                (x0, round(y1 + 2 * scale)),
                look.font,
                0.8 * scale * look.index_scale,
                look.ink,
                max(1, round(1.6 * scale)),
                cv2.LINE_AA,
            )
            view[: wide.shape[0], : wide.shape[1], :3] = wide


def _paint_mark(face: Image, look: Look, rng: Generator) -> None:
    height, width = face.shape[:2]
    picture = face[..., :3].copy()
    middle = np.array([width / 2, height / 2]) + rng.normal(0, 0.02 * height, 2)
    thin = max(1, round(height / 200))

    def colour() -> list[int]:
        return [int(c) for c in rng.integers(0, 220, 3)]

    if look.mark == "text":
        for line in range(int(rng.integers(1, 4))):
            word = "".join(rng.choice(list("ABEILNORSTUaeilnors"), int(rng.integers(4, 11))))
            shift = np.array([-0.2 * width, (line - 1) * 0.05 * height])
            at = (middle + shift).astype(int).tolist()
            size = 0.35 * height / 304 * float(rng.uniform(0.8, 1.6))
            cv2.putText(picture, word, at, look.font, size, colour(), thin, cv2.LINE_AA)
    elif look.mark == "emblem":
        for _ in range(int(rng.integers(4, 11))):
            at = (middle + rng.normal(0, 0.07 * height, 2)).astype(int).tolist()
            axes = [max(1, int(a)) for a in rng.uniform(0.01, 0.07, 2) * height]
            turn = float(rng.uniform(0, 180))
            cv2.ellipse(picture, at, axes, turn, 0, 360, colour(), -1, cv2.LINE_AA)
    else:
        ink = colour()
        for _ in range(int(rng.integers(4, 9))):
            place = rng.uniform((0.2, 0.12), (0.8, 0.88)) * (width, height)
            for leaf in range(3):
                at = (place + rng.normal(0, 0.012 * height, 2)).astype(int).tolist()
                axes = [max(1, round(0.022 * height)), max(1, round(0.009 * height))]
                cv2.ellipse(picture, at, axes, 60.0 * leaf, 0, 360, ink, -1, cv2.LINE_AA)
    face[..., :3] = picture


def _mirrored(face: Image) -> Image:
    height, width = face.shape[:2]
    high, wide = round(0.115 * height), round(0.2 * width)
    out = face.copy()
    out[..., :3] = face[:, ::-1, :3]
    for y in (slice(0, high), slice(height - high, height)):
        for x in (slice(0, wide), slice(width - wide, width)):
            out[y, x] = face[y, x]
    return out


def _redrawn(face: Image, stray: float, rng: Generator) -> Image:
    height, width = face.shape[:2]
    coarse = rng.normal(0, stray * height, (2, 7, 5)).astype(np.float32)
    coarse[:, (0, -1)] = 0
    coarse[:, :, (0, -1)] = 0
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in coarse)
    yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
    out = face.copy()
    out[..., :3] = cv2.remap(face[..., :3], xx + dx, yy + dy, cv2.INTER_LINEAR)
    return out


def _hues(look: Look) -> NDArray[np.float32]:
    """The hue (of 180) in which this printing has each of the 180 hues of the original."""
    hues = np.arange(180, dtype=np.float32)
    far, most = look.recolour
    return (hues + look.hue + far * np.cos((hues - most) * (np.pi / 45))) % 180


def apply_look(face: Image, code: str | None, look: Look, rng: Generator) -> Image:
    """A face (BGRA) as this printing shows it; `code` None for a back, which has no index."""
    out = _mirrored(face) if look.mirrored and code is not None else face.copy()
    height, width = out.shape[:2]
    if look.redrawn and code is not None:
        out = _redrawn(out, look.redrawn, rng)
    if code is not None and look.index != "as is" and height >= _LEGIBLE:
        _paint_index(out, code, look)
    if code is not None and look.mark != "none" and code[:-1] in "2468" and rng.random() < 0.7:
        _paint_mark(out, look, rng)
    if abs(look.inset) > 0.005 or abs(look.stretch) > 0.005:
        zoom = np.array([1 + look.inset + look.stretch, 1 + look.inset - look.stretch])
        shift = (1 - zoom) * (width, height) / 2
        matrix = np.array([[zoom[0], 0, shift[0]], [0, zoom[1], shift[1]]])
        out[..., :3] = cv2.warpAffine(
            out[..., :3], matrix, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
    hsv = cv2.cvtColor(out[..., :3], cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = _hues(look)[hsv[..., 0].astype(np.uint8)]
    hsv[..., 1] = np.clip(hsv[..., 1] * look.saturation, 0, 255)
    bgr = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.float32)
    bgr = (255 - (255 - bgr) * look.contrast) * np.float32(look.paper)
    if look.soften:
        bgr = cv2.GaussianBlur(bgr, (0, 0), look.soften * height / 304)
    if look.wear:
        grain = cv2.resize(rng.normal(0, 1, (12, 8)).astype(np.float32), (width, height))
        bgr -= look.wear * 6 * np.abs(grain)[..., None]
        for _ in range(int(rng.poisson(2 * look.wear))):
            p, q = rng.integers(0, (width, height), 2), rng.integers(0, (width, height), 2)
            shade = float(rng.uniform(120, 250))
            cv2.line(bgr, p.tolist(), q.tolist(), (shade,) * 3, 1, cv2.LINE_AA)
    out[..., :3] = np.clip(bgr, 0, 255).astype(np.uint8)
    return out
