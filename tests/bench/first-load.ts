/**
 * What a visitor's browser must load before `/login` can be used, as gzip: the files that the page names and everything
 * they import statically. Exits with 1 above the budget.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };

const budgetKb = 150;
const web = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', web), 'utf8')) as Record<string, Chunk>;
const page = readFileSync(new URL('index.html', web), 'utf8');

const scripts = new Set<string>();

function addScript(file: string): void {
  if (scripts.has(file)) return;
  scripts.add(file);
  const chunk = Object.values(manifest).find((one) => one.file === file);
  for (const imported of chunk?.imports ?? []) addScript(manifest[imported]?.file ?? '');
}
for (const [, file = ''] of page.matchAll(/<script [^>]*src="\/([^"]+)"/g)) addScript(file);
if (scripts.size === 0) throw new Error('The page loads no script');
const styles = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file = '']) => file);

function kilobytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, web)), { level: 9 }).length, 0) / 1024;
}

const size = kilobytes(scripts);
console.log(
  `/login: ${size.toFixed(1)} KB of JS (budget ${budgetKb}), ${kilobytes(styles).toFixed(1)} KB of CSS, gzip, ${scripts.size} files`,
);
if (size > budgetKb) process.exitCode = 1;
