import { spawn } from 'node:child_process';
import { readOptions } from '#server/commands/options.ts';

readOptions({
  name: 'npm run check',
  description: 'Checks types, lint, format and unused code side by side, all of them even when one fails.',
});

/**
 * The compiler and the type-aware linter run in parallel on one core each, because a second thread of either repeats much of
 * the work of the first. Both are Go programs and spend a third of their time on garbage collection, so it is off until
 * memory is short.
 */
const environment = { ...process.env, GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '3GiB' };

const checks: Record<string, string[]> = {
  types: ['tsc', '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  lint: ['oxlint', '--threads=1'],
  format: ['oxfmt', '--check', '.'],
  unused: ['knip', '--no-progress'],
};

type Outcome = { name: string; code: number; seconds: number; output: string };

function run(name: string, [program = '', ...args]: string[]): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ name, code: 1, seconds: 0, output: error.message }));
    child.on('close', (code) => resolve({ name, code: code ?? 1, seconds: (performance.now() - startedAt) / 1000, output }));
  });
}

const outcomes = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)));
for (const { name, code, seconds, output } of outcomes) {
  if (code !== 0) process.stdout.write(`\n${output.trim()}\n`);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${seconds.toFixed(1)} s\n`);
}
process.exit(outcomes.some(({ code }) => code !== 0) ? 1 : 0);
