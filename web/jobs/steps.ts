import { redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { webAddressField } from '#shared/fields.ts';
import { addressSchema } from '#shared/places/addresses.ts';
import { stored } from '#web/browser/stored.ts';
import { t } from '#web/texts/app.ts';
import { noAddons, presetAddon } from './addons.ts';
import { contentFormSchema, contentValuesSchema, emptyContent } from './content-form.ts';

const addonsSchema = z.object({ promote: z.boolean(), boost: z.boolean(), hyperlink: z.boolean(), externalUrl: z.string() });

const draftSchema = z.object({
  content: contentValuesSchema,
  addresses: z.array(addressSchema),
  addons: addonsSchema,
  /** True after the user has continued from the add-ons step, which has no required choice. */
  hasSeenAddons: z.boolean(),
  /** The order is created at the first attempt to pay. Later attempts pay it (`docs/product/jobs.md#posting-a-job`). */
  order: z.nullable(z.object({ orderId: z.string(), orderToken: z.string() })),
});

/** The data of the new-job flow, kept in this browser until it is paid. */
export type JobDraft = z.infer<typeof draftSchema>;
export type ChosenAddons = JobDraft['addons'];

const emptyDraft: JobDraft = {
  content: emptyContent,
  addresses: [],
  addons: { ...noAddons, [presetAddon]: true, externalUrl: '' },
  hasSeenAddons: false,
  order: null,
};

/** Drafts are stored per company, so people who share a computer do not see another company's draft. */
const jobDraftStore = stored('newJobDraft', draftSchema);

/** The add-ons that were chosen last, with which the company's next job starts. */
const lastAddonsStore = stored('newJobAddons', addonsSchema);

const newDraft = (lastAddons: ChosenAddons | null): JobDraft => ({ ...emptyDraft, addons: lastAddons ?? emptyDraft.addons });

export const readJobDraft = (companyId: string): JobDraft =>
  jobDraftStore.read(companyId) ?? newDraft(lastAddonsStore.read(companyId));

export function useJobDraft(companyId: string): JobDraft {
  const lastAddons = lastAddonsStore.useValue(companyId);
  return jobDraftStore.useValue(companyId) ?? newDraft(lastAddons);
}

export const clearJobDraft = (companyId: string): void => jobDraftStore.clear(companyId);

export function changeJobDraft(companyId: string, change: Partial<JobDraft>): void {
  jobDraftStore.write({ ...readJobDraft(companyId), ...change }, companyId);
  if (change.addons) lastAddonsStore.write(change.addons, companyId);
}

/** Whether something would be lost with the draft. The add-ons are kept for the next job anyway. */
export function hasStarted(draft: JobDraft): boolean {
  return JSON.stringify({ ...draft, addons: emptyDraft.addons }) !== JSON.stringify(emptyDraft);
}

export const newJobPath = '/company/jobs/new';

/** The steps of the new-job flow in order (`docs/product/jobs.md#posting-a-job`). */
export const steps = [
  { id: 'content', label: t('jobs.jobContent'), path: newJobPath },
  { id: 'addresses', label: t('jobs.locations'), path: `${newJobPath}/targeting-address` },
  { id: 'addons', label: t('common.addOns'), path: `${newJobPath}/addons` },
  { id: 'payment', label: t('common.payment'), path: `${newJobPath}/payment-method` },
] as const;

export type StepId = (typeof steps)[number]['id'];

/** The error message for the hyperlink's URL, or null if there is none. */
export function validateLink({ hyperlink, externalUrl }: ChosenAddons): string | null {
  if (!hyperlink) return null;
  const parsed = webAddressField.safeParse(externalUrl);
  return parsed.success ? null : t('errors.applicationLinkRequired');
}

const completionChecks: Record<StepId, (draft: JobDraft) => boolean> = {
  content: (draft) => contentFormSchema.safeParse(draft.content).success,
  addresses: (draft) => draft.addresses.length > 0,
  addons: (draft) => draft.hasSeenAddons && validateLink(draft.addons) === null,
  payment: () => false,
};

/**
 * The current step of a draft, which is the first incomplete one. After the order exists, only the payment step is open,
 * because a changed draft would no longer match the order.
 */
export function getCurrentStep(draft: JobDraft): StepId {
  if (draft.order) return 'payment';
  return steps.find(({ id }) => !completionChecks[id](draft))?.id ?? 'payment';
}

const stepIndex = (id: StepId) => steps.findIndex((step) => step.id === id);

export function canOpenStep(draft: JobDraft, step: StepId): boolean {
  if (draft.order) return step === 'payment';
  return stepIndex(step) <= stepIndex(getCurrentStep(draft));
}

/** For `beforeLoad`: redirects to the current step if the requested step cannot be opened yet. */
export function requireStep(companyId: string, step: StepId): void {
  const draft = readJobDraft(companyId);
  if (canOpenStep(draft, step)) return;
  throw redirect({ to: steps[stepIndex(getCurrentStep(draft))]?.path ?? newJobPath, replace: true });
}
