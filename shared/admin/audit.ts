/** The audit log: who did what, when, from where and as whom (`docs/product/access.md#audit-log`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

/** Every action in the log, by its name on the wire (noun.verb) and its label. */
const labels = {
  'account.create': text('actions.accountCreated'),
  'account.export': text('actions.accountDataExported'),
  'account.delete': text('common.accountDeleted'),
  'account.lock': text('actions.accountLocked'),
  'account.unlock': text('actions.accountUnlocked'),
  'ad.create': text('actions.adCreated'),
  'ad.delete': text('actions.adDeleted'),
  'ad.export': text('actions.adReportExported'),
  'ad.update': text('actions.adChanged'),
  'ad_settings.update': text('actions.adSettingsChanged'),
  'admin.create': text('actions.adminAdded'),
  'admin.role': text('actions.adminRoleChanged'),
  'admin.update': text('actions.adminChanged'),
  'applicant.bulk': text('actions.applicantsChanged'),
  'applicant.call': text('actions.callLogged'),
  'applicant.export': text('actions.applicantsExported'),
  'applicant.merge': text('actions.applicantsMerged'),
  'applicant.message': text('actions.applicantMessaged'),
  'applicant.message_many': text('actions.applicantsMessaged'),
  'applicant.message_stop': text('actions.messagesStopped'),
  'applicant.note': text('actions.noteAdded'),
  'applicant.note_delete': text('actions.noteDeleted'),
  'applicant.note_edit': text('actions.noteEdited'),
  'applicant.owner': text('actions.applicantOwnerChanged'),
  'applicant.rate': text('actions.applicantRated'),
  'applicant.stage': text('actions.applicantStageChanged'),
  'applicant.tag': text('actions.applicantTagged'),
  'applicant.untag': text('actions.applicantTagRemoved'),
  'application.send': text('common.applicationSent'),
  'application.withdraw': text('common.applicationWithdrawn'),
  'audit.export': text('actions.auditLogExported'),
  'billing_details.update': text('actions.billingInformationChanged'),
  'candidate.invite': text('actions.candidateInvited'),
  'card.remove': text('common.cardRemoved'),
  'card.store': text('common.cardSaved'),
  'channel.create': text('actions.channelCreated'),
  'channel.delete': text('actions.channelDeleted'),
  'channel.edit': text('actions.channelEdited'),
  'carrier.check': text('actions.carrierChecked'),
  'carrier.decide': text('actions.carrierDecided'),
  'carrier.withdraw': text('actions.carrierWithdrawn'),
  'charge.approve': text('actions.chargeApproved'),
  'charge.decline': text('actions.chargeDeclined'),
  'charge.fail': text('actions.chargeFailed'),
  'charge.give_back': text('actions.chargeRefunded'),
  'company.close': text('common.companyClosed'),
  'company.erase': text('actions.companyErased'),
  'company.create': text('actions.companyCreated'),
  'company.export': text('actions.companiesExported'),
  'company.status': text('actions.companyStatusChanged'),
  'company.update': text('actions.companyChanged'),
  'company_email.change': text('actions.companyEmailChanged'),
  'company_email.verify': text('common.companyEmailVerified'),
  'company_page.update': text('actions.companyPageChanged'),
  'company_sign_in.remove': text('actions.companySignInRemoved'),
  'company_sign_in.update': text('actions.companySignInChanged'),
  'company_sign_in.verify': text('actions.companyDomainVerified'),
  'contact.answer': text('actions.messageAnswered'),
  'contact.send': text('common.messageSent'),
  'driver.delete': text('actions.driverProfileDeleted'),
  'email.change': text('actions.emailChanged'),
  'email.verify': text('common.emailVerified'),
  'employee.add': text('actions.employeeAdded'),
  'employee.deactivate': text('actions.employeeDeactivated'),
  'employee.invite': text('actions.employeeInvited'),
  'employee.join': text('actions.employeeJoined'),
  'employee.leave': text('actions.employeeLeft'),
  'employee.reactivate': text('actions.employeeReactivated'),
  'employee.role': text('actions.employeeRoleChanged'),
  'employee.update': text('actions.employeeChanged'),
  'employer.update': text('actions.employerChanged'),
  'follow_up.add': text('actions.followUpAdded'),
  'follow_up.delete': text('actions.followUpDeleted'),
  'follow_up.update': text('actions.followUpChanged'),
  'identity.link': text('actions.socialAccountLinked'),
  'impersonation.act': text('actions.impersonationUsed'),
  'impersonation.end': text('actions.impersonationEnded'),
  'impersonation.renew': text('actions.impersonationRenewed'),
  'impersonation.start': text('actions.impersonationStarted'),
  'invitation.withdraw': text('actions.invitationWithdrawn'),
  'interview.answer': text('actions.interviewAnswered'),
  'interview.cancel': text('common.interviewCanceled'),
  'interview.no_show': text('actions.interviewNoShow'),
  'interview.propose': text('actions.interviewProposed'),
  'invoice.credit': text('actions.invoiceCredited'),
  'invoice.pay': text('actions.invoicePaid'),
  'invoice.refund': text('actions.invoiceRefunded'),
  'invoice.void': text('actions.invoiceVoided'),
  'job.boost': text('actions.jobBoosted'),
  'job.buy': text('actions.addOnsOrRenewalPurchased'),
  'job.cancel_renewal': text('actions.jobRenewalCanceled'),
  'job.close': text('common.jobClosed'),
  'job.disable': text('actions.jobDisabled'),
  'job.duplicate': text('actions.jobDuplicated'),
  'job.edit': text('actions.jobEdited'),
  'job.edit_addons': text('actions.jobAddOnsEdited'),
  'job.enable': text('actions.jobEnabled'),
  'job.expire': text('actions.jobExpired'),
  'job.export': text('actions.jobsExported'),
  'job.move': text('actions.jobLocationChanged'),
  'job.post': text('actions.jobPosted'),
  'job.resume_renewal': text('actions.jobRenewalResumed'),
  'log.export': text('actions.companyLogExported'),
  'texts.consent': text('actions.textsAccepted'),
  'texts.withdraw': text('actions.textsDeclined'),
  'newsletters.consent': text('actions.newslettersAccepted'),
  'newsletters.withdraw': text('actions.newslettersDeclined'),
  'order.pay': text('actions.orderSubmittedForPayment'),
  'order.place': text('actions.orderPlaced'),
  'factor.add': text('actions.factorAdded'),
  'factor.remove': text('actions.factorRemoved'),
  'factor.reset': text('actions.factorsReset'),
  'recovery_code.renew': text('actions.recoveryCodesRenewed'),
  'recovery_code.use': text('actions.recoveryCodeUsed'),
  'password.ask': text('actions.passwordResetRequested'),
  'password.change': text('actions.passwordChanged'),
  'password.remove': text('actions.passwordRemoved'),
  'password.reset': text('actions.passwordReset'),
  'password.set': text('actions.passwordSetByAdmin'),
  'phone.forget': text('actions.phoneForgotten'),
  'phone.lose': text('actions.phoneLost'),
  'phone.prove': text('actions.phoneProved'),
  'post.create': text('actions.postCreated'),
  'post.deactivate': text('actions.postUnpublished'),
  'post.delete': text('actions.postDeleted'),
  'post.edit': text('actions.postEdited'),
  'post.publish': text('common.postPublished'),
  'post.restore': text('actions.postRestored'),
  'post.schedule': text('common.postScheduled'),
  'post.unschedule': text('actions.postUnscheduled'),
  'question.add': text('actions.questionAdded'),
  'question.delete': text('actions.questionDeleted'),
  'question.edit': text('actions.questionEdited'),
  'refund.fail': text('actions.refundFailed'),
  'report.export': text('actions.hiringReportExported'),
  'role.add': text('actions.roleAdded'),
  'security_event.export': text('actions.securityEventsExported'),
  'session.end': text('common.sessionEnded'),
  'session.end_all': text('actions.allSessionsEnded'),
  'session.end_others': text('actions.otherSessionsEnded'),
  'session.reuse': text('actions.sessionTokenReused'),
  'stages.update': text('actions.stagesChanged'),
  'tag.create': text('actions.tagCreated'),
  'tag.delete': text('actions.tagDeleted'),
  'template.delete': text('actions.templateDeleted'),
  'template.save': text('actions.templateSaved'),
} as const satisfies Record<string, Text>;

