"""Options beside the defaults of configs."""

from dataclasses import dataclass, fields

from sightline.options import Option, option, options_of


@dataclass
class Base:
    rate: float = option(0.5, "Rate.", min=0, max=1)
    hidden: int = 3
    exact: bool = option(False, "Exactly.", flags="--exact/--sampled")


@dataclass
class Better(Base):
    rate: float = 0.7


def test_a_field_has_its_default_and_its_option() -> None:
    assert Base() == Base(0.5, 3, False) and Base.rate == 0.5
    assert options_of(Base) == {"rate": Option("Rate.", 0, 1), "exact": Option("Exactly.", flags="--exact/--sampled")}


def test_another_default_keeps_the_option() -> None:
    assert Better().rate == 0.7 and fields(Better)[0].default == 0.7
    assert options_of(Better) == options_of(Base)
