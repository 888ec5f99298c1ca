// Follow: choose a scene, give an instruction, see the goal, correct it, say go, watch; then the next instruction.

import { byId, doing, download, fail, fetchBlob, fetchJson, make, placeIn, say } from "./base.js";
import { SceneMap } from "./follow-map.js";
import { Player } from "./follow-player.js";

const TITLES = { lani: "A field", chai: "A house" }; // what a scene of a world is called
const LINK = "story";
const LONGEST = 60_000; // characters of a link
const map = new SceneMap(byId("map"));
let worlds = [];
let chosenWorld = null;
let players = [];
let waiting = []; // sentences after the current instruction
let opening = Promise.resolve(); // the scene being opened
let opened = 0; // number of scenes opened so far; only the last one requested is shown

const busy = () => players.some((player) => player.going);
const each = (work) => Promise.all(players.map(work));

// ---- scenes

/** Open sessions with stories; returns whether they are shown, and not a scene that was asked for later. */
async function begin(stories) {
  const turn = ++opened;
  const made = stories.map(() => new Player(refresh));
  document.body.classList.add("opening-scene");
  try {
    await Promise.all(made.map((player, n) => player.begin(stories[n])));
  } finally {
    if (turn === opened) document.body.classList.remove("opening-scene");
  }
  if (turn !== opened) return false;
  players = made;
  waiting = [];
  byId("panoramas").replaceChildren(...made.map((player) => player.panorama));
  byId("stage").classList.toggle("comparing", made.length > 1);
  byId("verdicts").replaceChildren(...(made.length > 1 ? [] : [made[0].verdict]));
  if (made.length > 1) for (const player of made) player.panorama.append(player.verdict);
  byId("sights").replaceChildren(...made.map((player) => player.view), byId("map-figure"));
  for (const player of made) {
    listen(player);
    for (const part of [player.panorama, player.verdict]) part.querySelector(".method").hidden = made.length < 2;
    player.view.querySelector(".who").textContent = made.length > 1 ? `${player.session.method}: ` : "";
  }
  const { name } = made[0].session;
  const [about, picture] = await Promise.all([fetchJson(`/api/follow/sessions/${name}/map`), fetchBlob(`/api/follow/sessions/${name}/map.jpg`)]);
  if (turn !== opened) return false;
  await map.load(about, picture);
  byId("things-list").textContent = [...new Set(about.names.map(([name]) => name))].sort().join(", ");
  const examples = made[0].session.examples.map((text) => make("button", { type: "button", textContent: text, onclick: () => propose(text) }));
  byId("examples").replaceChildren(...examples);
  for (const player of made) lookAhead(player);
  refresh();
  return true;
}

/** On narrow screens the panorama is wider than the page: scroll so that the forward view is in the middle. */
function lookAhead(player) {
  const around = player.panorama.querySelector(".around");
  around.scrollLeft = (3.5 / 6) * around.scrollWidth - around.clientWidth / 2;
}

function beginningOf(method, start) {
  const world = chosenWorld;
  const beginning = { world: world.name, seed: Number(byId("seed").value), method };
  if (world.scenes.length) beginning.scene = world.scenes.find(({ name }) => String(name) === byId("house").value).name;
  if (start) beginning.start = start;
  return { beginning };
}

const methods = () => [byId("method").value, byId("rival").value].filter(Boolean);

function beginAnew(start) {
  opening = begin(methods().map((method) => beginningOf(method, start)));
  return opening;
}

function showWorld(name) {
  const world = (chosenWorld = worlds.find((one) => one.name === name) ?? worlds[0]);
  for (const button of byId("worlds").children) button.setAttribute("aria-pressed", button.dataset.world === world.name);
  const options = world.methods.map((name) => make("option", { value: name, textContent: name }));
  byId("method").replaceChildren(...options);
  byId("rival").replaceChildren(make("option", { value: "", textContent: "none" }), ...options.map((o) => o.cloneNode(true)));
  byId("house-label").hidden = !world.scenes.length;
  byId("house").replaceChildren(...world.scenes.map(({ name, title }) => make("option", { value: name, textContent: title })));
}

