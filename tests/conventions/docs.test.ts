import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '#server/settings/env.ts';

const root = new URL('../../', import.meta.url);
const securityPage = readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = securityPage.split('\n').filter((line) => /^\| \d+ /.test(line));

test('docs/security.md has every check, each with a test that exists or a reason', () => {
  const numbers = rows.map((row) => Number(row.split('|')[1]));
  expect(numbers).not.toEqual([]);
  expect(numbers).toEqual(rows.map((_, n) => n + 1));
  for (const row of rows) {
    const tests = row.split('|').at(-2) ?? '';
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    if (!files.length) expect(tests.trim()).toBe('reason');
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
    for (const file of files) expect(file).toMatch(/\.(?:test|spec)\.ts$/);
  }
});

test('docs/security.md lists every requirement of ASVS 5.0, levels 1 and 2, with a place that exists or a reason', () => {
  const table = [...securityPage.matchAll(/^\| (\d+\.\d+\.\d+)\s*\| ([a-z ]+?)\s*\| (.+?)\s*\|$/gm)].map(
    ([, id = '', state = '', where = '']) => ({
      id,
      state,
      where,
    }),
  );
  // A line of the table that is written in another way is not skipped.
  expect(table.map(({ id }) => id)).toEqual([...new Set(securityPage.match(/(?<=^\| )\d+\.\d+\.\d+/gm))]);
  expect(table).toHaveLength(Number(/^All (\d+) requirements/m.exec(securityPage)?.[1]));
  for (const { id, state, where } of table) {
    expect(['holds', 'not applicable', 'departs', 'open'], id).toContain(state);
    expect(where.length, id).toBeGreaterThan(5);
    const files = [...where.matchAll(/`([\w./-]+\/[\w.-]+\.[a-z]+)`/g)].map(([, file = '']) => file);
    for (const file of files) expect(existsSync(new URL(file, root)), `${id} ${file}`).toBe(true);
    if (state === 'holds') expect(where, id).toMatch(/`/);
  }
});

test('docs/operations.md explains every setting', () => {
  const operations = readFileSync(new URL('docs/operations.md', root), 'utf8');
  const [, settings = ''] = /^## Settings$([\s\S]*?)^## /m.exec(operations) ?? [];
  const documentedSettings = [...settings.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name);
  expect(settingNames.filter((name) => !documentedSettings.includes(name))).toEqual([]);
});

test('one component of the web writes HTML', () => {
  const writers = globSync('web/**/*.tsx', { cwd: root.pathname }).filter((file) =>
    readFileSync(new URL(file, root), 'utf8').includes('dangerouslySetInnerHTML'),
  );
  expect(writers).toEqual(['web/rich-text/RichText.tsx']);
});

test('ARCHITECTURE.md names every trigger and function of the database', () => {
  const architecture = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const migrations = globSync('drizzle/migrations/*.sql', { cwd: root.pathname })
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  const droppedNames = new Set([...migrations.matchAll(/^DROP FUNCTION (\w+)/gm)].map(([, name]) => name));
  const names = [...migrations.matchAll(/^CREATE (?:CONSTRAINT )?(?:TRIGGER|FUNCTION) (\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !droppedNames.has(name));
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
});

const code = globSync('{drizzle/schema,server,shared,tests,web}/**/*.{ts,tsx,css}', { cwd: root.pathname });
const docs = globSync(['*.md', 'docs/**/*.md'], { cwd: root.pathname });
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** The anchors of a page's headings, as GitHub derives them. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

/** The links to headings in a file, from the root of the repository. */
function linksIn(file: string): string[] {
  const paths = [...read(file).matchAll(/docs\/product\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([path]) => path);
  if (!file.endsWith('.md')) return paths;
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)\s]*\.md(?:#[^)\s]*)?|#[^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.map((link) => (link.startsWith('#') ? `${file}${link}` : posix.join(posix.dirname(file), link)));
}

test('every decision has the same head and sections', () => {
  for (const file of docs.filter((name) => name.startsWith('docs/decisions/'))) {
    const number = Number(/\d+/.exec(file)?.[0]);
    expect(read(file), file).toMatch(new RegExp(`^# ${number}\\. .+\n\nStatus: accepted, \\d\\d/\\d\\d/\\d{4}\\b`));
    const sections = [...read(file).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections, file).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives']);
  }
});

test('every link to a heading of the docs resolves', () => {
  const links = [...code, ...docs].flatMap((file) => linksIn(file).map((link) => ({ file, link })));
  expect(links).not.toEqual([]);
  const anchors = new Map([...docs, 'CHANGELOG.md'].map((page) => [page, anchorsOf(page)]));
  const brokenLinks = links.filter(({ link }) => {
    const [page = '', anchor] = link.split('#');
    const anchorsOfPage = anchors.get(page);
    return !anchorsOfPage || (anchor !== undefined && !anchorsOfPage.includes(anchor));
  });
  expect(brokenLinks).toEqual([]);
});

test('no comment or title cites a document that is not in the repository', () => {
  const page = '(?:spec|product|rest|ui|stack|running|style|architecture)';
  const citation = new RegExp(
    [`[\`'"]${page}: `, `^\\s*(?:/?\\*|//).*\\b${page}: [A-Z]`, String.raw`\b(?:spec|access|work),? §\d`].join('|'),
  );
  const checkedFiles = [...code, ...docs].filter((file) => file !== 'tests/conventions/docs.test.ts');
  const brokenCitations = checkedFiles.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, n) => (citation.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );
  expect(brokenCitations).toEqual([]);
});
