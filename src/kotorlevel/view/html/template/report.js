// Opens the viewers of a report, each in a frame of its own, and flies them to findings.
"use strict";

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

const opened = new Map();
const text = (id) => unpack(document.getElementById(id).textContent);

function open(stage) {
  const { viewer, title } = stage.dataset;
  if (!opened.has(viewer)) opened.set(viewer, load(stage, viewer, title));
  return opened.get(viewer);
}

async function load(stage, viewer, title) {
  stage.classList.add("opened");
  stage.querySelector("button").textContent = "Opening …";
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.allow = "fullscreen";
  const [page, level] = await Promise.all([text("viewer"), text(viewer)]);
  frame.srcdoc = page.replace("<!--SCENE-->", () => level);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  stage.replaceChildren(fullScreen(stage), frame);
  await loaded;
  await frame.contentWindow.kotorlevel.ready;
  return frame.contentWindow.kotorlevel;
}

function fullScreen(stage) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "full";
  button.textContent = "Full screen";
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else stage.requestFullscreen();
  });
  return button;
}

for (const stage of document.querySelectorAll("[data-viewer]")) {
  stage.querySelector("button").addEventListener("click", () => open(stage));
}

for (const button of document.querySelectorAll("[data-show]")) {
  button.addEventListener("click", async () => {
    const stage = document.getElementById(button.dataset.stage);
    const viewer = open(stage);
    // Only now has the stage its full height.
    stage.scrollIntoView({ block: "nearest" });
    (await viewer).showFinding(Number(button.dataset.show));
  });
}
