import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { exitWithError, readOptions } from '#server/commands/options.ts';
import { findBrowser } from './helpers/browser.ts';
import { findTestsOn } from './helpers/engines.ts';
import {
  chooseSecondTries,
  type Failure,
  isSameTest,
  judge,
  maxFlaky,
  type SuiteResult,
  type TestId,
} from './helpers/second-try.ts';

const { only } = readOptions({
  name: 'npm test',
  description:
    'Runs everything: check, unit tests, API tests on PostgreSQL and on the embedded engine, first load, browser tests.\n' +
    'Each runner goes on when another failed. Failed tests run once more, alone, except tests of money, access and stored\n' +
    'data. One that passes then is reported as FLAKY. The last line adds all results up.',
  options: { only: { type: 'string', value: 'parts', description: 'Run only these parts, such as unit,api' } },
});

/** A part of the test run. With `only`, it runs these tests again, one at a time. */
type Suite = { name: string; contents: string; run: (only?: readonly TestId[]) => Promise<SuiteResult> };

const resultsFolder = mkdtempSync(join(tmpdir(), 'haulboard-results-'));
let resultFiles = 0;
const newResultFile = () => join(resultsFolder, `${(resultFiles += 1)}.json`);

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

/** A command that reports no tests counts as one test. */
const commandSuite = (name: string, contents: string, command: string[]): Suite => ({
  name,
  contents,
  run: async () => {
    const test = { file: command.join(' '), title: null };
    const code = await run(command);
    return code === 0 ? { passed: [test], failures: [] } : { passed: [], failures: [{ ...test, reason: `ended with ${code}` }] };
  },
});

/** A pattern of exactly these tests. Runners join the names of a test and of its groups by spaces. */
const titlePattern = (tests: readonly TestId[]) =>
  `(?:${tests.map(({ title }) => (title ?? '').replaceAll(/[^\w ]/g, String.raw`\$&`)).join('|')})$`;

const filesOf = (tests: readonly TestId[]) => [...new Set(tests.map(({ file }) => file))];

type VitestOptions = { env?: Record<string, string>; files?: readonly string[] };

const vitestSuite = (name: string, contents: string, project: string, { env = {}, files = [] }: VitestOptions = {}): Suite => ({
  name,
  contents,
  run: async (only) => {
    const file = newResultFile();
    const reporters = ['--reporter', 'default', '--reporter', './tests/helpers/suite-reporter.ts'];
    const selection = only ? ['--no-file-parallelism', '-t', titlePattern(only), ...filesOf(only)] : files;
    const code = await run(['vitest', 'run', '--project', project, ...reporters, ...selection], { ...env, RESULT_FILE: file });
    return readResult(name, file, code, (result: SuiteResult) => result);
  },
});

/** The body is in base64. */
type Attachment = { name: string; path?: string; body?: string };
type SpecResult = { status: string; error?: { message?: string }; attachments: Attachment[] };
type Spec = { ok: boolean; title: string; tests: { results: SpecResult[] }[] };
type SpecGroup = { title: string; specs: Spec[]; suites?: SpecGroup[] };
type PlaywrightResult = { suites: SpecGroup[]; errors: { message?: string }[] };

const playwrightSuite = (name: string, contents: string, browser: string): Suite => ({
  name,
  contents,
  run: async (only) => {
    const file = newResultFile();
    const selection = only ? ['--workers=1', '--grep', titlePattern(only), ...filesOf(only)] : [];
    const code = await run(['playwright', 'test', '--reporter=list,json', ...selection], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      CHROMIUM: browser,
    });
    return readResult(name, file, code, ({ suites, errors }: PlaywrightResult) =>
      merge([
        ...suites.map((group) => readSpecs(group, `tests/e2e/${group.title}`, [])),
        { passed: [], failures: errors.map(({ message = '' }) => ({ file: name, title: null, reason: message })) },
      ]),
    );
  },
});

function readSpecs({ specs, suites = [] }: SpecGroup, file: string, groups: readonly string[]): SuiteResult {
  const read = specs.map(({ ok, title, tests }): SuiteResult => {
    const test = { file, title: [...groups, title].join(' ') };
    const results = tests.flatMap((one) => one.results);
    const reason = results.find(({ error }) => error)?.error?.message ?? '';
    if (!ok)
      return { passed: [], failures: [{ ...test, reason, page: readPage(results.flatMap(({ attachments }) => attachments)) }] };
    return { passed: results.some(({ status }) => status === 'passed') ? [test] : [], failures: [] };
  });
  return merge([...read, ...suites.map((group) => readSpecs(group, file, [...groups, group.title]))]);
}

/** How many of the last lines of a console are printed. */
const maxConsoleLines = 10;

/**
 * Reads the end of the console, and the page as Playwright describes it in a file when a test fails, without its references to
 * elements. Dialogs come before the main part, because they explain more than a long list behind them.
 */
function readPage(attachments: readonly Attachment[]): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const [, page = ''] = path ? readFileSync(path, 'utf8').split(/^(?= *- main\b)/m) : [];
  const [snapshot = ''] = page.split('```');
  const [main = '', ...dialogs] = snapshot.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '').split(/^(?=- (?:alert)?dialog\b)/m);
  const consoles = attachments.flatMap(({ name, body }) =>
    name === 'console' && body ? [Buffer.from(body, 'base64').toString()] : [],
  );
  const consoleLines = consoles.join('\n').split('\n').filter(Boolean).slice(-maxConsoleLines);
  return [...consoleLines.map((line) => `console: ${line}\n`), ...dialogs, main].join('');
}

