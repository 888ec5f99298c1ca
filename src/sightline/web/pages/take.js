// Taking part in a study: consent, one item after another, the end. A lost connection loses no work.

import { byId, doing, fail, fetchBlob, fetchJson, make, say } from "./base.js";
import { MapView, PARTS } from "./mapview.js";
import { Steering, tell } from "./steer.js";

const [token, ...rest] = location.hash.slice(1).split("&");
const platform = new URLSearchParams(rest.join("&"));
const headers = { Authorization: `Bearer ${token}` };
const json = (path, options) => fetchJson(`/api/take${path}`, { ...options, headers });
const FULL_STOP = /[.!?]["')\]]*$/;
const SEND = { act: "Stop here: I am done", write: "Send my instructions", segment: "All done: send", rate: "Send my rating" };
const TURK = ["https://www.mturk.com", "https://workersandbox.mturk.com"];
const AGAIN = 2000; // milliseconds until a failed request is repeated
const TYPING = 800; // milliseconds after the last key until a draft is stored

let steering = null;
let here = null; // the participant's progress, from the server
let typing = 0;

const shown = (id, yes) => (byId(id).hidden = !yes);
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** The key of an answer: kept when this page is reloaded, different in another tab. */
function keyOf(number) {
  const name = `answer-${number}`;
  if (!sessionStorage.getItem(name)) {
    const random = crypto.getRandomValues(new Uint8Array(16));
    sessionStorage.setItem(name, Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return sessionStorage.getItem(name);
}

/** Repeat a request until the server answers, so that a lost connection loses no work. */
async function insist(path, options) {
  for (;;) {
    try {
      return await json(path, options);
    } catch (error) {
      if (error.status && error.status < 500) throw error;
      say(`${error.message} What you did is still here; trying again …`, "warn");
      await pause(AGAIN);
    }
  }
}

async function load() {
  byId("item").inert = true; // until the next one is loaded
  here = await insist("");
  say("");
  steering?.end();
  steering = null;
  shown("consent", here.state === "consent");
  if (here.state !== "item") shown("item", false);
  shown("end", !["consent", "item"].includes(here.state));
  shown("leave", ["consent", "item"].includes(here.state) || here.state === "done");
  document.title = `${here.title} · Sightline`;
  byId("where").textContent = here.state === "item" ? `${here.done + 1} of ${here.of}` : "";
  if (here.state === "consent") showConsent();
  else if (here.state !== "item") showEnd();
  else {
    await showItem();
    shown("item", true);
    byId("item").inert = false;
  }
}

function showConsent() {
  byId("consent-title").textContent = here.title;
  byId("consent-task").textContent = here.instructions;
  byId("consent-text").textContent = here.consent;
}

const ENDS = {
  done: ["Thank you!", (n) => `You have done ${n === 1 ? "one item" : `${n} items`}. All of it has been kept.`],
  full: ["Thank you for coming", () => "There is nothing left to do in this study."],
  closed: ["This study has ended", () => "Thank you for your interest."],
  withdrawn: ["You have withdrawn", () => "Everything that you did in this study has been deleted."],
};

function showEnd() {
  const [title, text] = ENDS[here.state];
  byId("end-title").textContent = title;
  byId("end-text").textContent = text(here.done);
  const finish = byId("finish");
  finish.replaceChildren();
  if (!here.code) return;
  finish.append(make("p", {}, "Your completion code: ", make("strong", { id: "code", textContent: here.code })));
  if (here.address) finish.append(make("a", { className: "button main", href: here.address, textContent: "Back to Prolific" }));
  const to = platform.get("turkSubmitTo");
  if (here.platform === "mturk" && TURK.includes(to) && platform.get("assignmentId")) {
    const field = (name, value) => make("input", { type: "hidden", name, value });
    finish.append(
      make("form", { method: "post", action: `${to}/mturk/externalSubmit` }, field("assignmentId", platform.get("assignmentId")),
        field("code", here.code), make("button", { className: "main", textContent: "Submit to Mechanical Turk" })),
    );
  }
}

async function showItem() {
  const { item, assignment } = here;
  byId("progress").style.width = `${(100 * here.done) / here.of}%`;
  byId("item-title").textContent = here.title;
  byId("task").textContent = here.instructions;
  byId("instruction").textContent = item.text ?? "";
  byId("scenario").textContent = item.scenario ?? "";
  shown("instruction", item.text);
  shown("scenario", item.scenario);
  const segmenting = item.task === "segment";
  shown("said-text", item.text || item.scenario || segmenting);
  shown("words", segmenting && !item.first_person);
  shown("sentences", segmenting && item.first_person);
  shown("parting", segmenting);
  shown("invalid", segmenting);
  shown("seen", item.first_person);
  shown("above", item.map);
  shown("key-meant", item.reference);
  const moved = item.taken?.some(([x, z, heading]) => [x, z, heading].some((value, k) => Math.abs(value - item.taken[0][k]) > 1e-6));
  shown("key-taken", item.taken);
  byId("taken-words").textContent = moved ? "the path that was taken, from the white arrow to the yellow arrow" : "the agent: a yellow arrow";
  shown("key-crowns", item.world === "lani");
  shown("not-moved", item.taken && !moved);
  shown("steering", item.acted_out);
  shown("over", item.acted_out && item.task !== "act");
  shown("writing", item.task === "write");
  shown("rating", item.task === "rate");
  shown("reach-hint", item.actions && "interact" in item.actions);
  byId("view").classList.toggle("reaching", Boolean(item.actions && "interact" in item.actions));
  byId("answer").reset();
  byId("text").value = item.task === "write" ? here.draft : "";
  byId("text").required = item.task === "write";
  for (const input of byId("rating").querySelectorAll("input")) input.disabled = item.task !== "rate";
  byId("kept").textContent = "";
  byId("send").textContent = SEND[item.task];
  byId("send").disabled = segmenting;
  let map = null;
  if (item.map) {
    map = await MapView.of(byId("map"), item.map, await fetchBlob(`/api/take/items/${assignment}/map`, { headers }));
    map.draw({ reference: item.reference, taken: item.taken, agent: item.taken?.at(-1) ?? item.start });
  }
  if (!item.acted_out) return;
  steering = new Steering({
    view: item.first_person ? byId("view") : null,
    pad: byId("pads"),
    actions: item.actions,
    send: (after, events) => insist(`/items/${assignment}/events`, { body: { after, events } }),
    onState: (state) => showState(item, map, state),
  });
  await steering.begin(await insist(`/items/${assignment}`));
}

function showState(item, map, state) {
  tell("state", state);
  map?.draw({ reference: item.reference, taken: state.path, marks: state.marks, agent: state.path.at(-1) });
  if (item.task !== "segment") return;
  if (item.first_person) showSentences(item.units, state.upto);
  else showWords(item.units, state);
  byId("send").disabled = state.upto < item.units.length;
  const next = byId("next");
  next.hidden = state.upto >= item.units.length;
  if (item.first_person) next.textContent = state.upto ? "Done: show me the next sentence" : "Show me the first sentence";
  else {
    const what = item.units.slice(state.upto, -1).some((word) => FULL_STOP.test(word)) ? (state.upto ? "the next sentence" : "the first sentence") : state.upto ? "the rest" : "all of it";
    next.textContent = `Mark ${what}`;
  }
  byId("parting-hint").textContent = item.first_person || next.hidden ? "" : "or click on the last word of the part that you do next";
}

/** The sentences up to the current one. */
function showSentences(sentences, upto) {
  byId("sentences").replaceChildren(
    ...sentences.slice(0, upto).map((text, k) => {
      const line = make("li", { textContent: text, className: k < upto - 1 ? "done" : "" });
      if (k === upto - 1) line.setAttribute("aria-current", "step");
      return line;
    }),
  );
}

/** All words, with marked parts in the colours of their paths; a click on a later word marks the next part. */
function showWords(words, { marks, upto }) {
  const focused = [...byId("words").children].indexOf(document.activeElement);
  byId("words").replaceChildren(
    ...words.map((word, k) => {
      const part = marks.findIndex(([end]) => k < end);
      const now = part >= 0 && part === marks.length - 1;
      const button = make("button", { type: "button", textContent: word, disabled: k < upto, onclick: () => steering.do({ upto: k + 1 }) });
      if (part >= 0) button.className = `part p${part % PARTS.length}${now ? " now" : ""}`;
      button.setAttribute("aria-label", `${word}: ${now ? "being done" : part >= 0 ? "done" : "mark up to here"}`);
      return button;
    }),
  );
  byId("words").children[focused]?.focus();
}

/** The last unit of the next sentence. */
function nextPart() {
  const { units, first_person: inTurn } = here.item;
  const { upto } = steering.state;
  if (inTurn) return upto + 1;
  const end = units.findIndex((word, k) => k >= upto && FULL_STOP.test(word));
  return end < 0 ? units.length : end + 1;
}

async function send(answer) {
  const number = here.assignment;
  while (steering?.busy || steering?.waiting.length) await pause(20); // send earlier events first
  try {
    await insist(`/items/${number}/answer`, { body: { key: keyOf(number), ...answer } });
  } catch (error) {
    if (error.status !== 409) throw error;
    fail(error); // another tab was faster: continue from its state
    await pause(1500);
  }
  await load();
  scrollTo(0, 0);
}

async function keepText() {
  clearTimeout(typing);
  typing = 0;
  if (here?.item?.task !== "write") return;
  await insist(`/items/${here.assignment}/text`, { method: "PUT", body: { text: byId("text").value } });
  byId("kept").textContent = "Kept.";
}

byId("agree").onsubmit = doing(async () => {
  await insist("/consent", { method: "POST" });
  await load();
});
byId("next").onclick = () => steering.do({ upto: nextPart() });
byId("text").oninput = () => {
  byId("kept").textContent = "";
  clearTimeout(typing);
  typing = setTimeout(() => keepText().catch(fail), TYPING);
};
byId("answer").onsubmit = doing(async () => {
  clearTimeout(typing);
  const { task } = here.item;
  if (task === "write") await send({ text: byId("text").value });
  else if (task === "rate") await send({ rating: Number(new FormData(byId("answer")).get("rating")) });
  else await send(task === "segment" ? { valid: true } : {});
});
byId("over").onclick = doing(async () => steering.begin(await insist(`/items/${here.assignment}/start-over`, { method: "POST" })));
byId("invalid").onclick = () => byId("invalid-dialog").showModal();
byId("invalid-dialog").onclose = doing(async () => {
  if (byId("invalid-dialog").returnValue === "yes") await send({ valid: false, reason: byId("reason").value });
  byId("invalid-dialog").returnValue = byId("reason").value = "";
});
byId("withdraw").onclick = () => byId("withdraw-dialog").showModal();
byId("withdraw-dialog").onclose = doing(async () => {
  if (byId("withdraw-dialog").returnValue !== "yes") return;
  await insist("/withdraw", { method: "POST" });
  await load();
});
addEventListener("hashchange", () => location.reload());
addEventListener("visibilitychange", () => document.hidden && typing && keepText().catch(fail));
load().catch(fail).finally(() => (document.body.dataset.ready = ""));

// Number keys rate.
addEventListener("keydown", (event) => {
  const choice = byId("rating").querySelector(`input[value="${CSS.escape(event.key)}"]`);
  if (!choice || choice.disabled || byId("rating").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  choice.checked = true;
  choice.focus();
});
