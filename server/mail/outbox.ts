import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { applicantTemplates, type ApplicantMails } from '#server/mail/templates/postings.ts';
import type { OptionalMail } from '#shared/accounts/mail-preferences.ts';
import { dayMs } from '#shared/days.ts';
import type { Language, Translator } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import type { Email, EmailTemplates } from './layout.ts';
import { accountTemplates, type AccountMails } from './templates/account.ts';
import { billingTemplates, type BillingMails } from './templates/billing.ts';
import { companyTemplates, type CompanyMails } from './templates/company.ts';
import { interviewTemplates, type InterviewMails } from './templates/interviews.ts';
import { jobAlertTemplates, type JobAlertMails } from './templates/job-alerts.ts';
import { noticeTemplates, type NoticeMails } from './templates/notices.ts';
import { postingTemplates, type PostingMails } from './templates/postings.ts';

/** The parameters of each email. The texts are in `templates/`. */
export type MailData = AccountMails &
  CompanyMails &
  PostingMails &
  BillingMails &
  ApplicantMails &
  InterviewMails &
  JobAlertMails &
  NoticeMails;
export type MailTemplate = keyof MailData;

/** The emails that contain a text of another person, such as a message or a note. */
type MailWithText = {
  [T in MailTemplate]: Extract<keyof MailData[T], 'message' | 'note' | 'answer' | 'followUps'> extends never ? never : T;
}[MailTemplate];
/** Our staff are one of the two sides of these. */
type SupportMail = 'contact_message' | 'contact_answer';

/**
 * The emails that only a verified address gets. Otherwise, someone could give the address of a stranger to an account, and write
 * to the stranger in our name. A new email with a text does not compile until it is listed here.
 */
const forVerifiedOnly: Record<Exclude<MailWithText, SupportMail>, true> = {
  driver_message: true,
  applicant_message: true,
  mention: true,
  follow_ups_due: true,
  interview_proposed: true,
  interview_scheduled: true,
  interview_canceled: true,
  interview_reminder: true,
  applicant_interview: true,
};
const needsVerifiedAddress = (template: MailTemplate) => Object.hasOwn(forVerifiedOnly, template);

export const templates: EmailTemplates<MailData> = {
  ...accountTemplates,
  ...companyTemplates,
  ...postingTemplates,
  ...billingTemplates,
  ...applicantTemplates,
  ...interviewTemplates,
  ...jobAlertTemplates,
  ...noticeTemplates,
};

export function writeEmail(template: string, data: unknown, publicUrl: string, language: Language): Email {
  if (!Object.hasOwn(templates, template)) throw new Error(`There is no email template ${template}`);
  const write = templates[template as MailTemplate] as (t: Translator, data: unknown, url: string) => Email;
  return write(translatorIn(language), data, publicUrl);
}

/**
 * Adds an email to the transaction that causes it. The worker sends it afterward, once, in the language of the recipient's
 * account. `language` is that of the request, or null if the clock caused the email; it is for recipients who have no account
 * or have not chosen a language (`docs/product/access.md#profiles`). An address that is not verified gets no email with a text
 * of another person.
 */
export async function mail<T extends MailTemplate>(
  tx: Database,
  recipient: string,
  template: T,
  data: MailData[T],
  language: Language | null,
): Promise<void> {
  if (needsVerifiedAddress(template) && !(await isVerified(tx, recipient))) return;
  await tx.insert(outbox).values(buildRow(recipient, template, data, language));
}

async function isVerified(tx: Database, address: string): Promise<boolean> {
  const hasAddress = eq(sql`lower(${users.email})`, sql`lower(${address})`);
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(hasAddress, isNotNull(users.emailVerifiedAt)));
  return row !== undefined;
}

/** The row of an email that every address gets, for many emails in one insert. */
export const mailRow = <T extends Exclude<MailTemplate, keyof typeof forVerifiedOnly>>(
  recipient: string,
  template: T,
  data: MailData[T],
  language: Language | null,
  dueAt?: Date,
) => buildRow(recipient, template, data, language, dueAt);

