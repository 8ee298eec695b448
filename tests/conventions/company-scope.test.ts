import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

test('only server/trpc.ts creates the proof that a caller may act for a company', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const castsToProof = (file: string) => /\bas (?:CompanyScope|OwnCompany)\b/.test(readFileSync(root + file, 'utf8'));
  expect(files.filter(castsToProof)).toEqual(['server/trpc.ts']);
});
