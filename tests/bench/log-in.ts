import { hash, verify } from '@node-rs/argon2';
import { hashLanes } from '#server/session/passwords.ts';
import { type BenchData, password } from './data.ts';
import { load } from './load.ts';
import { loadWithNode } from './load-with-node.ts';
import { median, type Row, show, verdict } from './numbers.ts';
import { post, type Sample } from './targets.ts';

type Options = { folder: string; seconds: number; rounds: number; connections: number };

const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Bare password checks per second, with as many in parallel as the server makes (docs/decisions/0011-hash-lanes.md). */
async function hashRate(seconds: number): Promise<number> {
  const storedHash = await hash(password, cost);
  const started = performance.now();
  const until = started + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < until) {
      await verify(storedHash, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: hashLanes }, worker));
  return done / ((performance.now() - started) / 1000);
}

/** Sign-ins compared with bare hashing, while other users read at a steady rate. */
export async function logIns(appUrl: string, { emails }: BenchData, reads: readonly Sample[], options: Options): Promise<Row[]> {
  const { folder, seconds, rounds, connections } = options;
  const requests = emails.map((email) => post('/auth/login', { email, password, device_id: 'bench-device', role: 'employer' }));
  const others = reads.map(({ rest }) => rest);
  const found: { ratio: number; bare: number; rate: number; p99: number; errors: number }[] = [];
  await load(folder, { url: appUrl, requests, connections, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    const bare = await hashRate(seconds);
    const [logins, other] = await Promise.all([
      load(folder, { url: appUrl, requests, connections, seconds: seconds * 2 }),
      loadWithNode({ url: appUrl, requests: others, connections: 4, seconds: seconds * 2, pace: 50 }),
    ]);
    found.push({ ratio: logins.rate / bare, bare, rate: logins.rate, p99: other.p99, errors: logins.errors + other.errors });
  }
  const of = (key: 'ratio' | 'bare' | 'rate' | 'p99') => median(found.map((one) => one[key]));
  const errors = found.reduce((sum, one) => sum + one.errors, 0);
  const isPassed = of('ratio') >= 0.9 && errors === 0;
  return [
    ['log-in', 'REST', show(of('bare')), show(of('rate')), '', '', '', of('ratio').toFixed(2), '≥ 0.9', verdict(isPassed)],
    ['reads while others log in', 'REST', '', '', show(of('p99')), '', '', '', '< 50 ms', verdict(of('p99') < 50)],
  ];
}
