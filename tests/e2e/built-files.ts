import { readFileSync } from 'node:fs';

/** The built file of a route's screen: `assets/0U55H80.js`. */
export function fileOfScreen(route: string): string {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  const [, built] = Object.entries(manifest).find(([source]) => source.startsWith(`${route}?`)) ?? [];
  if (!built) throw new Error(`${route} was not built`);
  return built.file;
}
