"""Request bodies: validated models, texts that can be stored, and validation errors as one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from sightline.errors import InputError
from sightline.fields import Json as Json
from sightline.fields import is_unicode

TEXT_LIMIT = 5000  # characters of what a participant or an owner writes


class Body(BaseModel):
    """A request body; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


B = TypeVar("B", bound=Body)


def read_body(model: type[B], value: object) -> B:
    """Validate a body that did not come as JSON over HTTP; InputError explains what is invalid."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise InputError(validation_words(error.errors(include_url=False))) from None


def validation_words(errors: Sequence[Mapping[str, object]]) -> str:
    """The first validation error of pydantic's list, as a sentence."""
    location, where = errors[0]["loc"], list[str]()
    for part in location if isinstance(location, tuple) else ():
        if isinstance(part, int) and where:
            where[-1] = f"{where[-1].removesuffix('s')} {part}"  # an entry of a list: ("episodes", 0) becomes "episode 0"
        elif part not in ("body", "query", "path"):
            where.append(str(part))
    what = str(errors[0]["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{', '.join(where)}: {what[:1].lower()}{what[1:]}." if where else f"{what[:1].upper()}{what[1:]}."


def _storable(text: str) -> str:
    if not is_unicode(text) or "\0" in text:
        raise InputError("It has characters that cannot be stored.")
    return text


Storable = Annotated[str, AfterValidator(_storable)]  # text that every database and file can hold
WrittenText = Annotated[
    Storable, Field(max_length=TEXT_LIMIT), AfterValidator(lambda text: text.replace("\r\n", "\n").strip())
]
