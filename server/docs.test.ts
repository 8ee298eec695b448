import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = text.split('\n').filter((line) => /^\| \d+ /.test(line));

test('docs/security.md has every check, each with a test that exists or a reason', () => {
  const numbers = rows.map((row) => Number(row.split('|')[1]));
  expect(numbers.length).toBeGreaterThan(65);
  expect(numbers).toEqual(rows.map((_, n) => n + 1));
  for (const row of rows) {
    const shown = row.split('|').at(-2) ?? '';
    const files = [...shown.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    if (!files.length) expect(shown.trim()).toBe('reason');
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
    for (const file of files) expect(file).toMatch(/\.(?:test|spec)\.ts$/);
  }
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
  const names = [...migrations.matchAll(/^CREATE (?:CONSTRAINT )?(?:TRIGGER|FUNCTION) (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
});
