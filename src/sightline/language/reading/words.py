"""The words that a reader knows beside those for things: verbs, numbers, directions, units."""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """Words in a row as a set: long lists stay readable."""
    return frozenset(words.split())


NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "couple": 2, "few": 3, "some": 3, "several": 4, "dozen": 12, "half": 0.5,
}  # fmt: skip
TIMES = {"once": 1, "twice": 2, "thrice": 3}
ORDINALS = {
    "first": 0, "1st": 0, "a": 0, "1": 0, "one": 0, "former": 0, "second": 1, "2nd": 1, "b": 1, "2": 1, "two": 1, "latter": 1,
    "third": 2, "3rd": 2, "c": 2, "3": 2, "three": 2, "fourth": 3, "d": 3, "4": 3, "last": -1,
}  # fmt: skip
UNITS = {  # in metres, or units of a field
    "m": 1.0, "meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0, "unit": 1.0, "units": 1.0, "yard": 0.9, "yards": 0.9,
    "foot": 0.3, "feet": 0.3, "ft": 0.3, "cm": 0.01, "centimeters": 0.01, "centimetres": 0.01,
}  # fmt: skip
STEPS = frozenset(["step", "steps", "pace", "paces", "stride", "strides"])
COMPASS = {
    "north": 0.0, "n": 0.0, "northeast": 45.0, "north-east": 45.0, "ne": 45.0, "east": 90.0, "e": 90.0, "southeast": 135.0,
    "south-east": 135.0, "se": 135.0, "south": 180.0, "s": 180.0, "southwest": 225.0, "south-west": 225.0, "sw": 225.0,
    "west": 270.0, "w": 270.0, "northwest": 315.0, "north-west": 315.0, "nw": 315.0,
}  # fmt: skip
SIDES = {
    "forward": 0.0, "forwards": 0.0, "ahead": 0.0, "straight": 0.0, "straight ahead": 0.0, "straight on": 0.0,
    "right": 90.0, "back": 180.0, "backward": 180.0, "backwards": 180.0, "left": 270.0,
}  # fmt: skip

MOVING = (
    "go", "walk", "move", "head", "run", "travel", "proceed", "step", "come", "drive", "return", "navigate", "advance", "march",
    "stroll", "wander", "hurry", "make your way", "get", "approach", "reach", "visit", "find", "locate", "follow", "pass",
    "circle", "cross", "enter", "leave", "exit", "turn", "continue", "keep going", "carry on", "stand", "stop", "wait", "halt",
    "stay", "look for", "search for", "seek", "rotate", "face", "bring yourself", "take me", "climb", "wade", "skirt", "hop",
    "nip", "pop", "dash", "rush", "sprint", "crawl", "sneak", "trot", "back up", "loop", "orbit", "encircle",
)  # fmt: skip
# Verbs of hands, each with its plainest form; the thing comes after the first word, or between the two of a pair.
HANDLING = {
    "open": ("open", "open up", "pull open", "slide open", "swing open", "unlock", "uncover"),
    "close": ("close", "close up", "shut", "push shut", "slide shut", "slam", "slam shut", "pull shut"),
    "turn on": ("turn on", "switch on", "put on", "power on", "power up", "activate", "start", "light", "flick on", "start up"),
    "turn off": (
        "turn off", "switch off", "power off", "deactivate", "shut off", "shut down", "turn out", "put out", "kill", "flick off",
        "extinguish",
    ),
    "take": (
        "take", "grab", "get", "pick up", "fetch", "collect", "lift", "lift up", "pick", "take out", "get out", "remove",
        "retrieve", "take hold of", "get hold of", "pull out", "pick out",
    ),
    "put": ("put", "place", "set", "lay", "drop", "stow", "store", "deposit", "set down", "put down", "lay down", "stick", "stash", "hang", "hang up", "return",
            "put away", "rest", "leave"),
    "bring": ("bring", "carry", "move", "deliver", "transport", "transfer"),
}  # fmt: skip
PAIRED = {"turn": ("on", "off"), "switch": ("on", "off"), "put": ("on", "out"), "power": ("on", "off", "up"), "shut": ("off", "down"),
          "flick": ("on", "off"), "pick": ("up",), "lift": ("up",), "take": ("out",), "get": ("out",)}  # fmt: skip
# What hands and legs cannot do: said, not tried.
UNABLE = listed(
    "apologize attack bake bend bet bite blink boil bow break build burn bury buy calculate call capture charge chase "
    "cheer chew chop clap clean climb cook cool crouch crush cry cut dance decorate destroy dig dine dive download draw "
    "dream drink dry eat email explode feed fight fill film fix flush fly fold freeze fry glue google greet grill guard "
    "harvest heat hide hit hoover hug hum imagine investigate invite joke juggle jump kick kill kiss kneel knit knock "
    "laugh learn levitate lick lie listen lock lunch mail marry measure meditate melt mend mix mop nap nod order pack "
    "paint pay peel pet photograph play plug polish post pour pray prepare protect punch read recite record relax "
    "remind repair rescue rest ring rinse rip roast rob rub salute scare schedule scratch scream scrub season sell send "
    "serve sew shake shave shine shoot shout sing sit sleep slice smash smell smile sneeze snore solve speak spill "
    "sprinkle squash squeeze stack steal stir stroke study swallow sweep swim talk taste teach tear teleport tell text "
    "thank throw tickle tidy tie toast toss translate type undress unpack unplug untie unwrap vacuum vanish vote wake "
    "warm wash wave wear weigh whisper whistle wipe wrap wrestle write yawn yell "
)  # fmt: skip
# As verbs before an article or a pronoun only: most of these are nouns too.
UNABLE_NOUNS = listed("drive ride sail make water phone book plant iron brush comb print dust explain rap milk dress")
KNOWN_VERBS = frozenset(
    word for verb in (*MOVING, *(form for forms in HANDLING.values() for form in forms)) for word in verb.split()
)
DETERMINERS = r"(?:the|a|an|my|your|our|his|her|their|that|this|these|those|some|any)"
