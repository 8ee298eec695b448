import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { assemble, createServer } from '#server/app.ts';
import { appPage } from '#server/built-app.ts';
import { openDatabase } from '#server/db/open.ts';
import { isPrepared } from '#server/db/prepare.ts';
import { readSettings } from '#server/env.ts';
import { celeroService } from '#server/gateway/celero/celero.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openSecurityLog } from '#server/security/record-event.ts';
import type { Services } from '#server/services.ts';
import { openKeys } from '#server/session/keys.ts';
import type { Request } from './targets.ts';

/** One statement as the driver sent it. */
export type Statement = { text: string; parameters: unknown[]; prepare: boolean };
/** The statements of one request. Groups follow each other, and the statements of a group are sent together. */
export type Script = Statement[][];

export type Recorder = {
  services: Services;
  app: FastifyInstance;
  /** The statements of one request, which must succeed. Use `once` for a request that cannot be repeated. */
  record: (request: Request, often?: 'once') => Promise<Script>;
  close: () => Promise<void>;
};

const pool = 16;

/** The server's own periodic queries: whether the database answers in time, and the counts of rate limits. */
const isOwn = (text: string) => text === 'select 1' || text.startsWith('insert into "throttles"');

/** The real app in this process, recording the statements that its driver sends. */
export async function openRecorder(url: string, tokenKey: string): Promise<Recorder> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-bench-'));
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error', TOKEN_KEY: tokenKey, WORKER: 'off' });
  let script: Script = [];
  let isOpen = false;
  /** Statements of the same event loop turn are sent together, because a later one cannot depend on an earlier answer. */
  const onStatement = (text: string, parameters: unknown[]) => {
    if (isOwn(text)) return;
    const prepare = isPrepared(text, parameters);
    if (!isOpen) {
      script.push([]);
      isOpen = true;
      void setImmediate().then(() => (isOpen = false));
    }
    script.at(-1)?.push({ text, parameters, prepare });
  };
  const database = await openDatabase({ url, dataDir, pool, runMigrations: false, onStatement });
  const app = createServer(settings);
  const keys = { url: 'http://127.0.0.1:9/gateway', apiKey: 'none', publicKey: 'none', webhookSecret: 'none' };
  const payments = celeroService({ ...keys, timeoutMs: 1000, testMode: true });
  const services: Services = {
    ...database,
    settings,
    log: app.log,
    securityLog: openSecurityLog(database.db, app.log),
    keys: openKeys({ current: tokenKey }, dataDir),
    gateway: payments.gateway,
    payments,
    media: createDiskStore(join(dataDir, 'media')),
    scanner: null,
    geocoder: openGeocoder(settings, database.db),
    gatewayCalls: new Set(),
    liveStreams: new Map(),
  };
  await assemble(app, services, { version: 'bench', simulatorOptions: null, page: appPage(settings) });
  await Promise.all(Array.from({ length: pool }, () => database.sql`select pg_sleep(0.2)`));
  const ask = async ({ method, path, headers, body }: Request) => {
    script = [];
    const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    return script;
  };
  return {
    services,
    app,
    // Runs it twice, because the first time may warm caches.
    record: async (request, often) => {
      if (!often) await ask(request);
      return ask(request);
    },
    close: async () => {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
