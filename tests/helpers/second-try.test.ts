import { expect, test } from 'vitest';
import { chooseSecondTries, type Failure, judge } from './second-try.ts';

const failure = (file: string, title: string | null = 'a test'): Failure => ({ file, title, reason: 'expected 1 to be 2' });

test('tests of harmless topics are tried again', () => {
  const failures = [failure('tests/e2e/screens.spec.ts'), failure('tests/api/site/pages.test.ts')];
  expect(chooseSecondTries(failures)).toEqual(failures);
});

test.each([
  'tests/api/checkout/charge.test.ts',
  'tests/api/billing/refunds.test.ts',
  'tests/api/access/matrix.test.ts',
  'tests/api/faults/two-nodes.test.ts',
  'tests/e2e/main-job.spec.ts',
  'tests/e2e/sign-in.spec.ts',
  'tests/api/gateway/celero.test.ts',
  'tests/api/process/backup.test.ts',
  'tests/api/applicants/candidate-secrecy.test.ts',
  'tests/api/a-new-topic/site.test.ts',
  'tests/e2e/a-new-topic.spec.ts',
  'shared/billing/prices.test.ts',
  'node tests/check.ts',
])('%s is never tried again', (file) => {
  expect(chooseSecondTries([failure(file)])).toEqual([]);
});

test('a failure outside a test is not tried again', () => {
  expect(chooseSecondTries([failure('tests/api/site/pages.test.ts', null)])).toEqual([]);
});

test('many failures are not chance', () => {
  const failures = Array.from({ length: 11 }, (_, index) => failure('tests/e2e/screens.spec.ts', `screen ${index}`));
  expect(chooseSecondTries(failures)).toEqual([]);
  expect(chooseSecondTries(failures.slice(1))).toHaveLength(10);
});

test('a test is flaky only if its second try passed', () => {
  const [flaky, broken, notRun] = ['flaky', 'broken', 'not run'].map((title) => failure('tests/e2e/screens.spec.ts', title));
  const failures = [flaky, broken, notRun].filter((one) => one !== undefined);
  const passedTest = { file: 'tests/e2e/screens.spec.ts', title: 'another' };
  const verdict = judge(
    { passed: [passedTest], failures },
    { passed: [{ file: 'tests/e2e/screens.spec.ts', title: 'flaky' }], failures: failures.slice(1, 2) },
  );
  expect(verdict).toEqual({ passed: 2, flaky: [flaky], failures: [broken, notRun] });
  const brokenHook = failure('tests/e2e/screens.spec.ts', null);
  const firstRun = { passed: [passedTest], failures: failures.slice(0, 1) };
  const secondTry = { passed: [{ file: 'tests/e2e/screens.spec.ts', title: 'flaky' }], failures: [brokenHook] };
  expect(judge(firstRun, secondTry)).toEqual({ passed: 1, flaky: [], failures: [flaky] });
});
