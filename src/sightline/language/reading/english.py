"""English: whether a text is in this language at all, and the ordinary words that are neither commands nor things."""

from __future__ import annotations

import re
import unicodedata

from sightline.language.lexicon import Lexicon
from sightline.language.reading.words import COMPASS, KNOWN_VERBS, NUMBERS, TIMES, UNABLE, UNITS, listed
from sightline.language.tokenizer import tokenize

LATIN_SHARE = 0.7  # of letters; with fewer the text is in another script
KNOWN_SHARE = 0.5  # of words; with fewer the text is gibberish
FOREIGN_WORDS = 2  # of one language, and more than there are English ones
MARKUP = re.compile(
    r"</?[a-z!][^>]*>|```|https?://|\{\{|\$\(|<\?|\{\s*\"|;\s*drop\s+table|\brm -rf?\b|\bsudo\b|\bselect\b.+\bfrom\b.+"
    r"|\b\w+\(\w*\)", re.IGNORECASE,
)  # fmt: skip
# Words that say nothing of a place or a thing by themselves: with no others a text asks for nothing.
CONTENT = listed(
    "left right back forward ahead further more again thing one other same yes no what where why how who help see hello thanks lake pond "
    "fence water grass field corner middle center centre edge wall floor room door window drawer light lights tap lid around"
)  # fmt: skip
EMPTY = listed("the a an of with in on and or to that for by from at")
# Common words that are neither verbs of an agent nor names of things: with them a text is not gibberish.
COMMON = listed(
    "able about above across advance after afternoon afterwards again against agent ahead all along already alright "
    "also although always am and another anticlockwise any anybody anyone anything appreciate are around as asap aside "
    "ask at away awesome back be because been before began beginning behind being below beneath beside besides best "
    "between beyond big bit both bother bottom buddy but by bye can cannot careful carefully carrying center centre "
    "chance circle clockwise close closer closest come cool corner could counterclockwise course dark day dear degrees "
    "did different direction directly distance do does done down each early edge either else end enough even evening "
    "every everybody everyone everything exactly except excuse face facing far farther farthest fast faster favor "
    "favour fence fences field finally find fine first firstly floor for forward found friend from front full further "
    "furthest gap gently get getting give glad going good goodbye got grass grateful great ground guess had hand hands "
    "happy has have having head hear held hello here hey hi high him his hold holding home hope hour hours house how "
    "however i if immediately in inside instead into is it it's item items its just keep keeping kind kindly kitchen "
    "know lake landmark landmarks lap large larger largest last lastly late later least leave left left-hand less let "
    "lights like liked likes little long look looking loop lot lots love loved lovely madam make many mate may maybe me "
    "means middle might mind mine minute minutes moment more morning most move much must my near nearby nearer nearest "
    "need neither never next nice night no nobody none nope nor north not nothing now object objects of off often ok "
    "okay on ones only onto open opposite or other others our out outside over own pace paces pal pardon past people "
    "perhaps place places please point pond position possible pull push put quarter quick quickly quietly quite rather "
    "reach ready real really regards right right-hand robot room round same say second seconds see seen shall she short "
    "should show side sides simply since sincerely sir sit slightly slowly small smaller smallest so somebody someone "
    "something somewhere soon sorry south start started stay step steps still stop straight stuff such sure take tall "
    "taller tallest tell than thank thankful thanks that the their them then there these they thing things think third "
    "this those though thought through time times tiny to today together tomorrow too top toward towards trouble turn "
    "under unless until up upon us use very view wait walk wall want wanted wants was water way we well were what when "
    "where whether which while who whole whose why will with within without wonder wonderful wondering would yeah yep "
    "yes yet you your yours yourself "
) | set(NUMBERS) | set(COMPASS) | set(UNITS) | set(TIMES)  # fmt: skip
# Ordinary things that no world here has: they are not misspellings of what it has.
ABSENT = listed(
    "airport alien ambulance angel ant anything avocado axe balcony barbecue basement bat beach bear bee beer bicycle "
    "bike bird blanket breakfast bridge broom bulldozer butterfly cake camel campfire candlestick canoe carousel cash "
    "castle cat cathedral cave ceiling cellar chandelier chicken chimney church cinema circus cooking cow crane "
    "crocodile crown deer desert diamond dinner dinosaur doctor dog dolphin donkey door dragon driveway duck eagle "
    "elephant elevator escalator eye factory farm ferry fire fireplace fish flag flagpole food fork forklift fox "
    "freeway frog garage garden gate ghost giraffe goat gold goose grandma grandpa guitar hammock hamster helicopter "
    "hen highway hill hippo hole horse hospital hotel igloo island jacuzzi jeep jewel jewels joke kangaroo kid kite "
    "kitten knight lawnmower lemonade library lift lobster lunch mailbox man map market mayor melon mermaid money "
    "monster monument moon moose mosque motorbike motorcycle mountain mouse museum music neighbor neighbour ocean "
    "office owl panda park parrot path penguin pharmacy pig pigeon pirate police pond pool porch priest princess "
    "prison puppy pyramid queen rabbit raccoon railway rainbow raining restaurant rhino river road rocket roof "
    "roundabout safe sailor sauna scarecrow school scooter shark sheep shop shopping skyscraper slide snake snowman "
    "song spaceship spider squirrel stable stadium staircase stairs star station story street submarine sun "
    "supermarket swan swimming swing taxi teacher temple tent terrace theater theatre tiger touch touching tractor "
    "train tram trampoline treadmill tunnel turtle ufo unicorn university valley van village volcano volume wagon "
    "waiter waterfall weather whale wheelbarrow witch wolf woman yacht zebra zeppelin zoo "
)  # fmt: skip
# A few frequent words of languages that it does not read.
FOREIGN = {
    "German": "der die das und ist ich nicht ein eine zum zur gehe geh bitte öffne mach den dem auf mit nach links rechts baum haus "
              "nimm bringe schließe wo was kühlschrank licht das an aus lampe tür hol zu dich turm stopp geradeaus",
    "French": "le la les un une est et je vous va allez aller vers ouvre ouvrez s'il plaît arbre maison porte gauche droite avec "
              "prends où dans sur au aux du des ferme allume éteins lumière frigo bonjour merci tour à",
    "Spanish": "el la los las un una es y por favor ve vaya abre hacia árbol casa puerta izquierda derecha con toma dónde en del al "
               "está cierra enciende apaga luz nevera hola gracias torre lleva",
    "Italian": "il lo gli una è e vai per favore apri verso albero casa porta sinistra destra con prendi dove nel della alla chiudi "
               "accendi spegni luce frigorifero ciao grazie torre al",
    "Dutch": "de het een en is ga naar alstublieft open boom huis deur links rechts met pak waar niet sluit",
    "Portuguese": "o os um uma é e vá por favor abra para árvore casa porta esquerda direita com pegue onde feche",
    "Polish": "idź do i jest nie otwórz proszę drzewo dom drzwi lewo prawo weź gdzie", "Swedish": "gå till och är en ett öppna trädet "
              "huset vänster höger ta var inte",
}  # fmt: skip


