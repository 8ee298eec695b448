import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sessions, type users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { openAssistant } from '#server/ai/open-assistant.ts';
import { registerPlugins, createServer } from '#server/app.ts';
import { impersonate } from '#server/auth/impersonation/impersonate.ts';
import { type CeleroKeys, celeroService } from '#server/gateway/celero/celero.ts';
import { simulatorKeys, startSimulator } from '#server/gateway/simulator/simulator.ts';
import { openTransport, type Transport } from '#server/mail/transport.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { openPushService } from '#server/notifications/push-service.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openRegistry } from '#server/registry/open-registry.ts';
import { appRouter } from '#server/router.ts';
import { openSecurityLog } from '#server/security/record-event.ts';
import type { Services } from '#server/services.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { readSettings, type Settings } from '#server/settings/env.ts';
import { openSms } from '#server/sms/open-sms.ts';
import { createCallerFactory } from '#server/trpc.ts';
import { startWorker, type Worker } from '#server/worker/worker.ts';
import type { Language } from '#shared/texts/texts.ts';
import { openTestDatabase } from './database.ts';
import { testSimulatorKey } from './test-cards.ts';

type Account = Pick<typeof users.$inferInsert, 'roles'> & { id: string };
const createCaller = createCallerFactory(appRouter);

export type Caller = ReturnType<typeof createCaller>;
export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** The whole app on a separate database with a separate payment simulator. Only the simulator listens on a port. */
export type TestApp = {
  app: FastifyInstance;
  services: Services;
  worker: Worker;
  transport: Transport;
  simulator: Simulator;
  /** The keys of the simulated gateway. */
  gatewayKeys: CeleroKeys;
  /** Creates a session of the account and returns its bearer token. */
  createToken: (account: Account, kind?: 'web' | 'rest') => Promise<string>;
  /** Returns a caller that runs procedures as the account, or as a visitor with null. */
  /** The caller's requests are in English unless another language is given. */
  createCallerFor: (account: Account | null, language?: Language) => Promise<Caller>;
  /** Returns a bearer token of the administrator while impersonating the account. */
  createImpersonationToken: (admin: Account, account: Account, kind?: 'web' | 'rest') => Promise<string>;
  /** Returns a caller that runs procedures with a bearer token. */
  createCallerWithToken: (bearer: string) => Promise<Caller>;
  /** Sends a REST call with JSON and returns the status and the body. If the response is a file, the body is its text. */
  callRest: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: RestOptions) => Promise<RestResponse>;
  close: () => Promise<void>;
};

type RestOptions = { token?: string; body?: object; headers?: Record<string, string> };
// The body has no type, because each test checks the shape that it expects.
type RestResponse = {
  status: number;
  body: {
    data: never;
    pagination: { offset: number; limit: number; total: number };
    errors: { message: string; code: string; field?: string; detail?: string }[];
    message: string;
  };
  headers: Record<string, unknown>;
};

/** The parts of the built web/index.html that the server reads. With them, server tests need no build. */
const indexHtml = `<!doctype html><html lang="en"><head><title>Haulboard</title><script type="module" crossorigin src="/assets/app.js"></script><link rel="stylesheet" crossorigin href="/assets/app.css"></head><body><div id="root"></div></body></html>`;

