import type { LiveEvent } from '#server/db/notify.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { LiveJobEvent } from '#shared/jobs/job.ts';
import type { LiveNotificationEvent } from '#shared/notifications.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * The maximum number of live streams per person and server. It is more than a person needs, and too few to exhaust the
 * server's connections.
 */
const maxStreams = 50;

/**
 * Counts a new stream until it is aborted or the returned function is called.
 * @throws too_many
 */
function countStream(streams: Map<string, number>, userId: string, signal: AbortSignal): () => void {
  const openStreams = streams.get(userId) ?? 0;
  if (openStreams >= maxStreams) throw new AppError('too_many', text('errors.tooManyTabs'), { retryAfter: 60 });
  streams.set(userId, openStreams + 1);
  const end = once(() => {
    const remaining = (streams.get(userId) ?? 1) - 1;
    if (remaining > 0) streams.set(userId, remaining);
    else streams.delete(userId);
  });
  signal.addEventListener('abort', end, { once: true });
  return end;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

type Streams = Pick<Services, 'events' | 'liveStreams'>;

type Listener = {
  userId: string;
  signal: AbortSignal;
  /** Whether the person may still read what the stream is about. */
  isAllowed: () => Promise<boolean>;
};

/** The minimum time between two calls of `isAllowed`. */
const recheckMs = 1000;

/**
 * Streams the changes in the caller's company, or in every company for staff. An event checks the person's access again, at
 * most once per second. The stream ends when the person has lost access.
 * @throws too_many
 */
export function liveEvents(streams: Streams, listener: Listener & { scope: CompanyScope }): AsyncGenerator<LiveJobEvent, void> {
  const { companyId } = listener.scope;
  return openStream(streams, listener, (event) =>
    event.type === 'notification' || (companyId !== null && event.companyId !== companyId) ? null : toWire(event),
  );
}

/**
 * Streams an event for each new notification of a driver.
 * @throws too_many
 */
export function liveNotifications(streams: Streams, listener: Listener): AsyncGenerator<LiveNotificationEvent, void> {
  return openStream(streams, listener, (event) =>
    event.type === 'notification' && event.userId === listener.userId ? { type: event.type } : null,
  );
}

/** Streams the events for which `select` returns something. The stream counts from now on, not from its first event. */
function openStream<Selected>(
  { events, liveStreams }: Streams,
  listener: Listener,
  select: (event: LiveEvent) => Selected | null,
): AsyncGenerator<Selected, void> {
  return streamEvents(events, listener, select, countStream(liveStreams, listener.userId, listener.signal));
}

async function* streamEvents<Selected>(
  events: Services['events'],
  { signal, isAllowed }: Listener,
  select: (event: LiveEvent) => Selected | null,
  end: () => void,
) {
  try {
    let checkedAt = -recheckMs;
    for await (const event of events.subscribe(signal)) {
      const selected = select(event);
      if (selected === null) continue;
      if (Date.now() - checkedAt >= recheckMs) {
        if (!(await isAllowed())) return;
        checkedAt = Date.now();
      }
      yield selected;
    }
  } finally {
    end();
  }
}

function toWire(event: Exclude<LiveEvent, { type: 'notification' }>): LiveJobEvent {
  return {
    type: event.type,
    jobId: 'jobId' in event ? event.jobId : null,
    orderId: 'orderId' in event ? event.orderId : null,
    applicationId: 'applicationId' in event ? event.applicationId : null,
  };
}
