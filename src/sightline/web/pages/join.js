// The entry page for a platform's participants: their id becomes a participant's own link. All other data stays in the browser.

import { byId, fetchJson } from "./base.js";

const PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"; // Mechanical Turk, before a person accepts the work
const asked = new URLSearchParams(location.search);
const id = asked.get("PROLIFIC_PID") ?? asked.get("workerId") ?? "";
const told = byId("told");

document.body.dataset.ready = "";
if (asked.get("assignmentId") === PREVIEW) {
  told.textContent = "This is a preview. Accept the work on Mechanical Turk, and it begins here.";
} else {
  try {
    const { token } = await fetchJson("/api/take/join", { body: { study: asked.get("study") ?? "", id } });
    const kept = new URLSearchParams();
    for (const name of ["assignmentId", "turkSubmitTo"]) if (asked.has(name)) kept.set(name, asked.get(name));
    location.replace(`/take#${token}${kept.size ? `&${kept}` : ""}`);
  } catch (error) {
    told.textContent = id ? error.message : "The platform did not say who you are; please come through its own page.";
  }
}
