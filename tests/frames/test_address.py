"""How sources are named, and that no password is ever shown."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.frames.address import AddressError, SourceAddress, SourceKind, without_credentials


@pytest.mark.parametrize(
    "text, kind, live",
    [
        ("0", SourceKind.DEVICE, True),
        ("/dev/video2", SourceKind.DEVICE, True),
        ("/dev/v4l/by-id/usb-Cam_123-video-index0", SourceKind.DEVICE, True),
        ("rtsp://camera.local/main", SourceKind.STREAM, True),
        ("RTSPS://camera.local/main", SourceKind.STREAM, True),
        ("http://192.168.1.20:8080/video", SourceKind.STREAM, True),
        ("test:pattern", SourceKind.PATTERN, True),
        ("gst:v4l2src ! videoconvert ! appsink", SourceKind.GSTREAMER, True),
    ],
)
def test_live_sources_are_told_by_how_they_are_written(
    text: str, kind: SourceKind, live: bool
) -> None:
    address = SourceAddress.parse(f" {text} ")
    assert (address.kind, address.live, str(address)) == (kind, live, text)


def test_files_are_told_by_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "deal.mp4").touch()
    (tmp_path / "table.jpg").touch()
    kinds = {
        name: SourceAddress.parse(str(tmp_path / name)).kind for name in ("deal.mp4", "table.jpg")
    }
    assert kinds == {"deal.mp4": SourceKind.RECORDING, "table.jpg": SourceKind.PICTURES}
    folder = SourceAddress.parse(str(tmp_path))
    assert (folder.kind, folder.live) == (SourceKind.PICTURES, False)


@pytest.mark.parametrize(
    "text", ["", "camera", "-1", "test:patern", "ftp://host/x", "notes.txt", "rtsp:/host", "1.5"]
)
def test_anything_else_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(AddressError, match=r"names no camera; write a number \(0\), a device"):
        SourceAddress.parse(text)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(AddressError, match=r"^nowhere\.mp4: No such file"):
        SourceAddress.parse("nowhere.mp4")


def test_a_pipeline_without_an_end_is_refused() -> None:
    with pytest.raises(AddressError, match=r"^'gst:.*must end in appsink$") as caught:
        SourceAddress.parse("gst:rtspsrc location=rtsp://me:hush@cam user-pw=hush ! fakesink")
    assert "hush" not in str(caught.value)


SECRETS = [
    "rtsp://user:hush@camera.local/main",
    "rtsp://us%40er:hu/sh@camera.local:554/main",
    "rtsp://hush@camera.local/main",
    "rtsp://user:p@hush@camera.local/main",
    "http://camera/video?user=admin&pwd=hush",
    "http://camera/video?password=hush#x",
    "http://camera/video?u=admin&p=hush",
    "http://camera/video?hush",
    "https://camera/stream.m3u8?access_token=hush",
    "rtsp://camera:554/user=admin_password=hush_channel=1_stream=0.sdp",
    'gst:rtspsrc location=rtsp://camera/a user-id=admin user-pw="hush hush" ! appsink',
    "gst:rtspsrc location=rtsp://user:hush@camera/a ! appsink",
]


@pytest.mark.parametrize("text", SECRETS)
def test_no_secret_is_shown(text: str) -> None:
    address = SourceAddress.parse(text)
    for shown in (str(address), repr(address), without_credentials(f"cannot open '{text}' now")):
        assert "hush" not in shown
        assert "***" in shown
        assert "camera" in shown


@given(user=st.text("abc:@/?=&%.-", min_size=1), password=st.text("xyz:@/?=&%.-", min_size=1))
def test_whatever_a_password_holds_nothing_before_the_host_is_shown(
    user: str, password: str
) -> None:
    shown = without_credentials(f"rtsp://{user}:{password}@host/a b")
    assert shown == ("rtsp://*** b" if "?" in user + password else "rtsp://***@host/a b")


@given(query=st.text("xyz:@/?=&%.-#", min_size=1))
def test_whatever_a_query_holds_none_of_it_is_shown(query: str) -> None:
    shown = without_credentials(f"http://host/a?{query} b")
    assert shown == ("http://*** b" if "@" in query else "http://host/a?*** b")


def test_an_address_without_secrets_is_shown_as_it_is() -> None:
    text = "rtsp://camera.local:554/main"
    assert without_credentials(text) == text
