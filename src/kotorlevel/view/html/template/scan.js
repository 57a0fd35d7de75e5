// Sorts, searches and unfolds the modules of a scan.
"use strict";

const table = document.getElementById("modules");
const rows = [...table.tBodies];
const heads = [...table.tHead.querySelectorAll("[data-sort]")];
const words = document.getElementById("words");
const shown = document.getElementById("shown");
const unfold = document.getElementById("unfold");

// Without this script they would do nothing.
document.getElementById("search").hidden = false;

// What is in the rule of a row or the name of its area is found, too; all words have to be there.
const wanted = {
  all: () => true,
  error: (data) => data.error > 0,
  warning: (data) => data.error > 0 || data.warning > 0,
  clean: (data) => !Number(data.failed) && !(Number(data.error) + Number(data.warning) + Number(data.info)),
  lost: (data) => data.lost > 0,
  failed: (data) => data.failed > 0,
};

function search() {
  const parts = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const fits = wanted[shown.value](row.dataset) && parts.every((part) => row.dataset.words.includes(part));
    row.hidden = !fits;
    count += fits;
  }
  document.getElementById("none").hidden = count > 0;
  const all = `${rows.length} ${rows.length === 1 ? "module" : "modules"}`;
  document.getElementById("told").textContent = count < rows.length ? `${count} of ${all}` : all;
}

function sort(button) {
  const { sort: key, kind } = button.dataset;
  const head = button.closest("th");
  const before = head.getAttribute("aria-sort");
  // Names begin with a, numbers with the largest: that is what one looks for.
  const first = kind === "text" ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = before === first ? other : first;
  for (const each of heads) each.closest("th").removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const compare =
    kind === "text"
      ? (a, b) => a.dataset[key].localeCompare(b.dataset[key], "en")
      : (a, b) => a.dataset[key] - b.dataset[key];
  rows.sort((a, b) => sign * compare(a, b) || a.dataset.at - b.dataset.at);
  table.append(...rows);
}

for (const head of heads) head.addEventListener("click", () => sort(head));
heads[0].closest("th").setAttribute("aria-sort", "ascending");
words.addEventListener("input", search);
shown.addEventListener("change", search);
unfold.addEventListener("click", () => {
  const open = unfold.textContent.startsWith("Open");
  for (const row of rows) for (const each of row.querySelectorAll("details")) each.open = open;
  unfold.textContent = open ? "Close all details" : "Open all details";
});

// A link to a row that is not shown would lead nowhere.
function reveal() {
  const row = document.getElementById(location.hash.slice(1))?.closest("tbody");
  if (!row?.hidden) return;
  words.value = "";
  shown.value = "all";
  search();
  row.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", reveal);

addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    words.focus();
  } else if (event.key === "Escape" && event.target === words && words.value) {
    words.value = "";
    search();
  }
});

// The browser keeps what was typed when a page is loaded again.
search();
