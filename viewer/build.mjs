// Builds the page into the Python package, or into the folder that is named: viewer.js, viewer.css
// and page.html.
// `stamp.txt` holds a fingerprint of the sources, so that packaging can tell a stale bundle.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const bundle = process.argv[2] ?? join(here, "..", "src", "kotorlevel", "view", "bundle");

const common = { bundle: true, minify: true, legalComments: "none", logLevel: "warning" };
await mkdir(bundle, { recursive: true });
await build({
  ...common,
  entryPoints: [join(here, "src", "main.ts")],
  outfile: join(bundle, "viewer.js"),
  format: "iife",
  target: "es2022",
  charset: "utf8",
  // The licence of the one library inside asks to be kept.
  banner: { js: "/* KotorLevel viewer. Contains three.js (MIT), (c) three.js authors */" },
});
await build({
  ...common,
  entryPoints: [join(here, "styles.css")],
  outfile: join(bundle, "viewer.css"),
});
await copyFile(join(here, "index.html"), join(bundle, "page.html"));
await writeFile(join(bundle, "stamp.txt"), `${await fingerprint()}\n`);

// The script stands inside an HTML page: these would end it there, or hide its end.
const script = await readFile(join(bundle, "viewer.js"), "utf8");
for (const danger of ["</script", "<script", "<!--"]) {
  if (script.toLowerCase().includes(danger)) throw new Error(`viewer.js contains ${danger}`);
}

for (const name of ["viewer.js", "viewer.css", "page.html"]) {
  const bytes = (await readFile(join(bundle, name))).length;
  console.log(`${name}  ${(bytes / 1000).toFixed(1)} kB`);
}

/** The SHA-256 of everything the bundle is made of; hatch_build.py computes the same. */
async function fingerprint() {
  const files = ["build.mjs", "index.html", "package-lock.json", "styles.css"];
  for (const entry of await readdir(join(here, "src"), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.push(relative(here, join(entry.parentPath, entry.name)));
  }
  const hash = createHash("sha256");
  for (const name of files.map((file) => file.replaceAll("\\", "/")).sort()) {
    // Line ends differ between checkouts of the same text.
    const text = (await readFile(join(here, name), "utf8")).replaceAll("\r\n", "\n");
    hash.update(`${name}\0${text}\0`);
  }
  return hash.digest("hex");
}
