import { type SeenList, seenListKey } from '#shared/offline.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import { storedText } from '#web/browser/stored-text.ts';

/** The list that scripts of the public pages keep (`web/public-pages/seen-jobs.ts`). */
const storedList = storedText(seenListKey);

/** Takes the jobs along that were looked at before signing in (`docs/product/drivers.md#recently-viewed`). They are sent once. */
export async function takeSeenJobsAlong(driverId: string): Promise<void> {
  const list = readVisitorList();
  if (!list) return;
  await trpcClient.seenJobs.add.mutate({ jobIds: list.items.map(({ id }) => id) });
  storedList.write(JSON.stringify({ ...list, owner: driverId }));
  await queryClient.invalidateQueries(trpc.seenJobs.pathFilter());
}

function readVisitorList(): SeenList | null {
  try {
    const list = JSON.parse(storedList.read() ?? 'null') as SeenList | null;
    return list?.owner === null && list.items.length > 0 ? list : null;
  } catch {
    return null;
  }
}

/** The public pages no longer show what the driver removed. */
export const forgetSeenList = storedList.clear;
