import sys, json, numpy as np
from random import Random
from sightline.agent.agent import Agent
from sightline.agent.looking import make_worlds
from sightline.corpus.lani.commands import plain_command, KINDS
from sightline.corpus.lani.terrain import Terrain
from sightline.lani import generate_scene, Episode
from sightline.world import kind_of
from pathlib import Path
kind = kind_of("lani")
device = sys.argv[2] if len(sys.argv) > 2 else "cpu"
per = int(sys.argv[3]) if len(sys.argv) > 3 else 100
agent = Agent.from_pretrained("lani", "best", device) if sys.argv[1] == "best" else Agent.from_folders(kind, Path(sys.argv[1]), None, device)
r = Random(99)
cases = []  # (ability, episode, target, limit, k)
def add(ability, scene, seg, named, limit, body=None): cases.append((ability, Episode(scene, seg.start, seg.end, seg.instruction), seg, limit, body))
n = 0
want = {**{k: per for k in KINDS if k != "command"}, "near": per, "mid": per, "far": per, "hidden": per, "bare": per, "typo": per}
count = {k: 0 for k in want}
seed = 5_000_000
world = make_worlds(kind, agent.device)
def hidden(scene, seg, k):
    world.reset([Episode(scene, seg.start, seg.end)])
    s = world.panorama(("segmentation",))["segmentation"]
    s = np.asarray(s.cpu() if hasattr(s, "cpu") else s)
    return (s == scene.models[k] + 1).sum() < 12
while any(count[k] < want[k] for k in want) and seed < 5_004_000:
    seed += 1
    scene = generate_scene(seed); t = Terrain(scene)
    for kd in KINDS:
        made = plain_command(r, scene, kd)
        if made is None: continue
        seg, named = made
        if kd == "command":
            k, name = named[0]
            said = seg.instruction.lower()
            away = float(np.hypot(*(np.array(t.middles[k]) - seg.start[:2])))
            typo = name.lower() not in said
            bare = len(seg.tokens) <= len(name.split()) + 2
            ab = "typo" if typo else "bare" if bare else "hidden" if hidden(scene, seg, k) else "near" if away < 9 else "mid" if away <= 25 else "far"
            if count[ab] < want[ab]: count[ab] += 1; add(ab, scene, seg, named, 4.0, (t, k))
        elif count[kd] < want[kd]:
            count[kd] += 1
            add(kd, scene, seg, named, 3.0 if kd == "stay" else 5.0)
world.reset([c[1] for c in cases])
g = agent.locate(world)
res = {}
for (ab, e, seg, limit, body), place, sure in zip(cases, g.places, g.sure):
    d = body[0].gap(body[1], tuple(place)) if body else float(np.hypot(*(place - np.array(e.goal))))
    res.setdefault(ab, []).append((d <= limit, sure))
out = {k: (round(100 * np.mean([a for a, _ in v])), round(100 * np.mean([s for _, s in v])), len(v)) for k, v in res.items()}
print(json.dumps(out)); print("mean", np.mean([v[0] for v in out.values()]), "ECE-ish", np.mean([abs(v[0]-v[1]) for v in out.values()]))
