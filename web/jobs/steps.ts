import { redirect } from '@tanstack/react-router';
import { webAddressField } from '#shared/fields.ts';
import { contentFormSchema, contentValuesSchema, emptyContent } from './content-form.ts';
import * as z from 'zod/mini';
import { addressSchema } from '#shared/places/addresses.ts';
import { localDraft } from '#web/local-draft.ts';
import { t } from '#web/texts/app.ts';

const draftSchema = z.object({
  content: contentValuesSchema,
  addresses: z.array(addressSchema),
  addons: z.object({ promote: z.boolean(), boost: z.boolean(), hyperlink: z.boolean(), externalUrl: z.string() }),
  /** The third step was completed with Continue. It has no required choice. */
  hasSeenAddons: z.boolean(),
  /** Created at the first attempt to pay. Later attempts pay the same order (`docs/product/jobs.md#posting-a-job`). */
  order: z.nullable(z.object({ orderId: z.string(), orderToken: z.string() })),
});

/** The data of the new-job flow, kept in this browser until it is paid. */
export type JobDraft = z.infer<typeof draftSchema>;
export type ChosenAddons = JobDraft['addons'];

const emptyDraft: JobDraft = {
  content: emptyContent,
  addresses: [],
  // A new job suggests a boost, which "No add-ons" removes.
  addons: { promote: false, boost: true, hyperlink: false, externalUrl: '' },
  hasSeenAddons: false,
  order: null,
};

/** One per company, so that people who share a computer do not see another company's draft. */
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

export const newJobPath = '/company/jobs/new';

/** The steps of the new-job flow in order (`docs/product/jobs.md#posting-a-job`). */
export const steps = [
  { id: 'content', label: t('jobs.jobContent'), path: newJobPath },
  { id: 'addresses', label: t('jobs.locations'), path: `${newJobPath}/targeting-address` },
  { id: 'addons', label: t('jobs.addOns'), path: `${newJobPath}/addons` },
  { id: 'payment', label: t('common.payment'), path: `${newJobPath}/payment-method` },
] as const;

export type StepId = (typeof steps)[number]['id'];

/** What is wrong with the hyperlink's URL, or null. */
export function linkProblem({ hyperlink, externalUrl }: ChosenAddons): string | null {
  if (!hyperlink) return null;
  const read = webAddressField.safeParse(externalUrl);
  return read.success ? null : t('jobs.enterLinkApplicationPage');
}

const isComplete: Record<StepId, (draft: JobDraft) => boolean> = {
  content: (draft) => contentFormSchema.safeParse(draft.content).success,
  addresses: (draft) => draft.addresses.length > 0,
  addons: (draft) => draft.hasSeenAddons && linkProblem(draft.addons) === null,
  payment: () => false,
};

/**
 * The current step of the draft: the first incomplete one. Once the order exists, only payment is left, so that what is
 * paid is what was ordered.
 */
export function openStep(draft: JobDraft): StepId {
  if (draft.order) return 'payment';
  return steps.find(({ id }) => !isComplete[id](draft))?.id ?? 'payment';
}

const orderOf = (id: StepId) => steps.findIndex((step) => step.id === id);

export function mayOpen(draft: JobDraft, step: StepId): boolean {
  if (draft.order) return step === 'payment';
  return orderOf(step) <= orderOf(openStep(draft));
}

/** For `beforeLoad`: a step opens if the earlier ones are complete. Otherwise the visitor is sent to the current step. */
export function requireStep(companyId: string, step: StepId): void {
  const draft = readJobDraft(companyId);
  if (mayOpen(draft, step)) return;
  throw redirect({ to: steps[orderOf(openStep(draft))]?.path ?? newJobPath, replace: true });
}
