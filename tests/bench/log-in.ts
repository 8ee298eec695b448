import { hash, verify } from '@node-rs/argon2';
import { hashThreads } from '#server/session/passwords.ts';
import { type BenchData, password } from './data.ts';
import { loadWithNode } from './load-with-node.ts';
import { load } from './load.ts';
import { median, type Row, formatNumber, formatVerdict } from './numbers.ts';
import { post, type Sample } from './targets.ts';

type Options = { folder: string; seconds: number; rounds: number; connections: number };

const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Measures password checks per second without a server, with as many in parallel as the server runs
 * (docs/decisions/0011-hash-lanes.md).
 */
async function measureHashRate(seconds: number): Promise<number> {
  const storedHash = await hash(password, cost);
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  let hashCount = 0;
  const worker = async () => {
    while (performance.now() < deadline) {
      await verify(storedHash, password);
      hashCount += 1;
    }
  };
  await Promise.all(Array.from({ length: hashThreads }, worker));
  return hashCount / ((performance.now() - startedAt) / 1000);
}

/** Compares sign-ins with hashing alone, while other users read at a steady rate. */
export async function measureSignIns(
  appUrl: string,
  { emails }: BenchData,
  reads: readonly Sample[],
  options: Options,
): Promise<Row[]> {
  const { folder, seconds, rounds, connections } = options;
  const requests = emails.map((email) => post('/auth/login', { email, password, device_id: 'bench-device', role: 'employer' }));
  const readRequests = reads.map(({ rest }) => rest);
  const results: { ratio: number; bare: number; rate: number; p99: number; errors: number }[] = [];
  await load(folder, { url: appUrl, requests, connections, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    const bare = await measureHashRate(seconds);
    const [signInResult, readsResult] = await Promise.all([
      load(folder, { url: appUrl, requests, connections, seconds: seconds * 2 }),
      loadWithNode({ url: appUrl, requests: readRequests, connections: 4, seconds: seconds * 2, pace: 50 }),
    ]);
    results.push({
      ratio: signInResult.rate / bare,
      bare,
      rate: signInResult.rate,
      p99: readsResult.p99,
      errors: signInResult.errors + readsResult.errors,
    });
  }
  const getMedian = (key: 'ratio' | 'bare' | 'rate' | 'p99') => median(results.map((one) => one[key]));
  const errors = results.reduce((sum, one) => sum + one.errors, 0);
  const isPassed = getMedian('ratio') >= 0.9 && errors === 0;
  return [
    [
      'log-in',
      'REST',
      formatNumber(getMedian('bare')),
      formatNumber(getMedian('rate')),
      '',
      '',
      '',
      getMedian('ratio').toFixed(2),
      '≥ 0.9',
      formatVerdict(isPassed),
    ],
    [
      'reads while others log in',
      'REST',
      '',
      '',
      formatNumber(getMedian('p99')),
      '',
      '',
      '',
      '< 50 ms',
      formatVerdict(getMedian('p99') < 50),
    ],
  ];
}
