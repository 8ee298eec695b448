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
import { celeroService } from '#server/gateway/celero/service.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import type { Services } from '#server/services.ts';
import { openKeys } from '#server/session/keys.ts';
import type { Request } from './targets.ts';

/** One statement as the driver sent it. */
export type Statement = { text: string; parameters: unknown[]; prepare: boolean };
/** What one request sends: groups follow each other, the statements of one group go out together. */
export type Script = Statement[][];

export type Recorder = {
  services: Services;
  app: FastifyInstance;
  /** The statements of one request, which must be answered well; `once` of one that cannot be made a second time. */
  record: (request: Request, often?: 'once') => Promise<Script>;
  close: () => Promise<void>;
};

const pool = 16;

/** What a node asks for itself while requests come: whether the database answers in time, and who asks how much. */
const isOwn = (text: string) => text === 'select 1' || text.startsWith('insert into "throttles"');

/** The real app in this process, whose statements are written down as its driver sends them. */
export async function openRecorder(url: string, tokenKey: string): Promise<Recorder> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-bench-'));
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error', TOKEN_KEY: tokenKey, WORKER: 'off' });
  let script: Script = [];
  let isOpen = false;
  /** Statements of one turn of the event loop go out together: a later one could not know the answer of an earlier. */
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
    keys: openKeys(tokenKey, dataDir),
    gateway: payments.gateway,
    payments,
    media: createDiskStore(join(dataDir, 'media')),
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
    // Twice: the first time may warm what later requests find ready.
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
