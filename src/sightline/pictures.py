"""Reading picture files that somebody brings: limits, orientation, transparency; each problem is one sentence.

Nothing in a file is believed before it is checked: the size in its header is compared with the limit before any pixel is
decoded, so a small file cannot fill the memory.
"""

from __future__ import annotations

import os
import warnings
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from sightline.checks import path_words
from sightline.errors import FileError, FileFormatError

Picture = Image.Image
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")  # of animations the first frame
LARGEST_PICTURE = 32 << 20  # bytes of a file
MOST_PIXELS = 50_000_000
BEHIND = (255, 255, 255)  # what shows through transparent pixels
DEEP = 256  # levels of a 16-bit picture for each level of 8 bits


def read_picture(path: str | os.PathLike[str]) -> Picture:
    """A picture file as RGB, upright."""
    name = path_words(path)
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_PICTURE + 1)
    except FileNotFoundError:
        raise FileError(f"{name}: there is no such file.") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    return decode_picture(content, f"{name}:")


def decode_picture(content: bytes, subject: str = "This file") -> Picture:
    """The bytes of a picture file as RGB, upright: a photograph is turned as its EXIF data say.

    `subject`: what sentences about the file begin with.
    """
    if len(content) > LARGEST_PICTURE:
        raise FileFormatError(f"{subject} is larger than {LARGEST_PICTURE >> 20} MiB.")
    if not content:
        raise FileFormatError(f"{subject} is empty.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about sizes, which are checked here, and about odd metadata
            with Image.open(BytesIO(content), formats=FORMATS) as picture:
                _check_size(picture.size, subject)
                picture.load()
                return _as_rgb(ImageOps.exif_transpose(picture))
    except FileFormatError:
        raise
    except Image.DecompressionBombError:
        raise FileFormatError(_too_many(subject)) from None
    except UnidentifiedImageError:
        raise FileFormatError(f"{subject} is not a picture in one of the formats {', '.join(FORMATS)}.") from None
    except MemoryError:
        raise FileFormatError(f"{subject} does not fit into memory.") from None
    except Exception as error:  # decoders raise anything for a broken file
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise FileFormatError(f"{subject} is a damaged picture ({reason}).") from None


def _check_size(size: tuple[int, int], subject: str) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise FileFormatError(_too_many(subject))
    if width < 1 or height < 1:
        raise FileFormatError(f"{subject} has no pixels.")


def _too_many(subject: str) -> str:
    return f"{subject} has more than {MOST_PIXELS // 1_000_000} million pixels; make it smaller."


def _as_rgb(picture: Any) -> Picture:
    """Any mode as RGB: transparent pixels show white, 16 bits become 8."""
    if picture.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(picture) // DEEP).astype(np.uint8)).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    front = picture.convert("RGBA")
    behind = Image.new("RGBA", front.size, (*BEHIND, 255))
    behind.alpha_composite(front)
    return behind.convert("RGB")


def scaled(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """A picture (height, width, 3) in another size; each new pixel is a mean of those that it covers."""
    return np.asarray(picture.resize((width, height), Image.Resampling.BICUBIC), dtype=np.uint8)
