import Fastify from 'fastify';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { effectsOf } from '#server/checkout/effects.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type ChargeRequest, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { signWebhook } from '#server/gateway/celero/webhook.ts';
import { appRouter } from '#server/router.ts';
import type { Services } from '#server/services.ts';
import { type Context, createCallerFactory } from '#server/trpc.ts';
import { tasks } from '#server/worker/tasks.ts';
import type { Caller, TestApp } from '#tests/helpers/app.ts';

/** The fault of the next call that moves money: before it is sent, after it took effect, or much later. */
export const faults = [
  'none',
  'lostBefore',
  'lostAfter',
  'deaf',
  'late',
  'refused',
  'hookFirst',
  'dieBefore',
  'dieAfter',
] as const;
export type Fault = (typeof faults)[number];
export type InjectedFault = {
  fault: Fault;
  /** The node dies at the so-manieth statement that it sends. */ crashAfter: number | null;
};
export type Actor = Context;
/** `died` means that no one received the answer. */
export type Outcome<T> = { kind: 'answer'; value: T } | { kind: 'refused'; code: string } | { kind: 'died' };

export type MoneyNode = {
  isDead: () => boolean;
  arm: (trouble: InjectedFault) => void;
  die: () => void;
  as: (actor: Actor) => Caller;
  /** The result of a call for its client. An error that is not an expected refusal is a bug and is thrown. */
  run: <T>(work: () => Promise<T>) => Promise<Outcome<T>>;
  /** Runs the named worker tasks until nothing is due. */
  work: (names: readonly string[]) => Promise<void>;
  deliver: (event: { id: string; transactionId: string; orderId: string }) => Promise<number>;
  close: () => Promise<void>;
};

type DelayedCalls = {
  /** Delayed requests, which arrive when the test releases them. */
  late: ChargeRequest[];
  /** Errors that a living server logged. */
  complaints: string[];
  webhookFirst: (orderId: string, transactionId: string) => Promise<void>;
};

const pool = 4;
const createCaller = createCallerFactory(appRouter);
const dead = () => Promise.reject(new Error('this node is dead'));
const unavailable = () => new GatewayUnavailable('the line was cut');

/**
 * A server on the shared database, with a connection to the gateway that can fail. It dies like a killed process: its
 * connections break in the middle of their work, and it makes no more calls.
 */
