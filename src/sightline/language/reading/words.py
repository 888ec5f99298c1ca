"""The words that a reader knows beside those for things: verbs, politeness, numbers, other languages."""

from __future__ import annotations

CONTRACTIONS = {
    "don't": "do not", "dont": "do not", "doesn't": "does not", "didn't": "did not", "can't": "cannot", "won't": "will not",
    "shouldn't": "should not", "mustn't": "must not", "isn't": "is not", "aren't": "are not", "what's": "what is",
    "whats": "what is", "where's": "where is", "wheres": "where is", "who's": "who is", "how's": "how is",
    "that's": "that is", "there's": "there is", "it's": "it is", "let's": "let us", "i'd": "i would", "i'm": "i am",
    "i'll": "i will", "i've": "i have", "you're": "you are", "you've": "you have", "you'd": "you would",
    "wouldn't": "would not", "couldn't": "could not", "gotta": "have to", "wanna": "want to", "gonna": "going to",
    "pls": "please", "plz": "please", "plse": "please", "u": "you", "ur": "your", "r": "are", "n": "and", "&": "and", "teh": "the", "hte": "the", "adn": "and", "ot": "to", "og": "go", "fo": "of", "taht": "that",
    "wiht": "with", "thier": "their", "opne": "open", "colse": "close", "tkae": "take", "wlak": "walk", "trun": "turn", "putt": "put",
}  # fmt: skip

# Before a command; each is removed as often as it matches. The command that follows is in its base form, or ends in -ing.
OPENINGS = (
    r"(?:would|do) you mind(?: if you)? ",
    r"(?:please|kindly|hey|hi|hello|okay|ok|alright|right|so|well|now|um+|uh+|er+|oh|ah|yes|yeah|yep|sure|great|good|thanks|"
    r"thank you|sorry|excuse me|look|listen|quick|quickly|good (?:morning|evening|afternoon|day)|dear|mate|pal|buddy|dude|bro|"
    r"robot|agent|my friend|friend|sir|first of all|first|firstly|next|finally|lastly|also|and|but|then|just|simply|maybe|"
    r"perhaps|actually|basically|btw|by the way|come on|go ahead and)\b[ ,!.:]*",
    r"(?:can|could|would|will|may|might|should|do|are|is|were) (?:you|i|we|it)(?: (?:please|kindly|possibly|perhaps|maybe|"
    r"just|now|then|quickly|all|be able to|ask you to|trouble you to|bother you to|have you|be so (?:kind|good|nice) (?:as|and)"
    r"(?: to)?|be an angel and|do me (?:a|the) favou?r(?: and|:|,)?|be possible(?: for you)? to|possible(?: for you)? to|"
    r"able to|want to|like to|care to|go ahead and|try to|mind if you|like you to|want you to|love it if you could))* "
    r"(?!see\b|hear\b|know\b|tell\b|there\b|holding\b|carrying\b|sure\b|doing\b|done\b|at\b|in\b|near\b|find out\b)",
    r"(?:i (?:would|want|need|wish|request|ask|command|order|beg|urge|expect|instruct|tell|love|really want|really need)"
    r"(?: really| very much| so much| all)?(?: (?:like|love|want|need|prefer|appreciate it))?(?: (?:you|for you))? (?:to|if you "
    r"(?:could|would)))(?: please| just| now| kindly)? ",
    r"(?:you (?:should|must|have to|need to|ought to|are to|may|can|could|shall|might|will|want to|are going to)|your (?:task|"
    r"job|mission|goal) is to|it would be (?:nice|great|lovely|good|wonderful|helpful|kind)(?: of you)? (?:if you (?:could|would)"
    r"|to)|if you (?:could|would|please|do not mind)(?: please| just)?|be so (?:kind|good|nice) (?:as to|and)|be (?:a dear|a darling"
    r"|an angel|kind) and|do me (?:a|the) favou?r(?: and|:|,)?|how about you|why do not you|what if you|let us|i need|"
    r"make sure (?:to|that you|you)|try to|remember to|do not forget to|feel free to|time to|go ahead and|i think you should|"
    r"may i ask you to|might i trouble you to|if it is not too much trouble|if you have (?:a moment|time)|when you have "
    r"(?:a moment|time)|do)[ ,:]+",
)  # fmt: skip
# After a command.
CLOSINGS = (
    r"[ ,]*\b(?:please|too|as well|also|thanks|thank you|thank you very much|thanks a lot|many thanks|for me|will you|would you|could you|okay|"
    r"ok|right|now|quickly|immediately|at once|asap|as soon as possible|if you (?:can|could|please|do not mind|would)|"
    r"if possible|robot|mate|pal|buddy|dude|bro|sir|cheers|thx|ty|lol|haha|go go go|i (?:would|will) (?:really |very much )?"
    r"(?:like|love|appreciate)[^,.;]*|so (?:that )?(?:i|we) (?:can|could|may)[^.;]*|because[^.;]*|since (?:i|we|it)[^.;]*|"
    r"i (?:am|feel) (?:thirsty|hungry|tired|cold|hot|bored|in a hurry|curious)[^.;]*|it is (?:cold|hot|dark|late|too)[^.;]*)$",
)  # fmt: skip

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
    "put": ("put", "place", "set", "lay", "drop", "stow", "store", "deposit", "set down", "put down", "lay down", "stick", "stash"),
    "bring": ("bring", "carry", "move", "deliver", "transport", "transfer"),
}  # fmt: skip
PAIRED = {"turn": ("on", "off"), "switch": ("on", "off"), "put": ("on", "out"), "power": ("on", "off", "up"), "shut": ("off", "down"),
          "flick": ("on", "off"), "pick": ("up",), "lift": ("up",), "take": ("out",), "get": ("out",)}  # fmt: skip
