import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `intercept` and `interceptNext` of tests/e2e/interception.ts leave no request without an answer. */
test('browser tests never turn request interception off while the page may be loading', () => {
  const offenders = globSync('tests/e2e/*.ts').filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    return /\.unroute(All)?\(|\{ times: /.test(code);
  });
  expect(offenders).toEqual([]);
});
