import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import postgres from 'postgres';
import type { Statement } from './record.ts';

/**
 * The bare floor, a process of its own: Fastify and the same driver send the statements that Haulboard sent for the same
 * request and answer the rows as JSON; nothing is checked, mapped or renamed. Arguments: port, database, scripts file.
 */
const [port = '', url = '', file = ''] = process.argv.slice(2);
const targets = JSON.parse(readFileSync(file, 'utf8')) as Statement[][][][];
const sql = postgres(url, { max: 16, onnotice: () => undefined });
const app = Fastify({ logger: { level: 'error' }, disableRequestLogging: true });

app.get<{ Params: { target: string; sample: string } }>('/:target/:sample', async ({ params }) => {
  const script = targets[Number(params.target)]?.[Number(params.sample)] ?? [];
  const answers: unknown[] = [];
  for (const group of script) {
    const rows = await Promise.all(
      group.map(({ text, parameters, prepare }) => sql.unsafe(text, parameters as never, { prepare })),
    );
    answers.push(...rows);
  }
  return { data: answers };
});
app.get('/healthz', () => ({ ok: true }));

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => sql.end())
    .then(() => process.exit(0));
});
