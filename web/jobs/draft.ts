import * as z from 'zod/mini';
import { addressSchema } from '#shared/places/addresses.ts';
import { localDraft } from '#web/local-draft.ts';
import { contentValuesSchema, emptyContent } from './content-form.ts';

const draftSchema = z.object({
  content: contentValuesSchema,
  addresses: z.array(addressSchema),
  addons: z.object({ promote: z.boolean(), boost: z.boolean(), hyperlink: z.boolean(), externalUrl: z.string() }),
  /** The third step was left with Continue; it has nothing that must be chosen. */
  hasSeenAddons: z.boolean(),
  /** Made at the first attempt to pay; later attempts pay this one (`spec: work §4`). */
  order: z.nullable(z.object({ orderId: z.string(), orderToken: z.string() })),
});

/** What was entered in the new-job flow so far, kept in this browser until it is paid. */
export type JobDraft = z.infer<typeof draftSchema>;
export type ChosenAddons = JobDraft['addons'];

const emptyDraft: JobDraft = {
  content: emptyContent,
  addresses: [],
  // A new job is offered with a boost, which No add-ons takes away.
  addons: { promote: false, boost: true, hyperlink: false, externalUrl: '' },
  hasSeenAddons: false,
  order: null,
};

/** One per company, so that nobody meets another company's draft on this computer. */
const jobDraft = localDraft('newJobDraft', draftSchema);

export const readJobDraft = (companyId: string): JobDraft => jobDraft.read(companyId) ?? emptyDraft;
export const useJobDraft = (companyId: string): JobDraft => jobDraft.useDraft(companyId) ?? emptyDraft;
export const clearJobDraft = (companyId: string): void => jobDraft.clear(companyId);

export function changeJobDraft(companyId: string, change: Partial<JobDraft>): void {
  jobDraft.write({ ...readJobDraft(companyId), ...change }, companyId);
}

export function hasStarted(draft: JobDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}
