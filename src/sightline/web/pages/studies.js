// Studies, for their owner: create them, make links, inspect and exclude answers, results, export.

import { byId, doing, download, fail, fetchBlob, fetchJson, make, ownersToken, say } from "./base.js";
import { MapView, PARTS } from "./mapview.js";

const API = "/api/studies";
const number = new URLSearchParams(location.search).get("study");
const shown = (id, yes) => (byId(id).hidden = !yes);
const form = byId("make");
const worldName = (world) => ({ lani: "LANI: fields", chai: "CHAI: houses" })[world] ?? world;
const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const by = (study) => (study.stand_in ? `${study.stand_in} (language model as stand-in)` : "people");

let options = null; // options for new studies
let study = null;
let at = 0; // index of the shown answer
let answerId = null; // its id

// The list of studies, and creating one.

async function showList() {
  options = await fetchJson(API);
  shown("list", true);
  shown("none", !options.studies.length);
  byId("studies").replaceChildren(...options.studies.map(row));
}

function row(s) {
  const cells = [s.title, worldName(s.world), `${s.answers} of ${s.wanted}`, s.consented, by(s), s.closed ? "closed" : ""];
  return make("tr", {}, make("td", {}, make("a", { href: `?study=${s.id}`, textContent: s.name })),
    ...cells.map((text, k) => make("td", { textContent: text, className: k === 2 || k === 3 ? "number" : "" })));
}

const choices = (name, values, label = (value) => value) =>
  form.elements[name].replaceChildren(...values.map((value) => make("option", { value, textContent: label(value) })));

function openForm() {
  choices("task", Object.keys(options.tasks), (name) => options.tasks[name].title);
  choices("world", options.worlds, worldName);
  choices("corpus", options.corpora);
  form.elements.consent.value = options.consent;
  fitForm();
  shown("list", false);
  shown("make", true);
  form.elements.name.focus();
}

/** Show the fields of the chosen task. */
function fitForm() {
  const { task, world, platform, source, instructions } = form.elements;
  const wanted = { segment: "write", rate: "act" }[task.value];
  const others = options.studies.filter((s) => s.task === wanted && s.world === world.value).map((s) => s.name);
  const before = source.value;
  source.replaceChildren(make("option", { value: "", textContent: "no, from a corpus" }), ...others.map((name) => make("option", { value: name, textContent: name })));
  source.value = others.includes(before) ? before : "";
  shown("source-label", wanted);
  shown("corpus-label", !source.value);
  shown("methods", task.value === "rate");
  shown("map-label", task.value !== "rate");
  shown("horizon-label", task.value === "act");
  shown("code-label", platform.value !== "links");
  form.elements.code.required = platform.value !== "links";
  const texts = options.tasks[task.value];
  if (!instructions.value || instructions.value === form.proposed) {
    instructions.value = form.proposed = world.value === "lani" ? texts.from_above : texts.inside;
  }
}

async function makeStudy() {
  const given = Object.fromEntries(new FormData(form));
  for (const name of ["items", "people", "per_person", "horizon"]) given[name] = Number(given[name]);
  given.shows_map = form.elements.shows_map.checked;
  given.methods = given.task === "rate" ? new FormData(form).getAll("methods") : [];
  if (given.source) delete given.corpus;
  say("Choosing items …");
  const made = await fetchJson(API, { body: given });
  if (made.join) sessionStorage.setItem(`join-${made.study}`, made.join);
  location.assign(`?study=${made.study}`);
}

// One study.

async function showStudy() {
  shown("one", false);
  study = await fetchJson(`${API}/${number}`);
  shown("study", true);
  document.title = `${study.name} · Studies · Sightline`;
  byId("study-title").textContent = study.name;
  const platform = { links: "links", prolific: "Prolific", mturk: "Mechanical Turk" }[study.platform];
  byId("about").textContent =
    `${study.title} · ${worldName(study.world)} · ${counted(study.items, "item")} from the ${study.split} part of ${study.corpus} · ` +
    `${counted(study.people, "answer")} per item, by ${by(study)}, through ${platform}. Answers: ${study.answers} of ${study.wanted}; ` +
    `${study.begun} in progress, ${study.set_aside} set aside. Withdrawn: ${counted(study.withdrawn, "participant")}.`;
  byId("done").style.width = `${Math.min(100, (100 * study.answers) / Math.max(study.wanted, 1))}%`;
  shown("closed", study.closed);
  byId("close").textContent = study.closed ? "Reopen the study" : "Close the study";
  const links = study.platform === "links";
  shown("count-label", links);
  byId("links-about").textContent = links
    ? "One link for each person. Whoever has it can go on with it from any machine."
    : `One link for ${platform}, to be given there as the study's address. A new one replaces the one before.`;
  const join = sessionStorage.getItem(`join-${number}`);
  if (join) showLinks([joining(join)]);
  sessionStorage.removeItem(`join-${number}`);
  const formats = study.task === "segment" ? ["corpus", "ciff", "answers"] : ["answers"];
  const names = { corpus: "Download a corpus", ciff: "Download in the original format", answers: "Download the answers" };
  byId("exports").replaceChildren(...formats.map((format) => make("button", { type: "button", textContent: names[format], onclick: doing(() => save(format)) })));
  byId("who").replaceChildren(...study.who.map(participant));
  shown("no-who", !study.who.length);
  showResults(await fetchJson(`${API}/${number}/results`));
  const count = countAnswers();
  shown("no-answers", !count);
  shown("turning", count);
  if (count) await showAnswer(Math.min(at, count - 1));
}

