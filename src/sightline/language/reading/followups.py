"""Follow-ups: short turns that only make sense after what was said before: "again", "the other one", "a bit further"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sightline.language.reading.motions import length_of
from sightline.language.reading.negation import NOTHING, is_staying
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import BEFORE, TAKEN_FROM, Move, PlanStep, Reading
from sightline.language.reading.pronouns import Said, head_of, with_article
from sightline.language.reading.steps import StepReader

UNDOING = {"open": "close", "close": "open", "turn on": "turn off", "turn off": "turn on"}
_AGAIN = re.compile(
    r"^(?:(?:please )?(?:do|try) (?:it|that|this|the same(?: thing)?)(?: one more time| once more| again| over)?|again|once more|one more(?: time| step)?|and another(?: one)?|"
    r"another time|repeat(?: that| it| this)?|same(?: thing)?(?: again)?|encore)$"
)
_UNDO = re.compile(r"^(?:please )?(?:undo(?: that| it| this)?|reverse (?:that|it)|take that back|revert(?: that| it)?)$")
_ALL_OF_THEM = re.compile(
    r"^(open|close|shut|turn on|turn off|switch on|switch off) (?:them|both|all|both of them|all of them|them all)(?: again)?$"
)
_NOT_THAT = re.compile(r"^(?:no[, ]+)?(?:not (?:that|this)(?: one)?)[, ]+(?:but )?((?:the|to|go|a) .+|\w+)$")
_OTHER_NOUN = re.compile(
    r"^(?:no[, ]+)?(?:not (?:that|this)(?: one)?[, ]+(?:but )?)?(?:(?:go|walk|head|move|run)(?: over)? to |take |open |close |visit |turn on |now |i (?:mean|meant) )*the other (?!one\b|side\b)(.+)$"
)
_OTHER = re.compile(
    r"^(?:no[, ]+)?(?:i (?:mean|meant|said) )?(?:not (?:that|this)(?: one)?|(?:the )?wrong one|that is (?:not (?:it|the one|right)|wrong|the wrong one)|(?:(?:go to|take|open|try|use|to|now|close|turn on) )*the other(?: one)?)"
    r"(?:[,. ]+(?:i (?:mean|meant) |go to |take |open |try )?the other(?: one)?)?(?: too| as well| instead)?$"
)
_MEANT = re.compile(r"^(?:no[, ]+)?i (?:mean|meant|said) (.+)$")
_SWITCHED = re.compile(r"^(?:(?:now|and|then|it|turn|switch|back) )*(on|off)(?: again)?(?: please)?$")
_SAME = re.compile(r"^(?:(?:and |now )?(?:do )?the same (?:thing )?|same )(?:in|with|for|to|at) (.+)$")
_CHATTING = re.compile(
    r"^(?:yes|yeah|yep|ok|okay|good|great|nice|thanks|thank you(?: very much| so much)?|cool|perfect|well done|no|nope|hello|hi|hey|good (?:morning|evening|day)|bye|"
    r"goodbye|sorry|good (?:job|robot|boy|girl)|i love you|how are you)$"
)
_LITTLE = r"(?:a (?:(?:little |tiny )?bit|little)|(?:a )?few (?:more )?steps|some(?: more)?|one step|slightly|somewhat)"
_WAYS = (
    r"(?:further|farther|more|closer|nearer|back|backwards?|forwards?|ahead|left|right|to the left|to the right|on|away|in)"
)
_FURTHER = re.compile(
    rf"^(?:(?:go|walk|move|come|step|keep going|carry on|continue|back up|get)(?: up)? )?(?:{_LITTLE})(?: more)?(?: (?P<a>{_WAYS}))*$"
    rf"|^(?:go|walk|move|come|step|back up|get) (?P<b>{_WAYS}) {_LITTLE}(?: more)?$|^back up(?: {_LITTLE})?$"
    r"|^(?:go|keep|carry|walk|move) (?:on|going|walking|further|farther|straight)(?: on)?$|^(?:go |get |come |move )?(?P<c>further|farther|closer|nearer)(?: please| to it)?$|^(?:continue|more|keep going|go on)$"
)
_TOO_FAR = re.compile(r"^(?:(?:that is|you went|you are|that was) )?too (far|close|near)(?:[, ]+.*)?$")
_PUT_BACK = re.compile(
    r"^(?:put|place|set|bring|take|return|lay) (?:it|that|them|the [\w ]+?) back(?: (?:where (?:it|you|they) .*|again|there|(?:in|to|on) its place))?$|^return (?:it|them)$"
)


@dataclass(frozen=True)
class FollowUps:
    """Reads follow-ups of one world."""

    clause: StepReader
    advice: str  # how to command the agent

    def read(self, text: str, said: Said) -> Reading | None:
        """What only makes sense after what was said before, or asks for nothing; None for anything else."""
        last = said.steps[-1] if said.steps else None
        if _AGAIN.match(text):
            return Reading(steps=said.steps) if said.steps else Reading(refusal="There is nothing to repeat yet.")
        if _UNDO.match(text):
            return self._undone(last)
        if (match := _ALL_OF_THEM.match(text)) and sum(step.verb in UNDOING for step in said.steps) > 1:
            return self._for_each(match[1], said)
        if match := _OTHER_NOUN.match(text):
            find = find_of(f"the {match[1]}", self.clause.lexicon)
            if find is not None and last is not None:
                verb = last.verb if last.verb and last.verb != "circle" else "go"
                words = f"{'go to' if verb == 'go' else verb} the {match[1]}"
                return Reading(steps=(PlanStep(words, verb, find, other=True),))
        if _OTHER.match(text):
            refusal = Reading(refusal="Which other one? Nothing was done yet.")
            return Reading(steps=(replace(last, other=True),)) if last else refusal
        if match := _NOT_THAT.match(text) or _MEANT.match(text):
            step = self.like_before(self.clause.step(re.sub(r"^to ", "go to ", match[1])), match[1], said)
            return Reading(steps=(step,)) if step is not None else None
        match = _SWITCHED.match(text)
        if match and last is not None and last.verb in ("turn on", "turn off") and last.find is not None:
            verb = f"turn {match[1]}"
            return Reading(steps=(replace(last, verb=verb, words=f"{verb} {with_article(head_of(last.find.words))}"),))
        if match := _SAME.match(text):
            return self._same(match[1], last, said)
        if is_staying(text):
            return Reading(refusal=NOTHING)
        return Reading(refusal=self.advice) if _CHATTING.match(text) else None

    def _for_each(self, verb: str, said: Said) -> Reading:
        """Another deed with each of the things of the last plan."""
        plain = {"shut": "close", "switch on": "turn on", "switch off": "turn off"}.get(verb, verb)
        steps = [step for step in said.steps if step.verb in UNDOING]
        return Reading(steps=tuple(replace(s, verb=plain, words=s.words.replace(s.verb, plain, 1)) for s in steps))

    def _undone(self, last: PlanStep | None) -> Reading:
        """The opposite of the last step."""
        if last is None:
            return Reading(refusal="There is nothing to undo yet.")
        if last.verb in UNDOING:
            verb = UNDOING[last.verb]
            return Reading(steps=(replace(last, verb=verb, words=last.words.replace(last.verb, verb, 1)),))
        if last.verb == "take":
            return Reading(steps=(PlanStep("put it back", "put", place=TAKEN_FROM),))
        if last.verb == "put":
            return Reading(
                steps=(replace(last, verb="take", words=f"take {last.find.words if last.find else 'it'}", to=None),)
            )
        return Reading(steps=(PlanStep("go back", "go", place=BEFORE),))

    def _same(self, words: str, last: PlanStep | None, said: Said) -> Reading | None:
        """The last plan with another thing, or in another room."""
        find = find_of(words, self.clause.lexicon)
        if last is None:
            return Reading(refusal="There is nothing to repeat yet.")
        if find is None:
            return None
        if find.kinds & self.clause.lexicon.rooms:
            return Reading(steps=(PlanStep(f"go to {words}", "go", find), *said.steps))
        if last.find is None:
            return None
        return Reading(steps=(replace(last, words=last.words.replace(last.find.words, words), find=find),))

    def continued(self, text: str, said: Said, before: Sequence[PlanStep]) -> PlanStep | None:
        """A clause that continues what was done before: "a bit further", "put it back", "and back"."""
        if match := _TOO_FAR.match(text):
            return PlanStep(text, "go", move=Move(180.0, False))
        if match := _FURTHER.match(text):
            words = " ".join(filter(None, (match["a"], match["b"], match["c"], "back" if text.startswith("back") else "")))
            side = next(
                (
                    turn
                    for word, turn in (("back", 180.0), ("away", 180.0), ("left", 270.0), ("right", 90.0))
                    if word in words
                ),
                0.0,
            )
            return PlanStep(text, "go", move=Move(side, False))
        if (said.steps or before) and (move := length_of(text)) is not None:
            return PlanStep(text, "go", move=move)
        if _PUT_BACK.match(text):
            taken = (step.find.noun for step in reversed(before) if step.verb == "take" and step.find)
            return PlanStep(f"put {with_article(said.held or next(taken, 'it'))} back", "put", place=TAKEN_FROM)
        if re.match(r"^(?:now |then )?(?:go |move |walk |to the )*(?:left|right)$", text):
            return PlanStep(text, "go", move=Move(270.0 if text.endswith("left") else 90.0, False))
        return PlanStep("go back", "go", place=BEFORE) if re.match(r"^back(?: again| there)?$", text) else None

    def like_before(self, step: PlanStep | None, plain: str, said: Said) -> PlanStep | None:
        """A bare noun after a deed of hands means the same deed with this thing: "take the mug", "the cup"."""
        verb = said.steps[-1].verb if said.steps else ""
        known = verb in ("take", "open", "close", "turn on", "turn off")
        if not self.clause.hands or not known:
            return step
        if step is None and re.match(
            r"^(?:the|a) (?:\w+ )*(?:drawer|door|burner|tap|shelf|cabinet|cupboard|lid|light)(?: .+)?$", plain
        ):
            return PlanStep(f"{verb} {plain}", verb, self.clause.thing(plain))
        if step is None or step.find is None or plain != step.find.words or step.verb != "go":
            return step
        return replace(step, verb=verb, words=f"{verb} {with_article(plain)}")
