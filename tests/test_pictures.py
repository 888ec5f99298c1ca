"""Pictures that people bring: every format as upright RGB, and one sentence for what is no picture."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sightline import pictures
from sightline.errors import FileError, FileFormatError
from sightline.pictures import FORMATS, decode_picture, read_picture, scaled


def encoded(picture: Image.Image, format: str = "PNG", **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, format=format, **options)
    return file.getvalue()


def header_of(width: int, height: int) -> bytes:
    """A PNG file that claims a size and has no pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("size", [(1, 1), (7, 3)])
def test_every_format_and_a_single_pixel_are_read(format: str, size: tuple[int, int]) -> None:
    picture = decode_picture(encoded(Image.new("RGB", size, "#808080"), format))
    assert (picture.mode, picture.size) == ("RGB", size)
    assert np.abs(np.asarray(picture, int) - 128).max() < 4


def test_transparent_pixels_show_white() -> None:
    seen = np.asarray(decode_picture(encoded(Image.fromarray(np.array([[[0, 0, 0, 0], [255, 0, 0, 255]]], np.uint8)))))
    assert seen.tolist() == [[[255, 255, 255], [255, 0, 0]]]
    palette = Image.new("P", (1, 1))
    assert decode_picture(encoded(palette, "PNG", transparency=0)).getpixel((0, 0)) == (255, 255, 255)


def test_sixteen_bits_become_eight() -> None:
    seen = decode_picture(encoded(Image.fromarray(np.array([[0, 0x80FF, 0xFFFF]], np.uint16))))
    assert np.asarray(seen)[0, :, 0].tolist() == [0, 128, 255]


def test_a_photograph_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side
    picture = Image.new("RGB", (32, 16), "white")
    picture.paste("black", (0, 0, 16, 16))
    upright = decode_picture(encoded(picture, "JPEG", exif=exif, quality=95))
    assert upright.size == (16, 32) and np.asarray(upright)[:12].max() < 60 and np.asarray(upright)[20:].min() > 200


@pytest.mark.parametrize("size", [(60_000, 60_000), (2**31 - 1, 2**31 - 1), (10_000, 5_001)])
def test_a_small_file_cannot_fill_the_memory(size: tuple[int, int]) -> None:
    with pytest.raises(FileFormatError, match="million pixels"):
        decode_picture(header_of(*size))


@pytest.mark.parametrize(
    "content",
    [b"", b"GIF89a", b"not a picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"%PDF-1.4", header_of(4, 4),
     b"\0" * 99, encoded(Image.new("RGB", (64, 64)), "JPEG")[:-200], encoded(Image.effect_noise((64, 64), 90))[:-900],
     encoded(Image.new("RGB", (4, 4)), "TIFF")],
)  # fmt: skip
def test_what_is_no_picture_is_refused_in_one_sentence(content: bytes) -> None:
    with pytest.raises(FileFormatError, match="it ") as error:
        decode_picture(content, "it")
    assert "\n" not in str(error.value)


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("RGB", (5, 4)).save(tmp_path / "a.png")
    assert read_picture(tmp_path / "a.png").size == (5, 4)
    for missing in ("b.png", "a\0.png", "."):
        with pytest.raises(FileError):
            read_picture(tmp_path / missing)
    monkeypatch.setattr(pictures, "LARGEST_PICTURE", 20)
    with pytest.raises(FileFormatError, match="larger"):
        read_picture(tmp_path / "a.png")


def test_scaling_takes_means() -> None:
    stripes = Image.fromarray(np.tile(np.array([0, 255], np.uint8), (8, 32))).convert("RGB")
    assert np.abs(scaled(stripes, 8, 4)[:, 1:-1].astype(int) - 127).max() <= 3
