import type { Events, LiveEvent } from '#server/db/notify.ts';
import type { JobNews } from '#shared/job.ts';
import type { CompanyScope } from '#server/trpc.ts';

/** What changed in the caller's company, from now on; an admin hears of every company. */
export async function* liveEvents(events: Events, scope: CompanyScope, signal: AbortSignal | undefined) {
  for await (const event of events.subscribe(signal ?? new AbortController().signal)) {
    if (scope.companyId === null || event.companyId === scope.companyId) yield toWire(event);
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
