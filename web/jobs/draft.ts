import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { addressSchema } from '#shared/addresses.ts';
import { contentValuesSchema, emptyContent } from './content-form.ts';

const draftSchema = z.object({
  content: contentValuesSchema,
  addresses: z.array(addressSchema),
  addons: z.object({ promote: z.boolean(), boost: z.boolean(), hyperlink: z.boolean(), externalUrl: z.string() }),
  /** The third step was left with Continue; it has nothing that must be chosen. */
  hasSeenAddons: z.boolean(),
  /** Made at the first attempt to pay; later attempts pay this one (`spec: work §4`). */
  order: z.nullable(z.object({ orderId: z.string(), jobsPostToken: z.string() })),
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
const keyOf = (companyId: string) => `newJobDraft:${companyId}`;
const known = new Map<string, JobDraft>();
const watchers = new Set<() => void>();

function told(): void {
  for (const watcher of watchers) watcher();
}

export function readJobDraft(companyId: string): JobDraft {
  const key = keyOf(companyId);
  const cached = known.get(key);
  if (cached) return cached;
  const draft = parse(localStorage.getItem(key));
  known.set(key, draft);
  return draft;
}

function parse(text: string | null): JobDraft {
  if (text === null) return emptyDraft;
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return emptyDraft;
  }
}

export function changeJobDraft(companyId: string, change: Partial<JobDraft>): void {
  const draft = { ...readJobDraft(companyId), ...change };
  known.set(keyOf(companyId), draft);
  localStorage.setItem(keyOf(companyId), JSON.stringify(draft));
  told();
}

export function clearJobDraft(companyId: string): void {
  known.delete(keyOf(companyId));
  localStorage.removeItem(keyOf(companyId));
  told();
}

export function hasStarted(draft: JobDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

/** Another tab wrote or cleared it. */
function onStorage(event: StorageEvent): void {
  if (event.key === null) known.clear();
  else known.delete(event.key);
  told();
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) window.addEventListener('storage', onStorage);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) window.removeEventListener('storage', onStorage);
  };
}

export function useJobDraft(companyId: string): JobDraft {
  return useSyncExternalStore(watch, () => readJobDraft(companyId));
}
