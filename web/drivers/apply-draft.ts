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
    /** The email address of the driver, or the one that a visitor proved. Only the same person sees the draft. */
    email: z.string(),
    /** The answers that differ from the profile, so that a later change of the profile stays. */
    answers: z.partial(driverFormDraftSchema),
    home: z.nullable(homeSchema),
    savedAt: z.number(),
  }),
  { until: ({ savedAt }) => savedAt + keepMs },
);

type Draft = { answers: Partial<DriverForm>; home: Home | null };

/** Keeps what was typed for each job in this browser, until it is sent or the person signs out, at most for a week. */
export function saveApplyDraft(jobId: string, email: string, draft: Draft): void {
  draftStore.write({ ...draft, email, savedAt: Date.now() }, jobId);
}

/** Reads the person's draft, and deletes old ones. */
export function readApplyDraft(jobId: string, email: string): Draft | null {
  draftStore.sweep();
  const draft = draftStore.read(jobId);
  return draft?.email === email ? draft : null;
}

export const clearApplyDraft = (jobId: string): void => draftStore.clear(jobId);
