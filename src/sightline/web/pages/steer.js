// Steering an agent: keys, touch and clicks become events, which go to the server one request at a time.

import { byId, fail, make } from "./base.js";

const KEYS = { ArrowUp: "forward", w: "forward", ArrowRight: "turn_right", d: "turn_right", ArrowLeft: "turn_left", a: "turn_left" };
const HAND = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WORDS = { forward: ["▲", "Forward"], turn_left: ["◀", "Turn left"], turn_right: ["▶", "Turn right"] };
const AT_ONCE = 8; // maximum of events per request
const EVERY = 160; // milliseconds between actions while a button is held

/** Decode base64 from the server. */
function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/**
 * An agent steered by the user. `send(after, events)` sends a request and returns the state; `onState(state)` shows it.
 * `view` is the canvas of the agent's view (or null), `pad` the element for the buttons.
 */
export class Steering {
  constructor({ view, pad, actions, send, onState }) {
    Object.assign(this, { view, actions, send, onState });
    this.waiting = [];
    this.busy = false;
    this.hand = null; // the cell selected by keys
    this.ending = new AbortController();
    const signal = { signal: this.ending.signal };
    document.addEventListener("keydown", (event) => this.key(event), signal);
    pad.replaceChildren(...["turn_left", "forward", "turn_right"].map((name) => this.button(name, signal)));
    if (view) {
      view.addEventListener("click", (event) => this.click(event), signal);
      view.addEventListener("pointermove", (event) => this.hover(event), signal);
      view.addEventListener("pointerleave", () => this.show(), signal);
    }
  }

  /** Show a state; events queued for an older one are dropped. */
  async begin(state) {
    this.waiting = [];
    await this.take(state);
  }

  end() {
    this.ending.abort();
  }

  button(name, signal) {
    const [sign, words] = WORDS[name];
    const button = make("button", { type: "button", className: "pad", title: words, aria: { label: words } }, make("span", { textContent: sign, aria: { hidden: "true" } }));
    let timer = 0;
    const stop = () => clearInterval(timer);
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.do(this.actions[name]);
      stop();
      timer = setInterval(() => this.do(this.actions[name]), EVERY);
    }, signal);
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(end, stop, signal);
    this.ending.signal.addEventListener("abort", stop);
    button.addEventListener("click", (event) => event.detail || this.do(this.actions[name]), signal); // keyboard only
    button.addEventListener("contextmenu", (event) => event.preventDefault(), signal);
    return button;
  }

  key(event) {
    if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key in HAND && this.state?.cells) {
      const [down, right] = HAND[event.key];
      const most = this.state.cells - 1;
      const [row, column] = this.hand ?? [most >> 1, most >> 1];
      this.hand = [Math.min(Math.max(row + down, 0), most), Math.min(Math.max(column + right, 0), most)];
      this.show(this.hand);
    } else if (event.key === "e" && this.hand && this.state?.cells) {
      this.reach(this.hand);
    } else if (KEYS[event.key] && !event.shiftKey) {
      this.do(this.actions[KEYS[event.key]]);
    } else {
      return;
    }
    event.preventDefault();
  }

  cell(event) {
    const box = this.view.getBoundingClientRect();
    const at = [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
    return at.map((share) => Math.min(Math.max(Math.floor(share * this.state.cells), 0), this.state.cells - 1));
  }

  click(event) {
    if (this.state?.cells) this.reach(this.cell(event));
  }

  hover(event) {
    if (this.state?.cells) this.show(this.cell(event));
  }

  reach([row, column]) {
    this.do(this.actions.interact + this.state.cells * row + column);
  }

  /** Queue an event. */
  do(event) {
    if (!this.state || (this.state.over && typeof event === "number") || this.waiting.length >= AT_ONCE) return;
    this.waiting.push(event);
    this.work();
  }

  async work() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting.length) await this.take(await this.send(this.state.n, this.waiting.splice(0, AT_ONCE)));
    } catch (error) {
      this.waiting = [];
      fail(error);
    } finally {
      this.busy = false;
    }
  }

  async take(state) {
    this.state = state;
    if (state.view) {
      const picture = await createImageBitmap(new Blob([bytes(state.view)], { type: "image/jpeg" }));
      this.picture?.close();
      this.picture = picture;
    }
    this.show(this.hand);
    this.onState(state);
  }

  /** Draw the agent's view and the cell to interact with. */
  show(cell = this.hand) {
    if (!this.view || !this.picture) return;
    const { view, picture } = this;
    if (view.width !== picture.width) [view.width, view.height] = [picture.width, picture.height];
    const pen = view.getContext("2d");
    pen.drawImage(picture, 0, 0);
    if (!cell || !this.state.cells) return;
    const size = view.width / this.state.cells;
    pen.lineWidth = 2;
    for (const [colour, grown] of [["#000000", 3], ["#f7f052", 1]]) {
      pen.strokeStyle = colour;
      pen.strokeRect(cell[1] * size - grown, cell[0] * size - grown, size + 2 * grown, size + 2 * grown);
    }
  }
}

/** Show below the view the refusal, or the number of actions left. */
export function tell(place, state) {
  const few = state.left <= 400 ? `${state.left} actions left. ` : "";
  byId(place).textContent = state.over ? "There are no actions left." : `${few}${state.refusal ? `Not possible: ${state.refusal}.` : ""}`;
}
