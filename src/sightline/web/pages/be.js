// Be the agent: an instruction, the agent's view, and at the end the score next to the paper's human score.

import { byId, doing, fail, fetchBlob, fetchJson } from "./base.js";
import { MapView } from "./mapview.js";
import { Steering, tell } from "./steer.js";

const asked = new URLSearchParams(location.search);
let steering = null;
let map = null;
let name = "";

async function begin(seed) {
  const told = await fetchJson("/api/be", { body: { world: byId("world").value, map: byId("with-map").checked, seed } });
  const { item } = told;
  steering?.end();
  name = told.try;
  map = null;
  byId("instruction").textContent = item.text;
  byId("verdict").hidden = byId("key").hidden = true;
  byId("above").hidden = !item.map;
  const reaches = "interact" in item.actions;
  byId("reach-hint").hidden = !reaches;
  byId("key-crowns").hidden = reaches;
  byId("view").classList.toggle("reaching", reaches);
  byId("stop").disabled = false;
  if (item.map) map = await open(item.map);
  const mine = name;
  steering = new Steering({
    view: byId("view"),
    pad: byId("pads"),
    actions: item.actions,
    send: (after, events) => fetchJson(`/api/be/${mine}/events`, { body: { after, events } }),
    onState: (state) => {
      tell("state", state);
      map?.draw({ taken: state.path, agent: state.path.at(-1) });
    },
  });
  await steering.begin(told);
  history.replaceState(null, "", `?world=${item.world}&seed=${told.seed}`);
}

const open = async (geometry) => MapView.of(byId("map"), geometry, await fetchBlob(`/api/be/${name}/map`));

byId("choose").onsubmit = doing(() => begin());
byId("world").onchange = byId("with-map").onchange = doing(() => begin());
byId("stop").onclick = doing(async () => {
  const end = await fetchJson(`/api/be/${name}/stop`, { method: "POST" });
  steering.end();
  byId("stop").disabled = true;
  byId("above").hidden = byId("key").hidden = byId("verdict").hidden = false;
  map ??= await open(end.map);
  map.draw({ reference: end.reference, taken: end.taken, end: end.end, agent: end.taken.at(-1) });
  byId("verdict-title").textContent = end.completed ? "You are there." : "Not quite.";
  const { SD: distance, MA: deeds } = end.metrics;
  const mine = [`You stopped ${distance.toFixed(1)} ${end.unit} from where the demonstration ended`];
  if (deeds !== undefined) mine.push(`and did ${deeds.toFixed(0)} % of what was asked for`);
  const others = [`${end.people.SD} ${end.unit} away on average`];
  if (end.people.TC !== undefined) others.push(`and ${end.people.TC} of 100 tasks completed`);
  if (end.people.MA !== undefined) others.push(`and ${end.people.MA} % of the deeds done`);
  byId("verdict-text").textContent = `${mine.join(" ")}. People in the paper's study: ${others.join(" ")}.`;
});
if (asked.get("world") === "chai") byId("world").value = "chai";
begin(asked.has("seed") ? Number(asked.get("seed")) : undefined)
  .catch(fail)
  .finally(() => (document.body.dataset.ready = ""));