def foreign_language(text: str) -> str:
    """The language of a text that is not English, "another script" or "another language"; empty for English."""
    letters = [char for char in text if char.isalpha()]
    latin = sum("LATIN" in unicodedata.name(char, "") for char in letters)
    if letters and latin < LATIN_SHARE * len(letters):
        return "another script"
    words = [word for word in tokenize(text) if word[0].isalpha()]
    english = sum(word in COMMON or word in KNOWN_VERBS for word in words)
    counts = {name: sum(word in listed.split() for word in words) for name, listed in FOREIGN.items()}
    language = max(counts, key=lambda name: counts[name])
    if counts[language] >= FOREIGN_WORDS and counts[language] > english:
        return language
    accented = any(not word.isascii() for word in words)
    return "another language" if accented and 2 * english <= len(words) else ""


def is_gibberish(text: str, lexicon: Lexicon) -> bool:
    """Whether a text has hardly any word of English that an agent may meet, or none that says anything."""
    words = [word for word in tokenize(text) if word[0].isalpha()]
    known = lexicon.known | COMMON | KNOWN_VERBS | UNABLE
    count = sum(is_known(word, known) for word in words)
    content = frozenset(lexicon.words) - EMPTY | KNOWN_VERBS | UNABLE | set(COMPASS) | CONTENT
    return count < KNOWN_SHARE * len(words) or not any(is_known(word, content) for word in words)


def is_known(word: str, known: frozenset[str]) -> bool:
    """Whether a word, or the word that it is a form of, is among known ones."""
    return word in known or word.rstrip("s") in known or _is_inflected(word, known)


def _is_inflected(word: str, known: frozenset[str]) -> bool:
    stems = [word.removesuffix(ending) for ending in ("ing", "ed", "es", "er", "est", "ly") if word.endswith(ending)]
    stems = [stem for stem in stems if len(stem) > 3 or not word.endswith(("er", "est", "ly"))]
    return any(stem in known or f"{stem}e" in known or (len(stem) > 2 and stem[:-1] in known) for stem in stems)