const labelsByAction: ReadonlyMap<string, Text> = new Map(Object.entries(labels));

/** The label of an action. An unknown action is shown by its own name, with spaces instead of punctuation. */
export function actionLabel(action: string, write: TextWriter): string {
  const label = labelsByAction.get(action);
  if (label) return write(label);
  const plain = action.replaceAll(/[._]/g, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** All actions with their labels, in display order. */
export const actionOptions = (write: TextWriter) =>
  [...labelsByAction]
    .map(([value, label]) => ({ value, label: write(label) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

/** What an entry is about, by its name on the wire and its label. */
const subjects = {
  ad: text('common.ad'),
  application: text('common.application'),
  call: text('actions.subjectCall'),
  card: text('common.card'),
  channel: text('common.channel'),
  charge: text('actions.subjectCharge'),
  company: text('ui.company'),
  contact: text('common.message'),
  invitation: text('common.invitation'),
  invoice: text('common.invoice'),
  job: text('common.job'),
  order: text('actions.subjectOrder'),
  post: text('common.post'),
  session: text('actions.subjectSession'),
  tag: text('common.tag'),
  user: text('common.user'),
} as const satisfies Record<string, Text>;
export type SubjectKind = keyof typeof subjects;
const subjectLabels = new Map<string, Text>(Object.entries(subjects));

/** `Job: Regional driver`, or only the kind if the subject has no name. */
export function subjectLabel(type: string, name: string | null, write: TextWriter): string {
  const label = subjectLabels.get(type);
  const kind = label ? write(label) : type;
  return name ? write(text('actions.subjectNamed', { kind, name })) : kind;
}

const textOrNull = z.nullable(z.string());

export const auditItemSchema = z.object({
  id: z.string(),
  at: z.date(),
  /** Who acted. Null if it was the product itself. While impersonating, this is the administrator. */
  actorId: textOrNull,
  actorName: textOrNull,
  actorEmail: textOrNull,
  /** The impersonated person, if any. */
  impersonatedId: textOrNull,
  impersonatedName: textOrNull,
  companyId: textOrNull,
  companyName: textOrNull,
  /** The action in the form noun.verb, such as `company.update`. */
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: textOrNull })),
  subjectName: textOrNull,
  ip: textOrNull,
  detail: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditPageSchema = pageOf(auditItemSchema);

export const auditSearchSchema = z.extend(searchSchema, pageFields());
/** Absent for the caller's own company. An administrator can name another one. */
export const companyLogSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields() });
export const companyLogExportSchema = z.extend(searchSchema, { companyId: z.optional(idField) });
