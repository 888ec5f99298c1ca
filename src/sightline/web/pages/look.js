// Look: instructions of corpora, tables of results, galleries. Each is a section of the page, selected by the address.

import { byId, doing, fail, fetchJson, make } from "./base.js";

const LOOK = "/api/look";
const PHENOMENA = ["spatial_relations", "location_conjunction", "temporal_coordination", "trajectory_constraints", "coreference", "comparatives"];
const inWords = (name) => name.replaceAll("_", " ");
let corpora = null;
let tables = null;
let galleries = [];
let page = 0;

// ---- instructions

async function openInstructions() {
  if (corpora) return;
  corpora = await fetchJson(`${LOOK}/corpora`);
  byId("corpus").replaceChildren(...corpora.map(({ name, made }) => make("option", { value: name, textContent: made ? name : `${name} (not made yet)`, disabled: !made })));
  byId("corpus").value = (corpora.find(({ name, made }) => made && name.endsWith("written")) ?? corpora[0]).name;
  byId("phenomenon").append(...PHENOMENA.map((name) => make("option", { value: name, textContent: inWords(name) })));
  const methods = corpora.find(({ made }) => made)?.methods ?? [];
  byId("method").replaceChildren(...methods.map((name) => make("option", { value: name, textContent: name })));
  byId("method-label").hidden = byId("right-label").hidden = !methods.length;
  await search();
}

async function search() {
  const corpus = byId("corpus").value;
  const asked = new URLSearchParams({ page });
  for (const name of ["text", "split", "phenomenon", "right"]) if (byId(name).value) asked.set(name, byId(name).value);
  if (byId("right").value) asked.set("method", byId("method").value);
  const found = await fetchJson(`${LOOK}/corpora/${encodeURIComponent(corpus)}/instructions?${asked}`);
  const what = found.count === 1 ? "instruction" : "instructions";
  byId("count").textContent = found.count ? `${found.count.toLocaleString("en")} ${what}` : "No instruction fits. Try fewer words, or another part of the corpus.";
  byId("rows").replaceChildren(...found.rows.map((row) => make("li", {}, rowButton(row, corpus))));
  byId("paging").hidden = found.pages < 2;
  byId("page").textContent = `${found.page + 1} of ${found.pages}`;
  byId("earlier").disabled = page === 0;
  byId("later").disabled = page >= found.pages - 1;
  closeParagraph();
}

function rowButton(row, corpus) {
  const tags = [row.paragraph, row.split, ...row.phenomena.map(inWords)];
  if (row.unseen_phrasing) tags.push("unseen phrasing");
  const judged = Object.entries(row.verdicts).map(([method, right]) => make("span", { className: right ? "tag" : "tag bad", textContent: `${method}: ${right ? "right" : "wrong"}` }));
  const button = make("button", { type: "button" }, make("span", { textContent: row.instruction }), make("span", { className: "tags" }, make("span", { textContent: tags.join(" · ") }), ...judged));
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", doing(() => openParagraph(button, row, corpus)));
  return button;
}

async function openParagraph(button, row, corpus) {
  const address = `${LOOK}/corpora/${encodeURIComponent(corpus)}/paragraphs/${encodeURIComponent(row.paragraph)}`;
  const told = await fetchJson(address);
  closeParagraph();
  button.setAttribute("aria-expanded", "true");
  const words = told.instructions.map((text, n) => {
    const item = make("li", { textContent: text });
    if (n === row.place) item.setAttribute("aria-current", "true");
    return item;
  });
  const title = `${told.id} (${told.source}, ${told.split})`;
  const picture = make("img", { src: `${address}/picture.jpg`, alt: `${told.id} on its map`, width: 1600, height: 1000, onclick: () => enlarge(picture.src, title) });
  picture.addEventListener("load", () => [picture.width, picture.height] = [picture.naturalWidth, picture.naturalHeight]);
  byId("paragraph").replaceChildren(
    make("h3", { textContent: title }), told.scenario ? make("p", { className: "faint", textContent: told.scenario }) : "",
    make("ol", {}, ...words), picture,
  );
  byId("paragraph").hidden = false;
  byId("rows").parentElement.classList.add("opened");
}

function closeParagraph() {
  byId("paragraph").hidden = true;
  byId("rows").parentElement.classList.remove("opened");
  for (const button of byId("rows").querySelectorAll("[aria-expanded=true]")) button.setAttribute("aria-expanded", "false");
}

