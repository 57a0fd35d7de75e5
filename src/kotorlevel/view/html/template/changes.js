// Before and after: two viewers in one place, and buttons that fly them to changes.
"use strict";

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

const opened = new Map();
const text = (id) => unpack(document.getElementById(id).textContent);
const stages = { before: document.getElementById("before"), after: document.getElementById("after") };
const buttons = [...document.querySelectorAll("[data-side]")];
let side = "after";

function open(which) {
  if (!opened.has(which)) opened.set(which, load(which));
  return opened.get(which);
}

async function load(which) {
  const stage = stages[which];
  stage.classList.add("opened");
  stage.textContent = "Opening …";
  const frame = document.createElement("iframe");
  frame.title = stage.dataset.title;
  frame.allow = "fullscreen";
  const [page, level] = await Promise.all([text("viewer"), text(`viewer-${which}`)]);
  frame.srcdoc = page.replace("<!--SCENE-->", () => level);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  stage.replaceChildren(frame);
  await loaded;
  await frame.contentWindow.kotorlevel.ready;
  return frame.contentWindow.kotorlevel;
}

/** Shows one of the two, looking where the other one did. */
async function show(which) {
  const other = side === which ? null : opened.get(side);
  const camera = other ? (await other).camera() : null;
  side = which;
  for (const name of Object.keys(stages)) stages[name].classList.toggle("hidden", name !== which);
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.side === which));
  const viewer = await open(which);
  if (camera) viewer.lookAs(camera);
  return viewer;
}

for (const button of buttons) button.addEventListener("click", () => show(button.dataset.side));

for (const button of document.querySelectorAll("[data-show]")) {
  button.addEventListener("click", async () => {
    const viewer = await show(button.dataset.where);
    document.getElementById("views").scrollIntoView({ block: "nearest" });
    viewer.showFinding(Number(button.dataset.show));
  });
}

if (stages.after) show("after");
