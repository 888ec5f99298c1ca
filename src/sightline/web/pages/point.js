// Point: a picture and words go to the server, the marked picture comes back.

import { byId, doing, fetchBlob, say, sendFile } from "./base.js";

const KITCHEN = "/static/kitchen.png"; // the picture of the examples

async function point(words, picture) {
  byId("point").disabled = true;
  say("Looking …"); // the first picture waits for the model
  try {
    const told = await sendFile(`/api/point?words=${encodeURIComponent(words)}`, picture);
    byId("marked").src = told.picture;
    byId("marked").alt = `The picture; a cross marks ${words}.`;
    byId("told").textContent = `Pixel ${told.pixel.join(", ")} of ${told.size.join(" x ")}; ${told.percent} sure.`;
    byId("answer").hidden = false;
    say("");
  } catch (error) {
    byId("answer").hidden = true; // it shows another picture
    throw error;
  } finally {
    byId("point").disabled = false;
  }
}

byId("ask").onsubmit = doing(() => point(byId("words").value, byId("picture").files[0]));
for (const button of byId("examples").querySelectorAll("button")) {
  button.onclick = doing(async () => {
    byId("words").value = button.textContent;
    await point(button.textContent, await fetchBlob(KITCHEN));
  });
}
document.body.dataset.ready = "";
