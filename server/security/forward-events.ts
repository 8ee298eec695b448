import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { installation } from '#drizzle/schema/accounts.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import { requestService } from '#server/http/outgoing.ts';
import type { Services } from '#server/services.ts';
import { version } from '#server/settings/version.ts';
import { signBody } from './sign-body.ts';

type StoredEvent = typeof securityEvents.$inferSelect;

/** The external system that receives security events. `send` rejects unless it accepted all events. */
type Receiver = { send: (events: readonly StoredEvent[]) => Promise<void> };

type Settings = { url: string; secrets: readonly string[] };

const timeoutMs = 10_000;
const defaultPort: Record<string, number> = { 'syslog+udp:': 514, 'syslog+tcp:': 601, 'syslog+tls:': 6514 };

export function openReceiver({ url, secrets }: Settings): Receiver {
  const { protocol, hostname: host, port } = new URL(url);
  const target = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (defaultPort[protocol] ?? 0) };
  if (protocol === 'syslog+udp:') return { send: (events) => sendDatagrams(target, events) };
  if (protocol === 'syslog+tcp:') return { send: (events) => sendFrames(connect(target), 'connect', events) };
  if (protocol === 'syslog+tls:')
    return { send: (events) => sendFrames(connectTls({ ...target, servername: target.host }), 'secureConnect', events) };
  return { send: (events) => postEvents(url, secrets, events) };
}

/** Converts an event for the receiver. The id lets the receiver recognize an event that it gets twice. */
function toPublicEvent({
  id,
  at,
  event,
  userId,
  impersonatedId,
  companyId,
  ip,
  userAgent,
  requestId,
  count,
  detail,
}: StoredEvent) {
  return { id, at: at.toISOString(), event, userId, impersonatedId, companyId, ip, userAgent, requestId, count, detail };
}

/** Syslog severity: failures and refusals are warnings (4), everything else is a notice (5). The facility 13 is log audit. */
const isFailure = (event: string) => /(?:failure|forbidden|not_found|wrong|reached|refused|lost|reuse)$/.test(event);
const getPriority = (event: string) => 13 * 8 + (isFailure(event) ? 4 : 5);

/** Formats an RFC 5424 message with the event as JSON. */
function formatSyslogLine(event: StoredEvent): string {
  const name = hostname().replaceAll(/[^\x21-\x7e]/g, '') || '-';
  const header = `<${getPriority(event.event)}>1 ${event.at.toISOString()} ${name} haulboard ${process.pid} ${event.event.slice(0, 32)}`;
  return `${header} [origin software="haulboard" swVersion="${version}"] ${JSON.stringify(toPublicEvent(event))}`;
}

async function sendDatagrams(target: { host: string; port: number }, events: readonly StoredEvent[]): Promise<void> {
  const socket = createSocket(target.host.includes(':') ? 'udp6' : 'udp4');
  try {
    for (const event of events)
      await new Promise<void>((resolve, reject) => {
        socket.send(formatSyslogLine(event), target.port, target.host, (error) => (error ? reject(error) : resolve()));
      });
  } finally {
    socket.close();
  }
}

/** Frames by octet count (RFC 6587). Syslog has no replies, so a connection that closes without an error means success. */
async function sendFrames(socket: Socket, openEvent: 'connect' | 'secureConnect', events: readonly StoredEvent[]): Promise<void> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The syslog server does not answer')));
  const closePromise = once(socket, 'close');
  try {
    await Promise.race([once(socket, openEvent), closePromise]);
    const lines = events.map((event) => Buffer.from(formatSyslogLine(event)));
    socket.resume().end(Buffer.concat(lines.flatMap((line) => [Buffer.from(`${line.length} `), line])));
    const [hadError] = await closePromise;
    if (hadError === true || socket.bytesWritten === 0) throw new Error('The connection to the syslog server was lost');
  } finally {
    socket.destroy();
  }
}

async function postEvents(url: string, secrets: readonly string[], events: readonly StoredEvent[]): Promise<void> {
  const body = JSON.stringify({ events: events.map(toPublicEvent) });
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'haulboard-timestamp': time,
    'haulboard-signature': signBody(body, time, secrets),
  };
  const answer = await requestService(url, { service: new URL(url).origin, method: 'POST', headers, body, timeoutMs });
  if (!answer.ok) throw new Error(`The receiver of security events answered ${answer.status}`);
}

const batchSize = 200;
const leaseSeconds = 60;
const retrySeconds = 30;
/** Only one server sends at a time, so that events arrive in order. The stored value is when its lease ends, in seconds. */
const leaseKey = 'security_events_lease';

/**
 * Sends the events that were not sent yet, the oldest first. An event counts as sent once the receiver has confirmed it.
 * While the receiver is unavailable, events wait. If a confirmation is lost, the event is sent again with the same id.
 */
export async function forwardSecurityEvents(
  { db, settings, log }: Pick<Services, 'db' | 'settings' | 'log'>,
  receiver: Receiver | null = settings.securityReceiver ? openReceiver(settings.securityReceiver) : null,
): Promise<number> {
  if (!receiver) return 0;
  let sentCount = 0;
  while (await lease(db, leaseSeconds)) {
    const events = await db
      .select()
      .from(securityEvents)
      .where(isNull(securityEvents.forwardedAt))
      .orderBy(asc(securityEvents.at), asc(securityEvents.id))
      .limit(batchSize);
    try {
      if (events.length > 0) await receiver.send(events);
    } catch (error) {
      await release(db, retrySeconds);
      log.warn({ err: error }, 'Security events could not be sent; they are tried again');
      return sentCount;
    }
    const ids = events.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .update(securityEvents)
        .set({ forwardedAt: new Date() })
        .where(and(inArray(securityEvents.id, ids), isNull(securityEvents.forwardedAt)));
    sentCount += ids.length;
    await release(db, 0);
    if (ids.length < batchSize) break;
  }
  return sentCount;
}

const secondsFromNow = (seconds: number) => sql`(extract(epoch from now()) + ${seconds}::float8)::text`;

async function lease(db: Database, seconds: number): Promise<boolean> {
  const claimed = await db
    .insert(installation)
    .values({ key: leaseKey, value: secondsFromNow(seconds) })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: sql`excluded.value` },
      setWhere: sql`${installation.value}::float8 <= extract(epoch from now())`,
    })
    .returning({ key: installation.key });
  return claimed.length > 0;
}

async function release(db: Database, seconds: number): Promise<void> {
  await db
    .update(installation)
    .set({ value: secondsFromNow(seconds) })
    .where(eq(installation.key, leaseKey));
}

const dayMs = 24 * 60 * 60 * 1000;
const deletionBatchSize = 5000;

/** Deletes events older than the configured retention. The database refuses to delete events of the last 30 days. */
export async function sweepSecurityEvents({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const before = new Date(Date.now() - settings.retentionDays.securityEvents * dayMs);
  const expiredIds = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, before))
    .orderBy(asc(securityEvents.at))
    .limit(deletionBatchSize);
  const deleted = await db
    .delete(securityEvents)
    .where(inArray(securityEvents.id, expiredIds))
    .returning({ id: securityEvents.id });
  return deleted.length;
}
