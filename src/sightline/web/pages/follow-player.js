// One agent on the page: its session on the server, its panorama, its view, and its proposed goal.

import { byId, drawPicture, Failure, fetchBlob, fetchJson, make, Socket } from "./base.js";

const SESSIONS = "/api/follow/sessions";
const PICTURES = 24; // per second, during a walk
const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

export class Player {
  constructor(onChange) {
    this.onChange = onChange;
    this.session = null; // as last received from the server
    this.pose = null; // the current pose during a walk
    this.path = []; // of the current turn
    this.goal = null;
    this.going = false;
    this.panorama = copyOf("panorama-template");
    this.verdict = copyOf("verdict-template");
    this.view = copyOf("view-template");
    this.strip = this.panorama.querySelector("canvas");
    this.screen = this.view.querySelector("canvas");
  }

  /** Begin a session and restore a story in it. */
  async begin(story) {
    await this.show(await fetchJson(SESSIONS, { body: story }));
  }

  /** Show the state of a session; its text appears together with its pictures, and only then is Go enabled. */
  async show(session) {
    await this.draw(session);
    this.take(session);
  }

  take(session) {
    this.session = session;
    this.pose = session.pose;
    this.path = [];
    this.goal = session.proposal?.place ?? null;
    this.showVerdict();
    this.onChange();
  }

  /** Send a request; if the server has dropped the session, restore it from its story first. */
  async ask(what, body) {
    try {
      return await fetchJson(`${SESSIONS}/${this.session.name}/${what}`, { method: "POST", body });
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 404) throw error;
      const proposal = this.session.proposal;
      this.session = await fetchJson(SESSIONS, { body: this.session.story });
      if (proposal && what !== "say") await fetchJson(`${SESSIONS}/${this.session.name}/say`, { body: { words: proposal.words } });
      return fetchJson(`${SESSIONS}/${this.session.name}/${what}`, { method: "POST", body });
    }
  }

  async change(what, body) {
    await this.show(await this.ask(what, body));
  }

  /** Update the panorama and the view. */
  async draw({ name, proposal }) {
    const pictures = ["panorama.jpg", "view.jpg"].map((file) => fetchBlob(`${SESSIONS}/${name}/${file}`));
    const [around, ahead] = await Promise.all(pictures);
    await Promise.all([drawPicture(this.strip, around), drawPicture(this.screen, ahead)]);
    this.strip.setAttribute("aria-label", proposal ? `Panorama. ${proposal.sentence}` : "Panorama, ahead right of the middle");
    this.panorama.classList.toggle("can-aim", Boolean(proposal));
  }

  showVerdict() {
    const { proposal, method, earlier, several_goals: severalGoals } = this.session;
    this.verdict.hidden = !proposal;
    for (const place of [this.verdict, this.panorama]) place.querySelector(".method").textContent = `Agent “${method}”`;
    if (!proposal) return;
    const told = this.verdict.querySelector(".told");
    const lines = [make("p", { className: "words", textContent: `“${proposal.words}”` })];
    for (const { sentence, failed } of earlier) {
      const text = failed ? `${sentence} Not done: ${failed}.` : sentence;
      lines.push(make("p", { className: `faint small ${failed ? "not-done" : "done"}`, textContent: text }));
    }
    lines.push(make("p", { className: "goal", textContent: proposal.sentence }));
    lines.push(...proposal.notes.map((note) => make("p", { className: "note warn small", textContent: `Note: ${note}` })));
    if (proposal.advice) lines.push(make("p", { className: "note bad small", textContent: proposal.advice }));
    if (proposal.corrected) lines.push(make("p", { className: "note small", textContent: "You have set this goal." }));
    told.replaceChildren(...lines);
    this.verdict.querySelector(".go").textContent = proposal.question === "Do that?" ? "Do it" : "Go";
    this.verdict.querySelector(".pass-over").hidden = !severalGoals;
    const share = this.verdict.querySelector(".share");
    this.verdict.querySelector(".sureness").hidden = proposal.sure === null && !proposal.marked; // it is known, not predicted
    share.style.width = `${100 * (proposal.sure ?? 0)}%`; // set through the DOM, which the content security policy allows
    share.dataset.level = proposal.sure < 0.3 ? "low" : proposal.sure < 0.6 ? "middle" : "high";
    this.verdict.querySelector(".percent").textContent = proposal.corrected ? "set by you" : proposal.sure === null ? "marked by the model" : `${Math.round(100 * proposal.sure)}% sure`;
  }

  /** Go, and show pictures until the agent stops. */
  async go(speed) {
    await this.during(async () => {
      const session = await this.watch({ do: "go" }, speed).catch(async (error) => {
        await fetchJson(`${SESSIONS}/${this.session.name}`).then((now) => this.show(now)).catch(() => {}); // what was said may be taken back
        throw error;
      });
      await this.show(session);
    });
  }

  /** Replay a turn. */
  async replay(turn, speed) {
    await this.during(() => this.watch({ do: "replay", turn }, speed));
  }

  async during(work) {
    this.setGoing(true);
    this.path = [];
    try {
      await work();
    } finally {
      this.setGoing(false);
    }
  }

  /** The state of the session after the film. */
  watch(order, speed) {
    return new Promise((resolve, reject) => {
      const path = `${SESSIONS}/${this.session.name}/live?rate=${PICTURES}&speed=${speed}`;
      const end = (finish) => {
        this.socket.close();
        this.socket = null;
        finish();
      };
      this.socket = new Socket(path, {
        onOpen: () => this.socket.send(order),
        onPicture: (blob) => drawPicture(this.screen, blob),
        onJson: (line) => {
          if (line.error) return end(() => reject(new Failure(line.error)));
          if (line.session) return end(() => resolve(line.session));
          if ("replayed" in line) return end(() => resolve(this.session));
          if (!this.path.length) this.path.push(line.pose);
          this.path.push(...(line.steps ?? []));
          this.pose = line.pose;
          this.goal = line.goal ?? null;
          this.view.querySelector(".doing").textContent = `step ${this.path.length - 1}`;
          this.onChange();
        },
        onEnd: (sentence) => end(() => reject(new Failure(sentence || "The server has ended the connection."))),
      });
    });
  }

  stop() {
    this.socket?.send({ do: "stop" });
  }

  setGoing(going) {
    this.going = going;
    this.verdict.querySelector(".go").hidden = going;
    this.verdict.querySelector(".stop").hidden = !going;
    for (const name of ["aim", "pass-over", "rephrase"]) this.verdict.querySelector(`.${name}`).disabled = going;
    if (!going) this.view.querySelector(".doing").textContent = "";
    this.onChange();
  }

  /** The agent as the map shows it. */
  onMap() {
    const before = this.session.turns.flatMap((turn) => turn.path);
    const path = this.going ? [...before, ...this.path, this.pose] : before;
    return { path, pose: this.pose, goal: this.goal, way: this.going ? [] : this.session.proposal?.way };
  }
}
