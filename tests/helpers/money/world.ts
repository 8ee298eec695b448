import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { charges, refunds } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { roles } from '#shared/access/access.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { cardToken, testCards } from '#tests/helpers/test-cards.ts';
import { type Actor, type MoneyNode, openNode } from './node.ts';

export type Payer = { companyId: string; actor: Actor };
export type PlacedOrder = { payer: Payer; token: string; orderId: string };
/** One attempt to charge in the gateway's ledger. */
export type Sale = { id: string; order_id: string; amount: number; kept: number; is_taken: number };

const money = ['charges', 'refunds', 'renewals', 'expiry'] as const;

/** Two servers on one database, companies that pay by card and on terms, and the simulator's ledger, which has the truth. */
export async function openMoneyWorld(server: string | null) {
  const t = await startTestApp();
  const url = server && `${server}/${t.services.sql.options.database}`;
  const outside = { late: [], complaints: [], webhookFirst: async () => undefined } as Parameters<typeof openNode>[2];
  const nodes = [await openNode(t, url, outside), await openNode(t, url, outside)];
  const book = new DatabaseSync(join(t.services.settings.dataDir, 'gateway.sqlite'), { timeout: 10_000 });
  const admin = await actorOf(t, await makeUser(t.services.db, { roles: [roles.admin] }));

  const restart = async (index: number): Promise<MoneyNode> => {
    await nodes[index]?.close();
    const node = await openNode(t, url, outside);
    nodes[index] = node;
    return node;
  };
  /** The server with that number, or the other one if it is dead. If both are dead, one is started again. */
  const node = async (number: number): Promise<MoneyNode> => {
    const [first, second] = number % 2 === 0 ? [nodes[0], nodes[1]] : [nodes[1], nodes[0]];
    if (first && !first.isDead()) return first;
    return second && !second.isDead() ? second : restart(number % 2);
  };
  /** The gateway sends every living server a webhook about a transaction, twice. */
  const tell = async (orderId: string, transactionId: string) => {
    const event = { id: newId(), orderId, transactionId };
    const activeSessions = nodes.filter((one) => !one.isDead());
    await Promise.all([...activeSessions, ...activeSessions].map((one) => one.deliver(event)));
  };
  outside.webhookFirst = tell;

  /** Makes everything due that waits for a time. Unconfirmed calls can no longer arrive. */
  const timePasses = async () => {
    const { db } = t.services;
    const due = { dueAt: new Date(Date.now() - 1000), leaseUntil: null };
    await db
      .update(charges)
      .set({ ...due, mayArriveUntil: new Date(0) })
      .where(isNotNull(charges.dueAt));
    await db.update(refunds).set(due).where(eq(refunds.status, 'pending'));
    await db.update(jobs).set({ leaseUntil: null }).where(isNotNull(jobs.leaseUntil));
  };
  const settleBatch = () => book.exec('UPDATE transactions SET settles_at = 0');
  const arrive = async () => {
    for (const request of outside.late.splice(0)) await t.services.gateway.charge(request).catch(() => undefined);
  };
  const noFault = { fault: 'none', crashAfter: null } as const;
  const round = async () => {
    await timePasses();
    await Promise.all(nodes.map((one) => one.work(money)));
  };

  return {
    t,
    admin,
    payers: [] as Payer[],
    orders: [] as PlacedOrder[],
    /** The invoices that a caller was told about, with the amount in dollars. */
    acknowledged: new Map<string, number>(),
    complaints: outside.complaints,
    node,
    restart,
    tell,
    timePasses,
    settleBatch,
    arrive,
    hire: async (billingType: 'card' | 'invoice'): Promise<Payer> => {
      const { id: companyId } = await makeCompany(t.services.db, { billingType });
      const account = await makeEmployee(t.services.db, companyId);
      const card = { cardToken: await cardToken(t.simulator.url), cardHolderName: 'Dana Whitfield' };
      if (billingType === 'card') await (await t.as(account)).billing.saveCard(card);
      return { companyId, actor: await actorOf(t, account) };
    },
    token: (card: keyof typeof testCards) => cardToken(t.simulator.url, testCards[card]),
    /** The faults stop: both servers run and receive answers, and the worker runs for one period. */
    heal: async () => {
      for (const [index, one] of nodes.entries()) {
        one.arm(noFault);
        if (one.isDead()) await restart(index);
      }
      await arrive();
      book.exec('UPDATE transactions SET decided_at = 0');
      settleBatch();
      await round();
    },
    /** Runs all later lookups of failed charges. */
    lateLooks: async () => {
      for (let look = 0; look < 4; look += 1) await round();
    },
    sales: () =>
      book
        .prepare(`SELECT id, order_id, amount, code < 200 AS is_taken,
          CASE WHEN code >= 200 OR status = 'voided' THEN 0 ELSE captured - refunded END AS kept
          FROM transactions WHERE type = 'sale'`)
        .all() as Sale[],
    rows: <T extends Record<string, unknown>>(text: string) => t.services.db.execute<T>(sql.raw(text)),
    close: async () => {
      for (const one of nodes) await one.close();
      book.close();
      await t.close();
    },
  };
}

export type MoneyWorld = Awaited<ReturnType<typeof openMoneyWorld>>;

async function actorOf(t: TestApp, account: Parameters<TestApp['tokenOf']>[0]): Promise<Actor> {
  const bearer = await t.tokenOf(account, 'web');
  const actor = await authenticate(t.services, bearer, new Date());
  const none = { refreshToken: null, storeRefreshToken: () => undefined };
  const transport = { kind: 'web' as const, ...none, admin: none };
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
