// Shared by all pages: requests, sockets, messages to the user, and drawing pictures.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element with properties and children; text stays text. */
export function make(tag, properties = {}, ...children) {
  const { data, aria, ...plain } = properties;
  const element = Object.assign(document.createElement(tag), plain);
  Object.assign(element.dataset, data ?? {});
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(name === "role" ? "role" : `aria-${name}`, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An error whose message is a sentence for the user. */
export class Failure extends Error {
  constructor(sentence, status = 0) {
    super(sentence);
    this.status = status;
  }
}

const GONE = "The server does not answer. Is it still running?";

/** The owner's token: from the opened link, then kept for this tab only. */
export function ownersToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem("token");
}

async function ask(address, { method, body, headers = {}, signal } = {}) {
  const token = sessionStorage.getItem("token");
  const options = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { ...headers }, signal };
  if (token && !options.headers.Authorization) options.headers.Authorization = `Bearer ${token}`;
  if (body instanceof Blob) {
    options.body = body;
  } else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(GONE);
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Failure(told.error ?? `The server answered ${answer.status}.`, answer.status);
  }
  return answer;
}

/** Request JSON; with a body the request is a POST unless a method is given. Throws a Failure. */
export const fetchJson = async (address, options) => {
  const answer = await ask(address, options);
  return answer.status === 204 ? null : answer.json();
};

/** Send a file as it is and request JSON. Throws a Failure. */
export const sendFile = (address, file) => fetchJson(address, { body: file });

/** Request a picture or a file. Throws a Failure. */
export const fetchBlob = async (address, options) => (await ask(address, options)).blob();

/** A WebSocket: `onJson(value)` for text, `onPicture(blob)` for binary, `onEnd(sentence)` when it closes. */
export class Socket {
  constructor(path, { onJson, onPicture, onEnd, onOpen }) {
    this.socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    this.socket.binaryType = "blob";
    this.socket.onopen = () => onOpen?.();
    this.socket.onmessage = ({ data }) => (typeof data === "string" ? onJson?.(JSON.parse(data)) : onPicture?.(data));
    this.socket.onclose = ({ reason, wasClean }) => onEnd?.(reason || (wasClean ? "" : GONE));
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Send a value, as soon as the socket is open. */
  send(value) {
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.addEventListener("open", () => this.send(value), { once: true });
    else this.socket.send(JSON.stringify(value));
  }

  close() {
    this.socket.onclose = null;
    this.socket.close();
  }
}

/** Show a message and announce it to screen readers; `tone` is "", "warn" or "bad". An empty text clears it. */
export function say(text, tone = "") {
  let place = byId("said");
  if (!place) {
    place = make("div", { id: "said" });
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  if (!text) return place.replaceChildren();
  const away = make("button", { type: "button", className: "plain", textContent: "✕", onclick: () => say("") });
  away.setAttribute("aria-label", "Dismiss");
  place.replaceChildren(make("p", { className: `note ${tone}` }, make("span", { textContent: text }), away));
  clearTimeout(say.timer);
  if (tone !== "bad") say.timer = setTimeout(() => say(""), 6000);
}

/** Show an error; unexpected errors also go to the console. */
export function fail(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Failure)) console.error(error);
  say(error instanceof Failure ? error.message : "Something went wrong on this page; reload it and try again.", "bad");
}

/** An event handler that shows its errors and ignores events while it runs. */
export function doing(work) {
  let busy = false;
  return async (event) => {
    event?.preventDefault?.();
    if (busy) return;
    busy = true;
    try {
      await work(event);
    } catch (error) {
      fail(error);
    } finally {
      busy = false;
    }
  };
}

/** Draw a picture (blob) over a whole canvas; of several at once only the newest is drawn. */
export async function drawPicture(canvas, blob) {
  const turn = (canvas.turn = (canvas.turn ?? 0) + 1);
  const picture = await createImageBitmap(blob);
  if (canvas.turn === turn) {
    if (canvas.width !== picture.width) canvas.width = picture.width;
    if (canvas.height !== picture.height) canvas.height = picture.height;
    canvas.getContext("2d").drawImage(picture, 0, 0);
    canvas.pictures = (canvas.pictures ?? 0) + 1;
  }
  picture.close();
}

/** The position of a click or touch in a canvas, from 0 to 1 on both axes. */
export function placeIn(canvas, event) {
  const box = canvas.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

/** Download bytes as a file. */
export function download(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