const joining = (token) => `${location.origin}/join?study=${token}${study.platform === "prolific" ? "&PROLIFIC_PID={{%PROLIFIC_PID%}}" : ""}`;

function showLinks(addresses) {
  shown("made", true);
  byId("links").value = addresses.join("\n");
  byId("links").rows = Math.min(12, addresses.length + 1);
}

function participant(who) {
  const state = who.withdrawn ? "withdrawn" : who.consented ? "takes part" : "has not begun";
  const remove = make("button", { type: "button", className: "plain", textContent: "Delete", disabled: who.withdrawn, onclick: () => askToDelete(who.id) });
  return make("tr", {}, make("td", { textContent: who.id }), make("td", { textContent: who.platform_id ?? "" }), make("td", { textContent: state }),
    make("td", { textContent: who.answers, className: "number" }), make("td", {}, remove));
}

function askToDelete(id) {
  byId("delete-dialog").onclose = doing(async () => {
    if (byId("delete-dialog").returnValue !== "yes") return;
    await fetchJson(`${API}/${number}/participants/${id}`, { method: "DELETE" });
    await showStudy();
  });
  byId("delete-dialog").showModal();
}

const save = async (format) => download(`${study.name}-${format}.zip`, await fetchBlob(`${API}/${number}/export?format=${format}`));

// Results.

function showResults(found) {
  const place = byId("results");
  place.replaceChildren();
  if (!found.answers) return place.append(make("p", { className: "faint", textContent: "None yet." }));
  if (found.metrics) place.append(metricsTable(found));
  for (const [name, rated] of Object.entries(found.followers ?? {})) place.append(...ratings(name, rated, found.paper[name]));
  if (found.followers) place.append(paperRatings(found.paper));
  if (found.task === "segment") {
    const corpus = Object.entries(found.corpus).filter(([, value]) => typeof value === "number");
    place.append(make("p", { textContent: `${found.valid} valid, ${found.invalid} invalid.` }), table(["", ""], corpus.map(([name, value]) => [name.replaceAll("_", " "), round(value)])));
  }
  if (found.texts) place.append(make("p", { textContent: `${found.answers} texts of ${round(found.words)} words and ${round(found.sentences)} sentences.` }));
}

const round = (value, digits = 2) => String(Math.round(value * 10 ** digits) / 10 ** digits);

const table = (head, rows) =>
  make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text, k) => make("th", { textContent: text, className: k ? "number" : "" })))),
    make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells.map((text, k) => make("td", { textContent: text, className: k ? "number" : "" }))))));

const metricsTable = (found) =>
  table(["", found.by === "human" ? "people" : `${found.by} (stand-in)`, "95 %", "people in the paper"],
    Object.entries(found.metrics).map(([name, { mean, ci }]) => [name, round(mean), ci.map((end) => round(end)).join(" to "), found.paper[name] ?? ""]));

function ratings(name, rated, paper) {
  const most = Math.max(...rated.histogram);
  const bars = rated.histogram.flatMap((count, k) => {
    const bar = make("span", { className: "bar" });
    bar.style.width = `${(100 * count) / most}%`;
    return [make("span", { textContent: k + 1 }), bar, make("span", { className: "small", textContent: `${count} (${round((100 * count) / rated.n, 0)} %)` })];
  });
  const r = rated.correlation;
  const told = `mean ${round(rated.mean)}${paper ? ` (paper ${paper.mean})` : ""} of ${rated.n} ratings; ` +
    (r ? `Pearson r with SD ${round(r.r)} (p = ${r.p.toPrecision(2)})` : "no correlation with SD: too few paths, or all alike");
  return [make("h3", { textContent: name === "human" ? "people" : name }), make("div", { className: "bars", aria: { role: "img", label: `Ratings 1 to 5: ${rated.histogram.join(", ")}` } }, ...bars), make("p", { className: "small", textContent: told })];
}

