"""`sightline walk`: walk through a world with the keyboard, in the terminal or in a window."""

from __future__ import annotations

import os
import select
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import WORLD, SceneOption, WorldOption, flag_option, seed_option
from sightline.cli.output import announce_compiling, say
from sightline.errors import UnavailableError

if TYPE_CHECKING:
    import tkinter

    from sightline.geometry.types import Array

KEYS = {
    "w": "forward", "up": "forward", "a": "turn_left", "left": "turn_left", "d": "turn_right", "right": "turn_right",
    " ": "stop", "e": "interact", "\r": "interact", "\n": "interact", "return": "interact",
}  # fmt: skip
AIM = {"i": -1, "k": 1}  # rows by which the aimed cell moves
BUMP = 0.3  # lost share of a step from which it counts as a collision
MARK = (255, 60, 40)  # colour of the frame around the aimed cell


def walk(
    world: WorldOption = WORLD,
    seed: Annotated[int, seed_option("Seed of scene and task.")] = 7,
    scene: SceneOption = None,
    instruction: Annotated[str | None, typer.Option(help="Instruction to show. Default: that of the seed.")] = None,
    window: Annotated[bool, flag_option("--window", help="Use a window instead of the terminal.")] = False,
    size: Annotated[int, typer.Option(help="Side of the picture, in pixels.")] = 256,
) -> None:
    """Walk through a world with the keyboard, with the view of an agent.

    In houses, `e` or Enter interacts with the cell in the red frame: pick up, put down, open, close, switch.

    Example: `sightline walk --world chai --scene 3`
    """
    if not window and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UnavailableError("walk needs a terminal to read keys from; run it in one, or use --window on a screen.")
    announce_compiling()
    game = Game(world, seed, scene, instruction, size)
    if window:
        _in_window(game)
    else:
        _in_terminal(game)


class Game:
    """One walk: keys become actions, and the world becomes a picture and lines of text."""

    def __init__(self, world: str, seed: int, scene: str | None = None, instruction: str | None = None, size: int = 256):
        from sightline.agent.look import large_camera
        from sightline.geometry import CELLS
        from sightline.world import kind_of

        self.kind, self.seed, self.scene, self.instruction = kind_of(world), seed, scene, instruction
        self.world = self.kind.make(camera=large_camera(self.kind, size))
        self.hands, self.cells = self.kind.reaches, CELLS
        self.start()

    def start(self) -> None:
        """Start the episode of the seed."""
        self.world.reset([self.kind.generate(self.seed, scene=self.scene, instruction=self.instruction)])
        self.row, self.note = self.cells // 2, ""  # row of the aimed cell; message to show

    def press(self, key: str) -> bool:
        """Handle a key; False to quit."""
        if key in ("q", "escape", "\x03"):
            return False
        if key in ("r", "n"):
            self.seed += key == "n"
            self.start()
        elif key in AIM and self.hands:
            self.row = min(max(self.row + AIM[key], 0), self.cells - 1)
        elif KEYS.get(key) in self.world.actions:
            self._act(KEYS[key])
        return True

    def _act(self, name: str) -> None:
        action = self.world.actions.index(name)
        if name == "interact":
            action += self.cells * self.row + self.cells // 2
        over = bool(self.world.over[0])
        step = self.world.step([action])
        if over:
            self.note = "This walk is over: r to try again, n for the next one."
        elif step.stopped[0]:
            self.note = self._ending()
        elif step.refused[0]:
            self.note = f"No: {self.world.refusals[step.refused[0]]}."
        else:
            self.note = "Bump!" if step.collision[0] > BUMP * (step.collision[0] + step.moved[0]) else ""

    def _ending(self) -> str:
        """The result of the walk."""
        from sightline.show.words import length_words

        metrics = self.world.metrics()
        success = "you made it" if metrics["completed"][0] else "not there yet; r to try again"
        return f"Stopped {length_words(self.kind, float(metrics['stop_distance'][0]), 1)} from the goal: {success}."

    def picture(self) -> Array:
        """(size, size, 3) the current view, with a frame around the aimed cell."""
        view = self.world.observe()["rgb"][0].copy()
        if self.hands:
            side, cells = len(view), self.cells
            top, bottom = (side * row // cells for row in (self.row, self.row + 1))
            left, right = (side * column // cells for column in (cells // 2, cells // 2 + 1))
            view[[top, bottom - 1], left:right] = MARK
            view[top:bottom, [left, right - 1]] = MARK
        return view

    def text(self) -> str:
        """The instruction, the pose, the last message and the keys."""
        x, z, heading = self.world.pose[0]
        taken = f"{self.world.taken[0]} of {self.world.horizon[0]} actions"
        where = f"at ({x:.1f}, {z:.1f}), heading {heading:.0f}, {taken}"
        return f"{self.world.episodes[0].instruction}\n{where}  {self.note}\n{self.help()}"

    def help(self) -> str:
        """The keys."""
        hands = "   e or Enter: interact   i, k: aim higher, lower" if self.hands else ""
        return f"w or up: forward   a, d or arrows: turn{hands}   space: stop   r: again   n: next   q: quit"


def _in_terminal(game: Game) -> None:
    from sightline.show.terminal import show

    show(game.picture(), game.text())
    while game.press(_read_key()):
        show(game.picture(), game.text())


def _read_key() -> str:
    """Read one key from the terminal without waiting for Enter."""
    if os.name == "nt":
        import msvcrt

        first = msvcrt.getwch()  # type: ignore[attr-defined]
        if first in ("\x00", "\xe0"):
            return {"H": "up", "M": "right", "K": "left"}.get(msvcrt.getwch(), "")  # type: ignore[attr-defined]
        return str(first).lower()
    import termios
    import tty

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        first = os.read(file, 1).decode(errors="replace")
        if first == "\x1b":
            if not select.select([file], [], [], 0.05)[0]:
                return "escape"  # the key itself; arrow keys send more
            return {"[A": "up", "[C": "right", "[D": "left"}.get(os.read(file, 2).decode(errors="replace"), "")
        return first.lower() if first else "q"
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


def _in_window(game: Game) -> None:
    try:
        import tkinter

        root = tkinter.Tk()
    except Exception as error:  # no Tk in this Python, or no screen: Tk raises its own types
        raise UnavailableError(f"No window can be opened here ({error}); walk in the terminal instead.") from None
    root.title(f"Sightline: {game.kind.title}")
    canvas, caption = tkinter.Label(root), tkinter.Label(root, justify="left", font="TkFixedFont")
    canvas.pack()
    caption.pack()

    def redraw() -> None:
        frame = game.picture()
        header = f"P6 {frame.shape[1]} {frame.shape[0]} 255 ".encode()
        image = tkinter.PhotoImage(data=header + frame.tobytes(), format="PPM").zoom(2)
        canvas.configure(image=image)
        canvas.image = image  # type: ignore[attr-defined]  # Tk drops pictures without a reference
        caption.configure(text=game.text())

    def press(event: tkinter.Event[tkinter.Misc]) -> None:
        key = event.char.lower()
        if game.press(key if key in KEYS or key in ("q", "r", "n", *AIM) else event.keysym.lower()):
            redraw()
        else:
            root.destroy()

    root.bind("<Key>", press)
    redraw()
    say(game.help())
    root.mainloop()
