import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { cards, charges, invoices } from '#drizzle/schema/billing.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { openDatabase } from '#server/db/open.ts';
import { daysFromNow, makeCompany, makeEmployee, rowOfJob } from '#server/demo/builders.ts';
import { createCeleroGateway } from '#server/gateway/celero/celero.ts';
import { startSimulator } from '#server/gateway/simulator/simulator.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { cardToken, ledgerOf, approvedSales, testGatewayKeys } from '#tests/helpers/test-cards.ts';

/**
 * Many due renewals, shared by two workers, one of which is killed with `kill -9` midway. By the gateway's ledger, each job
 * must be charged once. Without `--kill` both survive, and the result is their rate. Not part of the tests.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '2' },
    kill: { type: 'boolean', default: false },
  },
});
const amount = Number(values.jobs);
const cluster = await startCluster({ settings: { synchronous_commit: 'off', shared_buffers: '256MB' } });
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-renewals-'));
const url = `${cluster.url}/postgres`;
const simulator = await startSimulator({ ...testGatewayKeys, ledgerFile: join(folder, 'gateway.sqlite') });
const database = await openDatabase({ url, dataDir: folder });
const { db } = database;

async function fill(): Promise<void> {
  const gateway = createCeleroGateway({ url: simulator.url, apiKey: testGatewayKeys.apiKey, timeoutMs: 10_000 });
  const perCompany = 20;
  for (let done = 0; done < amount; done += perCompany) {
    const { id: companyId } = await makeCompany(db);
    await makeEmployee(db, companyId);
    const token = await cardToken(simulator.url);
    const { ref, card } = await gateway.storeCard({ token, holderName: 'Dana Whitfield' });
    const stored = { gatewayCustomerId: ref.customerId, gatewayPaymentMethodId: ref.paymentMethodId, ...card };
    await db.insert(cards).values({ companyId, ...stored, cardHolderName: 'Dana Whitfield' });
    const due = { expirationDate: daysFromNow(0), nextBillingDate: daysFromNow(0), renewalNoticed: true };
    const rows = Array.from({ length: Math.min(perCompany, amount - done) }, () => rowOfJob(companyId, due));
    await db.insert(jobs).values(rows);
  }
}

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [new URL('renewal-worker.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      DATABASE_URL: url,
      TOKEN_KEY: 'bench-token-key-bench-token-key-bench',
      CELERO_URL: simulator.url,
      CELERO_API_KEY: testGatewayKeys.apiKey,
      CELERO_PUBLIC_KEY: testGatewayKeys.publicKey,
      CELERO_WEBHOOK_SECRET: testGatewayKeys.webhookSecret,
    },
  });
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

const renewed = async () => {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(jobs)
    .where(sql`purchases > 0`);
  return row?.n ?? 0;
};

await fill();
const workers = await Promise.all(Array.from({ length: Number(values.workers) }, startWorker));
const startedAt = performance.now();
for (const { stdin } of workers) stdin?.write('go\n');
let chargedAtKill = 0;
for (let done = 0; done < amount; done = await renewed()) {
  const [victim] = workers;
  if (values.kill && !chargedAtKill && done > amount / 4) {
    victim?.kill('SIGKILL');
    chargedAtKill = done;
  }
  if (performance.now() - startedAt > 180_000) throw new Error(`Only ${done} of ${amount} jobs are renewed after three minutes`);
  await pause(20);
}
const seconds = (performance.now() - startedAt) / 1000;
await pause(500);
for (const worker of workers) worker.kill('SIGKILL');

const chargeRows = await db.select().from(charges);
const books = approvedSales(await ledgerOf(simulator.url));
const charged = new Map(chargeRows.map(({ gatewayOrderId, jobId }) => [gatewayOrderId, jobId]));
const chargedOrderIds = new Set(books.map(({ order_id: orderId }) => charged.get(orderId)));
const written = await db.select({ id: invoices.id }).from(invoices);
const wrong = books.length !== amount || chargedOrderIds.size !== amount || written.length !== amount;
process.stdout.write(
  `${amount} renewals, ${workers.length} workers${chargedAtKill ? `, one killed at ${chargedAtKill}` : ''}: ${seconds.toFixed(1)} s, ` +
    `${Math.round(amount / seconds)} jobs/s; charged ${books.length}, jobs ${chargedOrderIds.size}, invoices ${written.length}` +
    `${wrong ? ' MISS' : ''}\n`,
);
await database.close();
await simulator.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(wrong ? 1 : 0);
