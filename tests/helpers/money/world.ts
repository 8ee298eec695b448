import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { charges, refunds } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createCardToken, testCards } from '#tests/helpers/test-cards.ts';
import { type Actor, type PaymentNode, openNode } from './node.ts';

export type Payer = { companyId: string; actor: Actor };
export type PlacedOrder = { payer: Payer; token: string; orderId: string };
/** One attempt to charge in the gateway's ledger. */
export type Sale = { id: string; order_id: string; amount: number; kept: number; is_taken: number };

const moneyTasks = ['charges', 'refunds', 'renewals', 'expiry'] as const;

/**
 * Opens two servers on one database, companies that pay by card and on terms, and the simulator's ledger, which shows what
 * was really charged.
 */
export async function openPaymentFixture(serverUrl: string | null) {
  const t = await startTestApp();
  const databaseUrl = serverUrl && `${serverUrl}/${t.services.sql.options.database}`;
  const sharedState = { delayedCharges: [], loggedErrors: [], deliverWebhook: async () => undefined } as Parameters<
    typeof openNode
  >[2];
  const nodes = [await openNode(t, databaseUrl, sharedState), await openNode(t, databaseUrl, sharedState)];
  const ledgerDatabase = new DatabaseSync(join(t.services.settings.dataDir, 'gateway.sqlite'), { timeout: 10_000 });
  const admin = await createActor(t, await makeUser(t.services.db, { roles: [roles.admin] }));

  const restart = async (index: number): Promise<PaymentNode> => {
    await nodes[index]?.close();
    const node = await openNode(t, databaseUrl, sharedState);
    nodes[index] = node;
    return node;
  };
  /** Returns the server with that number, or the other one if it is dead. If both are dead, it restarts one. */
  const getRunningNode = async (number: number): Promise<PaymentNode> => {
    const [first, second] = number % 2 === 0 ? [nodes[0], nodes[1]] : [nodes[1], nodes[0]];
    if (first && !first.isDead()) return first;
    return second && !second.isDead() ? second : restart(number % 2);
  };
  /** Sends every running server a webhook about a transaction, twice. */
  const deliverWebhook = async (orderId: string, transactionId: string) => {
    const event = { id: newId(), orderId, transactionId };
    const runningNodes = nodes.filter((one) => !one.isDead());
    await Promise.all([...runningNodes, ...runningNodes].map((one) => one.deliverWebhook(event)));
  };
  sharedState.deliverWebhook = deliverWebhook;

  /** Makes all waiting charges, refunds and leases due. After this, delayed gateway calls can no longer arrive. */
  const makeEverythingDue = async () => {
    const { db } = t.services;
    const due = { dueAt: new Date(Date.now() - 1000), leaseUntil: null };
    await db
      .update(charges)
      .set({ ...due, mayArriveUntil: new Date(0) })
      .where(isNotNull(charges.dueAt));
    await db.update(refunds).set(due).where(eq(refunds.status, 'pending'));
    await db.update(jobs).set({ leaseUntil: null }).where(isNotNull(jobs.leaseUntil));
  };
  const settleBatch = () => ledgerDatabase.exec('UPDATE transactions SET settles_at = 0');
  const releaseDelayedCharges = async () => {
    for (const request of sharedState.delayedCharges.splice(0)) await t.services.gateway.charge(request).catch(() => undefined);
  };
  const noFault = { fault: 'none', crashAfter: null } as const;
  const runWorkers = async () => {
    await makeEverythingDue();
    await Promise.all(nodes.map((one) => one.runTasks(moneyTasks)));
  };

  return {
    t,
    admin,
    payers: [] as Payer[],
    orders: [] as PlacedOrder[],
    /** The invoices that a caller received, with the amount in dollars. */
    acknowledged: new Map<string, number>(),
    loggedErrors: sharedState.loggedErrors,
    node: getRunningNode,
    restart,
    deliverWebhook,
    timePasses: makeEverythingDue,
    settleBatch,
    arrive: releaseDelayedCharges,
    createPayer: async (billingType: 'card' | 'invoice'): Promise<Payer> => {
      const { id: companyId } = await makeCompany(t.services.db, { billingType });
      const account = await makeEmployee(t.services.db, companyId);
      const card = { cardToken: await createCardToken(t.simulator.url), cardHolderName: 'Dana Whitfield' };
      if (billingType === 'card') await (await t.createCallerFor(account)).billing.saveCard(card);
      return { companyId, actor: await createActor(t, account) };
    },
    createCardToken: (card: keyof typeof testCards) => createCardToken(t.simulator.url, testCards[card]),
    /** Stops the faults: starts both servers, restores the gateway's responses, and runs the worker once. */
    stopFaults: async () => {
      for (const [index, one] of nodes.entries()) {
        one.injectFault(noFault);
        if (one.isDead()) await restart(index);
      }
      await releaseDelayedCharges();
      ledgerDatabase.exec('UPDATE transactions SET decided_at = 0');
      settleBatch();
      await runWorkers();
    },
    /** Runs the later lookups of all charges whose result is unknown. */
    runLaterLookups: async () => {
      for (let look = 0; look < 4; look += 1) await runWorkers();
    },
    readSales: () =>
      ledgerDatabase
        .prepare(`SELECT id, order_id, amount, code < 200 AS is_taken,
          CASE WHEN code >= 200 OR status = 'voided' THEN 0 ELSE captured - refunded END AS kept
          FROM transactions WHERE type = 'sale'`)
        .all() as Sale[],
    query: <T extends Record<string, unknown>>(text: string) => t.services.db.execute<T>(sql.raw(text)),
    close: async () => {
      for (const one of nodes) await one.close();
      ledgerDatabase.close();
      await t.close();
    },
  };
}

export type PaymentFixture = Awaited<ReturnType<typeof openPaymentFixture>>;

async function createActor(t: TestApp, account: Parameters<TestApp['createToken']>[0]): Promise<Actor> {
  const bearer = await t.createToken(account, 'web');
  const actor = await authenticate(t.services, bearer, new Date());
  const noRefreshToken = { refreshToken: null, storeRefreshToken: () => undefined };
  const transport = { kind: 'web' as const, ...noRefreshToken, admin: noRefreshToken };
  return {
    services: t.services,
    actor,
    bearer,
    transport,
    ip: '127.0.0.1',
    usedAt: new Date(),
    userAgent: 'test',
    requestId: newId(),
    language: 'en',
  };
}
