// A LANI world on a server: walk where the reward is best, look at every picture.  docs/remote.md explains the frames.
//   SIGHTLINE_REMOTE_TOKEN=a-secret-of-your-own sightline serve --remote
//   SIGHTLINE_REMOTE_TOKEN=a-secret-of-your-own node examples/remote.mjs ws://127.0.0.1:8017
const ARRAYS = { bool: Uint8Array, uint8: Uint8Array, int32: Int32Array, int64: BigInt64Array,
                 float32: Float32Array, float64: Float64Array };
const socket = new WebSocket(process.argv[2] + "/api/remote/socket", ["sightline", process.env.SIGHTLINE_REMOTE_TOKEN]);
socket.binaryType = "arraybuffer";
await new Promise((open, fail) => { socket.onopen = open; socket.onerror = () => fail(new Error("no server, or a wrong token")); });
async function ask(message) {  // one frame there, one frame back: length of the JSON text, the text, the bytes of all arrays
  const text = new TextEncoder().encode(JSON.stringify(message));
  socket.send(new Blob([new Uint32Array([text.length]), text]));
  const frame = await new Promise((come) => { socket.onmessage = (event) => come(event.data); });
  const size = new DataView(frame).getUint32(0, true), start = 4 + size;
  const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 4, size)), (key, value) => value?.array
    ? new ARRAYS[value.array](frame, start + value.at, value.shape.reduce((a, b) => a * b, 1)) : value);
  if (answer.error) throw new Error(answer.error);
  return answer;
}
const call = (name, args = {}) => ask({ call: name, arguments: args });
const { actions } = (await ask({ world: "lani" })).result;
await call("reset", { episodes: [{ seed: 7 }] });
for (let over = 0; !over; ) {
  const rewards = [...(await call("rewards")).result], best = rewards.indexOf(Math.max(...rewards));
  const { result, now } = await call("step", { actions: [best], observe: ["rgb"] });
  const [x, z] = now.pose, bright = result.seen.rgb.reduce((a, b) => a + b) / result.seen.rgb.length;
  console.log(`${actions[best]}: at ${x.toFixed(1)}, ${z.toFixed(1)}, brightness ${bright.toFixed(0)}`);
  over = now.over[0];
}
console.log("stopped", (await call("metrics")).result.stop_distance[0].toFixed(2), "from the goal");
socket.close();
