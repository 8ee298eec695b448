import Fastify from 'fastify';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { signWebhook } from '#server/gateway/celero/webhook.ts';
import { type ChargeRequest, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { appRouter } from '#server/router.ts';
import type { Services } from '#server/services.ts';
import { type Context, createCallerFactory } from '#server/trpc.ts';
import { newMemory, tasks } from '#server/worker/tasks.ts';
import type { Caller, TestApp } from '#tests/helpers/app.ts';

/** Faults of the next call that moves money. The call can fail before it is sent or after it took effect, or arrive late. */
export const faults = [
  'none',
  'lostBefore',
  'lostAfter',
  'noAnswers',
  'late',
  'refused',
  'webhookFirst',
  'dieBefore',
  'dieAfter',
] as const;
export type Fault = (typeof faults)[number];
export type InjectedFault = {
  fault: Fault;
  /** The number of statements after which the node dies. */
  crashAfter: number | null;
};
export type Actor = Context;
/** `died` means that the caller received no response. */
export type Outcome<T> = { kind: 'answer'; value: T } | { kind: 'refused'; code: string } | { kind: 'died' };

export type PaymentNode = {
  isDead: () => boolean;
  injectFault: (fault: InjectedFault) => void;
  die: () => void;
  createCallerFor: (actor: Actor) => Caller;
  /** Returns what the client of a call receives. It throws unexpected errors, because they are bugs. */
  run: <T>(work: () => Promise<T>) => Promise<Outcome<T>>;
  /** Runs the named worker tasks until nothing is due. */
  runTasks: (taskNames: readonly string[]) => Promise<void>;
  deliverWebhook: (event: { id: string; transactionId: string; orderId: string }) => Promise<number>;
  close: () => Promise<void>;
};

type SharedState = {
  /** Delayed requests, which arrive when the test releases them. */
  delayedCharges: ChargeRequest[];
  /** The errors that a running server logged. */
  loggedErrors: string[];
  deliverWebhook: (orderId: string, transactionId: string) => Promise<void>;
};

const poolSize = 4;
const createCaller = createCallerFactory(appRouter);
const rejectAsDead = () => Promise.reject(new Error('this node is dead'));
const createUnavailableError = () => new GatewayUnavailable('the line was cut');

/**
 * Opens a server on the shared database whose connection to the gateway can fail. It dies like a killed process: its
 * database connections break in the middle of their work, and it makes no more calls.
 */
export async function openNode(t: TestApp, serverUrl: string | null, sharedState: SharedState): Promise<PaymentNode> {
  let isDead = false;
  let injectedFault: InjectedFault = { fault: 'none', crashAfter: null };
  const crash = Promise.withResolvers<'died'>();
  const ownDatabase: OpenDatabase | null = serverUrl
    ? await openDatabase({
        url: serverUrl,
        dataDir: '',
        pool: poolSize,
        runMigrations: false,
        onStatement: () => countStatement(),
      })
    : null;

  // A connection loads the database's types before its first query. No caller would notice a crash then, so it is done here.
  if (ownDatabase) await Promise.all(Array.from({ length: poolSize }, () => ownDatabase.sql`select pg_sleep(0.02)`));

  function die(): void {
    if (isDead) return;
    isDead = true;
    crash.resolve('died');
    void ownDatabase?.sql.end({ timeout: 0 }).catch(() => undefined);
  }
  function countStatement(): void {
    if (isDead || injectedFault.crashAfter === null) return;
    injectedFault = { ...injectedFault, crashAfter: injectedFault.crashAfter - 1 };
    if (injectedFault.crashAfter === 0) die();
  }

  const recordError = (detail: { err?: Error }, message: string) => {
    if (!isDead && detail.err && !(detail.err instanceof GatewayUnavailable))
      sharedState.loggedErrors.push(`${message}: ${getErrorMessage(detail.err)}`);
  };
  const services: Services = {
    ...t.services,
    ...ownDatabase,
    gatewayCalls: new Set(),
    log: Object.assign(Object.create(t.services.log) as Services['log'], { error: recordError, warn: recordError }),
    gateway: withFaults(t.services.gateway, {
      isDead: () => isDead,
      die,
      takeFault: () => {
        const { fault } = injectedFault;
        if (fault !== 'noAnswers') injectedFault = { ...injectedFault, fault: 'none' };
        return fault;
      },
      shouldLoseAnswers: () => injectedFault.fault === 'noAnswers',
      ...sharedState,
    }),
  };
  const app = Fastify();
  await app.register(webhookRoute, { services, effectsOf: createEffectsResolver(services.events) });

  const run: PaymentNode['run'] = async (work) => {
    const answer = work().then(
      (value) => ({ kind: 'answer' as const, value }),
      (error: unknown) => {
        const code = getErrorCode(error);
        if (!isDead && !code) throw error;
        return { kind: 'refused' as const, code: code ?? '' };
      },
    );
    const outcome = await Promise.race([answer, crash.promise]);
    return outcome === 'died' || isDead ? { kind: 'died' } : outcome;
  };
  return {
    isDead: () => isDead,
    injectFault: (newFault) => (injectedFault = newFault),
    die,
    createCallerFor: (actor) => createCaller({ ...actor, services }),
    run,
    runTasks: async (taskNames) => {
      for (const name of taskNames)
        for (let handled = 1; handled > 0 && !isDead;) {
          const outcome = await run(async () => tasks[name]?.run(services, t.transport, newMemory()) ?? 0);
          handled = outcome.kind === 'answer' ? outcome.value : 0;
        }
    },
    deliverWebhook: async ({ id, transactionId, orderId }) => {
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
      const delivery = app.inject({ method: 'POST', url: '/webhooks/celero', headers, payload });
      const answer = await Promise.race([delivery, crash.promise]);
      return answer === 'died' ? 0 : answer.statusCode;
    },
    close: async () => {
      isDead = true;
      await app.close();
      await ownDatabase?.sql.end({ timeout: 0 });
    },
  };
}

type FaultyConnection = SharedState & {
  isDead: () => boolean;
  die: () => void;
  takeFault: () => Fault;
  shouldLoseAnswers: () => boolean;
};

function withFaults(realGateway: PaymentGateway, connection: FaultyConnection): PaymentGateway {
  const { isDead, die, takeFault, shouldLoseAnswers, delayedCharges, deliverWebhook: sendWebhook } = connection;
  const moveMoney = async <T>(act: () => Promise<T>, delay: () => void, afterCall: (value: T) => Promise<void>): Promise<T> => {
    if (isDead()) return rejectAsDead();
    const fault = takeFault();
    if (fault === 'lostBefore') throw createUnavailableError();
    if (fault === 'refused') throw new GatewayUnavailable('answered 500', { mayStillArrive: false });
    if (fault === 'late') {
      delay();
      throw createUnavailableError();
    }
    if (fault === 'dieBefore') {
      die();
      return rejectAsDead();
    }
    const value = await act();
    if (fault === 'dieAfter') die();
    if (isDead()) return rejectAsDead();
    if (fault === 'webhookFirst') await afterCall(value);
    if (fault === 'lostAfter' || fault === 'noAnswers') throw createUnavailableError();
    return value;
  };
  const readFromGateway = <T>(act: () => Promise<T>): Promise<T> => {
    if (isDead()) return rejectAsDead();
    return shouldLoseAnswers() ? Promise.reject(createUnavailableError()) : act();
  };
  const doNothing = async () => undefined;
  return {
    storeCard: (input) => readFromGateway(() => realGateway.storeCard(input)),
    deleteCard: (ref) => readFromGateway(() => realGateway.deleteCard(ref)),
    findByOrderId: (id) => readFromGateway(() => realGateway.findByOrderId(id)),
    getTransaction: (id) => readFromGateway(() => realGateway.getTransaction(id)),
    charge: (request) =>
      moveMoney(
        () => realGateway.charge(request),
        () => delayedCharges.push(request),
        ({ id }) => sendWebhook(request.orderId, id),
      ),
    void: (id) =>
      moveMoney(
        () => realGateway.void(id),
        () => undefined,
        doNothing,
      ),
    refund: (id, cents) =>
      moveMoney(
        () => realGateway.refund(id, cents),
        () => undefined,
        doNothing,
      ),
  };
}

function getErrorCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && cause.name === 'AppError' && 'code' in cause ? String(cause.code) : null;
}

function getErrorMessage(error: Error): string {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