export async function openNode(t: TestApp, serverUrl: string | null, outside: DelayedCalls): Promise<MoneyNode> {
  let isDead = false;
  let trouble: InjectedFault = { fault: 'none', crashAfter: null };
  const dyingGateway = Promise.withResolvers<'died'>();
  const own: OpenDatabase | null = serverUrl
    ? await openDatabase({ url: serverUrl, dataDir: '', pool, runMigrations: false, onStatement: () => count() })
    : null;

  // Each connection loads the types once, and a break during that would be reported to no one.
  if (own) await Promise.all(Array.from({ length: pool }, () => own.sql`select pg_sleep(0.02)`));

  function die(): void {
    if (isDead) return;
    isDead = true;
    dyingGateway.resolve('died');
    void own?.sql.end({ timeout: 0 }).catch(() => undefined);
  }
  function count(): void {
    if (isDead || trouble.crashAfter === null) return;
    trouble = { ...trouble, crashAfter: trouble.crashAfter - 1 };
    if (trouble.crashAfter === 0) die();
  }

  const complain = (detail: { err?: Error }, message: string) => {
    if (!isDead && detail.err && !(detail.err instanceof GatewayUnavailable))
      outside.complaints.push(`${message}: ${messageOf(detail.err)}`);
  };
  const services: Services = {
    ...t.services,
    ...own,
    gatewayCalls: new Set(),
    log: Object.assign(Object.create(t.services.log) as Services['log'], { error: complain, warn: complain }),
    gateway: faultyLine(t.services.gateway, {
      isDead: () => isDead,
      die,
      next: () => {
        const { fault } = trouble;
        if (fault !== 'deaf') trouble = { ...trouble, fault: 'none' };
        return fault;
      },
      isDeaf: () => trouble.fault === 'deaf',
      ...outside,
    }),
  };
  const app = Fastify();
  await app.register(webhookRoute, { services, effectsOf: effectsOf(services.events) });

  const run: MoneyNode['run'] = async (work) => {
    const answer = work().then(
      (value) => ({ kind: 'answer' as const, value }),
      (error: unknown) => {
        const code = codeOf(error);
        if (!isDead && !code) throw error;
        return { kind: 'refused' as const, code: code ?? '' };
      },
    );
    const outcome = await Promise.race([answer, dyingGateway.promise]);
    return outcome === 'died' || isDead ? { kind: 'died' } : outcome;
  };
  return {
    isDead: () => isDead,
    arm: (wanted) => (trouble = wanted),
    die,
    as: (actor) => createCaller({ ...actor, services }),
    run,
    work: async (names) => {
      for (const name of names)
        for (let handled = 1; handled > 0 && !isDead;) {
          const outcome = await run(async () => tasks[name]?.run(services, t.transport) ?? 0);
          handled = outcome.kind === 'answer' ? outcome.value : 0;
        }
    },
    deliver: async ({ id, transactionId, orderId }) => {
      const body = {
        status: 'success',
        msg: '',
        type: 'transaction_create',
        transaction_id: transactionId,
        data: { order_id: orderId },
      };
      const payload = Buffer.from(JSON.stringify(body));
      const headers = {
        'content-type': 'application/json',
        'x-webhook-event-id': id,
        signature: signWebhook(payload, t.gatewayKeys.webhookSecret),
      };
      const delivered = app.inject({ method: 'POST', url: '/webhooks/celero', headers, payload });
      const answer = await Promise.race([delivered, dyingGateway.promise]);
      return answer === 'died' ? 0 : answer.statusCode;
    },
    close: async () => {
      isDead = true;
      await app.close();
      await own?.sql.end({ timeout: 0 });
    },
  };
}

type Line = DelayedCalls & { isDead: () => boolean; die: () => void; next: () => Fault; isDeaf: () => boolean };

function faultyLine(realGateway: PaymentGateway, line: Line): PaymentGateway {
  const { isDead, die, next, isDeaf, late, webhookFirst: hookFirst } = line;
  const moving = async <T>(act: () => Promise<T>, arrivesLater: () => void, told_: (value: T) => Promise<void>): Promise<T> => {
    if (isDead()) return dead();
    const fault = next();
    if (fault === 'lostBefore') throw unavailable();
    if (fault === 'refused') throw new GatewayUnavailable('answered 500', { mayStillArrive: false });
    if (fault === 'late') {
      arrivesLater();
      throw unavailable();
    }
    if (fault === 'dieBefore') {
      die();
      return dead();
    }
    const value = await act();
    if (fault === 'dieAfter') die();
    if (isDead()) return dead();
    if (fault === 'hookFirst') await told_(value);
    if (fault === 'lostAfter' || fault === 'deaf') throw unavailable();
    return value;
  };
  const asking = <T>(act: () => Promise<T>): Promise<T> => {
    if (isDead()) return dead();
    return isDeaf() ? Promise.reject(unavailable()) : act();
  };
  const doNothing = async () => undefined;
  return {
    storeCard: (input) => asking(() => realGateway.storeCard(input)),
    deleteCard: (ref) => asking(() => realGateway.deleteCard(ref)),
    findByOrderId: (id) => asking(() => realGateway.findByOrderId(id)),
    getTransaction: (id) => asking(() => realGateway.getTransaction(id)),
    charge: (request) =>
      moving(
        () => realGateway.charge(request),
        () => late.push(request),
        ({ id }) => hookFirst(request.orderId, id),
      ),
    void: (id) =>
      moving(
        () => realGateway.void(id),
        () => undefined,
        doNothing,
      ),
    refund: (id, cents) =>
      moving(
        () => realGateway.refund(id, cents),
        () => undefined,
        doNothing,
      ),
  };
}

function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && cause.name === 'AppError' && 'code' in cause ? String(cause.code) : null;
}

function messageOf(error: Error): string {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
