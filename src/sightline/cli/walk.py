"""`sightline walk`: walk through a field by keyboard, in the terminal or in a window."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.output import say
from sightline.errors import InputError

KEYS = {"w": 0, "d": 1, "a": 2, " ": 3, "up": 0, "right": 1, "left": 2}
HELP = "w or up: forward   a, d or arrows: turn   space: stop   r: again   n: next field   q: quit"


def walk(
    seed: Annotated[int, typer.Option(help="Which field to walk in.", min=0)] = 7,
    scene: Annotated[Path | None, typer.Option(help="Walk in this original scene config (JSON) instead.")] = None,
    instruction: Annotated[str | None, typer.Option(help="What to show as the instruction.")] = None,
    window: Annotated[bool, typer.Option("--window", help="Use a window instead of the terminal.")] = False,
    size: Annotated[int, typer.Option(help="Side of the picture, in pixels.")] = 256,
) -> None:
    """Walk through a LANI field with the keyboard and see what an agent sees.

    Example: `sightline walk --seed 7`
    """
    if not window and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("walk needs a terminal to read keys from; run it in one, or add --window where there is a screen.")
    game = _Game(seed, scene, instruction, size)
    if window:
        _in_window(game)
    else:
        _in_terminal(game)


class _Game:
    """One walk: turns keys into actions and the world into a picture and a line of text."""

    def __init__(self, seed: int, scene: Path | None, instruction: str | None, size: int):
        from sightline.geometry import Camera
        from sightline.lani import LaniWorld, episode_in, generate_episode, read_scene

        self.seed, self.instruction = seed, instruction
        fixed = None if scene is None else read_scene(scene)
        self._episode: Callable[[int], Any] = (
            generate_episode if fixed is None else lambda s: episode_in(fixed, np.random.default_rng([s, 1]), s)
        )
        self.world = LaniWorld(Camera(width=size, height=size))
        self.note = ""
        self.start()

    def start(self) -> None:
        self.world.reset([self._episode(self.seed)])
        self.note = ""

    def press(self, key: str) -> bool:
        """Do what a key says; False when it says quit."""
        if key in ("q", "escape", "\x03"):
            return False
        if key in ("r", "n"):
            self.seed += key == "n"
            self.start()
        elif key in KEYS:
            done = self.world.step(np.array([KEYS[key]]))
            measured = self.world.metrics()
            if done.stopped[0]:
                success = "you made it" if measured["completed"][0] else "not there yet; r to try again"
                self.note = f"Stopped {measured['stop_distance'][0]:.1f} units from the goal: {success}."
            elif done.refused[0]:
                self.note = "This walk is over: r to try again, n for the next field."
            else:
                self.note = "Bump!" if done.collision[0] > 0.3 else ""
        return True

    def picture(self) -> Any:
        return self.world.observe()["rgb"][0]

    def text(self) -> str:
        told = self.instruction or self.world.episodes[0].instruction
        x, z, heading = self.world.pose[0]
        where = f"at ({x:.1f}, {z:.1f}), heading {heading:.0f}, {self.world.taken[0]} of {self.world.horizon} actions"
        return f"{told}\n{where}  {self.note}\n{HELP}"


def _in_terminal(game: _Game) -> None:
    from sightline.render.terminal import show

    show(game.picture(), game.text())
    while game.press(_read_key()):
        show(game.picture(), game.text())


def _read_key() -> str:
    """One key from the terminal, without waiting for Enter."""
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
                return "escape"  # the key itself; arrows send more
            return {"[A": "up", "[C": "right", "[D": "left"}.get(os.read(file, 2).decode(errors="replace"), "")
        return first.lower() if first else "q"
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


def _in_window(game: _Game) -> None:
    try:
        import tkinter

        root = tkinter.Tk()
    except Exception as error:  # no Tk in this Python, or no screen: Tk raises its own types
        raise InputError(f"No window can be opened here ({error}); walk in the terminal instead.") from None
    root.title("Sightline: LANI")
    canvas, caption = tkinter.Label(root), tkinter.Label(root, justify="left", font="TkFixedFont")
    canvas.pack()
    caption.pack()

    def redraw() -> None:
        frame = game.picture()
        header = f"P6 {frame.shape[1]} {frame.shape[0]} 255 ".encode()
        image = tkinter.PhotoImage(data=header + frame.tobytes(), format="PPM").zoom(2)
        canvas.configure(image=image)
        canvas.image = image  # type: ignore[attr-defined]  # Tk forgets pictures that nobody holds
        caption.configure(text=game.text())

    def pressed(event: Any) -> None:
        if game.press(event.char.lower() if event.char in KEYS or event.char in "qrn" else event.keysym.lower()):
            redraw()
        else:
            root.destroy()

    root.bind("<Key>", pressed)
    redraw()
    say(HELP)
    root.mainloop()
