"""A camera on the network, as a phone serves one: real HTTP, real FFmpeg."""

import threading
from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from referee.frames.address import SourceAddress
from referee.frames.camera import Camera
from referee.frames.capture import Capture, Patience
from referee.frames.frame import FrameError
from referee.frames.opencv_camera import OpenCvCamera
from referee.frames.opening import ANY_SETTINGS, open_device
from tests.frames.fakes import Time, eventually

_, _JPEG = cv2.imencode(".jpg", np.full((240, 320, 3), 120, np.uint8))
FRAMES_A_CONNECTION = 40


class Phone(BaseHTTPRequestHandler):
    """Serves a short MJPEG film to whoever knows the password, then hangs up."""

    def do_GET(self) -> None:
        if self.headers.get("Authorization") != "Basic " + b64encode(b"me:hush").decode():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        data = _JPEG.tobytes()
        for _ in range(FRAMES_A_CONNECTION):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def host() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Phone) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_phone_on_the_network_is_a_camera(host: str) -> None:
    address = SourceAddress.parse(f"http://me:hush@{host}/video")
    device = open_device(address, "phone", clock=Time().clock)
    frame = device.read()
    device.close()
    assert frame is not None and frame.image.shape == (240, 320, 3)
    assert (device.settings.width, device.settings.height) == (320, 240)


def test_a_camera_that_hangs_up_is_called_again(host: str) -> None:
    address, time = SourceAddress.parse(f"http://me:hush@{host}/video"), Time()
    patience = Patience(warm_up_s=0.0, first_retry_s=0.0, failures=1)

    def new_capture() -> Capture:
        return Capture(
            lambda: OpenCvCamera(address, ANY_SETTINGS, time.clock, "phone"), time.clock, patience
        )

    camera = Camera("phone", new_capture, time.clock, live=True, patience=patience)
    camera.start()
    eventually(lambda: camera.health().reconnects >= 1)
    camera.stop()


def test_a_wrong_password_is_an_error_that_does_not_show_it(
    host: str, capfd: pytest.CaptureFixture[str]
) -> None:
    address = SourceAddress.parse(f"http://me:hushhush@{host}/video")
    with pytest.raises(FrameError, match="does not open; check address, user and") as caught:
        open_device(address, "phone", clock=Time().clock)
    assert "hush" not in str(caught.value)
    assert "hush" not in "".join(capfd.readouterr())
