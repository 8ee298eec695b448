import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openAssistant } from '#server/ai/open-assistant.ts';
import { createAppPage } from '#server/app-page/app-page.ts';
import { registerPlugins, createServer } from '#server/app.ts';
import { openDatabase } from '#server/db/open.ts';
import { isPrepared } from '#server/db/prepare.ts';
import { celeroService } from '#server/gateway/celero/celero.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { openPushService } from '#server/notifications/push-service.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openRegistry } from '#server/registry/open-registry.ts';
import { openSecurityLog } from '#server/security/record-event.ts';
import type { Services } from '#server/services.ts';
import { openKeys } from '#server/session/keys.ts';
import { readSettings } from '#server/settings/env.ts';
import { openSms } from '#server/sms/open-sms.ts';
import type { Request } from './targets.ts';

/** One statement as the driver sent it. */
export type Statement = { text: string; parameters: unknown[]; prepare: boolean };
/** The statements of one request. Its groups are sent in sequence, and the statements within a group in parallel. */
export type Script = Statement[][];

export type Recorder = {
  services: Services;
  app: FastifyInstance;
  /** Records the statements of one request, which must succeed. Use `once` for a request that cannot be repeated. */
  record: (request: Request, frequency?: 'once') => Promise<Script>;
  close: () => Promise<void>;
};

const poolSize = 16;

/** Returns whether a query checks the database's response time or counts a rate limit. Such queries are not recorded. */
const isInternalQuery = (text: string) => text === 'select 1' || text.startsWith('insert into "throttles"');

/** Starts the real app in this process and records the statements that its driver sends. */
export async function openRecorder(url: string, tokenKey: string): Promise<Recorder> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-bench-'));
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TOKEN_KEY: tokenKey,
    WORKER: 'off',
  });
  let script: Script = [];
  let isGroupOpen = false;
  /** Groups the statements of one event loop turn, because none of them can depend on another's result. */
  const onStatement = (text: string, parameters: unknown[]) => {
    if (isInternalQuery(text)) return;
    const prepare = isPrepared(text, parameters);
    if (!isGroupOpen) {
      script.push([]);
      isGroupOpen = true;
      void setImmediate().then(() => (isGroupOpen = false));
    }
    script.at(-1)?.push({ text, parameters, prepare });
  };
  const database = await openDatabase({ url, dataDir, pool: poolSize, runMigrations: false, onStatement });
  const app = createServer(settings);
  const keys = openKeys({ current: tokenKey }, dataDir);
  const gatewayKeys = { url: 'http://127.0.0.1:9/gateway', apiKey: 'none', publicKey: 'none', webhookSecret: 'none' };
  const payments = celeroService({ ...gatewayKeys, timeoutMs: 1000, testMode: true });
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
  await registerPlugins(app, services, { version: 'bench', simulatorOptions: null, page: createAppPage(settings) });
  await Promise.all(Array.from({ length: poolSize }, () => database.sql`select pg_sleep(0.2)`));
  const sendRequest = async ({ method, path, headers, body }: Request) => {
    script = [];
    const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    return script;
  };
  return {
    services,
    app,
    // The request runs twice, because the first run may fill caches.
    record: async (request, frequency) => {
      if (!frequency) await sendRequest(request);
      return sendRequest(request);
    },
    close: async () => {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