export async function startTestApp(
  overrides: Partial<Settings> = {},
  logStream?: { write: (line: string) => void },
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-app-'));
  // The pool is small because each new connection plans every statement again, which takes longer than running it.
  const env = {
    DATA_DIR: dataDir,
    DATABASE_POOL: '4',
    SIMULATOR_KEY: testSimulatorKey,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  };
  const settings: Settings = { ...readSettings(env), ...overrides };
  const database = await openTestDatabase({ pool: settings.database.pool });
  const simulatedKeys = simulatorKeys(settings.simulatorKey, dataDir);
  const simulator = await startSimulator({ ...simulatedKeys, ledgerFile: join(dataDir, 'gateway.sqlite') });
  const gatewayKeys = { ...simulatedKeys, url: simulator.url };
  const payments = celeroService({
    ...gatewayKeys,
    timeoutMs: 15_000,
    browserUrl: `${settings.publicUrl}/gateway`,
    testMode: true,
  });
  const app = createServer(settings, logStream);
  const keys = openKeys(settings.tokenKeys, dataDir);
  const services: Services = {
    ...database,
    settings,
    log: app.log,
    securityLog: openSecurityLog(database.db, app.log),
    keys,
    gateway: payments.gateway,
    payments,
    media: createDiskStore(join(dataDir, 'media')),
    scanner: null,
    geocoder: openGeocoder(settings, database.db),
    sms: openSms(settings),
    push: openPushService(settings, keys),
    assistant: openAssistant(settings),
    registry: openRegistry(settings),
    gatewayCalls: new Set(),
    liveStreams: new Map(),
  };
  await registerPlugins(app, services, { version: 'test', simulatorOptions: null, page: async () => indexHtml });
  const transport = openTransport(settings, services.keys);
  const worker = startWorker(services, transport, { ticking: false });
  const createToken = (account: Account, kind: 'web' | 'rest' = 'rest') => openSession(services, account, kind);
  const createCallerWithToken = async (bearer: string | null, language: Language = 'en') => {
    const actor = bearer ? await authenticate(services, bearer, new Date()) : null;
    const noRefreshToken = { refreshToken: null, storeRefreshToken: () => undefined };
    const transport = { kind: 'web' as const, ...noRefreshToken, admin: noRefreshToken };
    return createCaller({
      services,
      actor,
      bearer,
      transport,
      ip: '127.0.0.1',
      usedAt: new Date(),
      userAgent: 'test',
      requestId: newId(),
      language,
    });
  };
  return {
    app,
    services,
    worker,
    transport,
    simulator,
    gatewayKeys,
    createToken,
    createCallerFor: async (account, language) =>
      createCallerWithToken(account ? await createToken(account, 'web') : null, language),
    createCallerWithToken,
    createImpersonationToken: async (admin, account, kind = 'rest') => {
      const session = await authenticate(services, await createToken(admin, kind), new Date());
      if (!session) throw new Error('The admin cannot sign in');
      const client = { kind, ip: '127.0.0.1', userAgent: 'test', language: 'en' as const };
      const impersonator = {
        userId: admin.id,
        sessionId: session.sessionId,
        client,
        replacedSessionId: null,
        confirmedAt: new Date(),
      };
      const target = { userId: account.id, deviceId: 'test', role: 'employer' as const };
      return (await impersonate(services, impersonator, target)).accessToken;
    },
    callRest: async (method, path, { token, body, headers = {} } = {}) => {
      const request: InjectOptions = {
        method,
        url: `/api/1.0${path}`,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      };
      if (body) request.payload = body;
      const response = await app.inject(request);
      return {
        status: response.statusCode,
        body: (isJson(response.headers) ? response.json() : response.body || null) as RestResponse['body'],
        headers: response.headers,
      };
    },
    close: async () => {
      await worker.stop();
      transport.close();
      await app.close();
      await simulator.close();
      await services.securityLog.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const isJson = (headers: Record<string, unknown>) => String(headers['content-type']).startsWith('application/json');

async function openSession({ db, keys }: Services, account: Account, kind: 'web' | 'rest'): Promise<string> {
  const id = newId();
  const now = new Date();
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 24 * 60 * 60 * 1000) };
  await db.insert(sessions).values({ id, userId: account.id, deviceId: 'testtest', kind, refreshHash: id, ...times });
  const claims = { userId: account.id, sessionId: id, sessionVersion: 1, deviceId: 'testtest', roles: account.roles };
  return signAccessToken(keys, { ...claims, impersonatedId: null, impersonatorId: null });
}
