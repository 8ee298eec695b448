import type { LiveEvent } from '#server/db/notify.ts';
import type { Services } from '#server/services.ts';
import type { LiveJobEvent } from '#shared/jobs/job.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { AppError } from '#server/errors.ts';
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
  if (openStreams >= maxStreams) throw new AppError('too_many', text('errors.tooManyTabsOpenClose'), { retryAfter: 60 });
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
  scope: CompanyScope;
  signal: AbortSignal;
  /** Whether the person may still read the scope. */
  isAllowed: () => Promise<boolean>;
};

/** The minimum time between two calls of `isAllowed`. */
const recheckMs = 1000;

/**
 * Streams the changes in the caller's company, or in every company for staff. An event checks the person's access again, at
 * most once per second. The stream ends when the person has lost access.
 * @throws too_many
 */
export function liveEvents({ events, liveStreams }: Streams, listener: Listener): AsyncGenerator<LiveJobEvent, void> {
  return streamEvents(events, listener, countStream(liveStreams, listener.userId, listener.signal));
}

async function* streamEvents(events: Services['events'], { scope, signal, isAllowed }: Listener, end: () => void) {
  try {
    let checkedAt = -recheckMs;
    for await (const event of events.subscribe(signal)) {
      if (scope.companyId !== null && event.companyId !== scope.companyId) continue;
      if (Date.now() - checkedAt >= recheckMs) {
        if (!(await isAllowed())) return;
        checkedAt = Date.now();
      }
      yield toWire(event);
    }
  } finally {
    end();
  }
}

function toWire(event: LiveEvent): LiveJobEvent {
  return {
    type: event.type,
    jobId: 'jobId' in event ? event.jobId : null,
    orderId: 'orderId' in event ? event.orderId : null,
    applicationId: 'applicationId' in event ? event.applicationId : null,
  };
}
