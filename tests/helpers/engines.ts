import { globSync, readFileSync } from 'node:fs';

export type Engine = 'postgres' | 'embedded';

/**
 * API tests run on PostgreSQL. A file whose results could differ on the embedded engine says so in its first line:
 * `// @engine both` (a selection, to save time: opening and stopping, locks, payments after a crash, lists and queues), or
 * `// @engine embedded` if it needs that engine.
 */
const enginesByMark: Record<string, readonly Engine[]> = { both: ['postgres', 'embedded'], embedded: ['embedded'] };

const markPattern = /^\/\/ @engine (.*)\n/;

/** Returns the engines on which an API test file runs. Throws if its mark is unknown. */
export function enginesOf(file: string, text: string): readonly Engine[] {
  const mark = markPattern.exec(text)?.[1];
  if (mark === undefined && !text.includes('@engine')) return ['postgres'];
  const engines = enginesByMark[mark ?? ''];
  if (!engines)
    throw new Error(
      `${file}: its first line must be ${Object.keys(enginesByMark)
        .map((one) => `// @engine ${one}`)
        .join(' or ')}`,
    );
  return engines;
}

const apiTests = () =>
  globSync('tests/api/**/*.test.ts').map((file) => ({ file, engines: enginesOf(file, readFileSync(file, 'utf8')) }));

export const findTestsOn = (engine: Engine): string[] =>
  apiTests()
    .filter(({ engines }) => engines.includes(engine))
    .map(({ file }) => file);

export const findTestsNotOn = (engine: Engine): string[] =>
  apiTests()
    .filter(({ engines }) => !engines.includes(engine))
    .map(({ file }) => file);
