import type { LiveEvent } from '#server/db/notify.ts';
import type { Services } from '#server/services.ts';
import type { JobNews } from '#shared/jobs/job.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * The maximum number of live streams per person and server. A person needs fewer, and it does not exhaust the server's
 * connections.
 */
const maxStreams = 50;

/**
 * Counts a new stream until it is aborted or the returned function is called.
 * @throws too_many
 */
function countStream(streams: Map<string, number>, userId: string, signal: AbortSignal): () => void {
  const open = streams.get(userId) ?? 0;
  if (open >= maxStreams) throw new AppError('too_many', text('errors.tooManyTabsOpenClose'), { retryAfter: 60 });
  streams.set(userId, open + 1);
  const end = once(() => {
    const left = (streams.get(userId) ?? 1) - 1;
    if (left > 0) streams.set(userId, left);
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
  /** Whether the listener may still read the scope. */
  isAllowed: () => Promise<boolean>;
};

/** `isAllowed` is called at most this often, however many events arrive. */
const askEachMs = 1000;

/**
 * Streams the changes in the caller's company, or in every company for staff. If the person is deactivated, locked or
 * signed out, the stream ends at the next event that comes at least a second after the last check.
 * @throws too_many
 */
export function liveEvents({ events, liveStreams }: Streams, listener: Listener): AsyncGenerator<JobNews, void> {
  return follow(events, listener, countStream(liveStreams, listener.userId, listener.signal));
}

async function* follow(events: Services['events'], { scope, signal, isAllowed }: Listener, end: () => void) {
  try {
    let askedAt = -askEachMs;
    for await (const event of events.subscribe(signal)) {
      if (scope.companyId !== null && event.companyId !== scope.companyId) continue;
      if (Date.now() - askedAt >= askEachMs) {
        if (!(await isAllowed())) return;
        askedAt = Date.now();
      }
      yield toWire(event);
    }
  } finally {
    end();
  }
}

function toWire(event: LiveEvent): JobNews {
  return {
    type: event.type,
    jobId: 'jobId' in event ? event.jobId : null,
    orderId: 'orderId' in event ? event.orderId : null,
    applicationId: 'applicationId' in event ? event.applicationId : null,
  };
}