function buildRow<T extends MailTemplate>(
  recipient: string,
  template: T,
  data: MailData[T],
  language: Language | null,
  dueAt = new Date(),
) {
  // Uses this process's clock, because the worker compares with it. The database's clock, rounded to a millisecond, may be
  // ahead.
  return { recipient, template, data, language, dueAt };
}

/** Adds an email like {@link mail}, unless its recipient has turned this kind off (`shared/accounts/mail-preferences.ts`). */
export async function mailUnlessMuted<T extends OptionalMail>(
  tx: Database,
  recipient: { id: string; email: string },
  kind: T,
  data: MailData[T],
  language: Language | null,
): Promise<void> {
  const dueAt = sql`${new Date().toISOString()}::timestamptz`;
  const values = sql`${newId()}::uuid, ${recipient.email}, ${kind}, ${JSON.stringify(data)}::jsonb, ${language}::text, ${dueAt}`;
  await tx.execute(sql`
    insert into outbox (id, recipient, template, data, language, due_at)
    select ${values} from users where id = ${recipient.id}::uuid and not ${kind}::text = any(muted_mails)
      and (email_verified_at is not null or not ${needsVerifiedAddress(kind)})`);
}

const deletionBatchSize = 5000;

/** The last email to a deleted person, once it was sent or given up. No other row still contains the address. */
const isFinishedGoodbye = and(eq(outbox.template, 'account_deleted'), or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)));

/** Deletes emails that were sent or given up more than `days` days ago (`docs/data.md`). */
export async function sweepOutbox(db: Database, days: number): Promise<number> {
  const cutoff = new Date(Date.now() - days * dayMs);
  const expiredEmails = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(or(lt(outbox.sentAt, cutoff), lt(outbox.failedAt, cutoff), isFinishedGoodbye))
    .limit(deletionBatchSize);
  const deleted = await db.delete(outbox).where(inArray(outbox.id, expiredEmails)).returning({ id: outbox.id });
  return deleted.length;
}

type MailRemovals = { addresses: readonly string[]; applicationIds: readonly string[] };

/**
 * Removes every email that was sent to one of a deleted person's addresses, mentions one, or is about one of the person's
 * applications. An email about several people only loses what is about this person.
 */
export async function deletePersonMails(tx: Database, { addresses, applicationIds }: MailRemovals): Promise<void> {
  const isAboutApplications = inArray(sql`${outbox.data} ->> 'applicationId'`, [...applicationIds]);
  const recipientFilters = addresses.flatMap((address) => [
    sql`lower(${outbox.recipient}) = lower(${address})`,
    sql`position(lower(${address}) in lower(${outbox.data}::text)) > 0`,
  ]);
  const conditions = applicationIds.length ? [isAboutApplications, ...recipientFilters] : recipientFilters;
  if (conditions.length) await tx.delete(outbox).where(or(...conditions));
  if (applicationIds.length) for (const list of mailLists) await deleteFromMailList(tx, list, applicationIds);
}

/** The emails with a list of applications, and the parameter that has it. */
const mailLists = [
  { template: 'follow_ups_due', name: 'followUps' },
  { template: 'applicants_unanswered', name: 'applicants' },
] as const;

async function deleteFromMailList(
  tx: Database,
  { template, name }: (typeof mailLists)[number],
  applicationIds: readonly string[],
): Promise<void> {
  const isAboutPerson = inArray(sql`item ->> 'applicationId'`, [...applicationIds]);
  const items = sql`jsonb_array_elements(${outbox.data} -> ${name}::text) item`;
  const isAffected = and(eq(outbox.template, template), sql`exists (select from ${items} where ${isAboutPerson})`);
  await tx.delete(outbox).where(and(isAffected, sql`not exists (select from ${items} where not ${isAboutPerson})`));
  const remaining = sql`(select jsonb_agg(item) from ${items} where not ${isAboutPerson})`;
  await tx
    .update(outbox)
    .set({ data: sql`jsonb_set(${outbox.data}, array[${name}::text], ${remaining})` })
    .where(isAffected);
}