const merge = (results: readonly SuiteResult[]): SuiteResult => ({
  passed: results.flatMap(({ passed }) => passed),
  failures: results.flatMap(({ failures }) => failures),
});

/** A runner with a nonzero exit code counts as a failure even if it reported no failed test. */
function readResult<Result>(suite: string, file: string, code: number, read: (result: Result) => SuiteResult): SuiteResult {
  const fail = (reason: string) => ({ file: suite, title: null, reason });
  try {
    const result = read(JSON.parse(readFileSync(file, 'utf8')) as Result);
    if (code === 0 || result.failures.length > 0) return result;
    return { ...result, failures: [fail(`the runner ended with ${code}, though no test failed`)] };
  } catch {
    return { passed: [], failures: [fail('the runner left no result')] };
  }
}

const browser = findBrowser();
const allSuites: Suite[] = [
  commandSuite('check', 'types, lint, format, unused code', ['node', 'tests/check.ts']),
  commandSuite('build', 'the web app', ['vite', 'build', '--logLevel', 'warn']),
  commandSuite('first-load', 'the size of the sign-in page', ['node', 'tests/bench/first-load.ts', 'login']),
  vitestSuite('unit', 'rules and components, in one process', 'unit'),
  vitestSuite('api', 'the whole app on PostgreSQL', 'api', { env: { TEST_ENGINE: 'postgres' } }),
  vitestSuite('api-embedded', 'files that differ by engine, on the embedded one', 'api', {
    env: { TEST_ENGINE: 'embedded' },
    files: findTestsOn('embedded'),
  }),
  browser
    ? playwrightSuite('browser', 'one real server with PostgreSQL, in Chromium', browser)
    : commandSuite('browser', 'no browser was found', ['false']),
];

const chosenNames = only?.split(',') ?? allSuites.map(({ name }) => name);
const unknownName = chosenNames.find((name) => !allSuites.some((suite) => suite.name === name));
if (unknownName !== undefined)
  exitWithError(`There is no part "${unknownName}". The parts are ${allSuites.map(({ name }) => name).join(', ')}.`);
const suites = allSuites.filter(({ name }) => chosenNames.includes(name));

const results: { suite: Suite; result: SuiteResult; seconds: number }[] = [];
for (const suite of suites) {
  const startedAt = performance.now();
  const result = await suite.run();
  results.push({ suite, result, seconds: (performance.now() - startedAt) / 1000 });
}

const secondTries = chooseSecondTries(results.flatMap(({ result }) => result.failures));
const startedSecondTriesAt = performance.now();
const verdicts = [];
for (const { suite, result } of results) {
  const again = result.failures.filter((failure) => secondTries.some((one) => isSameTest(one, failure)));
  verdicts.push(judge(result, again.length > 0 ? await suite.run(again) : { passed: [], failures: [] }));
}
rmSync(resultsFolder, { recursive: true, force: true });
const flaky = verdicts.flatMap((verdict) => verdict.flaky);
const failures = verdicts.flatMap((verdict) => verdict.failures);
const isTooFlaky = flaky.length > maxFlaky;

/** Returns the first lines of a failed test's error and of its page, because sometimes only the end of a log is kept. */
function describeFailure({ file, title, reason, page = '' }: Failure): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('/node_modules/'));
  const pageLines = page.split('\n').filter(Boolean);
  const shownLines = [...lines.slice(0, 12), ...pageLines.slice(0, 60)];
  return [title ? `${file} > ${title}` : file, ...shownLines.map((line) => `    ${line}`)].join('\n');
}

function printTime(name: string, contents: string, counts: string, seconds: number): void {
  const minutes = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  process.stdout.write(`${name.padEnd(13)} ${minutes.padStart(6)}  ${counts.padEnd(22)} ${contents}\n`);
}

process.stdout.write('\n');
for (const { suite, result, seconds } of results) {
  printTime(suite.name, suite.contents, `${result.passed.length} passed, ${result.failures.length} failed`, seconds);
}
if (secondTries.length > 0) {
  const seconds = (performance.now() - startedSecondTriesAt) / 1000;
  printTime('second tries', 'failed tests again, alone', `${flaky.length} of ${secondTries.length} passed`, seconds);
}
process.stdout.write('\n');
for (const failure of flaky) process.stdout.write(`FLAKY ${describeFailure(failure)}\n`);
for (const failure of failures) process.stdout.write(`FAILED ${describeFailure(failure)}\n`);
if (isTooFlaky) process.stdout.write(`FAILED ${flaky.length} tests are flaky, and ${maxFlaky} may be\n`);

const passedCount = verdicts.reduce((sum, { passed }) => sum + passed, 0);
const failedCount = failures.length + (isTooFlaky ? 1 : 0);
process.stdout.write(`\n${passedCount} passed, ${failedCount} failed\n`);
process.exit(failedCount === 0 && passedCount > 0 ? 0 : 1);
