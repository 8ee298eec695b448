import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { readOptions } from '#server/commands/options.ts';
import { findBrowser } from './helpers/browser.ts';

readOptions({
  name: 'npm test',
  about:
    'Runs everything: check, unit tests, API tests on PostgreSQL and on the embedded engine, first load, browser tests.\n' +
    'Each runner goes on when another failed; the last line adds them all up.',
});

type Sum = { passed: number; failed: number };

/** The names of failed tests, repeated at the end. */
const failures: string[] = [];

const folder = mkdtempSync(join(tmpdir(), 'haulboard-results-'));

/** Temporary databases are in memory if there is enough, because copying a template then takes half the time. */
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

/** A runner without its own count is one test. */
async function runAndSum(command: string[]): Promise<Sum> {
  const code = await run(command);
  if (code !== 0) failures.push(command.join(' '));
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

type VitestResult = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

async function vitest(project: string, env: Record<string, string> = {}, paths: readonly string[] = []): Promise<Sum> {
  const file = join(folder, `${project}-${env['TEST_ENGINE'] ?? 'any'}.json`);
  const code = await run(
    ['vitest', 'run', '--project', project, '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`, ...paths],
    env,
  );
  return read(file, code, ({ numPassedTests, numFailedTests, testResults }: VitestResult) => {
    const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ ...one, file: name })));
    for (const { status, fullName, file: path } of tests) {
      if (status === 'failed') failures.push(`${relative('.', path)} > ${fullName} (${env['TEST_ENGINE'] ?? project})`);
    }
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

type Suite = { specs: { ok: boolean; file: string; line: number; title: string }[]; suites?: Suite[] };
type PlaywrightResult = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };

async function playwright(browser: string): Promise<Sum> {
  const file = join(folder, 'playwright.json');
  const code = await run(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: browser,
  });
  return read(file, code, ({ stats, suites }: PlaywrightResult) => {
    failures.push(...suites.flatMap(failedSpecs));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

function failedSpecs({ specs, suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `tests/e2e/${file}:${line} > ${title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** A runner with a bad exit code counts as failed even if it counted no failure. */
function read<Result>(file: string, code: number, sumOf: (result: Result) => Sum): Sum {
  try {
    const sum = sumOf(JSON.parse(readFileSync(file, 'utf8')) as Result);
    if (code === 0 || sum.failed > 0) return sum;
    failures.push(`${basename(file)}: the runner ended with ${code}, though no test failed`);
    return { ...sum, failed: 1 };
  } catch {
    failures.push(`${basename(file)}: the runner left no result`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * What could differ between the two engines: opening and stopping, locks and transactions, money after a crash, lists,
 * queues. `TEST_ENGINE=embedded npm run test:api` runs the rest there too.
 */
const onBothEngines = [
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

const sums: Sum[] = [];
sums.push(await runAndSum(['node', 'tests/check.ts']));
sums.push(await runAndSum(['vite', 'build', '--logLevel', 'warn']));
sums.push(await runAndSum(['node', 'tests/bench/first-load.ts', 'login']));
sums.push(await vitest('unit'));
sums.push(await vitest('api', { TEST_ENGINE: 'postgres' }));
sums.push(await vitest('api', { TEST_ENGINE: 'embedded' }, onBothEngines));
const browser = findBrowser();
if (browser) sums.push(await playwright(browser));
else {
  failures.push('No browser to test with');
  sums.push({ passed: 0, failed: 1 });
}
rmSync(folder, { recursive: true, force: true });

const total = sums.reduce((all, sum) => ({ passed: all.passed + sum.passed, failed: all.failed + sum.failed }));
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
