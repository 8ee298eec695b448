/**
 * What a visitor's browser must load before `/login` can be used, as gzip: the start of the app, which includes the screen and
 * its frame (or their own files, if a change splits them off), with all that they import at once. Reads the manifest of
 * `vite build`; exits 1 above the budget.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[] };

const budgetKb = 150;
const web = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', web), 'utf8')) as Record<string, Chunk>;

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

for (const key of Object.keys(manifest)) if (/^(index\.html$|routes\/_auth(\/login)?\.tsx)/.test(key)) walk(key);
const scripts = kilobytes(files);
console.log(
  `/login: ${scripts.toFixed(1)} KB of JS (budget ${budgetKb}), ${kilobytes(styles).toFixed(1)} KB of CSS, gzip, ${files.size} files`,
);
if (scripts > budgetKb) process.exitCode = 1;
