import type { Events, LiveEvent } from '#server/db/notify.ts';
import type { JobNews } from '#shared/job.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { countStream } from './open-streams.ts';

type Listener = {
  userId: string;
  scope: CompanyScope;
  signal: AbortSignal;
  /** Whether the listener may still hear of the scope. */
  isAllowed: () => Promise<boolean>;
};

/** A burst of news asks once. */
const askEachMs = 1000;

/**
 * What changed in the caller's company, from now on; an admin hears of every company. Who was deactivated, locked or signed
 * out meanwhile hears no more: the stream ends at the next news, but for those of the same second. @throws too_many
 */
export function liveEvents(events: Events, listener: Listener): AsyncGenerator<JobNews, void> {
  return follow(events, listener, countStream(events, listener.userId, listener.signal));
}

async function* follow(events: Events, { scope, signal, isAllowed }: Listener, end: () => void) {
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
