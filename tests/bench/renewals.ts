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
import { npmStartOptions } from '#tests/helpers/server.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testGatewayKeys } from '#tests/helpers/test-cards.ts';

/**
 * Lets two workers process many due renewals. With `--kill`, one of them is killed with `kill -9` midway, and the gateway's
 * ledger must then show one charge per job. Without it, the script prints the rate of both workers. It is not part of the
 * tests.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '2' },
    kill: { type: 'boolean', default: false },
  },
});
const jobCount = Number(values.jobs);
const cluster = await startCluster({ settings: { synchronous_commit: 'off', shared_buffers: '256MB' } });
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-renewals-'));
const url = `${cluster.url}/postgres`;
const simulator = await startSimulator({ ...testGatewayKeys, ledgerFile: join(folder, 'gateway.sqlite') });
const database = await openDatabase({ url, dataDir: folder });
const { db } = database;

async function fillDatabase(): Promise<void> {
  const gateway = createCeleroGateway({ url: simulator.url, apiKey: testGatewayKeys.apiKey, timeoutMs: 10_000 });
  const perCompany = 20;
  for (let createdCount = 0; createdCount < jobCount; createdCount += perCompany) {
    const { id: companyId } = await makeCompany(db);
    await makeEmployee(db, companyId);
    const token = await createCardToken(simulator.url);
    const { ref, card } = await gateway.storeCard({ token, holderName: 'Dana Whitfield' });
    const cardColumns = { gatewayCustomerId: ref.customerId, gatewayPaymentMethodId: ref.paymentMethodId, ...card };
    await db.insert(cards).values({ companyId, ...cardColumns, cardHolderName: 'Dana Whitfield' });
    const due = { expirationDate: daysFromNow(0), nextBillingDate: daysFromNow(0), renewalNoticed: true };
    const rows = Array.from({ length: Math.min(perCompany, jobCount - createdCount) }, () => rowOfJob(companyId, due));
    await db.insert(jobs).values(rows);
  }
}

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...npmStartOptions, new URL('renewal-worker.ts', import.meta.url).pathname], {
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

const countRenewedJobs = async () => {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(jobs)
    .where(sql`purchases > 0`);
  return row?.n ?? 0;
};

await fillDatabase();
const workers = await Promise.all(Array.from({ length: Number(values.workers) }, startWorker));
const startedAt = performance.now();
for (const { stdin } of workers) stdin?.write('go\n');
let renewedAtKill = 0;
for (let renewedCount = 0; renewedCount < jobCount; renewedCount = await countRenewedJobs()) {
  const [workerToKill] = workers;
  if (values.kill && !renewedAtKill && renewedCount > jobCount / 4) {
    workerToKill?.kill('SIGKILL');
    renewedAtKill = renewedCount;
  }
  if (performance.now() - startedAt > 180_000)
    throw new Error(`Only ${renewedCount} of ${jobCount} jobs are renewed after three minutes`);
  await pause(20);
}
const seconds = (performance.now() - startedAt) / 1000;
await pause(500);
for (const worker of workers) worker.kill('SIGKILL');

const chargeRows = await db.select().from(charges);
const approvedSales = filterApprovedSales(await readLedgerLines(simulator.url));
const jobIdByOrderId = new Map(chargeRows.map(({ gatewayOrderId, jobId }) => [gatewayOrderId, jobId]));
const chargedJobIds = new Set(approvedSales.map(({ order_id: orderId }) => jobIdByOrderId.get(orderId)));
const invoiceRows = await db.select({ id: invoices.id }).from(invoices);
const hasMismatch = approvedSales.length !== jobCount || chargedJobIds.size !== jobCount || invoiceRows.length !== jobCount;
process.stdout.write(
  `${jobCount} renewals, ${workers.length} workers${renewedAtKill ? `, one killed at ${renewedAtKill}` : ''}: ${seconds.toFixed(1)} s, ` +
    `${Math.round(jobCount / seconds)} jobs/s; charged ${approvedSales.length}, jobs ${chargedJobIds.size}, invoices ${invoiceRows.length}` +
    `${hasMismatch ? ' MISS' : ''}\n`,
);
await database.close();
await simulator.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(hasMismatch ? 1 : 0);
