"""A scan of a game as one HTML file: every module with its picture, to be sorted and searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kotorlevel import __version__
from kotorlevel.area.exits import Exit, Transitions
from kotorlevel.area.install.game import Game
from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.reports.places import describe_what, describe_where
from kotorlevel.checks.scan import ModuleScan, Scan, scan
from kotorlevel.core.resource import name_key
from kotorlevel.core.words import count_of
from kotorlevel.view.colors import THEMES, ThemeName
from kotorlevel.view.graph.draw import layout_graph
from kotorlevel.view.html.parts import counts_html, escape, rules_html
from kotorlevel.view.html.report import fill_template, page_policy, read_template
from kotorlevel.view.map.small import HEIGHT, WIDTH, draw_small_map
from kotorlevel.view.map.svg import write_svg
from kotorlevel.view.scene.findings import file_name

_MOST_RULES = 40
"""Rules that a module's details tell of, the worst first."""
_MOST_EACH = 4
"""Findings of a rule that they tell; `check` tells the rest."""
_MOST_EXITS = 60
_LONGEST_ERROR = 400

_COLUMNS = (
    ("module", "Module", "text"),
    ("rooms", "Rooms", "number"),
    ("faces", "Faces", "number"),
    ("error", "Errors", "number"),
    ("warning", "Warnings", "number"),
    ("info", "Infos", "number"),
    ("worst", "Worst", "rank"),
    ("exits", "Ways out", "number"),
)
"""What rows can be sorted by: key, head, and how; the picture has no key."""

_SHOWN = (
    ("all", "All modules"),
    ("error", "With errors"),
    ("warning", "With errors or warnings"),
    ("clean", "Without any"),
    ("lost", "With a way that leads nowhere"),
    ("failed", "That could not be checked"),
)


def render_scan(source: Scan | Game | str | Path, *, title: str = "", **given: Any) -> str:
    """One HTML file on all modules of a game: counts, what is worst, pictures, ways between them.

    ``source`` is what `scan` gives (with ``picture=kl.draw_small_map`` there are pictures), or a
    game to be scanned, with what `scan` takes beside it. The rows can be sorted and searched
    without a network. ``title`` is by default the name of the folder. The same scan gives the same
    text.

        Path("scan.html").write_text(kl.render_scan("swkotor"), "utf-8")

    Raises what `scan` raises.
    """
    if not isinstance(source, Scan):
        given.setdefault("picture", draw_small_map)
        source = scan(source, **given)
    elif given:
        raise TypeError(f"a scan is shown as it is: {', '.join(given)} cannot change it")
    style = read_template("report.css") + read_template("scan.css")
    script = read_template("scan.js")
    title = title or source.place.path.resolve().name or "Scan"
    body = [
        _head(source, title),
        _table(source),
        _graph(source.transitions),
        _rules(source),
        rules_html(source.report),
        f"<footer>KotorLevel {__version__}. This file is complete: it asks no network.</footer>",
    ]
    texts = {
        # Pictures of modules are data: images; a script in one would not run.
        "POLICY": page_policy(style, script, None),
        "TITLE": escape(title),
        "STYLE": style,
        "BODY": "\n".join(part for part in body if part),
        "SCRIPT": script,
    }
    return fill_template(read_template("report.html"), texts)


def _head(found: Scan, title: str) -> str:
    failed = len(found.failed)
    parts = [found.place.title, count_of(len(found), "module")]
    parts += [f"{failed:,} could not be checked"] if failed else []
    return (
        f"<header><p class='brand'>KotorLevel scan</p><h1>{escape(title)}</h1>"
        f"<p class='counts'>{counts_html(found.report)} "
        f"<span class='soft'>{escape(' · '.join(parts))}. What modules share counts once here."
        "</span></p></header>"
    )


# The table


def _table(found: Scan) -> str:
    head = '<th scope="col" class="picture"><span class="unseen">Map</span></th>' + "".join(
        f'<th scope="col" class="{kind}"><button type="button" data-sort="{key}" '
        f'data-kind="{kind}">{name}</button></th>'
        for key, name, kind in _COLUMNS
    )
    bodies = "\n".join(_module(found, number, each) for number, each in enumerate(found))
    return (
        f'<section class="part modules">{_search(found)}<div class="wide"><table id="modules">'
        f'<caption class="unseen">Modules; the buttons in the head sort them.</caption>'
        f"<thead><tr>{head}</tr></thead>\n{bodies}\n</table></div>"
        '<p class="hint" id="none" hidden>No module is like that.</p></section>'
    )


