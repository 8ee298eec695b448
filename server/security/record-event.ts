import { inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt } from 'jose';
import * as z from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import type { AppError } from '#server/errors.ts';
import type { SecurityEventName, RequestEvent } from '#shared/admin/security-events.ts';

type Row = typeof securityEvents.$inferInsert;

/** The request that caused the event. A tRPC context can be passed. */
export type EventSource = {
  services: { securityLog: SecurityLog };
  actor?: { userId: string; impersonatorId: string | null; companyId?: string | null } | null;
  ip: string | null;
  userAgent?: string | null;
  requestId?: string | null;
  hasForgedToken?: boolean;
};

export type NewSecurityEvent = {
  event: SecurityEventName;
  /** The account that the event is about, if it is not the caller's own. */
  userId?: string | null;
  /** The email address of the account, if its id is unknown. It is only looked up and never stored. */
  email?: string;
  companyId?: string | null;
  /** More facts for the log's reader. It must not contain passwords, tokens, codes or anything that a person typed. */
  detail?: Record<string, unknown>;
};

/**
 * Records a security event. Events are queued in memory and written to the database once a second, so that recording never
 * slows down a request or makes it fail. Changes that belong in the audit log are recorded with `audit` instead.
 */
export function recordSecurityEvent(
  { services, actor, ip, userAgent, requestId }: EventSource,
  { event, userId, email, companyId, detail }: NewSecurityEvent,
): void {
  const callerId = actor ? (actor.impersonatorId ?? actor.userId) : null;
  services.securityLog.add({
    event,
    email,
    userId: userId ?? callerId,
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
  /** Writes the queued events. */
  flush: () => Promise<void>;
  /** Writes the queued events and clears the timer. */
  close: () => Promise<void>;
};

const flushMs = 1000;
/** The maximum number of queued events. While the database is unavailable, further events are only counted. */
const maxQueuedEvents = 5000;
const insertBatchSize = 500;

/** Collects the events of this process. Equal events within a second become one row with a count, to limit a flood. */
export function openSecurityLog(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): SecurityLog {
  let queuedEvents = new Map<string, QueuedEvent & { at: Date; count: number }>();
  let lostCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (event: QueuedEvent) => {
    const key = getEventKey(event);
    const queuedEvent = queuedEvents.get(key);
    if (queuedEvent) queuedEvent.count += 1;
    else if (queuedEvents.size < maxQueuedEvents) queuedEvents.set(key, { ...event, at: new Date(), count: 1 });
    else lostCount += 1;
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = queuedEvents;
    const missing = lostCount;
    if (batch.size === 0 && missing === 0) return;
    queuedEvents = new Map();
    lostCount = 0;
    const events = [...batch.values(), ...(missing > 0 ? [createLostEvent(missing)] : [])];
    let writtenCount = 0;
    try {
      const ids = await findAccountIds(db, events);
      const rows = events.map(({ email, ...event }) => ({
        ...event,
        id: newId(),
        userId: event.userId ?? (email === undefined ? null : (ids.get(email.toLowerCase()) ?? null)),
      }));
      for (; writtenCount < rows.length; writtenCount += insertBatchSize)
        await db.insert(securityEvents).values(rows.slice(writtenCount, writtenCount + insertBatchSize));
    } catch (error) {
      log.warn({ err: error }, 'Security events could not be written; they are tried again');
      for (const event of events.slice(writtenCount)) {
        if (event.event === 'events.lost') lostCount += event.count;
        else if (queuedEvents.size < maxQueuedEvents) queuedEvents.set(`${getEventKey(event)} ${event.at.getTime()}`, event);
        else lostCount += event.count;
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

const getEventKey = ({ event, userId, email, impersonatedId, ip, detail }: QueuedEvent) =>
  JSON.stringify([event, userId, email?.toLowerCase(), impersonatedId, ip, detail]);

const createLostEvent = (count: number): QueuedEvent & { at: Date; count: number } => ({
  event: 'events.lost',
  at: new Date(),
  count,
});

async function findAccountIds(db: Database, events: readonly QueuedEvent[]): Promise<ReadonlyMap<string, string>> {
  const emails = [
    ...new Set(events.flatMap(({ email, userId }) => (email !== undefined && !userId ? [email.toLowerCase()] : []))),
  ];
  if (emails.length === 0) return new Map();
  const address = sql<string>`lower(${users.email})`;
  const accounts = await db.select({ id: users.id, email: address }).from(users).where(inArray(address, emails));
  return new Map(accounts.map(({ id, email }) => [email, id]));
}

/** Procedures that have signed a person in if their answer has an access token. */
const signIns = new Set([
  'auth.login',
  'auth.secondFactor',
  'auth.passkeyLogin',
  'auth.socialLogin',
  'auth.codeLogin',
  'auth.codeSignup',
  'companySignIn.finish',
]);
/** Procedures that take a code or token, which a stranger could try to guess. */
const codeProcedures = new Set([
  'auth.checkCode',
  'auth.checkEmail',
  'auth.resetPassword',
  'auth.verifyEmail',
  'auth.verifyTokenPassword',
  'company.verifyEmail',
  'employees.accept',
  'employees.invitation',
  'employees.join',
]);
/** Procedures whose success is a security event. */
const successes: Partial<Record<string, RequestEvent>> = {
  'auth.logout': 'sign_out.success',
  'factors.confirm': 'step_up.success',
};
/** Error codes that ask for another step and are not refusals. */
const nextStepCodes = new Set(['second_factor_required', 'step_up_required', 'second_factor_setup_required']);

/** All procedures named above. A test checks that the router has them. */
export const observedCalls: readonly string[] = [...signIns, ...codeProcedures, ...Object.keys(successes)];

type Call = { path: string; input: unknown };

const withEmail = z.object({ email: z.string() });
const withToken = z.object({ accessToken: z.string() });

function readEmail(input: unknown): { email?: string } {
  const parsed = withEmail.safeParse(input);
  return parsed.success ? { email: parsed.data.email } : {};
}

/** Records a successful call, if it is a security event. */
export function recordAnswer(source: EventSource, { path, input }: Call, answer: unknown): void {
  if (signIns.has(path)) {
    const tokens = withToken.safeParse(answer);
    if (!tokens.success) return;
    const { aud } = decodeJwt(tokens.data.accessToken);
    recordSecurityEvent(source, { event: 'sign_in.success', userId: typeof aud === 'string' ? aud : null, detail: { path } });
    return;
  }
  const event = successes[path];
  if (event) recordSecurityEvent(source, { event, ...readEmail(input) });
}

/** Whether the code or token was refused, and not something else that was sent with it, such as a new password. */
const isAboutCode = ({ code, field }: AppError) =>
  code === 'gone' || code === 'unauthenticated' || field === 'code' || field === 'token';

/**
 * Records a refused call. Without a signed-in caller, only rate limits, wrong sign-ins or codes, and forged tokens are events.
 */
export function recordRefusal(source: EventSource, { path, input }: Call, refusal: AppError): void {
  const { code, status, text: reason } = refusal;
  if (nextStepCodes.has(code)) return;
  const detail = { path, code };
  if (code === 'too_many') return recordSecurityEvent(source, { event: 'limit.reached', ...readEmail(input), detail });
  if (status >= 500) return;
  if (signIns.has(path)) return recordSecurityEvent(source, { event: 'sign_in.failure', ...readEmail(input), detail });
  if (codeProcedures.has(path) && isAboutCode(refusal))
    return recordSecurityEvent(source, { event: 'code.wrong', ...readEmail(input), detail });
  if (path === 'factors.confirm') return recordSecurityEvent(source, { event: 'step_up.failure', detail });
  if (source.hasForgedToken) return recordSecurityEvent(source, { event: 'token.forged', detail });
  if (!source.actor) return;
  if (status === 413 || status === 415)
    return recordSecurityEvent(source, { event: 'file.refused', detail: { ...detail, reason: reason.key } });
  if (status === 403) recordSecurityEvent(source, { event: 'access.forbidden', detail });
  if (status === 404) recordSecurityEvent(source, { event: 'access.not_found', detail });
}
