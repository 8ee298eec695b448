import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * The simulator's own database, separate from the product's tables. Each commit is on disk before the answer is sent, so
 * that a charge survives `kill -9`. Two processes can share the file.
 */
const schemaSql = `
CREATE TABLE IF NOT EXISTS tokens (
  hash TEXT PRIMARY KEY, created_at INTEGER NOT NULL, used_at INTEGER,
  brand TEXT NOT NULL, masked TEXT NOT NULL, expiry TEXT NOT NULL, behaviour TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS customers (
  id TEXT PRIMARY KEY, description TEXT NOT NULL, address TEXT NOT NULL, default_card TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS cards (
  id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers(id) ON DELETE CASCADE,
  brand TEXT NOT NULL, masked TEXT NOT NULL, expiry TEXT NOT NULL, behaviour TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS cards_customer ON cards(customer_id);
CREATE TABLE IF NOT EXISTS transactions (
  id TEXT PRIMARY KEY, type TEXT NOT NULL, order_id TEXT NOT NULL, description TEXT NOT NULL,
  amount INTEGER NOT NULL, authorized INTEGER NOT NULL, captured INTEGER NOT NULL, refunded INTEGER NOT NULL DEFAULT 0,
  code INTEGER NOT NULL, text TEXT NOT NULL, status TEXT NOT NULL,
  decided_at INTEGER NOT NULL, settles_at INTEGER NOT NULL,
  idempotency_key TEXT, idempotency_ends INTEGER NOT NULL DEFAULT 0,
  customer_id TEXT, card_id TEXT, referenced_id TEXT,
  brand TEXT NOT NULL, masked TEXT NOT NULL, expiry TEXT NOT NULL, behaviour TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS transactions_order ON transactions(order_id);
CREATE INDEX IF NOT EXISTS transactions_key ON transactions(idempotency_key);
CREATE TABLE IF NOT EXISTS deliveries (
  event_id TEXT PRIMARY KEY, type TEXT NOT NULL, transaction_id TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL, done_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries(due_at) WHERE done_at IS NULL;
`;

export type Values = Record<string, SQLInputValue>;

export type Ledger = {
  all: <T>(schema: z.ZodType<T>, sql: string, values?: Values) => T[];
  first: <T>(schema: z.ZodType<T>, sql: string, values?: Values) => T | undefined;
  /** The number of changed rows. */
  run: (sql: string, values?: Values) => number;
  /** Runs with an exclusive lock, so that no other process changes anything between its reads and writes. */
  atomically: <T>(work: () => T) => T;
  close: () => void;
};

export function openLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON;');
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepareOnce = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const ledger: Ledger = {
    all: (schema, sql, values = {}) =>
      prepareOnce(sql)
        .all(values)
        .map((found) => schema.parse(found)),
    first: (schema, sql, values = {}) => {
      const found = prepareOnce(sql).get(values);
      return found === undefined ? undefined : schema.parse(found);
    },
    run: (sql, values = {}) => Number(prepareOnce(sql).run(values).changes),
    atomically: (work) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
  ledger.atomically(() => database.exec(schemaSql));
  return ledger;
}

const alphabet = '0123456789abcdefghijklmnopqrstuv';

/** Twenty letters and digits, like the gateway's ids. */
export function newId(): string {
  return [...randomBytes(20)].map((byte) => alphabet[byte % 32]).join('');
}

/** A refused request. The messages of bad requests have the gateway's format: `bad request error: …`. */
export class ApiError extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

export const badRequest = (message: string): ApiError => new ApiError(400, `bad request error: ${message}`);
export const notFound = (message: string): ApiError => new ApiError(404, `${message} not found`);

export const success = (data: unknown, totalCount?: number) => ({
  status: 'success',
  msg: 'success',
  data,
  ...(totalCount === undefined ? {} : { total_count: totalCount }),
});

/** Validates a body and reports the first error as a bad request. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}

/** Makes the routes read and write JSON as the gateway does. Every answer has a correlation id. */
export function addErrorEnvelope(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(badRequest('invalid json'));
    }
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-correlation-id', newId()).header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not found'));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError) return refuse(reply, error.httpStatus, error.message);
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status < 500) return refuse(reply, status, `bad request error: ${error instanceof Error ? error.message : 'invalid'}`);
    request.log.error({ err: error }, 'The gateway simulator failed');
    return refuse(reply, 500, 'internal server error');
  });
}

function refuse(reply: FastifyReply, status: number, msg: string): FastifyReply {
  return reply.code(status).send({ status: status >= 500 ? 'error' : 'failed', msg, data: null });
}

/** Accepts only the private key, without `Bearer`. A public key gives no access here. */
export function requireKey(apiKey: string) {
  const expected = Buffer.from(apiKey);
  return async (request: FastifyRequest): Promise<void> => {
    const received = Buffer.from(request.headers.authorization ?? '');
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) throw new ApiError(401, 'unauthorized');
  };
}