def _search(found: Scan) -> str:
    options = "".join(f'<option value="{key}">{name}</option>' for key, name in _SHOWN)
    return (
        '<p class="search" id="search" hidden><label>Search <input type="search" id="words" '
        'placeholder="name, area, rule" autocomplete="off" spellcheck="false"></label>'
        f'<label>Show <select id="shown">{options}</select></label>'
        '<button type="button" id="unfold">Open all details</button>'
        f'<span class="soft" id="told" role="status">{count_of(len(found), "module")}</span></p>'
    )


def _module(found: Scan, number: int, each: ModuleScan) -> str:
    exits = found.transitions.leaving(each.module)
    lost = sum(way.state in ("no-module", "no-target") for way in exits)
    counts = {severity.label: each.count(severity) for severity in reversed(Severity)}
    worst = _worst(each)
    rank = 0 if worst is None else 1000 * severity_of(worst) + counts[severity_of(worst).label]
    values = {
        "module": name_key(each.module),
        "rooms": each.rooms,
        "faces": each.faces,
        **counts,
        "worst": rank + 10**6 * bool(each.error),
        "exits": len(exits),
        "lost": lost,
        "failed": int(bool(each.error)),
        "words": " ".join([each.module, each.area, *sorted({f.rule for f in each.findings})]),
    }
    data = "".join(f' data-{key}="{escape(str(value)).lower()}"' for key, value in values.items())
    picture = f"<td class='picture' rowspan='2'>{_picture(each)}</td>"
    name = (
        f"<th scope='row'><span id='{_anchor(each.module)}'>{escape(each.module)}</span>"
        f"<span class='soft area'>{escape(each.area) or 'no area'}</span></th>"
    )
    cells = "".join(_number(counts[key], key) for key in counts)
    if each.error:
        told = f"<span class='failed'>{escape(each.error[:_LONGEST_ERROR])}</span>"
    else:
        told = _worst_html(worst)
    out = f"{len(exits):,}" + (f"<span class='lost'>{lost:,} nowhere</span>" if lost else "")
    return (
        f'<tbody{data} data-at="{number}"><tr>{picture}{name}'
        f"<td class='number'>{each.rooms:,}</td><td class='number'>{each.faces:,}</td>{cells}"
        f"<td class='worst'>{told}</td><td class='number'>{out}</td></tr>"
        f"<tr class='more'><td colspan='8'>{_details(found, each, exits)}</td></tr></tbody>"
    )


def _anchor(module: str) -> str:
    """The name of a module's row in the page; of letters that an address can have."""
    return "module-" + quote(name_key(module), safe="").replace("%", "_")


def _picture(each: ModuleScan) -> str:
    if not each.picture:
        return "<span class='blank' aria-hidden='true'></span>"
    data = quote(each.picture, safe=" /=:;,.-()?!'")
    return (
        f'<img src="data:image/svg+xml,{data}" width="{WIDTH // 2}" height="{HEIGHT // 2}" '
        f'loading="lazy" decoding="async" alt="{escape(each.module)} from above">'
    )


def _number(count: int, label: str) -> str:
    css = f"number {label} some" if count else "number"
    return f"<td class='{css}'>{count:,}</td>"


def _worst(each: ModuleScan) -> Finding | None:
    """A cause, or else the worst finding of the rule that is broken most."""
    if not each.findings:
        return None
    return max(each.findings, key=lambda finding: (severity_of(finding), finding.is_cause))


def _worst_html(worst: Finding | None) -> str:
    if worst is None:
        return "<span class='count good'>no faults</span>"
    rule = f"<a href='#rule-{escape(worst.rule)}'>{escape(worst.rule)}</a>"
    return f"{rule} {escape(worst.name.replace('-', ' '))}"


# What a row can tell more


def _details(found: Scan, each: ModuleScan, exits: Sequence[Exit]) -> str:
    entering = found.transitions.entering(each.module)
    about = [count_of(len(each.findings), "finding")] if each.findings else []
    about += [f"{count_of(len(exits), 'way')} out"] if exits else []
    about += [f"{count_of(len(entering), 'way')} in"] if entering else []
    about += [count_of(len(each.files), "file")] if each.files else []
    if not (each.findings or exits or entering):
        return ""
    inner = [*_findings(each), _ways(found, exits, entering)]
    return f"<details><summary>{', '.join(about)}</summary>{''.join(filter(None, inner))}</details>"


