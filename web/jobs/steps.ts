import { redirect } from '@tanstack/react-router';
import { webAddressField } from '#shared/fields.ts';
import { contentFormSchema } from './content-form.ts';
import { type ChosenAddons, type JobDraft, readJobDraft } from './draft.ts';

export const newJobPath = '/company/jobs/new';

/** The new-job flow in its order (`spec: work §2`). */
export const steps = [
  { id: 'content', label: 'Job content', path: newJobPath },
  { id: 'addresses', label: 'Locations', path: `${newJobPath}/targeting-address` },
  { id: 'addons', label: 'Add-ons', path: `${newJobPath}/addons` },
  { id: 'payment', label: 'Payment', path: `${newJobPath}/payment-method` },
] as const;

export type StepId = (typeof steps)[number]['id'];

/** What is wrong with the hyperlink add-on's address, or null. */
export function linkProblem({ hyperlink, externalUrl }: ChosenAddons): string | null {
  if (!hyperlink) return null;
  const read = webAddressField.safeParse(externalUrl);
  return read.success ? null : (read.error.issues[0]?.message ?? 'Enter a link to your application page');
}

const isComplete: Record<StepId, (draft: JobDraft) => boolean> = {
  content: (draft) => contentFormSchema.safeParse(draft.content).success,
  addresses: (draft) => draft.addresses.length > 0,
  addons: (draft) => draft.hasSeenAddons && linkProblem(draft.addons) === null,
  payment: () => false,
};

/**
 * The step where the draft stands: the first that is not complete. Once the order is made, only its payment is left, so
 * that what is paid is what was ordered.
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

/** For `beforeLoad`: a step opens when the former ones are complete, else the visitor goes on where they stood. */
export function requireStep(companyId: string, step: StepId): void {
  const draft = readJobDraft(companyId);
  if (mayOpen(draft, step)) return;
  throw redirect({ to: steps[orderOf(openStep(draft))]?.path ?? newJobPath, replace: true });
}
