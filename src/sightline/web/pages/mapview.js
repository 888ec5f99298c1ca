// A map with the reference path, the path taken and the agent.

export const PARTS = ["#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b"]; // by part of a text, cyclic
const START = [224, 27, 36];
const END = [28, 79, 216];
const RIM = "#14181690";

/** A map on a canvas; `geometry` relates its pixels to the world. */
export class MapView {
  constructor(canvas, geometry, picture) {
    Object.assign(this, { canvas, geometry, picture });
    [canvas.width, canvas.height] = [geometry.width, geometry.height];
    this.pen = canvas.getContext("2d");
    this.pen.lineJoin = this.pen.lineCap = "round";
  }

  static async of(canvas, geometry, blob) {
    return new MapView(canvas, geometry, await createImageBitmap(blob));
  }

  at([x, z]) {
    const { west, north, per_unit } = this.geometry;
    return [(x - west) * per_unit, (north - z) * per_unit];
  }

  /** Draw the map, then in order: the reference path, the path taken (poses) with its start, the agent at its end. */
  draw({ reference, taken, marks, agent, end }) {
    this.pen.drawImage(this.picture, 0, 0);
    const unit = this.canvas.width / 300;
    if (reference) this.fade(reference, 2.2 * unit);
    if (taken) this.way(taken, marks ?? [], 1.7 * unit);
    if (end) this.dot(end, 3 * unit, "#d7263d");
    if (taken?.length > 1) this.arrow(taken[0], "#ffffff", 0.75); // the start pose: "left" refers to it
    if (agent) this.arrow(agent, "#f7f052");
  }

  line(places, width, colour) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.beginPath();
    places.forEach((place, k) => (k ? this.pen.lineTo(...this.at(place)) : this.pen.moveTo(...this.at(place))));
    this.pen.stroke();
  }

  /** A path from red to blue. */
  fade(places, width) {
    this.line(places, width * 1.7, "#ffffffd0");
    for (let k = 1; k < places.length; k++) {
      const share = k / places.length;
      const colour = START.map((c, n) => Math.round(c + (END[n] - c) * share));
      this.line([places[k - 1], places[k]], width, `rgb(${colour})`);
    }
    this.dot(places[0], width * 1.6, `rgb(${START})`);
    this.dot(places.at(-1), width * 1.6, `rgb(${END})`);
  }

  /** The path taken, in one colour per part of the text: marks are [upto, actions before it]. */
  way(poses, marks, width) {
    this.line(poses, width * 2.2, RIM);
    const cuts = [...marks.map(([, place]) => place), poses.length - 1];
    if (!marks.length) return this.line(poses, width, PARTS[2]);
    marks.forEach(([, place], k) => this.line(poses.slice(place, cuts[k + 1] + 1), width, PARTS[k % PARTS.length]));
  }

  dot(place, size, colour) {
    this.pen.beginPath();
    this.pen.arc(...this.at(place), size, 0, 7);
    this.pen.fillStyle = colour;
    this.pen.fill();
    this.pen.lineWidth = size / 3;
    this.pen.strokeStyle = "#ffffff";
    this.pen.stroke();
  }

  arrow([x, z, heading], colour, size = 1) {
    const arrow = this.geometry.arrow * size;
    const turn = (heading * Math.PI) / 180;
    const place = (ahead, side) => [
      x + arrow * (ahead * Math.sin(turn) + side * Math.cos(turn)), z + arrow * (ahead * Math.cos(turn) - side * Math.sin(turn)),
    ];
    this.pen.beginPath();
    [[2.4, 0], [-1.1, 1], [-0.4, 0], [-1.1, -1]].forEach(([ahead, side], k) => {
      const spot = this.at(place(ahead, side));
      if (k) this.pen.lineTo(...spot);
      else this.pen.moveTo(...spot);
    });
    this.pen.closePath();
    this.pen.fillStyle = colour;
    this.pen.fill();
    this.pen.lineWidth = this.canvas.width / 400;
    this.pen.strokeStyle = "#202020";
    this.pen.stroke();
  }
}
