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
  const numbers = Object.entries(end.metrics).map(([metric, value]) => `${metric} ${value.toFixed(metric === "SD" ? 2 : 0)}`);
  const people = Object.entries(end.people).map(([metric, value]) => `${metric} ${value}`);
  byId("verdict-text").textContent = `You stopped ${end.metrics.SD.toFixed(1)} ${end.unit} from where the demonstration ended (${numbers.join(", ")}). People in the paper: ${people.join(", ")}.`;
});
if (asked.get("world") === "chai") byId("world").value = "chai";
begin(asked.has("seed") ? Number(asked.get("seed")) : undefined)
  .catch(fail)
  .finally(() => (document.body.dataset.ready = ""));
