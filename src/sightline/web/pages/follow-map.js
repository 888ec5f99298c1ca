// The map of a scene with all agents: their paths, poses and predicted goals.

import { placeIn } from "./base.js";

const COLOURS = ["#ff5d3a", "#3fa7ff"];
const WAY = "#fff3b0";

export class SceneMap {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.about = null; // its geometry
    this.ground = null; // the picture
    this.agents = []; // { path, pose, goal, way }, as given to `show`
  }

  async load(about, blob) {
    this.ground = await createImageBitmap(blob);
    this.about = about;
    [this.canvas.width, this.canvas.height] = about.size;
    this.draw();
  }

  /** The place [x, z] of a click on the map. */
  place(event) {
    const [x, y] = placeIn(this.canvas, event);
    const [width, height] = this.about.size;
    return [this.about.west + (x * width) / this.about.per_unit, this.about.north - (y * height) / this.about.per_unit];
  }

  show(agents) {
    this.agents = agents;
    this.draw();
  }

  draw() {
    if (!this.ground) return;
    this.pen.drawImage(this.ground, 0, 0);
    this.drawNames();
    this.agents.forEach((agent, n) => this.drawAgent(agent, COLOURS[n]));
  }

  /** Write names in the page's small font size, at any size of the map. */
  drawNames() {
    const wide = this.canvas.clientWidth || this.canvas.width;
    const size = ((wide < 300 ? 10 : 12) * this.canvas.width) / wide;
    const written = []; // boxes of names; names that would overlap one are left out
    this.pen.textAlign = "center";
    this.pen.textBaseline = "middle";
    this.pen.lineJoin = "round";
    const { titles, names } = this.about;
    const below = titles.length ? 0 : 2.2 * size; // a plan has its names on the furniture, a field below the landmarks
    for (const [name, place] of titles) this.write(name, this.at(place), 1.15 * size, "#8a1f11", "#ffffff", written);
    for (const [name, place] of names) {
      const [x, y] = this.at(place);
      this.write(name, [x, y < 0.88 * this.canvas.height ? y + below : y - below], size, "#ffffff", "#202020", written);
    }
  }

  write(name, [x, y], size, colour, halo, written) {
    this.pen.font = `600 ${size}px sans-serif`;
    const half = this.pen.measureText(name).width / 2 + 4;
    const at = [Math.min(Math.max(x, half), this.canvas.width - half), Math.min(Math.max(y, size / 2 + 2), this.canvas.height - size / 2 - 2)];
    if (written.some(([a, b, wide]) => Math.abs(a - at[0]) < wide + half && Math.abs(b - at[1]) < 1.1 * size)) return;
    written.push([...at, half]);
    this.pen.lineWidth = size / 3;
    this.pen.strokeStyle = halo;
    this.pen.strokeText(name, ...at);
    this.pen.fillStyle = colour;
    this.pen.fillText(name, ...at);
  }

  at([x, z]) {
    return [(x - this.about.west) * this.about.per_unit, (this.about.north - z) * this.about.per_unit];
  }

  line(places, colour, width, dash = []) {
    this.pen.setLineDash(dash);
    this.pen.lineJoin = this.pen.lineCap = "round";
    this.pen.beginPath();
    for (const place of places) this.pen.lineTo(...this.at(place));
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke();
    this.pen.setLineDash([]);
  }

  drawAgent({ path, pose, goal, way }, colour) {
    if (path.length > 1) {
      this.line(path, "#ffffff", 7);
      this.line(path, colour, 4);
    }
    if (goal) {
      const ahead = [pose, ...(way ?? []), goal];
      this.line(ahead, "#202020", 4, [10, 10]);
      this.line(ahead, way?.length ? WAY : colour, 2, [10, 10]);
      (way ?? []).forEach((place, n) => this.disc(place, n + 1));
      this.cross(goal, colour);
    }
    this.arrow(pose, colour);
  }

  disc(place, number) {
    const [x, y] = this.at(place);
    this.pen.beginPath();
    this.pen.arc(x, y, 11, 0, 7);
    this.pen.fillStyle = WAY;
    this.pen.fill();
    this.pen.lineWidth = 2;
    this.pen.strokeStyle = this.pen.fillStyle = "#000000";
    this.pen.stroke();
    this.pen.font = "bold 15px sans-serif";
    this.pen.textAlign = "center";
    this.pen.textBaseline = "middle";
    this.pen.fillText(String(number), x, y + 1);
  }

  cross(place, colour) {
    const [x, y] = this.at(place);
    for (const [width, fill] of [[10, "#000000"], [6, "#ffffff"], [2.5, colour]]) {
      this.pen.beginPath();
      for (const [a, b] of [[-1, -1], [-1, 1]]) {
        this.pen.moveTo(x + 9 * a, y + 9 * b);
        this.pen.lineTo(x - 9 * a, y - 9 * b);
      }
      this.pen.strokeStyle = fill;
      this.pen.lineWidth = width;
      this.pen.stroke();
    }
  }

  arrow([x, z, heading], colour) {
    const turn = (heading * Math.PI) / 180;
    const size = Math.max(this.about.arrow * this.about.per_unit, 9);
    const [u, v] = this.at([x, z]);
    this.pen.save();
    this.pen.translate(u, v);
    this.pen.rotate(turn);
    this.pen.beginPath();
    for (const [side, ahead] of [[0, 2.2], [0.9, -1], [0, -0.4], [-0.9, -1]]) this.pen.lineTo(size * side, -size * ahead);
    this.pen.closePath();
    this.pen.fillStyle = colour;
    this.pen.fill();
    this.pen.strokeStyle = "#202020";
    this.pen.lineWidth = 2;
    this.pen.stroke();
    this.pen.restore();
  }
}
