"""The mat that is printed is the mat that is looked for."""

import re

from calibration.__main__ import FILE, main, pages
from calibration.pdf import pdf


def test_the_committed_file_is_what_the_code_draws() -> None:
    assert FILE.read_bytes() == pdf(pages())


def test_the_file_is_a_pdf_whose_parts_lie_where_it_says() -> None:
    data = pdf(pages())
    (start,) = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", data)
    assert data[int(start) :].startswith(b"xref\n")
    places = [int(p) for p in re.findall(rb"^(\d{10}) 00000 n $", data, re.MULTILINE)]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj\n" % number)
    for length, body in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.DOTALL):
        assert len(body) == int(length)


def test_the_command_writes_the_file(monkeypatch, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("calibration.__main__.FILE", tmp_path / "mat.pdf")
    main()
    assert (tmp_path / "mat.pdf").read_bytes() == FILE.read_bytes()
    assert "100 %" in capsys.readouterr().out
