"""PPO (Schulman et al., 2017) on sightline/Lani-v0: walk to the landmark that an instruction names, from pixels.

    python examples/ppo.py --out ppo-run

One file is the whole algorithm. The agent is told "go to the barrel on your left ." in a field it has never seen, and learns
from the environment's reward alone what a barrel looks like (and 62 other things), what left means, and when to stop.
It writes log.jsonl (a row for each update), result.json (before and after, on fields that no training episode can have),
curve.png and policy.safetensors.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from torch import Tensor, nn

import sightline.envs  # noqa: F401  registers the environments
from sightline.options import option, options_of

HEIGHT, WIDTH, FOV = 40, 96, 90.0  # of the picture: wide and low, since all that matters is near the horizon
LONGEST = 16  # tokens of an instruction; those of seeds have at most 11
ACTIONS = 4  # forward, turn right, turn left, stop
HELD_OUT = 2**31  # the first seed of evaluation; all that the environment draws for the next episode are smaller


@dataclass(frozen=True)
class Config:
    """How to train; every field is an option of the command line."""

    out: str = option("ppo-run", "Folder for log, result, curve and policy.")
    steps: int = option(600_000, "Environment steps to train for.", min=1)
    seconds: float = option(1500.0, "End training after so many seconds even if steps are left.", min=0)
    seed: int = option(0, "Seed of the fields, the network and the sampled actions.", min=0, max=2**30)
    envs: int = option(128, "Fields that are walked through at once.", min=1, max=4096)
    rollout: int = option(32, "Steps in each field between two updates.", min=2, max=4096)
    epochs: int = option(4, "Times that an update goes over its rollout.", min=1)
    minibatch: int = option(256, "Steps in a gradient step.", min=1)
    rate: float = option(1e-3, "Learning rate of Adam at the start; it falls linearly to a twentieth of that.", min=0)
    scale: float = option(0.3, "Rewards are multiplied by this, so that the value loss does not drown the policy's.", min=0)
    discount: float = option(0.9, "Gamma; rewards are dense, so a little foresight is enough.", min=0, max=1)
    trace: float = option(0.9, "Lambda of generalised advantage estimation.", min=0, max=1)
    clip: float = option(0.2, "How far the ratio of new to old probability may leave 1.", min=0)
    explore: float = option(0.01, "Weight of the bonus that keeps every action alive.", min=0)
    value: float = option(0.5, "Weight of the value loss.", min=0)
    norm: float = option(1.0, "Longer gradients are scaled down to this norm.", min=0)
    episodes: int = option(200, "Held-out episodes of each evaluation.", min=1, max=65536)
    device: str = option("cpu", "Where the network runs: cpu or cuda.")


class Seen(NamedTuple):
    """What the policy is given, of N fields (or of any number of steps)."""

    image: Tensor  # (N, H, W, 3) uint8
    words: Tensor  # (N, L) token ids, 0 after the end
    moved: Tensor  # (N, 4) where the agent is, as seen from its start


class Policy(nn.Module):
    """A small CNN looks, the words are made into filters for what it sees (as in LingUNet), one hidden layer decides.

    It has no memory. All that it needs of the past is how far it has turned and walked, because "on your left" is said of
    the start; that comes in as `moved`.
    """

    def __init__(self, vocabulary: int, channels: int = 64, filters: int = 16):
        super().__init__()
        self.filters = filters
        self.look = nn.Sequential(
            nn.Conv2d(3, 24, 6, stride=4, padding=1), nn.ReLU(),  # (N, 24, 10, 24)
            nn.Conv2d(24, 48, 3, stride=2, padding=1), nn.ReLU(),  # (N, 48, 5, 12)
            nn.Conv2d(48, channels, 3, padding=1), nn.ReLU(),  # (N, C, 5, 12)
        )  # fmt: skip
        self.read = nn.EmbeddingBag(vocabulary, 64, mode="sum", padding_idx=0)
        self.make_filters = nn.Linear(64, filters * channels)
        self.notice = nn.Conv2d(channels, 8, 1)  # what is in the way, whatever the words are
        cells = (HEIGHT // 8) * (WIDTH // 8)
        self.decide = nn.Sequential(nn.Linear((filters + 8) * cells + 64 + 4, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, ACTIONS), nn.Linear(256, 1)
        nn.init.normal_(self.read.weight, std=0.3)
        nn.init.orthogonal_(self.actor.weight, 0.01)  # all actions are about as likely at first

    def forward(self, seen: Seen) -> tuple[Tensor, Tensor]:
        """Logits (N, 4) and values (N,)."""
        features = self.look(seen.image.permute(0, 3, 1, 2) / 255 - 0.5)  # (N, C, 5, 12)
        words = self.read(seen.words)  # (N, 64)
        filters = self.make_filters(words).view(len(words), self.filters, -1)  # (N, K, C)
        found = torch.relu(filters @ features.flatten(2) / 8)  # (N, K, 60)
        hidden = self.decide(torch.cat([found.flatten(1), self.notice(features).flatten(1), words, seen.moved], 1))
        return self.actor(hidden), self.critic(hidden).squeeze(1)


class Fields:
    """The vector environment as the policy sees it."""

    def __init__(self, count: int, device: str):
        env: Any = gymnasium.make_vec(
            "sightline/Lani-v0", num_envs=count, vectorization_mode="vector_entry_point",
            size=(HEIGHT, WIDTH), fov=FOV, instruction="tokens",
        )  # fmt: skip
        self.env, self.vocabulary, self.device = env, len(env.unwrapped.vocabulary), device
        self.over = np.zeros(count, bool)  # autoreset is NEXT_STEP: their next action is ignored, their next step a reset
        self.start: NDArray[Any] = np.zeros((count, 3))

    def reset(self, seed: int | list[int]) -> Seen:
        observation, _ = self.env.reset(seed=seed)
        self.over[:], self.start = False, observation["pose"]
        return self._seen(observation)

    def step(self, actions: Tensor) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self.env.step(actions.cpu().numpy())
        self.start = np.where(self.over[:, None], observation["pose"], self.start)
        self.over = terminated | truncated
        return self._seen(observation), rewards, terminated, truncated, info

    def _seen(self, observation: dict[str, Any]) -> Seen:
        moved = moved_since(self.start, observation["pose"])
        parts = observation["image"], observation["instruction"][:, :LONGEST], moved
        return Seen(*(torch.as_tensor(part, device=self.device) for part in parts))


def moved_since(start: NDArray[Any], pose: NDArray[Any]) -> NDArray[np.float32]:
    """(N, 4): cosine and sine of the turn since the start; how far ahead of it and to its right the agent is, / 25."""
    east, north, turn = (pose - start).T
    sine, cosine = np.sin(np.radians(start[:, 2])), np.cos(np.radians(start[:, 2]))
    ahead, right = east * sine + north * cosine, east * cosine - north * sine
    return np.stack([np.cos(np.radians(turn)), np.sin(np.radians(turn)), ahead / 25, right / 25], 1).astype(np.float32)


class Rollout(NamedTuple):
    """T steps in N fields."""

    seen: Seen  # (T, N, ...)
    actions: Tensor  # (T, N)
    logs: Tensor  # (T, N) log-probabilities of the actions when they were taken
    rewards: Tensor  # (T, N)
    values: Tensor  # (T + 1, N), with that of the observation after the last step
    terminated: Tensor  # (T, N) whether the action ended the episode
    truncated: Tensor  # (T, N) whether time was up after it
    counts: Tensor  # (T, N) False where the step was only a reset: there was no choice to learn from


class Episodes:
    """The last thousand that ended."""

    def __init__(self, count: int):
        self.rewards = np.zeros(count)
        self.ended: deque[tuple[float, float, float]] = deque(maxlen=1000)

    def add(self, rewards: NDArray[Any], over: NDArray[Any], info: dict[str, Any]) -> None:
        self.rewards += rewards
        for n in np.flatnonzero(over).tolist():
            self.ended.append((100.0 * info["success"][n], 100.0 * info["spl"][n], self.rewards[n]))
        self.rewards[over] = 0.0

    def means(self) -> dict[str, float]:
        """Success and SPL in percent, and the sum of rewards."""
        means = np.mean(self.ended or [(0.0, 0.0, 0.0)], 0).tolist()
        return dict(zip(("success", "spl", "reward"), means, strict=True))


@torch.no_grad()
def collect(policy: Policy, fields: Fields, seen: Seen, length: int, episodes: Episodes) -> tuple[Rollout, Seen]:
    """Walk on from what is seen, with sampled actions; the steps, and what is seen after them."""
    steps = []
    for _ in range(length):
        logits, values = policy(seen)
        logs = torch.log_softmax(logits, 1)
        actions = logs.exp().multinomial(1)  # (N, 1)
        counts = ~fields.over
        following, rewards, terminated, truncated, info = fields.step(actions.squeeze(1))
        episodes.add(rewards, fields.over, info)
        outcome = (rewards.astype(np.float32), values, terminated, truncated, counts)
        tensors = (torch.as_tensor(part, device=fields.device) for part in outcome)
        steps.append(Rollout(seen, actions.squeeze(1), logs.gather(1, actions).squeeze(1), *tensors))
        seen = following
    rollout = Rollout(
        Seen(*map(torch.stack, zip(*(step.seen for step in steps), strict=True))),
        *map(torch.stack, zip(*(step[1:] for step in steps), strict=True)),
    )
    return rollout._replace(values=torch.cat([rollout.values, policy(seen)[1][None]])), seen


def advantages_of(
    rewards: Tensor, values: Tensor, terminated: Tensor, truncated: Tensor, discount: float, trace: float
) -> Tensor:
    """Generalised advantage estimates (T, N) of T actions; `values` is (T + 1, N).

    An action that terminates an episode has no future. One after which time is up has: the value of the observation that
    it led to, which under NEXT_STEP is the next row, the episode's own last one. Neither learns from the episode after it.
    """
    surprise = rewards + discount * values[1:] * ~terminated - values[:-1]
    goes_on = discount * trace * ~(terminated | truncated)
    advantages, later = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        advantages[t] = later = surprise[t] + goes_on[t] * later
    return advantages


def update(policy: Policy, optimizer: torch.optim.Optimizer, rollout: Rollout, config: Config) -> dict[str, float]:
    """Improve the policy with a rollout; the last minibatch's losses."""
    advantages = advantages_of(
        config.scale * rollout.rewards, rollout.values, rollout.terminated, rollout.truncated, config.discount, config.trace
    )
    returns = advantages + rollout.values[:-1]
    seen = Seen(*(part.flatten(0, 1) for part in rollout.seen))
    usable = rollout.counts.flatten().nonzero().squeeze(1)
    for _ in range(config.epochs):
        for rows in usable[torch.randperm(len(usable), device=usable.device)].split(config.minibatch):
            action, old, gain, target = (x.flatten()[rows] for x in (rollout.actions, rollout.logs, advantages, returns))
            logits, values = policy(Seen(*(part[rows] for part in seen)))
            logs = torch.log_softmax(logits, 1)
            log_ratio = logs.gather(1, action[:, None]).squeeze(1) - old
            ratio = log_ratio.exp()
            gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
            policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - config.clip, 1 + config.clip) * gain).mean()
            value_loss = (values - target).square().mean()
            # Not the usual entropy, whose gradient fades with an action's probability: stop costs 1 nearly everywhere at
            # first, dies out, and is not there when the agent has learnt to arrive. The mean log-probability of all four
            # (the divergence from the uniform policy) pulls the harder the rarer an action is.
            loss = policy_loss + config.value * value_loss - config.explore * logs.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), config.norm)
            optimizer.step()
    entropy, kl = -(logs.exp() * logs).sum(1).mean(), (ratio - 1 - log_ratio).mean()
    parts = {"policy_loss": policy_loss, "value_loss": value_loss, "entropy": entropy, "kl": kl}
    return {name: part.item() for name, part in parts.items()}