# What hands and legs cannot do: said, not tried.
UNABLE = frozenset(
    [
        "sing",
        "dance",
        "jump",
        "fly",
        "paint",
        "draw",
        "sit",
        "lie",
        "sleep",
        "nap",
        "wash",
        "clean",
        "scrub",
        "rinse",
        "cook",
        "fry",
        "bake",
        "boil",
        "eat",
        "drink",
        "feed",
        "call",
        "buy",
        "order",
        "sell",
        "pay",
        "play",
        "read",
        "write",
        "type",
        "email",
        "tell",
        "joke",
        "break",
        "smash",
        "destroy",
        "kill",
        "burn",
        "cut",
        "chop",
        "slice",
        "kick",
        "throw",
        "toss",
        "hug",
        "kiss",
        "pet",
        "stroke",
        "swim",
        "dive",
        "fix",
        "repair",
        "fold",
        "vacuum",
        "hoover",
        "sweep",
        "mop",
        "pour",
        "fill",
        "mix",
        "stir",
        "smell",
        "taste",
        "listen",
        "shout",
        "scream",
        "yell",
        "speak",
        "talk",
        "whisper",
        "laugh",
        "cry",
        "smile",
        "wave",
        "clap",
        "bow",
        "measure",
        "weigh",
        "photograph",
        "build",
        "dig",
        "harvest",
        "knit",
        "sew",
        "google",
        "download",
        "charge",
        "shave",
        "undress",
        "marry",
        "punch",
        "hit",
        "attack",
        "shoot",
        "steal",
        "dream",
        "vote",
        "meditate",
        "knock",
        "juggle",
        "whistle",
        "hum",
        "recite",
        "translate",
        "calculate",
        "solve",
        "schedule",
        "remind",
        "peel",
        "send",
        "post",
        "mail",
        "invite",
        "prepare",
        "squeeze",
        "lick",
        "bite",
        "swallow",
        "chew",
        "teleport",
        "explode",
        "levitate",
        "vanish",
        "climb",
    ]
)
UNABLE_NOUNS = frozenset(
    [
        "drive",
        "ride",
        "sail",
        "make",
        "water",
        "phone",
        "book",
        "plant",
        "iron",
        "brush",
        "comb",
        "print",
        "dust",
        "text",
        "ring",
        "dress",
        "wake",
        "explain",
        "rap",
        "milk",
    ]
)  # as verbs before an article or a pronoun only
# Common words of English that are neither verbs of an agent nor names of things: with them a text is not gibberish.
COMMON = frozenset(
    ["a", "about", "above", "across", "after", "again", "against", "ahead", "all", "along", "already", "also", "always", "am", "an", "and", "another", "any", "anything", "are", "around", "as", "aside", "ask", "at", "away", "back", "be", "because", "been", "before", "behind", "being", "below", "beneath", "beside", "besides", "best", "between", "beyond", "big", "bit", "both", "bottom", "but", "by", "can", "cannot", "careful", "carefully", "center", "centre", "clockwise", "close", "closer", "closest", "come", "could", "couple", "course", "degrees", "did", "direction", "directly", "distance", "do", "does", "done", "down", "each", "edge", "either", "else", "end", "enough", "even", "every", "everything", "exactly", "except", "face", "facing", "far", "farther", "farthest", "few", "field", "finally", "find", "first", "floor", "for", "forward", "found", "four", "from", "front", "full", "further", "furthest", "get", "give", "going", "good", "got", "ground", "had", "half", "hand", "hands", "has", "have", "having", "head", "here", "high", "him", "his", "hold", "home", "house", "how", "i", "if", "in", "inside", "instead", "into", "is", "it", "its", "just", "keep", "keeping", "kind", "know", "large", "larger", "largest", "last", "later", "least", "leave", "left", "less", "let", "like", "little", "long", "look", "looking", "make", "many", "may", "me", "means", "meters", "metres", "middle", "might", "mind", "mine", "more", "most", "move", "much", "must", "my", "near", "nearby", "nearer", "nearest", "need", "never", "next", "nice", "no", "nor", "not", "nothing", "now", "of", "off", "often", "on", "once", "one", "only", "onto", "open", "opposite", "or", "other", "our", "out", "outside", "over", "own", "past", "people", "place", "places", "please", "point", "position", "possible", "pull", "push", "put", "quarter", "quick", "quickly", "quite", "rather", "reach", "ready", "really", "right", "room", "round", "same", "say", "see", "seen", "several", "shall", "she", "short", "should", "show", "side", "sides", "sit", "slightly", "slowly", "small", "smaller", "smallest", "so", "some", "somebody", "someone", "something", "somewhere", "soon", "start", "started", "stay", "still", "stop", "straight", "such", "sure", "take", "tall", "taller", "tallest", "tell", "than", "thank", "thanks", "that", "the", "their", "them", "then", "there", "these", "they", "thing", "things", "think", "this", "those", "three", "through", "time", "times", "tiny", "to", "together", "too", "top", "toward", "towards", "turn", "twice", "two", "under", "until", "up", "upon", "us", "use", "very", "view", "wait", "walk", "wall", "want", "was", "way", "we", "were", "what", "when", "where", "which", "while", "who", "whole", "whose", "why", "will", "with", "within", "without", "would", "yes", "yet", "you", "your", "yourself", "object", "objects", "landmark", "landmarks", "item", "items", "everything", "lights", "stuff", "toward", "anticlockwise", "counterclockwise", "circle", "loop", "lap", "fence", "fences", "pond", "lake", "water", "grass", "field", "corner", "gap", "step", "steps", "pace", "paces", "meter", "metre", "unit", "units", "feet", "foot", "yards", "left-hand", "right-hand", "started", "began", "beginning", "other", "others", "ones", "it's", "kitchen", "holding", "carrying", "held", "second", "third"]
) | set(NUMBERS) | set(COMPASS) | set(UNITS) | set(TIMES)  # fmt: skip
KNOWN_VERBS = frozenset(
    word for verb in (*MOVING, *(form for forms in HANDLING.values() for form in forms)) for word in verb.split()
)

# A few frequent words of languages that it does not read.
FOREIGN = {
    "German": "der die das und ist ich nicht ein eine zum zur gehe geh bitte öffne mach den dem auf mit nach links rechts baum haus "
              "nimm bringe schließe wo was kühlschrank",
    "French": "le la les un une est et je vous va allez aller vers ouvre ouvrez s'il plaît arbre maison porte gauche droite avec "
              "prends où dans sur au aux du des ferme",
    "Spanish": "el la los las un una es y por favor ve vaya abre hacia árbol casa puerta izquierda derecha con toma dónde en del al "
               "está cierra",
    "Italian": "il lo gli una è e vai per favore apri verso albero casa porta sinistra destra con prendi dove nel della alla chiudi",
    "Dutch": "de het een en is ga naar alstublieft open boom huis deur links rechts met pak waar niet sluit",
    "Portuguese": "o os um uma é e vá por favor abra para árvore casa porta esquerda direita com pegue onde feche",
    "Polish": "idź do i jest nie otwórz proszę drzewo dom drzwi lewo prawo weź gdzie", "Swedish": "gå till och är en ett öppna trädet "
              "huset vänster höger ta var inte",
}  # fmt: skip
