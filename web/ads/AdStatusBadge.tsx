import type { AdStatus } from '#shared/ads.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const tones = { Running: 'green', Scheduled: 'navy', Ended: 'gray', Off: 'amber' } as const;

/** Whether an ad runs, as a word. */
export function AdStatusBadge({ status }: { status: AdStatus }) {
  return <StatusBadge label={status} tone={tones[status]} />;
}
