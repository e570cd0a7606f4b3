"""Polygons and lines of text as a PDF, the same bytes every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

_PT = 72 / 25.4


@dataclass
class Page:
    """A page in mm, origin in the lower left corner, y up."""

    width_mm: float
    height_mm: float
    _content: list[str] = field(default_factory=list)

    def polygon(self, *outlines: NDArray[np.float64], grey: float = 0.0) -> None:
        """Filled at once, so that no seam shows where they touch; grey from 0 (black) to 1."""
        paths = " ".join(f"{_path(outline)} h" for outline in outlines)
        self._content.append(f"{grey:g} g {paths} f")

    def outline(self, corners: NDArray[np.float64], grey: float = 0.0) -> None:
        """A thin closed line."""
        self._content.append(f"{grey:g} G 0.6 w {_path(corners)} h S")

    def text(self, x_mm: float, y_mm: float, text: str, size_pt: float = 11) -> None:
        """One line of ASCII in Helvetica, from its lower left corner."""
        safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        at = f"{x_mm * _PT:.3f} {y_mm * _PT:.3f}"
        self._content.append(f"BT 0 g /F1 {size_pt:g} Tf {at} Td ({safe}) Tj ET")

    def content(self) -> bytes:
        """The drawing as a PDF content stream."""
        return "\n".join(self._content).encode("ascii")


def _path(corners: NDArray[np.float64]) -> str:
    points = [f"{x * _PT:.3f} {y * _PT:.3f}" for x, y in corners]
    return f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:])


def pdf(pages: Sequence[Page]) -> bytes:
    """A file of these pages."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, page in enumerate(pages):
        size = f"[0 0 {page.width_mm * _PT:.3f} {page.height_mm * _PT:.3f}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {size} /Contents {5 + 2 * i} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        content = page.content()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)
