/** The list of findings: causes and the worst first, filtered, each one a click away. */

import type { Viewer } from "../app/viewer.ts";
import type { FindingInfo, Severity } from "../model/scene.ts";
import { count, numberOf } from "../model/words.ts";
import { make } from "./dom.ts";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
const WORDS: Record<Severity, string> = { error: "error", warning: "warning", info: "info" };
/** In a page of what changed. */
const CHANGED: Record<Severity, string> = { error: "gone", warning: "changed", info: "new" };
const MOST = 400;

/**
 * The findings of these severities whose words hold the text: causes first, then the worst.
 * What causes explain is among them only where it is asked for, or looked for by a text.
 */
export function filterFindings(
  findings: readonly FindingInfo[],
  hidden: ReadonlySet<Severity>,
  text: string,
  explained = false,
): FindingInfo[] {
  const wanted = text.trim().toLowerCase();
  return findings
    .filter((one) => one.cause === null || explained || wanted)
    .filter((one) => !hidden.has(one.severity))
    .filter((one) => `${one.rule} ${one.name} ${one.text} ${one.file}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.number - b.number);
}

export function findingsPanel(viewer: Viewer): HTMLElement {
  const hidden = new Set<Severity>();
  let explained = false;
  const list = make("ol", { className: "list", attributes: { "aria-label": "Findings" } });
  const chips = make("div", { className: "chips" });
  const filter = make("input", {
    type: "search",
    placeholder: "Filter findings",
    attributes: { "aria-label": "Filter findings" },
    on: { input: () => fill() },
  });

  function fill(): void {
    const { findings, changes } = viewer.level.info;
    filter.placeholder = changes ? "Filter changes" : "Filter findings";
    const told = findings.filter((one) => one.cause === null);
    chips.replaceChildren(...SEVERITIES.map((severity) => chip(severity, told)));
    if (told.length < findings.length) chips.append(explainedChip(findings.length - told.length));
    const shown = filterFindings(findings, hidden, filter.value, explained);
    list.replaceChildren(...shown.slice(0, MOST).map(item));
    if (shown.length > MOST) {
      list.append(make("li", { className: "empty" }, `${count(shown.length - MOST, "more finding")}: filter to see them.`));
    }
    if (!shown.length) {
      const noun = changes ? "change" : "finding";
      const words = findings.length ? `No ${noun} matches the filter.` : `No ${noun}s.`;
      list.append(make("li", { className: "empty" }, words));
    }
    filter.hidden = findings.length < 6;
  }

  function chip(severity: Severity, findings: readonly FindingInfo[]): HTMLElement {
    const number = findings.filter((one) => one.severity === severity).length;
    const button = make(
      "button",
      {
        type: "button",
        className: `chip ${severity}`,
        disabled: !number,
        attributes: { "aria-pressed": String(!hidden.has(severity)) },
        on: {
          click: () => {
            if (!hidden.delete(severity)) hidden.add(severity);
            fill();
          },
        },
      },
      make("span", { className: `mark ${severity}` }),
      viewer.level.info.changes ? `${number} ${CHANGED[severity]}` : count(number, WORDS[severity]),
    );
    return button;
  }

  /** Shows what goes when its cause is mended. */
  function explainedChip(number: number): HTMLElement {
    return make(
      "button",
      {
        type: "button",
        className: "chip",
        attributes: { "aria-pressed": String(explained) },
        on: {
          click: () => {
            explained = !explained;
            fill();
          },
        },
      },
      `${number} explained`,
    );
  }

  function item(finding: FindingInfo): HTMLElement {
    const chosen = viewer.selection?.kind === "finding" && viewer.selection.finding === finding;
    return make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          className: "item",
          attributes: { "aria-current": String(chosen), "data-finding": String(finding.number) },
          on: { click: () => viewer.showFinding(finding) },
        },
        make("span", { className: `number ${finding.severity}` }, numberOf(finding)),
        make(
          "span",
          { className: "lines" },
          make("span", { className: "first" }, finding.text),
          make("span", { className: "second" }, [finding.rule, finding.file].filter(Boolean).join(" · ")),
        ),
      ),
    );
  }

  viewer.on("level", fill);
  viewer.on("findings", fill);
  viewer.on("selection", () => {
    const chosen = viewer.selection?.kind === "finding" ? viewer.selection.finding.number : -1;
    for (const button of list.querySelectorAll<HTMLElement>("[data-finding]")) {
      const current = button.dataset["finding"] === String(chosen);
      button.setAttribute("aria-current", String(current));
      if (current) button.scrollIntoView({ block: "nearest" });
    }
  });
  return make("div", {}, chips, filter, list);
}