function showBeginnings(stories) {
  const { world, seed, scene, method } = { world: "lani", seed: 46, method: "best", ...stories[0].beginning };
  showWorld(world);
  byId("seed").value = seed;
  if (scene) byId("house").value = scene;
  byId("method").value = method;
  byId("rival").value = stories[1] ? (stories[1].beginning.method ?? "best") : "";
}

// ---- instructions

const sentencesOf = (text) => text.split(/(?<=[.!?;])\s+|\n+/).map((part) => part.trim()).filter((part) => /\p{L}/u.test(part));

async function propose(text) {
  byId("words").value = text;
  await sayWords();
}

const sayWords = doing(async () => {
  await opening.catch(() => {}); // its error is already shown
  if (busy()) return;
  say("");
  const text = byId("words").value.trim();
  const parts = sentencesOf(text);
  const apart = parts.length > 1 && byId("apart").checked;
  waiting = apart ? parts.slice(1) : [];
  await sayOne(apart ? parts[0] : text);
});

async function sayOne(words) {
  byId("show").disabled = true;
  byId("show").textContent = "Looking around …";
  try {
    await each((player) => player.change("say", { words }));
  } finally {
    byId("show").disabled = false;
    byId("show").textContent = "Show me the goal";
    refresh();
  }
  const { proposal, turns } = players[0].session;
  if (!proposal && turns.length && turns.at(-1).reply !== "go") return hear(turns.at(-1));
  if (byId("unasked").checked) await go(players);
}

/** A question, refusal or answer of the agent: nothing waits for a Go. */
function hear(turn) {
  waiting = [];
  say(turn.ending, turn.reply === "answer" ? "" : "warn");
  byId("words").value = "";
  byId("words").placeholder = turn.reply === "ask" ? "Answer, for example: A" : "Say it in your own words, in English";
  byId("words").focus({ preventScroll: true });
  refresh();
}

async function go(who) {
  who[0].view.scrollIntoView({ block: "nearest", behavior: "smooth" });
  await Promise.all(who.map((player) => player.go(byId("speed").value)));
  const unfinished = who.filter((player) => player.session.proposal); // agents with further goals
  const next = unfinished.length && byId("unasked").checked ? go(unfinished) : continueWith(who);
  next.catch(fail); // not awaited: the Go button must not be busy
}

/** When all agents are done with a sentence: the next one of the paragraph, or a new one. */
async function continueWith(who) {
  if (players.some((player) => player.session.proposal)) return;
  const lost = who.some((player) => player.session.turns.at(-1).lost);
  if (lost) {
    waiting = [];
    say("It does not know where that is. Say it in other words, from here.", "warn");
  }
  if (waiting.length) return sayOne(waiting.shift());
  if (!lost) byId("words").value = "";
  byId("words").placeholder = "And now? It goes on from where it stands";
  byId("words").focus({ preventScroll: true });
  refresh();
}

const retryable = (work) => doing(async () => {
  if (busy()) return;
  waiting = [];
  await work();
});

async function aimAt(player, target) {
  if (!player.session.proposal || player.going) return;
  await player.change("aim", target);
  setAiming(player, false);
}

function setAiming(player, aiming) {
  player.aiming = aiming;
  player.verdict.querySelector(".aim").setAttribute("aria-pressed", aiming);
  const pointer = player.panorama.querySelector(".pointer");
  pointer.hidden = !aiming;
  if (aiming) {
    player.pointer = [3.5 / 6, 0.7];
    movePointer(player, 0, 0);
    player.panorama.querySelector(".around").focus();
    say("Click where it should go, on the panorama or the map; or move the ring with the arrow keys and press Enter.");
  }
}

