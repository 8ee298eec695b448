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
    /** The driver's email address, or what a visitor proved and is about to sign up with. Only the same person sees the draft. */
    owners: z.array(z.string()),
    /** The answers that differ from the profile, so that a later change of the profile stays. */
    answers: z.partial(driverFormDraftSchema),
    home: z.nullable(homeSchema),
    savedAt: z.number(),
  }),
  { until: ({ savedAt }) => savedAt + keepMs },
);

type Draft = { answers: Partial<DriverForm>; home: Home | null };

/** Keeps what was typed for each job in this browser, until it is sent or the person signs out, at most for a week. */
export function saveApplyDraft(jobId: string, owners: string[], draft: Draft): void {
  draftStore.write({ ...draft, owners, savedAt: Date.now() }, jobId);
}

/** Reads the person's draft, and deletes old ones. */
export function readApplyDraft(jobId: string, owner: string): Draft | null {
  draftStore.sweep();
  const draft = draftStore.read(jobId);
  return draft?.owners.includes(owner) ? draft : null;
}

export const clearApplyDraft = (jobId: string): void => draftStore.clear(jobId);
