import { expect, test } from 'vitest';
import { enginesOf, findTestsNotOn, findTestsOn } from './engines.ts';

test('a file says on which engines it runs', () => {
  expect(enginesOf('a.test.ts', "import { it } from 'vitest';\n")).toEqual(['postgres']);
  expect(enginesOf('a.test.ts', '// @engine both\nimport …')).toEqual(['postgres', 'embedded']);
  expect(enginesOf('a.test.ts', '// @engine embedded\nimport …')).toEqual(['embedded']);
  for (const text of ['// @engine all\n', '//@engine both\n', 'import …\n// @engine both\n', '// @engines both\n'])
    expect(() => enginesOf('a.test.ts', text)).toThrow('a.test.ts');
});

test('every API test runs on an engine', () => {
  const onPostgres = new Set(findTestsOn('postgres'));
  const onEmbedded = new Set(findTestsOn('embedded'));
  expect(findTestsNotOn('postgres').filter((file) => !onEmbedded.has(file))).toEqual([]);
  expect([...onEmbedded].filter((file) => onPostgres.has(file)).length).toBeGreaterThan(0);
});
