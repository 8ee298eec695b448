import { spawnSync } from 'node:child_process';

/** Runs tests/api/rest/fuzz.test.ts with 20,000 requests or the given number, and an optional seed. */
const [requests = '20000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
process.stdout.write(`${requests} requests, seed ${seed}\n`);
const { status } = spawnSync('vitest', ['run', '--project', 'api', 'tests/api/rest/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
});
process.exit(status ?? 1);
