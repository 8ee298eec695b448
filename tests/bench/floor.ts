import { readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import postgres, { type Sql } from 'postgres';
import type { Script, Statement } from './record.ts';

/**
 * The bare server that Haulboard is compared with. It runs in a separate process, sends the statements that Haulboard sent
 * for the same request through the same driver, and returns the rows as JSON without validation or conversion. Changes run
 * in a transaction that is rolled back, because they must be repeatable. The comparison therefore leaves out the cost of the
 * commit. Arguments: port, database, scripts file, and the hash and password that `/hashed/…` checks.
 */
const [port = '', url = '', file = '', hash = '', password = ''] = process.argv.slice(2);
const targets = JSON.parse(readFileSync(file, 'utf8')) as Script[][];
const sql = postgres(url, { max: 16, onnotice: () => undefined });
const app = Fastify({ logger: { level: 'error' } });

const transactionPattern = /^(?:begin|commit|rollback|savepoint|release)/i;
const changePattern = /\b(?:insert into|update|delete from)\b/i;
const isChange = (script: Script) => script.flat().some(({ text }) => changePattern.test(text));

async function replay(connection: Pick<Sql, 'unsafe'>, script: Script): Promise<unknown[]> {
  const answers: unknown[] = [];
  const send = ({ text, parameters, prepare }: Statement) => connection.unsafe(text, parameters as never, { prepare });
  for (const group of script)
    answers.push(
      ...(await Promise.all(group.filter(({ text }) => !transactionPattern.test(text)).map(async (one) => send(one)))),
    );
  return answers;
}

class RollbackSignal extends Error {}

async function replayChange(script: Script): Promise<unknown[]> {
  let answers: unknown[] = [];
  const transaction = sql.begin(async (tx) => {
    answers = await replay(tx, script);
    throw new RollbackSignal();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RollbackSignal)) throw error;
  });
  return answers;
}

type NamedTarget = { Params: { target: string; sample: string } };
async function answer({ target, sample }: NamedTarget['Params']) {
  const script = targets[Number(target)]?.[Number(sample)] ?? [];
  return { data: isChange(script) ? await replayChange(script) : await replay(sql, script) };
}
app.get<NamedTarget>('/:target/:sample', ({ params }) => answer(params));
app.get<NamedTarget>('/hashed/:target/:sample', async ({ params }) => {
  await verify(hash, password);
  return answer(params);
});
app.get('/healthz', () => ({ ok: true }));

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => sql.end())
    .then(() => process.exit(0));
});