function movePointer(player, dx, dy) {
  const [x, y] = player.pointer;
  player.pointer = [(x + dx + 1) % 1, Math.min(Math.max(y + dy, 0), 1)];
  const pointer = player.panorama.querySelector(".pointer");
  pointer.style.left = `${100 * player.pointer[0]}%`;
  pointer.style.top = `${player.pointer[1] * player.strip.clientHeight}px`;
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function listen(player) {
  const button = (name, work) => player.verdict.querySelector(name).addEventListener("click", work);
  button(".go", doing(() => go([player])));
  button(".stop", () => player.stop());
  button(".aim", () => setAiming(player, !player.aiming));
  button(".pass-over", doing(async () => {
    await player.change("skip");
    await continueWith([player]);
  }));
  button(".rephrase", () => {
    byId("words").value = player.session.proposal.words;
    byId("words").focus();
    byId("words").select();
  });
  player.strip.addEventListener("click", doing((event) => aimAt(player, { spot: placeIn(player.strip, event) })));
  const aimByKey = doing(async (event) => {
    if (MOVES[event.key]) movePointer(player, ...MOVES[event.key].map((step) => step * (event.shiftKey ? 0.05 : 0.01)));
    if (event.key === "Enter") await aimAt(player, { spot: player.pointer });
    if (event.key === "Escape") setAiming(player, false);
  });
  player.panorama.querySelector(".around").addEventListener("keydown", (event) => {
    if (player.aiming && (MOVES[event.key] || ["Enter", "Escape"].includes(event.key))) aimByKey(event); // Tab leaves it
  });
}

// ---- display

function refresh() {
  if (!players.length || players.some((player) => !player.session)) return;
  map.show(players.map((player) => player.onMap()));
  const { proposal, several_goals: indoors } = players[0].session;
  const { turns } = players.map(({ session }) => session).reduce((one, other) => (other.turns.length > one.turns.length ? other : one));
  const going = busy();
  byId("no-turns").hidden = turns.length > 0;
  showTurns(turns);
  byId("undo").disabled = byId("reset").disabled = going || (!turns.length && !proposal);
  for (const id of ["again", "share", "keep"]) byId(id).disabled = going || !turns.length;
  byId("show").disabled = going;
  byId("go-both").hidden = going || players.length < 2 || !players.every((player) => player.session.proposal);
  byId("examples").hidden = going || (Boolean(proposal) && turns.length > 0);
  document.body.classList.toggle("proposing", Boolean(proposal));
  byId("map-caption").replaceChildren(`From above, north is up.${indoors ? "" : " Crowns and roofs are wider than what blocks the way."}`, ...legend());
  byId("map").classList.toggle("can-aim", Boolean(proposal));
  showSentences(proposal);
  showPlan(players[0].session);
  for (const { verdict, session } of players) { // do not repeat an instruction that is still in the text box
    const words = verdict.querySelector(".words");
    if (words) words.hidden = byId("words").value.trim() === session.proposal?.words;
  }
  if (!going) remember();
}

/** The turns so far and their outcomes; redrawn only after changes, because the user may be reading. */
function showTurns(turns) {
  const endings = turns.map((turn, n) => players.map(({ session }) => (players.length > 1 ? `${session.method}: ` : "") + (session.turns[n]?.ending ?? "…")));
  const told = JSON.stringify([turns.map(({ words }) => words), endings]);
  if (byId("turns").told === told) return;
  byId("turns").told = told;
  byId("turns").replaceChildren(...turns.map((turn, n) => make("li", {}, turn.words, ...endings[n].map((text) => make("span", { className: "ending", textContent: text })))));
  byId("turns").scrollTop = byId("turns").scrollHeight;
}

function legend() {
  if (players.length < 2) return [];
  return players.flatMap((player, n) => [make("span", { className: `key ${["one", "two"][n]}` }), player.session.method]);
}

function showSentences(proposal) {
  const parts = sentencesOf(byId("words").value);
  const several = parts.length > 1;
  byId("apart-label").hidden = !several;
  byId("sentences").hidden = !several || !byId("apart").checked;
  const now = parts.length - waiting.length - 1;
  const begun = Boolean(proposal) || busy();
  byId("sentences").replaceChildren(...parts.map((part, n) => {
    const item = make("li", { textContent: part, className: begun && n < now ? "done" : "" });
    if (begun && n === now) item.setAttribute("aria-current", "step");
    return item;
  }));
}

/** The steps of the plan, to be changed before the agent has begun; redrawn only after changes. */
function showPlan({ plan, proposal, earlier }) {
  const open = Boolean(proposal) && plan.length > 1 && !earlier.length && !busy();
  byId("plan").hidden = !open;
  const shown = JSON.stringify(plan);
  if (!open || byId("plan-steps").shown === shown) return;
  byId("plan-steps").shown = shown;
  byId("plan-steps").replaceChildren(...plan.map((step, n) => {
    const words = make("input", { value: step, maxLength: 4000, ariaLabel: `Step ${n + 1}` });
    words.addEventListener("change", () => changePlan((steps) => steps.with(n, words.value.trim()).filter(Boolean)));
    const up = make("button", { type: "button", textContent: "↑", title: "Do this earlier", ariaLabel: `Move step ${n + 1} up`, disabled: n === 0 });
    up.addEventListener("click", () => changePlan((steps) => steps.toSpliced(n, 1).toSpliced(n - 1, 0, step)));
    const out = make("button", { type: "button", textContent: "✕", title: "Leave this out", ariaLabel: `Remove step ${n + 1}`, disabled: plan.length < 2 });
    out.addEventListener("click", () => changePlan((steps) => steps.toSpliced(n, 1)));
    return make("li", {}, words, up, out);
  }));
}

const changePlan = doing(async (change) => {
  const steps = change(players[0].session.plan);
  if (!steps.length) return;
  await each((player) => player.change("plan", { steps }));
  const { proposal, turns } = players[0].session;
  if (!proposal && turns.length) return hear(turns.at(-1));
  refresh();
});

// ---- stories: kept in this tab, and in links

const stories = () => players.map((player) => player.session.story);
const remember = () => sessionStorage.setItem(LINK, JSON.stringify(stories()));

function encode(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
}

function share() {
  const link = new URL(`/#${LINK}=${encode(stories())}`, location.href).href;
  if (link.length > LONGEST) return say("This is too long for a link; download it instead.", "warn");
  byId("link").value = link;
  byId("share-dialog").showModal();
  byId("link").select();
}

async function copyLink() {
  byId("link").select();
  try {
    await navigator.clipboard.writeText(byId("link").value);
    say("Copied.");
  } catch {
    say("Press Ctrl-C to copy the link.");
  }
}

/** Replay all turns from the first. */
async function playAgain() {
  const count = Math.max(...players.map((player) => player.session.turns.length));
  const kept = players.map((player) => player.session);
  for (let turn = 0; turn < count; turn += 1) {
    players.forEach((player, n) => (player.session = { ...kept[n], turns: kept[n].turns.slice(0, turn) }));
    const going = players.filter((_, n) => turn < kept[n].turns.length);
    say(kept[0].turns[turn]?.words ?? "");
    await Promise.all(going.map((player) => player.replay(turn, byId("speed").value)));
  }
  await Promise.all(players.map((player, n) => player.show(kept[n])));
}

async function keep() {
  for (const player of players) {
    const record = await fetchJson(`/api/follow/sessions/${player.session.name}/record`);
    download(`${record.id}${players.length > 1 ? `-${player.session.method}` : ""}.jsonl`, new Blob([`${JSON.stringify(record)}\n`], { type: "application/jsonl" }));
  }
}

// ---- the page

/** Open a scene of a world, with an instruction typed and its goal shown. */
function tryOut(world) {
  byId("words").value = "";
  showWorld(world);
  opening = begin(methods().map((method) => beginningOf(method))).then((shown) => shown && showFirstGoal());
  return opening;
}

async function showFirstGoal() {
  const words = players[0].session.examples[0];
  if (!words || byId("words").value.trim()) return; // the user was faster
  byId("words").value = words;
  await sayOne(words);
}

function listenToPage() {
  for (const id of ["house", "method", "rival"]) byId(id).addEventListener("change", doing(() => beginAnew()));
  byId("scene").addEventListener("submit", doing(() => beginAnew()));
  byId("another").addEventListener("click", doing(() => {
    byId("seed").value = Math.floor(Math.random() * 100_000);
    return beginAnew();
  }));
  byId("start").addEventListener("click", doing(() => beginAnew(["x", "z", "heading"].map((part) => Number(byId(`start-${part}`).value)))));
  byId("map-shown").addEventListener("change", () => (byId("map-figure").hidden = !byId("map-shown").checked));
  byId("map").addEventListener("click", doing(async (event) => {
    if (byId("start-hint").closest("details").open) {
      const [x, z] = map.place(event);
      [byId("start-x").value, byId("start-z").value] = [x.toFixed(1), z.toFixed(1)];
    } else {
      await each((player) => aimAt(player, { place: map.place(event) }));
    }
  }));
  byId("ask").addEventListener("submit", sayWords);
  byId("words").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      sayWords();
    }
  });
  byId("words").addEventListener("input", () => showSentences(players[0]?.session.proposal));
  byId("apart").addEventListener("change", () => showSentences(players[0]?.session.proposal));
  byId("go-both").addEventListener("click", doing(() => go(players)));
  byId("undo").addEventListener("click", retryable(() => each((player) => player.change("undo"))));
  byId("reset").addEventListener("click", retryable(() => each((player) => player.change("reset"))));
  byId("again").addEventListener("click", retryable(playAgain));
  byId("share").addEventListener("click", share);
  byId("copy").addEventListener("click", copyLink);
  byId("keep").addEventListener("click", doing(keep));
}

