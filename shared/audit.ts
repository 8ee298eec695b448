/** The log of who did what, when, from where, as whom (`rest: Companies`, `product: Accounts and sessions`). */
import * as z from 'zod/mini';
import { idField } from './fields.ts';
import { pageFields, pageOf, searchSchema } from './list.ts';

const text = z.nullable(z.string());

export const auditItemSchema = z.object({
  id: z.string(),
  at: z.date(),
  /** Who acted; null: the product by itself. While impersonating this is the administrator. */
  actorId: text,
  actorName: text,
  actorEmail: text,
  /** As whom, while impersonating. */
  impersonatedId: text,
  impersonatedName: text,
  companyId: text,
  companyName: text,
  /** noun.verb, such as `company.update`. */
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: text })),
  subjectName: text,
  ip: text,
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditPageSchema = pageOf(auditItemSchema);

export const auditSearchSchema = z.extend(searchSchema, pageFields());
/** Empty: the own company's; an administrator may name one. */
export const companyLogSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields() });
export const companyLogExportSchema = z.extend(searchSchema, { companyId: z.optional(idField) });

/** Verbs of actions as something that was done; one that is not here stands as it is. */
const done: Readonly<Record<string, string>> = {
  act: 'used',
  add: 'added',
  answer: 'answered',
  ask: 'asked for',
  cancel_renewal: 'renewal cancelled',
  change: 'changed',
  close: 'closed',
  consent: 'agreed to',
  create: 'created',
  credit: 'credited',
  deactivate: 'deactivated',
  delete: 'deleted',
  disable: 'disabled',
  duplicate: 'duplicated',
  edit: 'edited',
  edit_addons: 'add-ons edited',
  enable: 'enabled',
  end: 'ended',
  end_all: 'ended everywhere',
  end_others: 'ended elsewhere',
  expire: 'expired',
  export: 'exported',
  give_back: 'given back',
  invite: 'invited',
  join: 'joined',
  link: 'linked',
  lock: 'locked',
  move: 'moved',
  pay: 'paid',
  place: 'placed',
  post: 'posted',
  reactivate: 'reactivated',
  refund: 'refunded',
  remind: 'reminded of',
  remove: 'removed',
  renew: 'renewed',
  resume_renewal: 'renewal resumed',
  reuse: 'token used twice',
  role: 'role changed',
  send: 'sent',
  start: 'started',
  status: 'state changed',
  store: 'stored',
  tag: 'tagged',
  unlock: 'unlocked',
  untag: 'untagged',
  update: 'changed',
  verify: 'verified',
  void: 'voided',
  withdraw: 'withdrawn',
};
const nouns: Readonly<Record<string, string>> = { contact: 'message', identity: 'social account' };

/** An action in words: `job.edit_addons` is "Job add-ons edited". */
export function actionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const words = `${nouns[noun] ?? noun} ${done[verb] ?? verb}`.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
