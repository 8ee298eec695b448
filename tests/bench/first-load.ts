/**
 * What a visitor's browser must load before `/login` can be used: the entry, the frame and the screen with all that they
 * import at once, as gzip. Reads the manifest of `vite build`; exits 1 above the budget (`ui: Language`, CI).
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[] };

const budgetKb = 150;
const web = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', web), 'utf8')) as Record<string, Chunk>;

/** The manifest's keys of what `/login` needs; the screen's code is split from its route file. */
const starts = [/^index\.html$/, /^routes\/_auth\.tsx\?/, /^routes\/_auth\/login\.tsx\?/];

const files = new Set<string>();
const styles = new Set<string>();
const seen = new Set<string>();

function walk(key: string): void {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return;
  seen.add(key);
  files.add(chunk.file);
  for (const style of chunk.css ?? []) styles.add(style);
  for (const imported of chunk.imports ?? []) walk(imported);
}

function kilobytes(names: Set<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, web)), { level: 9 }).length, 0) / 1024;
}

for (const start of starts) {
  const keys = Object.keys(manifest).filter((key) => start.test(key));
  if (keys.length === 0) console.log(`nothing in the build matches ${start.source}`);
  for (const key of keys) walk(key);
}
const scripts = kilobytes(files);
console.log(
  `/login: ${scripts.toFixed(1)} KB of JS (budget ${budgetKb}), ${kilobytes(styles).toFixed(1)} KB of CSS, gzip, ${files.size} files`,
);
if (scripts > budgetKb) process.exitCode = 1;