// ---- results

async function openResults() {
  if (tables) return;
  tables = await fetchJson(`${LOOK}/results`);
  const numbered = tables.map((table, n) => ({ ...table, n }));
  byId("table").replaceChildren(...[...new Set(tables.map(({ source }) => source))].map((source) => make("optgroup", { label: source },
    ...numbered.filter((table) => table.source === source).map(({ section, title, columns, n }) => make("option", { value: n, textContent: title || `${section}: ${columns.filter(Boolean).slice(0, 4).join(", ")}` })))));
  showTable();
}

const isNumber = (text) => /^[-–]?[\d.,]+([–-][\d.,]+)?( ?%)?$|^-$/.test(text);

function showTable() {
  const table = tables[Number(byId("table").value)];
  if (!table) return byId("table-shown").replaceChildren(make("p", { textContent: "There are no results here: start the server with --results FILE." }));
  const numeric = table.columns.map((_, n) => table.rows.every((row) => isNumber(row[n] ?? "-")));
  const cell = (tag, text, n) => make(tag, { textContent: text, className: numeric[n] ? "number" : "" });
  const head = make("tr", {}, ...table.columns.map((name, n) => cell("th", name, n)));
  const rows = table.rows.map((row) => make("tr", {}, ...row.map((text, n) => cell(n ? "td" : "th", text, n))));
  byId("table-shown").replaceChildren(
    make("h3", { textContent: table.title || table.section }),
    make("div", { className: "scroll", tabIndex: 0 }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))),
    ...table.notes.map((note) => make("p", { className: "faint small", textContent: note })),
  );
}

// ---- galleries

function showGallery(gallery) {
  byId("gallery-title").textContent = `${gallery.title} (${gallery.exhibits.length})`;
  byId("exhibits").classList.toggle("large", gallery.name === "houses");
  byId("exhibits").replaceChildren(...gallery.exhibits.map(({ title, words }, n) => {
    const source = `${LOOK}/galleries/${gallery.name}/${n}.jpg`;
    const picture = make("img", { src: source, alt: "", loading: "lazy", decoding: "async" });
    const called = make("span", {}, make("strong", { textContent: title }), words ? make("span", { className: "faint", textContent: ` ${words}` }) : "");
    return make("button", { type: "button", onclick: () => enlarge(source, [title, words].filter(Boolean).join(": ")) }, picture, called);
  }));
  filterGallery();
}

function filterGallery() {
  const word = byId("only").value.trim().toLowerCase();
  for (const exhibit of byId("exhibits").children) exhibit.hidden = !exhibit.textContent.toLowerCase().includes(word);
}

function enlarge(source, title) {
  byId("large-picture").src = source;
  byId("large-picture").alt = byId("large-title").textContent = title;
  byId("large").showModal();
}

// ---- the page

async function show() {
  const wanted = location.hash.slice(1) || "instructions";
  const gallery = galleries.find(({ name }) => name === wanted);
  const part = gallery ? "gallery" : wanted === "results" ? "results" : "instructions";
  for (const id of ["instructions", "results", "gallery"]) byId(id).hidden = id !== part;
  for (const link of byId("tabs").querySelectorAll("a")) {
    if (link.hash.slice(1) === (gallery ? gallery.name : part)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (gallery) showGallery(gallery);
  else if (part === "results") await openResults();
  else await openInstructions();
  document.body.dataset.ready = "true";
}

async function open() {
  const again = doing(() => search());
  byId("search").addEventListener("submit", doing(() => ((page = 0), search())));
  for (const id of ["corpus", "split", "phenomenon", "method", "right"]) byId(id).addEventListener("change", doing(() => ((page = 0), search())));
  byId("earlier").addEventListener("click", () => ((page -= 1), again()));
  byId("later").addEventListener("click", () => ((page += 1), again()));
  byId("table").addEventListener("change", showTable);
  byId("only").addEventListener("input", filterGallery);
  addEventListener("hashchange", doing(show));
  galleries = await fetchJson(`${LOOK}/galleries`);
  byId("gallery-tabs").replaceChildren(...galleries.map(({ name, title }) => make("a", { href: `#${name}`, className: "button", textContent: title })));
  await show();
}

open().catch(fail);
