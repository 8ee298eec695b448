import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { installation } from '#drizzle/schema/accounts.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { requestOutside } from '#server/outside.ts';
import { version } from '#server/version.ts';

type StoredEvent = typeof securityEvents.$inferSelect;

/** Where security events are sent to. `send` fails unless all events were handed over. */
type Receiver = { send: (events: readonly StoredEvent[]) => Promise<void> };

type Settings = { url: string; secrets: readonly string[] };

const timeoutMs = 10_000;
const usualPort: Record<string, number> = { 'syslog+udp:': 514, 'syslog+tcp:': 601, 'syslog+tls:': 6514 };

export function openReceiver({ url, secrets }: Settings): Receiver {
  const { protocol, hostname: host, port } = new URL(url);
  const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (usualPort[protocol] ?? 0) };
  if (protocol === 'syslog+udp:') return { send: (events) => sendDatagrams(to, events) };
  if (protocol === 'syslog+tcp:') return { send: (events) => sendFrames(connect(to), 'connect', events) };
  if (protocol === 'syslog+tls:')
    return { send: (events) => sendFrames(connectTls({ ...to, servername: to.host }), 'secureConnect', events) };
  return { send: (events) => postEvents(url, secrets, events) };
}

/** An event as it is sent to the receiver. Its id lets the receiver recognize an event that it gets twice. */
function published({ id, at, event, userId, impersonatedId, companyId, ip, userAgent, requestId, count, detail }: StoredEvent) {
  return { id, at: at.toISOString(), event, userId, impersonatedId, companyId, ip, userAgent, requestId, count, detail };
}

/** Facility 13, log audit. Failures and refusals are warnings, everything else is a notice. */
const isFailure = (event: string) => /(?:failure|forbidden|not_found|wrong|reached|refused|lost|reuse)$/.test(event);
const priorityOf = (event: string) => 13 * 8 + (isFailure(event) ? 4 : 5);

/** A message of RFC 5424, with the event as JSON. */
function syslogLine(event: StoredEvent): string {
  const name = hostname().replaceAll(/[^\x21-\x7e]/g, '') || '-';
  const header = `<${priorityOf(event.event)}>1 ${event.at.toISOString()} ${name} haulboard ${process.pid} ${event.event.slice(0, 32)}`;
  return `${header} [origin software="haulboard" swVersion="${version}"] ${JSON.stringify(published(event))}`;
}

async function sendDatagrams(to: { host: string; port: number }, events: readonly StoredEvent[]): Promise<void> {
  const socket = createSocket(to.host.includes(':') ? 'udp6' : 'udp4');
  try {
    for (const event of events)
      await new Promise<void>((resolve, reject) => {
        socket.send(syslogLine(event), to.port, to.host, (error) => (error ? reject(error) : resolve()));
      });
  } finally {
    socket.close();
  }
}

/** Frames by octet count (RFC 6587). Syslog has no answers, so events are handed over when the receiver closed in order. */
async function sendFrames(socket: Socket, isOpen: 'connect' | 'secureConnect', events: readonly StoredEvent[]): Promise<void> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The syslog server does not answer')));
  const closed = once(socket, 'close');
  try {
    await Promise.race([once(socket, isOpen), closed]);
    const lines = events.map((event) => Buffer.from(syslogLine(event)));
    socket.resume().end(Buffer.concat(lines.flatMap((line) => [Buffer.from(`${line.length} `), line])));
    const [hadError] = await closed;
    if (hadError === true || socket.bytesWritten === 0) throw new Error('The connection to the syslog server was lost');
  } finally {
    socket.destroy();
  }
}

/** `v1=` and the HMAC-SHA256 of time, a dot and the body, once for each secret, so that a secret can be replaced. */
function webhookSignature(body: string, time: string, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`).join(',');
}

async function postEvents(url: string, secrets: readonly string[], events: readonly StoredEvent[]): Promise<void> {
  const body = JSON.stringify({ events: events.map(published) });
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'haulboard-timestamp': time,
    'haulboard-signature': webhookSignature(body, time, secrets),
  };
  const answer = await requestOutside(url, { service: new URL(url).origin, method: 'POST', headers, body, timeoutMs });
  if (!answer.ok) throw new Error(`The receiver of security events answered ${answer.status}`);
}

const batchSize = 200;
const leaseSeconds = 60;
/** The pause after a failure. */
const retrySeconds = 30;
/** Only one server sends at a time, so that events arrive in order. The value is the end of its lease in seconds. */
const leaseKey = 'security_events_lease';

/**
 * Sends the events that were not sent yet, the oldest first. An event counts as sent when the receiver has confirmed it. So
 * no event is lost while the receiver is unavailable, and an event whose confirmation was lost is sent again with the same
 * id.
 */
export async function forwardSecurityEvents(
  { db, settings, log }: Pick<Services, 'db' | 'settings' | 'log'>,
  receiver: Receiver | null = settings.securityReceiver ? openReceiver(settings.securityReceiver) : null,
): Promise<number> {
  if (!receiver) return 0;
  let sent = 0;
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
      return sent;
    }
    const ids = events.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .update(securityEvents)
        .set({ forwardedAt: new Date() })
        .where(and(inArray(securityEvents.id, ids), isNull(securityEvents.forwardedAt)));
    sent += ids.length;
    await release(db, 0);
    if (ids.length < batchSize) break;
  }
  return sent;
}

const inSeconds = (seconds: number) => sql`(extract(epoch from now()) + ${seconds}::float8)::text`;

async function lease(db: Database, seconds: number): Promise<boolean> {
  const claimed = await db
    .insert(installation)
    .values({ key: leaseKey, value: inSeconds(seconds) })
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
    .set({ value: inSeconds(seconds) })
    .where(eq(installation.key, leaseKey));
}

const dayMs = 24 * 60 * 60 * 1000;
const deletionBatchSize = 5000;

/** Deletes events that are older than the setting says. The database refuses to delete those of the last 30 days. */
export async function sweepSecurityEvents({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const before = new Date(Date.now() - settings.retentionDays.securityEvents * dayMs);
  const old = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, before))
    .orderBy(asc(securityEvents.at))
    .limit(deletionBatchSize);
  const deleted = await db.delete(securityEvents).where(inArray(securityEvents.id, old)).returning({ id: securityEvents.id });
  return deleted.length;
}