@torch.no_grad()
def evaluate(policy: Policy, episodes: int, device: str, greedy: bool = False, swapped: bool = False) -> dict[str, float]:
    """Success and SPL in percent on held-out fields, with sampled actions or always the likeliest.

    `swapped` tells every agent the words of its neighbour's field: what is left then is not owed to understanding them.
    """
    fields, results = Fields(episodes, device), Episodes(episodes)
    seen = fields.reset(list(range(HELD_OUT, HELD_OUT + episodes)))
    generator = torch.Generator(device).manual_seed(1)
    running = np.ones(episodes, bool)
    while running.any():
        if swapped:
            seen = seen._replace(words=seen.words.roll(1, 0))
        chances = policy(seen)[0].softmax(1)
        actions = chances.argmax(1) if greedy else chances.multinomial(1, generator=generator).squeeze(1)
        seen, rewards, *_, info = fields.step(actions)
        results.add(rewards, fields.over & running, info)
        running &= ~fields.over
    return {name: round(mean, 1) for name, mean in results.means().items()}


def train(config: Config) -> dict[str, Any]:
    """Train a policy and write what came of it."""
    out = Path(config.out)
    torch.manual_seed(config.seed)
    fields = Fields(config.envs, config.device)
    policy = Policy(fields.vocabulary).to(config.device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=config.rate, eps=1e-5)
    before = evaluate(policy, config.episodes, config.device)
    print(f"untrained: success {before['success']} % of {config.episodes} held-out episodes", file=sys.stderr)

    rows: list[dict[str, float]] = []
    episodes, steps = Episodes(config.envs), 0
    began, seconds, seen = time.perf_counter(), 0.0, fields.reset(config.seed)
    with (out / "log.jsonl").open("w") as log:
        while not rows or (steps < config.steps and seconds < config.seconds):
            left = 1 - max(steps / config.steps, seconds / max(config.seconds, 1e-9))
            optimizer.param_groups[0]["lr"] = config.rate * max(0.05, left)
            rollout, seen = collect(policy, fields, seen, config.rollout, episodes)
            losses = update(policy, optimizer, rollout, config)
            steps, seconds = steps + rollout.actions.numel(), time.perf_counter() - began
            row = {"steps": steps, "seconds": seconds, **episodes.means(), **losses}
            rows.append({name: round(value, 5) for name, value in row.items()})
            print(json.dumps(rows[-1]), file=log, flush=True)
            if len(rows) % 10 == 1:
                success, spl = (f"{row[name]:4.1f} %" for name in ("success", "spl"))
                pace = f"{steps:9,} steps  {seconds:4.0f} s  {steps / seconds:5,.0f} steps/s"
                print(f"{pace}  success {success}  SPL {spl}  entropy {row['entropy']:.2f}", file=sys.stderr)

    after = {
        name: evaluate(policy, config.episodes, config.device, greedy=name == "greedy", swapped=name == "swapped")
        for name in ("sampled", "greedy", "swapped")
    }
    result = {"steps": steps, "seconds": round(seconds, 1), "before": before, "after": after, "config": asdict(config)}
    (out / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    save_file(policy.state_dict(), out / "policy.safetensors")
    draw_curve(rows, result, out / "curve.png")
    return result


def draw_curve(rows: list[dict[str, float]], result: dict[str, Any], file: Path) -> None:
    """Success and SPL while training, and the held-out success before and after."""
    try:
        import matplotlib
    except ImportError:
        print("There is no curve.png: matplotlib is missing (pip install 'sightline[train]').", file=sys.stderr)
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    steps = [row["steps"] / 1000 for row in rows]
    axes.plot(steps, [row["success"] for row in rows], color="#1f6f8b", label="success, last 1,000 training episodes")
    axes.plot(steps, [row["spl"] for row in rows], color="#1f6f8b", alpha=0.4, linestyle="--", label="SPL of these")
    ends, held_out = [0, steps[-1]], [result["before"]["success"], result["after"]["sampled"]["success"]]
    axes.plot(ends, held_out, "o", color="#d1495b", clip_on=False, zorder=3, label="success, held-out fields")
    axes.plot(steps[-1], result["after"]["swapped"]["success"], "x", color="#555555", clip_on=False, zorder=3,
              label="… with the words of other fields")  # fmt: skip
    axes.set(xlabel="thousand environment steps", ylabel="%", xlim=(0, steps[-1]), ylim=(0, 100))
    axes.set_title(f"PPO on sightline/Lani-v0, {result['seconds'] / 60:.1f} minutes", loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(file, dpi=130)
    pyplot.close(figure)


def read_config(arguments: Sequence[str] | None = None) -> Config:
    """The config of a command line; bad input ends the program with a sentence and exit code 2."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    types, options = get_type_hints(Config), options_of(Config)
    for field in fields(Config):
        about = f"{options[field.name].help} [{field.default}]"
        parser.add_argument(f"--{field.name}", type=types[field.name], default=field.default, help=about, metavar="")
    config = Config(**vars(parser.parse_args(arguments)))
    for name, limits in options.items():
        value = getattr(config, name)
        if limits.min is not None and not value >= limits.min:
            parser.error(f"--{name} must be at least {limits.min}, got {value}.")
        if limits.max is not None and value > limits.max:
            parser.error(f"--{name} must be at most {limits.max}, got {value}.")
    if config.device not in ("cpu", "cuda"):
        parser.error(f"--device is cpu or cuda, got {config.device!r}.")
    if config.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: PyTorch finds no GPU here.")
    try:
        Path(config.out).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out {config.out}: cannot make this folder ({error.strerror}).")
    return config


if __name__ == "__main__":
    result = train(read_config())
    print(json.dumps({name: value for name, value in result.items() if name != "config"}))