const paperRatings = (paper) =>
  make("p", { className: "small faint", textContent: Object.entries(paper).map(([name, p]) => `Paper, ${name === "human" ? "people" : "its agent"}: mean ${p.mean}, r ${p.r} (p = ${p.p}).`).join(" ") });

// Answers, one by one.

const countAnswers = () => study.answers + study.set_aside;

async function showAnswer(k) {
  byId("one").inert = true; // until it is loaded
  at = k;
  byId("which").textContent = `${k + 1} of ${countAnswers()}`;
  byId("before").disabled = k === 0;
  byId("after").disabled = k === countAnswers() - 1;
  const { answers } = await fetchJson(`${API}/${number}/answers?first=${k}&count=1`);
  if (!answers.length) return showStudy(); // a participant has withdrawn since
  answerId = answers[0].id;
  const one = await fetchJson(`${API}/answers/${answerId}`);
  const { item, answer } = one;
  byId("asked").textContent = item.text ?? item.scenario ?? "";
  const told = byId("answered");
  told.replaceChildren();
  if (answer.text) told.append(make("p", { className: "prose", textContent: answer.text }));
  if (answer.rating) told.append(make("p", { textContent: `Rated ${answer.rating}; followed by ${item.by}.` }));
  if (answer.valid === false) told.append(make("p", { className: "note warn", textContent: `Invalid: ${answer.reason || "no reason given"}` }), make("p", { textContent: item.units.join(" ") }));
  if (answer.parts) told.append(partsOf(item, answer.parts));
  const metrics = answer.metrics ?? item.metrics;
  byId("facts").textContent = `Item ${one.place + 1}, participant ${one.participant}, ${one.given.replace("T", " ").replace(/\+.*/, " UTC")}.` +
    (metrics ? ` ${Object.entries(metrics).map(([name, value]) => `${name.replaceAll("_", " ")} ${round(value)}`).join(", ")}.` : "");
  byId("reason").value = one.set_aside ?? "";
  byId("reason").required = !one.set_aside;
  byId("aside-button").textContent = one.set_aside ? "Let it count again" : "Set aside";
  const map = await MapView.of(byId("map"), item.map, await fetchBlob(`${API}/answers/${one.id}/map`));
  const taken = answer.path ?? item.taken;
  map.draw({ reference: item.reference, taken, marks: answer.marks, agent: taken?.at(-1) ?? item.start });
  byId("one").inert = false;
  shown("one", true);
}

/** The parts of a text in the colours of their paths. */
const partsOf = (item, parts) =>
  make("p", { className: "words" }, ...parts.flatMap((part, k) => [
    make("span", { className: `part p${k % PARTS.length}`, textContent: item.units.slice(part.first, part.upto).join(" ") }), " "]));

byId("new").onclick = openForm;
byId("cancel").onclick = () => location.reload();
form.onchange = fitForm;
form.onsubmit = doing(makeStudy);
byId("backup").onclick = doing(async () => download("studies.db", await fetchBlob(`${API}/backup`)));
byId("close").onclick = doing(async () => {
  await fetchJson(`${API}/${number}/${study.closed ? "reopen" : "close"}`, { method: "POST" });
  await showStudy();
});
byId("more").onsubmit = doing(async () => {
  const made = await fetchJson(`${API}/${number}/links`, { body: { count: Number(byId("count").value) } });
  await showStudy();
  showLinks(made.join ? [joining(made.join)] : made.links.map((token) => `${location.origin}/take#${token}`));
});
byId("copy").onclick = doing(async () => {
  byId("links").select();
  if (!navigator.clipboard) return say("They are marked: copy them with your keyboard."); // not available over plain HTTP
  await navigator.clipboard.writeText(byId("links").value);
  say("Copied.");
});
byId("before").onclick = doing(() => showAnswer(at - 1));
byId("after").onclick = doing(() => showAnswer(at + 1));
byId("aside").onsubmit = doing(async () => {
  const counts = byId("aside-button").textContent === "Set aside";
  await fetchJson(`${API}/answers/${answerId}/set-aside`, { body: { reason: counts ? byId("reason").value : "" } });
  await showStudy();
});
byId("enter").onsubmit = doing(async () => {
  sessionStorage.setItem("token", byId("token").value);
  location.reload();
});

ownersToken();
(number ? showStudy() : showList())
  .catch((error) => {
    if (error.status !== 401) return fail(error);
    sessionStorage.removeItem("token");
    shown("door", true);
  })
  .finally(() => (document.body.dataset.ready = ""));
