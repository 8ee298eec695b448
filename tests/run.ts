import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './helpers/browser.ts';

/**
 * `npm test`: check, unit tests, API tests on PostgreSQL and on the embedded engine, first load, browser tests. Each
 * runner goes on when another failed; the last line adds them all up.
 */
type Sum = { passed: number; failed: number };

const folder = mkdtempSync(join(tmpdir(), 'haulboard-results-'));

function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const [program = '', ...args] = command;
  process.stdout.write(`\n> ${command.join(' ')}${env['TEST_ENGINE'] ? ` (${env['TEST_ENGINE']})` : ''}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A runner without a count of its own is one test. */
async function asOne(command: string[]): Promise<Sum> {
  const code = await run(command);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(project: string, env: Record<string, string> = {}): Promise<Sum> {
  const file = join(folder, `${project}-${env['TEST_ENGINE'] ?? 'any'}.json`);
  const code = await run(
    ['vitest', 'run', '--project', project, '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`],
    env,
  );
  return read(file, code, (result: { numPassedTests: number; numFailedTests: number }) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests,
  }));
}

async function playwright(browser: string): Promise<Sum> {
  const file = join(folder, 'playwright.json');
  const code = await run(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: browser,
  });
  return read(file, code, ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/** A runner that ended badly counts as failed even when it counted no failure itself. */
function read<Result>(file: string, code: number, sumOf: (result: Result) => Sum): Sum {
  try {
    const sum = sumOf(JSON.parse(readFileSync(file, 'utf8')) as Result);
    return code !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const sums: Sum[] = [];
sums.push(await asOne(['node', 'tests/check.ts']));
sums.push(await asOne(['vite', 'build', '--logLevel', 'warn']));
sums.push(await asOne(['node', 'tests/bench/first-load.ts', 'login']));
sums.push(await vitest('unit'));
sums.push(await vitest('api', { TEST_ENGINE: 'postgres' }));
sums.push(await vitest('api', { TEST_ENGINE: 'embedded' }));
const browser = findBrowser();
if (browser) sums.push(await playwright(browser));
else sums.push({ passed: 0, failed: 1 });
rmSync(folder, { recursive: true, force: true });

const total = sums.reduce((all, sum) => ({ passed: all.passed + sum.passed, failed: all.failed + sum.failed }));
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