def _findings(each: ModuleScan) -> Iterator[str]:
    rules: dict[str, list[Finding]] = {}
    for finding in sorted(each.findings, key=lambda one: (-severity_of(one), one.rule)):
        rules.setdefault(finding.rule, []).append(finding)
    for rule, same in list(rules.items())[:_MOST_RULES]:
        label = severity_of(same[0]).label
        more = len(same) - _MOST_EACH
        items = "".join(f"<li>{_finding(one)}</li>" for one in same[:_MOST_EACH])
        items += f"<li class='soft'>and {more:,} more</li>" if more > 0 else ""
        yield (
            f"<div class='rule {label}'><p><span class='number'>{len(same):,}</span> "
            f"<a href='#rule-{escape(rule)}'>{escape(rule)}</a> "
            f"{escape(same[0].name.replace('-', ' '))} <span class='word'>{label}</span></p>"
            f"<ul>{items}</ul></div>"
        )
    if (left := len(rules) - _MOST_RULES) > 0:
        yield f"<p class='soft'>and {count_of(left, 'rule')} more</p>"


def _finding(finding: Finding) -> str:
    place = ", ".join(filter(None, (file_name(finding.file), describe_where(finding))))
    return f"{escape(describe_what(finding)[:300])} <span class='soft'>{escape(place)}</span>"


def _ways(found: Scan, exits: Sequence[Exit], entering: Sequence[Exit]) -> str:
    if not (exits or entering):
        return ""
    here = {name_key(each.module) for each in found}
    items = []
    for way in exits[:_MOST_EXITS]:
        css = " class='lost'" if way.state in ("no-module", "no-target") else ""
        back = "" if way.has_way_back or way.state != "ok" else ", no way back"
        link = _link(way.to, here)
        items.append(f"<li{css}>{link} {escape(way.text)}<span class='soft'>{back}</span></li>")
    items += [f"<li>and {len(exits) - _MOST_EXITS:,} more</li>"] if exits[_MOST_EXITS:] else []
    froms = sorted({name_key(way.module): way.module for way in entering}.values())
    come = ", ".join(_link(name, here) for name in froms[:_MOST_EXITS])
    into = f"<p>Ways in from {come}</p>" if come else ""
    return f"<div class='ways'>{into}<ul>{''.join(items)}</ul></div>"


def _link(module: str, here: set[str]) -> str:
    name = escape(module)
    return f"<a href='#{_anchor(module)}'>{name}</a>" if name_key(module) in here else name


# Below the table


def _graph(found: Transitions) -> str:
    if not found.exits:
        return ""
    themes: tuple[ThemeName, ...] = ("light", "dark")
    drawn = []
    for theme in themes:
        svg = write_svg(layout_graph(found, THEMES[theme]))
        svg = svg.replace('<g id="', '<g class="').replace("<svg ", '<svg role="img" ', 1)
        drawn.append(f'<div class="map {theme}">{svg}</div>')
    return (
        '<section class="part" id="ways"><h2>Ways between modules</h2><p class="hint">Doors and '
        "triggers that lead to another module. What scripts start is not among them.</p>"
        f'<figure class="graph">{"".join(drawn)}</figure></section>'
    )


def _rules(found: Scan) -> str:
    if not found.rules:
        return ""
    rows = "".join(
        f"<tr class='{each.worst.label}'><th scope='row'><a href='#rule-{escape(each.rule)}'>"
        f"{escape(each.rule)}</a> {escape(each.name.replace('-', ' '))}</th>"
        f"<td><span class='word'>{each.worst.label}</span></td>"
        f"<td class='number'>{each.findings:,}</td><td class='number'>{each.modules:,}</td></tr>"
        for each in sorted(found.rules, key=lambda each: (-each.worst, -each.findings, each.rule))
    )
    head = "".join(
        f'<th scope="col"{css}>{name}</th>'
        for name, css in (
            ("Rule", ""),
            ("Worst", ""),
            ("Findings", " class='number'"),
            ("Modules", " class='number'"),
        )
    )
    return (
        '<section class="part"><h2>What was found</h2><table class="sums">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
    )
