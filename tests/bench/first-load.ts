/**
 * Measures the gzipped size of what a browser must load before `/login` can be used: the files that the page names and
 * everything that they import statically. Exits with 1 if the size is above the budget.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };

const budgetKb = 150;
const webFolder = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', webFolder), 'utf8')) as Record<string, Chunk>;
const page = readFileSync(new URL('index.html', webFolder), 'utf8');

const scripts = new Set<string>();

function addScript(file: string): void {
  if (scripts.has(file)) return;
  scripts.add(file);
  const chunk = Object.values(manifest).find((one) => one.file === file);
  for (const importedKey of chunk?.imports ?? []) addScript(manifest[importedKey]?.file ?? '');
}
for (const [, file = ''] of page.matchAll(/<script [^>]*src="\/([^"]+)"/g)) addScript(file);
if (scripts.size === 0) throw new Error('The page loads no script');
const styles = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file = '']) => file);

function measureKilobytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, webFolder)), { level: 9 }).length, 0) / 1024;
}

const scriptKilobytes = measureKilobytes(scripts);
console.log(
  `/login: ${scriptKilobytes.toFixed(1)} KB of JS (budget ${budgetKb}), ${measureKilobytes(styles).toFixed(1)} KB of CSS, gzip, ${scripts.size} files`,
);
if (scriptKilobytes > budgetKb) process.exitCode = 1;