function told() {
  const link = new URLSearchParams(location.hash.slice(1)).get(LINK);
  if (link) {
    history.replaceState(null, "", location.pathname);
    try {
      return { stories: decode(link), shared: true };
    } catch {
      say("This link is broken; here is a new scene.", "bad");
    }
  }
  try {
    return { stories: JSON.parse(sessionStorage.getItem(LINK)), shared: false };
  } catch {
    return { stories: null, shared: false };
  }
}

async function open() {
  const wide = matchMedia("(min-width: 52.01rem)");
  const fit = () => {
    byId("settings").open = wide.matches;
    for (const player of players) lookAhead(player);
  };
  wide.addEventListener("change", () => requestAnimationFrame(fit));
  fit();
  listenToPage();
  worlds = await fetchJson("/api/follow/worlds");
  byId("worlds").replaceChildren(...worlds.map(({ name, title }) => make("button", {
    type: "button", data: { world: name }, textContent: TITLES[name] ?? title, onclick: () => tryOut(name).catch(fail),
  })));
  const { stories: given, shared } = told();
  const usable = Array.isArray(given) && given.length && given.every((story) => story?.beginning);
  const first = usable ? given.slice(0, 2) : [{ beginning: {} }];
  try {
    showBeginnings(first);
    await begin(first);
  } catch (error) {
    if (!usable) throw error;
    sessionStorage.removeItem(LINK);
    showBeginnings([{ beginning: {} }]);
    await begin([{ beginning: {} }]);
    fail(error);
  }
  if (!usable) await (opening = showFirstGoal());
  document.body.dataset.ready = "true";
  if (shared && players[0].session.turns.length) await playAgain();
}

open().catch(fail);
