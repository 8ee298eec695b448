/** Security events: who signed in or failed to, what was refused, and what changed access (`docs/product/access.md#security-events`). */
import * as z from 'zod/mini';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { actionLabel } from './audit.ts';

/** The events that are recorded for requests, by name and label. */
const requestEvents = {
  'access.cross_site': text('securityEvents.crossSite'),
  'access.forbidden': text('securityEvents.accessForbidden'),
  'access.not_found': text('securityEvents.accessNotFound'),
  'code.wrong': text('securityEvents.codeWrong'),
  'events.lost': text('securityEvents.eventsLost'),
  'file.refused': text('securityEvents.fileRefused'),
  'limit.reached': text('securityEvents.limitReached'),
  'sign_in.failure': text('securityEvents.signInFailed'),
  'sign_in.success': text('securityEvents.signedIn'),
  'sign_out.success': text('securityEvents.signedOut'),
  'step_up.failure': text('securityEvents.stepUpFailed'),
  'step_up.success': text('securityEvents.stepUpDone'),
  'token.forged': text('securityEvents.tokenForged'),
  'webhook.forged': text('securityEvents.webhookForged'),
} as const satisfies Record<string, Text>;

/** The actions of the audit log that are security events as well. Every action that ends in `.export` is one too. */
const auditedEvents = [
  'account.create',
  'account.delete',
  'account.export',
  'account.lock',
  'account.unlock',
  'admin.create',
  'admin.role',
  'applicant.export',
  'audit.export',
  'ad.export',
  'card.remove',
  'card.store',
  'company.close',
  'company.export',
  'company_sign_in.remove',
  'company_sign_in.update',
  'company_sign_in.verify',
  'email.change',
  'email.verify',
  'employee.add',
  'employee.deactivate',
  'employee.reactivate',
  'employee.role',
  'factor.add',
  'factor.remove',
  'factor.reset',
  'identity.link',
  'impersonation.end',
  'impersonation.renew',
  'impersonation.start',
  'job.export',
  'log.export',
  'password.ask',
  'password.change',
  'password.reset',
  'password.set',
  'recovery_code.renew',
  'recovery_code.use',
  'report.export',
  'role.add',
  'security_event.export',
  'session.end',
  'session.end_all',
  'session.end_others',
  'session.reuse',
] as const;

export type RequestEvent = keyof typeof requestEvents;
export type SecurityEventName = RequestEvent | (typeof auditedEvents)[number];

const labels: ReadonlyMap<string, Text> = new Map(Object.entries(requestEvents));
const auditedNames: ReadonlySet<string> = new Set(auditedEvents);

export const isSecurityAction = (action: string): boolean => auditedNames.has(action) || action.endsWith('.export');

export function securityEventLabel(event: string, write: TextWriter): string {
  const label = labels.get(event);
  return label ? write(label) : actionLabel(event, write);
}

/** All events with their labels, in display order. */
export const securityEventOptions = (write: TextWriter) =>
  [...labels.keys(), ...auditedNames]
    .map((value) => ({ value, label: securityEventLabel(value, write) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

const textOrNull = z.nullable(z.string());

export const securityEventSchema = z.object({
  id: z.string(),
  at: z.date(),
  event: z.string(),
  /** The account, if it is known. While impersonating, the administrator. */
  userId: textOrNull,
  userName: textOrNull,
  userEmail: textOrNull,
  impersonatedId: textOrNull,
  companyId: textOrNull,
  companyName: textOrNull,
  ip: textOrNull,
  userAgent: textOrNull,
  requestId: textOrNull,
  /** The number of equal events in the same second. They share the entry. */
  count: z.number(),
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
export const securityEventPageSchema = pageOf(securityEventSchema);
export const securityEventSearchSchema = z.extend(searchSchema, pageFields());
