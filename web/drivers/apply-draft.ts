import * as z from 'zod/mini';
import { dayMs } from '#shared/days.ts';
import { type DriverForm, driverFormDraftSchema } from '#shared/drivers/driver.ts';
import { stored } from '#web/browser/stored.ts';

const textOrNull = z.nullable(z.string());
const homeSchema = z.object({
  description: z.string(),
  street1: textOrNull,
  city: textOrNull,
  state: textOrNull,
  postalCode: textOrNull,
});
/** The driver's address. */
export type Home = z.infer<typeof homeSchema>;

const keepMs = 7 * dayMs;
const draftStore = stored(
  'applyDraft',
  z.object({
    /** The driver who typed it. Null for a visitor: whoever signs in on this page takes the draft along. */
    driverId: textOrNull,
    answers: driverFormDraftSchema,
    home: z.nullable(homeSchema),
    savedAt: z.number(),
  }),
  { until: ({ savedAt }) => savedAt + keepMs },
);

type Draft = { answers: DriverForm; home: Home | null };

/** Keeps what was typed for each job in this browser, until it is sent or the person signs out. */
export function saveApplyDraft(jobId: string, driverId: string | null, draft: Draft): void {
  draftStore.write({ ...draft, driverId, savedAt: Date.now() }, jobId);
}

/** Another driver's draft counts as absent. */
export function readApplyDraft(jobId: string, driverId: string | null): Draft | null {
  const draft = draftStore.read(jobId);
  return draft && (draft.driverId === null || draft.driverId === driverId) ? draft : null;
}

export const clearApplyDraft = (jobId: string): void => draftStore.clear(jobId);
