import { inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { SecurityEventName, RequestEvent } from '#shared/admin/security-events.ts';
import type { Database } from '#server/db/open.ts';
import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import type { AppError } from '#server/errors.ts';

type Row = typeof securityEvents.$inferInsert;

/** The request that caused the event. A tRPC context can be passed. */
export type EventSource = {
  services: { securityLog: SecurityLog };
  actor?: { userId: string; impersonatorId: string | null; companyId?: string | null } | null;
  ip: string | null;
  userAgent?: string | null;
  requestId?: string | null;
};

export type NewSecurityEvent = {
  event: SecurityEventName;
  /** The account, if it is not the caller's own. */
  userId?: string | null;
  /** The address of the account, if its id is unknown. It is only looked up and never stored. */
  email?: string;
  companyId?: string | null;
  /** Facts for the reader. Never a password, a token, a code or what a person typed. */
  detail?: Record<string, unknown>;
};

/**
 * Records a security event. It only adds it to the memory of the process, which is written to the database once a second,
 * so it neither slows nor fails a request. Changes that are in the audit log are recorded by `audit`.
 */
export function recordSecurityEvent(
  { services, actor, ip, userAgent, requestId }: EventSource,
  { event, userId, email, companyId, detail }: NewSecurityEvent,
): void {
  const caller = actor ? (actor.impersonatorId ?? actor.userId) : null;
  services.securityLog.add({
    event,
    email,
    userId: userId ?? caller,
    impersonatedId: actor?.impersonatorId ? actor.userId : null,
    companyId: companyId ?? actor?.companyId ?? null,
    ip,
    userAgent: userAgent ?? null,
    requestId: requestId ?? null,
    detail: detail ?? null,
  });
}

type QueuedEvent = Omit<Row, 'id'> & { email?: string | undefined };

export type SecurityLog = {
  add: (event: QueuedEvent) => void;
  /** Writes what is waiting. */
  flush: () => Promise<void>;
  /** Writes the queued events and clears the timer. */
  close: () => Promise<void>;
};

const flushMs = 1000;
/** Different events that wait at most. While the database is away, further ones are only counted. */
const maxWaiting = 5000;
const insertBatchSize = 500;

/** Collects the events of this process. Equal events of a second become one row with a count, so that a flood stays small. */
export function openSecurityLog(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): SecurityLog {
  let waiting = new Map<string, QueuedEvent & { at: Date; count: number }>();
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (event: QueuedEvent) => {
    const key = keyOf(event);
    const same = waiting.get(key);
    if (same) same.count += 1;
    else if (waiting.size < maxWaiting) waiting.set(key, { ...event, at: new Date(), count: 1 });
    else lost += 1;
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    const missing = lost;
    if (batch.size === 0 && missing === 0) return;
    waiting = new Map();
    lost = 0;
    const events = [...batch.values(), ...(missing > 0 ? [lostEvents(missing)] : [])];
    let written = 0;
    try {
      const ids = await accountsOf(db, events);
      const rows = events.map(({ email, ...event }) => ({
        ...event,
        id: newId(),
        userId: event.userId ?? (email === undefined ? null : (ids.get(email.toLowerCase()) ?? null)),
      }));
      for (; written < rows.length; written += insertBatchSize)
        await db.insert(securityEvents).values(rows.slice(written, written + insertBatchSize));
    } catch (error) {
      log.warn({ err: error }, 'Security events could not be written; they are tried again');
      for (const event of events.slice(written)) {
        if (event.event === 'events.lost') lost += event.count;
        else if (waiting.size < maxWaiting) waiting.set(`${keyOf(event)} ${event.at.getTime()}`, event);
        else lost += event.count;
      }
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    }
  };
  const flush = () => (writing = writing.then(write));
  return {
    add,
    flush,
    close: async () => {
      await flush();
      clearTimeout(timer);
    },
  };
}

const keyOf = ({ event, userId, email, impersonatedId, ip, detail }: QueuedEvent) =>
  JSON.stringify([event, userId, email?.toLowerCase(), impersonatedId, ip, detail]);

const lostEvents = (count: number): QueuedEvent & { at: Date; count: number } => ({
  event: 'events.lost',
  at: new Date(),
  count,
});

async function accountsOf(db: Database, events: readonly QueuedEvent[]): Promise<ReadonlyMap<string, string>> {
  const emails = [
    ...new Set(events.flatMap(({ email, userId }) => (email !== undefined && !userId ? [email.toLowerCase()] : []))),
  ];
  if (emails.length === 0) return new Map();
  const address = sql<string>`lower(${users.email})`;
  const found = await db.select({ id: users.id, email: address }).from(users).where(inArray(address, emails));
  return new Map(found.map(({ id, email }) => [email, id]));
}

/** Calls that sign a person in when their answer has an access token. */
const signIns = new Set(['auth.login', 'auth.secondFactor', 'auth.passkeyLogin', 'auth.socialLogin', 'companySignIn.finish']);
/** Calls that take a code or token which a stranger could guess. */
const takesCode = new Set(['auth.verifyTokenPassword', 'auth.resetPassword', 'auth.verifyEmail']);
/** Calls that are an event when they succeed. */
const successes: Partial<Record<string, RequestEvent>> = {
  'auth.logout': 'sign_out.success',
  'factors.confirm': 'step_up.success',
};
/** Answers that ask for another step and refuse nothing. */
const nextStepCodes = new Set(['second_factor_required', 'step_up_required', 'second_factor_setup_required']);

/** The procedures named above, which a test looks up in the router. */
export const observedCalls: readonly string[] = [...signIns, ...takesCode, ...Object.keys(successes)];

type Call = { path: string; input: unknown };

const withEmail = z.object({ email: z.string() });
const withToken = z.object({ accessToken: z.string() });

function emailIn(input: unknown): { email?: string } {
  const found = withEmail.safeParse(input);
  return found.success ? { email: found.data.email } : {};
}

/** Records the answer of a call, if it is a security event. */
export function recordAnswer(source: EventSource, { path, input }: Call, answer: unknown): void {
  if (signIns.has(path)) {
    const tokens = withToken.safeParse(answer);
    if (!tokens.success) return;
    const { aud } = decodeJwt(tokens.data.accessToken);
    recordSecurityEvent(source, { event: 'sign_in.success', userId: typeof aud === 'string' ? aud : null, detail: { path } });
    return;
  }
  const event = successes[path];
  if (event) recordSecurityEvent(source, { event, ...emailIn(input) });
}

/** Records a refused call. A caller who is not signed in and asks for what needs a sign-in is no event. */
export function recordRefusal(source: EventSource, { path, input }: Call, { code, status, text: reason }: AppError): void {
  if (nextStepCodes.has(code)) return;
  const detail = { path, code };
  if (code === 'too_many') return recordSecurityEvent(source, { event: 'limit.reached', ...emailIn(input), detail });
  if (status >= 500) return;
  if (signIns.has(path)) return recordSecurityEvent(source, { event: 'sign_in.failure', ...emailIn(input), detail });
  if (takesCode.has(path)) return recordSecurityEvent(source, { event: 'code.wrong', ...emailIn(input), detail });
  if (path === 'factors.confirm') return recordSecurityEvent(source, { event: 'step_up.failure', detail });
  if (!source.actor) return;
  if (status === 413 || status === 415)
    return recordSecurityEvent(source, { event: 'file.refused', detail: { ...detail, reason: reason.key } });
  if (status === 403) recordSecurityEvent(source, { event: 'access.forbidden', detail });
  if (status === 404) recordSecurityEvent(source, { event: 'access.not_found', detail });
}
