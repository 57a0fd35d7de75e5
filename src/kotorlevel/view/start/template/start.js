// The start page: a path is typed or chosen, the server says what it is, links open it.
"use strict";

const by = (id) => document.getElementById(id);
const meta = (name) => document.querySelector(`meta[name="kotorlevel-${name}"]`).content;
const token = meta("token");
const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
const words = { folder: "folder", archive: "archive", layout: "layout", walkmesh: "walkmesh" };
let places = [];
let over = false;

async function ask(name, question = {}, more = {}) {
  let reply;
  try {
    reply = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-KotorLevel-Token": token },
      body: JSON.stringify(question),
      ...more,
    });
  } catch {
    end();
    throw new Error("KotorLevel has ended.");
  }
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error);
  return answer;
}

function end() {
  over = true;
  by("ended").hidden = false;
  document.title = "KotorLevel has ended";
}

function make(kind, text = "", name = "") {
  const element = document.createElement(kind);
  element.textContent = text;
  if (name) element.className = name;
  return element;
}

/** Runs what may fail, and says why it did. */
async function attempt(work) {
  by("told").hidden = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    if (over) return;
    const text = String(error.message || error);
    by("told").textContent = text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
    by("told").hidden = false;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** A row of a list: a button with what it is, its name, and where it is. */
function row(parts, act) {
  const item = make("li");
  const button = make("button");
  button.type = "button";
  button.append(...parts);
  button.addEventListener("click", act);
  item.append(button);
  return item;
}

function look(path, module = "") {
  return attempt(async () => {
    // What is shown must not be taken for an answer to what comes now.
    by("level").hidden = by("several").hidden = true;
    show(await ask("look", { path, module }));
  });
}

function show(found) {
  by("level").hidden = !found.level;
  by("several").hidden = found.level !== null;
  if (found.level) showLevel(found.level);
  else showChoices(found);
}

function showLevel(level) {
  by("level-title").textContent = level.name;
  by("level-path").textContent = level.path;
  by("path").value = level.path;
  for (const how of ["check", "view", "edit"]) {
    by(how).href = `/open?${new URLSearchParams({ how, path: level.path, module: level.module, token })}`;
  }
  by("edit").hidden = !level.editable;
  by("not-edited").hidden = level.editable;
  closeChooser();
  by("level").focus({ preventScroll: true });
  by("level").scrollIntoView({ block: "nearest" });
}

function showChoices(found) {
  by("several-note").textContent = found.note;
  by("filter").value = "";
  const fill = () => {
    const part = by("filter").value.trim().toLowerCase();
    const rows = found.choices.filter((each) => each.name.toLowerCase().includes(part));
    by("choices").replaceChildren(
      ...rows.map((each) => row([make("strong", each.name)], () => look(each.path, each.module))),
    );
    if (!rows.length) by("choices").append(make("li", "No name has this in it.", "empty"));
  };
  by("filter").oninput = fill;
  fill();
  closeChooser();
  by("several").scrollIntoView({ block: "nearest" });
  by("filter").focus({ preventScroll: true });
}

// The list of folders

function closeChooser() {
  by("chooser").hidden = true;
  by("choose").setAttribute("aria-expanded", "false");
}

function enter(path) {
  return attempt(async () => {
    const found = await ask("list", { path });
    by("folder").textContent = found.path;
    by("path").value = found.path;
    by("above").disabled = found.above === null;
    by("above").onclick = () => enter(found.above);
    by("this").textContent = found.isGame ? "Open this game" : "Open this folder";
    by("this").onclick = () => look(found.path);
    const rows = found.entries.map((each) => {
      const parts = [make("span", words[each.kind], "what"), make("strong", each.name)];
      return row(parts, () => (each.kind === "folder" ? enter(each.path) : look(each.path)));
    });
    if (found.more) rows.push(make("li", `${found.more} more are not listed: type the path.`, "empty"));
    if (!rows.length) rows.push(make("li", "No folders and no level files are in here.", "empty"));
    by("entries").replaceChildren(...rows);
    by("entries").scrollTop = 0;
    by("entries").querySelector("button")?.focus({ preventScroll: true });
  });
}

by("choose").addEventListener("click", () => {
  if (!by("chooser").hidden) return closeChooser();
  by("chooser").hidden = false;
  by("choose").setAttribute("aria-expanded", "true");
  enter(by("folder").textContent || places[0]?.path || "/");
});

/** Arrow keys step through a list; Backspace goes up. */
for (const list of document.querySelectorAll(".list")) {
  list.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && list.id === "entries") return by("above").click();
    const buttons = [...list.querySelectorAll("li > button:first-child")];
    const at = buttons.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(next, buttons.length - 1))].focus();
  });
}

by("open").addEventListener("submit", (event) => {
  event.preventDefault();
  look(by("path").value);
});

// Recent levels, demo, quit

function fillState(state) {
  by("missing").textContent = state.missing;
  by("missing").hidden = !state.missing;
  for (const how of ["view", "edit"]) by(how).classList.toggle("off", Boolean(state.missing));
  places = state.places;
  by("places").replaceChildren(
    ...places.map((each) => {
      const button = make("button", each.name);
      button.type = "button";
      button.addEventListener("click", () => enter(each.path));
      return button;
    }),
  );
  by("none").hidden = state.recent.length > 0;
  by("recent").replaceChildren(...state.recent.map(recentRow));
}

function recentRow(level) {
  const parts = [make("strong", level.name), make("span", level.path, "path")];
  const item = row(parts, () => look(level.path, level.module));
  const forget = make("button", "✕", "forget");
  forget.type = "button";
  forget.title = "Take it out of this list; its files stay";
  forget.setAttribute("aria-label", `Take ${level.name} out of this list`);
  forget.addEventListener("click", () =>
    attempt(async () => fillState(await ask("forget", { path: level.path, module: level.module }))),
  );
  item.append(forget);
  return item;
}

by("demo").addEventListener("click", () => attempt(async () => show(await ask("demo"))));

by("quit").addEventListener("click", async () => {
  await ask("quit").catch(() => {});
  end();
});

const here = (leaving = false) => ask("here", { page, leaving }, { keepalive: leaving });
window.addEventListener("pagehide", () => { if (!over) here(true).catch(() => {}); });
window.addEventListener("pageshow", (event) => { if (event.persisted) here().catch(() => {}); });
document.addEventListener("visibilitychange", () => {
  if (!over && !document.hidden) attempt(async () => fillState(await ask("state")));
});
setInterval(() => { if (!over) here().catch(() => {}); }, 5000);

here().catch(() => {});
attempt(async () => {
  fillState(await ask("state"));
  const first = JSON.parse(meta("first"));
  if (first) show(await ask("look", first));
});
