/** The audit log: who did what, when, from where and as whom (`docs/product/access.md#audit-log`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';

/** Every action in the log, by its name on the wire (noun.verb) and its label. */
const words = {
  'account.create': 'Account created',
  'account.delete': 'Account deleted',
  'account.lock': 'Account locked',
  'account.unlock': 'Account unlocked',
  'ad.create': 'Ad created',
  'ad.delete': 'Ad deleted',
  'ad.export': 'Ad report exported',
  'ad.update': 'Ad changed',
  'ad_settings.update': 'Ad settings changed',
  'admin.create': 'Admin added',
  'admin.role': 'Admin role changed',
  'admin.update': 'Admin changed',
  'applicant.export': 'Applicants exported',
  'applicant.rate': 'Applicant rated',
  'applicant.tag': 'Applicant tagged',
  'applicant.untag': 'Applicant tag removed',
  'application.send': 'Application sent',
  'application.withdraw': 'Application withdrawn',
  'audit.export': 'Audit log exported',
  'billing_details.update': 'Billing information changed',
  'card.remove': 'Card removed',
  'card.store': 'Card stored',
  'channel.create': 'Channel created',
  'channel.delete': 'Channel deleted',
  'channel.edit': 'Channel edited',
  'charge.approve': 'Charge approved',
  'charge.decline': 'Charge declined',
  'charge.fail': 'Charge failed',
  'charge.give_back': 'Charge refunded',
  'company.create': 'Company created',
  'company.export': 'Companies exported',
  'company.status': 'Company state changed',
  'company.update': 'Company changed',
  'company_email.change': 'Company email changed',
  'company_email.verify': 'Company email verified',
  'contact.answer': 'Message replied to',
  'contact.send': 'Message sent',
  'driver.delete': 'Driver profile deleted',
  'email.change': 'Email changed',
  'email.verify': 'Email verified',
  'employee.add': 'Employee added',
  'employee.deactivate': 'Employee deactivated',
  'employee.invite': 'Employee invited',
  'employee.join': 'Employee joined',
  'employee.leave': 'Employee left',
  'employee.reactivate': 'Employee reactivated',
  'employee.role': 'Employee role changed',
  'employee.update': 'Employee changed',
  'employer.update': 'Employer changed',
  'identity.link': 'Social account linked',
  'impersonation.act': 'Impersonation used',
  'impersonation.end': 'Impersonation ended',
  'impersonation.renew': 'Impersonation renewed',
  'impersonation.start': 'Impersonation started',
  'invitation.withdraw': 'Invitation withdrawn',
  'invoice.credit': 'Invoice credited',
  'invoice.pay': 'Invoice paid',
  'invoice.refund': 'Invoice refunded',
  'invoice.void': 'Invoice voided',
  'job.boost': 'Job boosted',
  'job.buy': 'Add-ons or renewal purchased',
  'job.cancel_renewal': 'Job renewal canceled',
  'job.close': 'Job closed',
  'job.disable': 'Job disabled',
  'job.duplicate': 'Job duplicated',
  'job.edit': 'Job edited',
  'job.edit_addons': 'Job add-ons edited',
  'job.enable': 'Job enabled',
  'job.expire': 'Job expired',
  'job.export': 'Jobs exported',
  'job.move': 'Job location changed',
  'job.post': 'Job posted',
  'job.resume_renewal': 'Job renewal resumed',
  'log.export': 'Company log exported',
  'newsletters.consent': 'Newsletters accepted',
  'newsletters.withdraw': 'Newsletters declined',
  'order.pay': 'Order submitted for payment',
  'order.place': 'Order placed',
  'password.ask': 'Password reset requested',
  'password.change': 'Password changed',
  'password.reset': 'Password reset',
  'password.set': 'Password set by an admin',
  'post.create': 'Post created',
  'post.deactivate': 'Post unpublished',
  'post.delete': 'Post deleted',
  'post.edit': 'Post edited',
  'post.publish': 'Post published',
  'post.restore': 'Post restored',
  'post.schedule': 'Post scheduled',
  'post.unschedule': 'Post unscheduled',
  'refund.fail': 'Refund failed',
  'role.add': 'Role added',
  'session.end': 'Session ended',
  'session.end_all': 'All sessions ended',
  'session.end_others': 'Other sessions ended',
  'session.reuse': 'Session token reused',
  'tag.create': 'Tag created',
  'tag.delete': 'Tag deleted',
} as const;

const known: ReadonlyMap<string, string> = new Map(Object.entries(words));

/** The label of an action. An unknown action is shown by its own name, with spaces instead of punctuation. */
export function actionLabel(action: string): string {
  const plain = action.replaceAll(/[._]/g, ' ').trim();
  return known.get(action) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** All actions with their labels, in display order. */
export const actionOptions = [...known]
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

const text = z.nullable(z.string());

export const auditItemSchema = z.object({
  id: z.string(),
  at: z.date(),
  /** Who acted. Null if it was the product itself. While impersonating, this is the administrator. */
  actorId: text,
  actorName: text,
  actorEmail: text,
  /** The impersonated person, if any. */
  impersonatedId: text,
  impersonatedName: text,
  companyId: text,
  companyName: text,
  /** Named noun.verb, such as `company.update`. */
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: text })),
  subjectName: text,
  ip: text,
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditPageSchema = pageOf(auditItemSchema);

export const auditSearchSchema = z.extend(searchSchema, pageFields());
/** Absent for the caller's own company. An administrator can name another one. */
export const companyLogSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields() });
export const companyLogExportSchema = z.extend(searchSchema, { companyId: z.optional(idField) });
