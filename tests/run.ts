import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readOptions } from '#server/commands/options.ts';
import { findBrowser } from './helpers/browser.ts';

readOptions({
  name: 'npm test',
  description:
    'Runs everything: check, unit tests, API tests on PostgreSQL and on the embedded engine, first load, browser tests.\n' +
    'Each runner goes on when another failed; the last line adds them all up.',
});

type TestCounts = { passed: number; failed: number };

/** The names of failed tests, which are printed again at the end. */
const failures: string[] = [];

const resultsFolder = mkdtempSync(join(tmpdir(), 'haulboard-results-'));

/** Returns a folder for temporary databases: in memory if enough is free, because that halves the time to copy a template. */
function temporaryFolder(): string {
  const memoryFolder = '/dev/shm';
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  const gigabyte = 1024 ** 3;
  return bavail * bsize > 4 * gigabyte && freemem() > 8 * gigabyte ? memoryFolder : tmpdir();
}
const environment = { ...process.env, TMPDIR: temporaryFolder() };

function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const [program = '', ...args] = command;
  process.stdout.write(`\n> ${command.join(' ')}${env['TEST_ENGINE'] ? ` (${env['TEST_ENGINE']})` : ''}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...environment, ...env } });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a command that reports no tests, and counts it as one test. */
async function runAndCount(command: string[]): Promise<TestCounts> {
  const code = await run(command);
  if (code !== 0) failures.push(command.join(' '));
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

type VitestResult = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};

async function runVitest(project: string, env: Record<string, string> = {}, paths: readonly string[] = []): Promise<TestCounts> {
  const file = join(resultsFolder, `${project}-${env['TEST_ENGINE'] ?? 'any'}.json`);
  const code = await run(
    ['vitest', 'run', '--project', project, '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`, ...paths],
    env,
  );
  return readCounts(file, code, ({ numPassedTests, numFailedTests, testResults }: VitestResult) => {
    const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ ...one, file: name })));
    for (const { status, fullName, failureMessages, file: path } of tests) {
      if (status !== 'failed') continue;
      const engine = env['TEST_ENGINE'] ?? project;
      failures.push(`${relative('.', path)} > ${fullName} (${engine})${firstLines(failureMessages.join('\n'))}`);
    }
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

type Spec = {
  ok: boolean;
  file: string;
  line: number;
  title: string;
  tests: { results: { error?: { message?: string } }[] }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type PlaywrightResult = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };

async function runPlaywright(browser: string): Promise<TestCounts> {
  const file = join(resultsFolder, 'playwright.json');
  const code = await run(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: browser,
  });
  return readCounts(file, code, ({ stats, suites }: PlaywrightResult) => {
    failures.push(...suites.flatMap(failedSpecs));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

function failedSpecs({ specs, suites = [] }: Suite): string[] {
  const failedTitles = specs
    .filter(({ ok }) => !ok)
    .map((spec) => `tests/e2e/${spec.file}:${spec.line} > ${spec.title}${getFailureReason(spec)}`);
  return [...failedTitles, ...suites.flatMap(failedSpecs)];
}

function getFailureReason({ tests }: Spec): string {
  return firstLines(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '');
}

/** Returns the first lines of a failed test's error, because sometimes only the end of a log is kept. */
function firstLines(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  return lines
    .slice(0, 12)
    .map((line) => `\n    ${line}`)
    .join('');
}

/** A runner with a nonzero exit code counts as failed even if it reported no failed test. */
function readCounts<Result>(file: string, code: number, toCounts: (result: Result) => TestCounts): TestCounts {
  try {
    const counts = toCounts(JSON.parse(readFileSync(file, 'utf8')) as Result);
    if (code === 0 || counts.failed > 0) return counts;
    failures.push(`${basename(file)}: the runner ended with ${code}, though no test failed`);
    return { ...counts, failed: 1 };
  } catch {
    failures.push(`${basename(file)}: the runner left no result`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * The tests that run on both engines, because their results could differ: opening and stopping, locks and transactions,
 * payments after a crash, lists, and queues. `TEST_ENGINE=embedded npm run test:api` runs all API tests on the embedded
 * engine.
 */
const pathsOnBothEngines = [
  'applicants/list',
  'auth/refresh',
  'checkout/charge',
  'checkout/crash',
  'checkout/purchases',
  'company/company-search',
  'db/driver-queue',
  'db/list.',
  'db/open',
  'db/together',
  'search/find',
  'search/documents',
  'jobs/list',
  'mail/outbox',
  'process/due-tasks',
  'process/process',
  'process/seed-command',
  'process/simulator',
].map((path) => `tests/api/${path}`);

const allCounts: TestCounts[] = [];
allCounts.push(await runAndCount(['node', 'tests/check.ts']));
allCounts.push(await runAndCount(['vite', 'build', '--logLevel', 'warn']));
allCounts.push(await runAndCount(['node', 'tests/bench/first-load.ts', 'login']));
allCounts.push(await runVitest('unit'));
allCounts.push(await runVitest('api', { TEST_ENGINE: 'postgres' }));
allCounts.push(await runVitest('api', { TEST_ENGINE: 'embedded' }, pathsOnBothEngines));
const browser = findBrowser();
if (browser) allCounts.push(await runPlaywright(browser));
else {
  failures.push('No browser to test with');
  allCounts.push({ passed: 0, failed: 1 });
}
rmSync(resultsFolder, { recursive: true, force: true });

const total = allCounts.reduce((all, sum) => ({ passed: all.passed + sum.passed, failed: all.failed + sum.failed }));
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
