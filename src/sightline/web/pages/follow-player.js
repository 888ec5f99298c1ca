// One agent on the page: its session on the server, its panorama, its view, and what it says of its goal.

import { byId, drawPicture, Failure, fetchBlob, fetchJson, make, Socket } from "./base.js";

const SESSIONS = "/api/follow/sessions";
const PICTURES = 24; // per second, while it goes
const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

export class Player {
  constructor(onChange) {
    this.onChange = onChange;
    this.session = null; // as the server told it last
    this.pose = null; // while it goes, where it is right now
    this.path = []; // of this turn
    this.goal = null;
    this.going = false;
    this.panorama = copyOf("panorama-template");
    this.verdict = copyOf("verdict-template");
    this.view = copyOf("view-template");
    this.strip = this.panorama.querySelector("canvas");
    this.screen = this.view.querySelector("canvas");
  }

  /** Begin where a story begins, with all that it tells done. */
  async begin(story) {
    await this.show(await fetchJson(SESSIONS, { body: story }));
  }

  /** Show a session as it is now; its words come with its pictures, and only then can it be told to go. */
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

  /** Ask the server for something; when it has forgotten the session, it is told the story first. */
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

  /** What is around it and ahead of it now. */
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
    share.style.width = `${100 * proposal.sure}%`; // through the object model, which the policy allows
    share.dataset.level = proposal.sure < 0.3 ? "low" : proposal.sure < 0.6 ? "middle" : "high";
    this.verdict.querySelector(".percent").textContent = proposal.corrected ? "set by you" : `${Math.round(100 * proposal.sure)} % sure`;
  }

  /** Go, and watch it until it stands. */
  async go(speed) {
    await this.during(async () => {
      const session = await this.watch({ do: "go" }, speed).catch(async (error) => {
        await fetchJson(`${SESSIONS}/${this.session.name}`).then((now) => this.show(now)).catch(() => {}); // what was said may be taken back
        throw error;
      });
      await this.show(session);
    });
  }

  /** Watch a turn once more. */
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

  /** The session as it is when the film is over. */
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

  /** What the map shows of it. */
  onMap() {
    const before = this.session.turns.flatMap((turn) => turn.path);
    const path = this.going ? [...before, ...this.path, this.pose] : before;
    return { path, pose: this.pose, goal: this.goal, way: this.going ? [] : this.session.proposal?.way };
  }
}
