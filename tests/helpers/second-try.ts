/** A test as its runner names it. A title of null is a whole file, or a command that has no tests. */
export type TestId = { file: string; title: string | null };

export type Failure = TestId & {
  reason: string;
  /** What was on the page when a browser test failed, as assistive technology reads it. */
  page?: string;
};

export type SuiteResult = { passed: TestId[]; failures: Failure[] };

/**
 * Folders of API tests and names of browser tests in which a failure that does not repeat is harmless for people. All others
 * are about money, access or stored data, where a failure that comes and goes is a real one. They are never tried again, and
 * neither are unit tests and new topics.
 */
const topicsWithSecondTry = new Set([
  'api/ads',
  'api/gallery',
  'api/news',
  'api/places',
  'api/search',
  'api/site',
  'e2e/candidates',
  'e2e/courtesies',
  'e2e/email-templates',
  'e2e/first-screen',
  'e2e/gallery',
  'e2e/hiring-stages',
  'e2e/interviews',
  'e2e/messages',
  'e2e/news',
  'e2e/notification-choices',
  'e2e/portals',
  'e2e/public',
  'e2e/recommend',
  'e2e/rich-text',
  'e2e/screening',
  'e2e/screens',
  'e2e/text-messages',
  'e2e/writing',
]);

/** More failures than this are not chance. None of them is tried again. */
const maxSecondTries = 10;

/** The run fails if more tests than this are flaky. */
export const maxFlaky = 3;

const topicPattern = /^tests\/((?:api|e2e)\/[\w-]+)(?:\/|\.spec\.ts$)/;

/** Returns the failed tests to run once more, alone. A failure outside a test, such as in a hook, is not tried again. */
export function chooseSecondTries(failures: readonly Failure[]): Failure[] {
  if (failures.length > maxSecondTries) return [];
  return failures.filter(({ file, title }) => title !== null && topicsWithSecondTry.has(topicPattern.exec(file)?.[1] ?? ''));
}

export const isSameTest = (one: TestId, other: TestId): boolean => one.file === other.file && one.title === other.title;

export type Verdict = { passed: number; flaky: Failure[]; failures: Failure[] };

/**
 * Sorts the failures of the first run by what the second try showed. A flaky test counts as passed. It must have passed
 * without a failure outside the tests.
 */
export function judge(firstRun: SuiteResult, secondTry: SuiteResult): Verdict {
  const isClean = secondTry.failures.every(({ title }) => title !== null);
  const flaky = isClean ? firstRun.failures.filter((failure) => secondTry.passed.some((test) => isSameTest(test, failure))) : [];
  const failures = firstRun.failures.filter((failure) => !flaky.includes(failure));
  return { passed: firstRun.passed.length + flaky.length, flaky, failures };
}
