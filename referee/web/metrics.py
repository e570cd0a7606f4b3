"""Figures for Prometheus. No label names a player or a card."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.table.codec import kind_of
from referee.table.events import Recorded
from referee.table.seen import CameraStatus
from referee.web.cameras import Cameras
from referee.web.desk import Desk


class Metrics:
    """The figures of one server, in a registry of their own."""

    def __init__(self, cameras: Cameras, folder: Path, viewers: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self.events = Counter(
            "referee_events", "Events written to the log", ["kind"], registry=self._registry
        )
        self.requests = Counter(
            "referee_requests",
            "Requests by route and status",
            ["route", "status"],
            registry=self._registry,
        )
        self.publish_seconds = Histogram(
            "referee_publish_seconds",
            "From an event being written to its message being handed to every page",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self._registry,
        )
        self.dropped = Counter(
            "referee_viewers_dropped",
            "Pages dropped because they did not keep up",
            registry=self._registry,
        )
        connected = Gauge("referee_viewers", "Pages that are connected", registry=self._registry)
        connected.set_function(lambda: float(viewers()))
        free = Gauge("referee_disk_free_bytes", "Where the log lies", registry=self._registry)
        free.set_function(lambda: float(shutil.disk_usage(folder).free))
        self._registry.register(_CameraFigures(cameras))

    def watch(self, desk: Desk) -> None:
        """Count what a desk writes and the pages it drops."""

        def count(recorded: Sequence[Recorded], took_s: float) -> None:
            for one in recorded:
                self.events.labels(kind_of(one.event)).inc()
            self.publish_seconds.observe(took_s)

        backlog = Gauge(
            "referee_viewer_backlog",
            "Messages that wait for the slowest page",
            registry=self._registry,
        )
        backlog.set_function(lambda: float(desk.feed.backlog))
        desk.on_events.append(count)
        desk.feed.on_drop = self.dropped.inc

    def text(self) -> bytes:
        """In Prometheus' text format."""
        return generate_latest(self._registry)


class RequestCounter:
    """ASGI middleware that counts requests."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a response when it begins."""

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                # the route's pattern, never the address: that may hold a token
                route = getattr(scope.get("route"), "path", "none")
                self._metrics.requests.labels(route, str(message["status"])).inc()
            await send(message)

        await self._app(scope, receive, counting if scope["type"] == "http" else send)


class _CameraFigures(Collector):
    """Asks the cameras when the figures are read."""

    def __init__(self, cameras: Cameras) -> None:
        self._cameras = cameras

    def collect(self) -> Iterator[Metric]:
        fps = GaugeMetricFamily("referee_camera_fps", "Frames read a second", labels=["camera"])
        age = GaugeMetricFamily(
            "referee_frame_age_seconds", "Age of the newest frame", labels=["camera"]
        )
        lost = GaugeMetricFamily(
            "referee_frames_dropped", "Frames dropped since the start", labels=["camera", "cause"]
        )
        up = GaugeMetricFamily(
            "referee_camera_up", "1 while the camera gives pictures", labels=["camera"]
        )
        for camera in self._cameras.health():
            fps.add_metric([camera.name], camera.fps)
            age.add_metric([camera.name], camera.age_ms / 1000)
            for cause, count in camera.drops.items():
                lost.add_metric([camera.name, cause], count)
            up.add_metric([camera.name], float(camera.status is not CameraStatus.LOST))
        return iter((fps, age, lost, up))
