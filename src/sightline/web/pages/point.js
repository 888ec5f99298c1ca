// Point: a picture and words go to the server, the marked picture comes back.

import { byId, doing, sendFile } from "./base.js";

byId("ask").onsubmit = doing(async () => {
  const words = byId("words").value;
  byId("point").disabled = true;
  try {
    const told = await sendFile(`/api/point?words=${encodeURIComponent(words)}`, byId("picture").files[0]);
    byId("marked").src = told.picture;
    byId("marked").alt = `Your picture; a cross marks ${words}.`;
    byId("told").textContent = `Pixel ${told.pixel.join(", ")} of ${told.size.join(" x ")}; ${told.percent} sure.`;
    byId("answer").hidden = false;
  } finally {
    byId("point").disabled = false;
  }
});
document.body.dataset.ready = "";
