import { type SeenList, seenListKey } from '#shared/offline.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import { storedText } from '#web/browser/stored-text.ts';

/** The list that scripts of the public pages keep (`web/public-pages/seen-jobs.ts`). */
const storedList = storedText(seenListKey);

/**
 * Takes the jobs along that were looked at on public pages in this browser, also before signing in
 * (`docs/product/drivers.md#recently-viewed`). They are sent once.
 */
export async function takeSeenJobsAlong(driverId: string): Promise<void> {
  const list = readUnsentList(driverId);
  if (!list) return;
  await trpcClient.seenJobs.add.mutate({ jobIds: list.items.slice(0, list.unsent).map(({ id }) => id) });
  storedList.write(JSON.stringify({ ...list, owner: driverId, unsent: 0 }));
  await queryClient.invalidateQueries(trpc.seenJobs.pathFilter());
}

function readUnsentList(driverId: string): SeenList | null {
  try {
    const list = JSON.parse(storedList.read() ?? 'null') as SeenList | null;
    return list && list.unsent > 0 && (list.owner === null || list.owner === driverId) ? list : null;
  } catch {
    return null;
  }
}

/** The public pages no longer show what the driver removed. */
export const forgetSeenList = storedList.clear;
