"""Four corners of a card, and the four points from which a network can learn them.

A card looks (nearly) the same after half a turn, so "the top-left corner" is not a continuous
function of the picture: somewhere between 0 and 180 degrees any regressor of ordered corners has
to jump, and near the jump it answers with the mean of both, which is no card at all. The points
used here do not jump. With corners p0..p3 (TL, TR, BR, BL) and complex numbers for vectors:

    c = (p0 + p1 + p2 + p3) / 4        centre
    u = (p0 + p1 - p2 - p3) / 4        from the centre to the middle of the top edge
    v = (p0 - p1 - p2 + p3) / 4        from the centre to the middle of the left edge
    w = (p0 - p1 + p2 - p3) / 4        keystone; zero for a parallelogram

Half a turn maps (c, u, v, w) to (c, -u, -v, w). Doubling the angle of u and v removes the sign:

    key points = c,  c + u*u/|u|,  c + v*v/|v|,  c + w

Back, u and v are known up to a common sign, because a face is never seen mirrored (in image
coordinates, y down, u x v < 0). The sign chosen is the one with the top edge up in the picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.floating]


def _complex(points: FloatArray) -> NDArray[np.complexfloating]:
    return points[..., 0] + 1j * points[..., 1]


def _points(values: NDArray[np.complexfloating]) -> NDArray[np.float64]:
    return np.stack([values.real, values.imag], axis=-1)


def keypoints_of_quads(quads: FloatArray) -> NDArray[np.float64]:
    """Corners (..., 4, 2) in px, TL TR BR BL, to key points (..., 4, 2) in px."""
    p = _complex(np.asarray(quads, np.float64))
    p0, p1, p2, p3 = (p[..., i] for i in range(4))
    c = (p0 + p1 + p2 + p3) / 4
    u = (p0 + p1 - p2 - p3) / 4
    v = (p0 - p1 - p2 + p3) / 4
    w = (p0 - p1 + p2 - p3) / 4
    tiny = 1e-9
    doubled = [c, c + u * u / (abs(u) + tiny), c + v * v / (abs(v) + tiny), c + w]
    return _points(np.stack(doubled, axis=-1))


def quads_of_keypoints(keypoints: FloatArray) -> NDArray[np.float64]:
    """Key points (..., 4, 2) in px to corners (..., 4, 2) in px: TL TR BR BL, top edge up."""
    k = _complex(np.asarray(keypoints, np.float64))
    c, w = k[..., 0], k[..., 3] - k[..., 0]
    u2, v2 = k[..., 1] - c, k[..., 2] - c
    u = np.sqrt(abs(u2)) * np.sqrt(u2)
    v = np.sqrt(abs(v2)) * np.sqrt(v2)
    u = np.where(u.imag > 0, -u, u)
    mirrored = (u.real * v.imag - u.imag * v.real) > 0
    v = np.where(mirrored, -v, v)
    corners = [c + u + v + w, c + u - v - w, c - u - v + w, c - u + v - w]
    return _points(np.stack(corners, axis=-1))


def half_turned(keypoints: FloatArray, width: int, height: int) -> NDArray[np.float64]:
    """Key points (..., 4, 2) in a picture after the picture is turned upside down.

    Half a turn negates u, v and w; doubled angles do not notice, the keystone does.
    """
    points = np.asarray(keypoints, np.float64)
    centre = points[..., :1, :]
    offsets = (points - centre) * np.array([[1.0], [1.0], [1.0], [-1.0]])
    return np.asarray((width - 1, height - 1) - centre + offsets)
