import { and, desc, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { whereInScope } from '#server/access/scope.ts';
import { askAssistant, countWriting, namesOfPeople } from '#server/ai/ask-assistant.ts';
import { replyInstructions } from '#server/ai/instructions.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { stages } from '#shared/applicants/stages.ts';
import { labelOf } from '#shared/catalogues.ts';
import { maxSentMessages, replyTemplate, type SuggestedReply, type SuggestReply } from '#shared/messages/suggested-reply.ts';
import { maxTextLength } from '#shared/messages/text-message.ts';
import { text } from '#shared/texts/texts.ts';
import { writerIn, writeText } from '#shared/texts/write-text.ts';
import { contactHider } from '#shared/writing/contacts.ts';

/**
 * Suggests the company's next message to a driver. Nothing is sent to the driver.
 * @throws conflict if the driver has deleted the account
 */
export async function suggestReply(
  services: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId }: SuggestReply,
): Promise<SuggestedReply> {
  const { db } = services;
  const applicant = await readApplicant(db, scope, applicantId);
  await countWriting(db, { userId: actor.userId, companyId: applicant.companyId });
  const latest = await latestMessages(db, applicant);
  const { firstName, jobTitle, stage } = applicant;
  if (services.assistant) {
    const contacts = contactHider([...namesOf(applicant), ...(await namesOfPeople(db, applicant.companyId))]);
    const facts = { job: jobTitle, stage: labelOf(stages, stage, writerIn('en')), driver: firstName };
    const lines = latest.map(({ sender, body }) => `${sender}: ${body || '(sent files)'}`);
    const answer = await askAssistant(services, {
      instructions: replyInstructions,
      text: [...Object.entries(facts).map(([name, value]) => `${name}: ${value}`), '', ...lines].join('\n'),
      contacts,
      maxLength: maxTextLength,
    });
    if ('text' in answer) return { body: answer.text, source: 'assistant' };
  }
  const template = replyTemplate({ stage, lastSender: latest.at(-1)?.lastSender ?? null, firstName, jobTitle });
  return { body: writeText(template, actor.language ?? 'en'), source: 'template' };
}

async function readApplicant(db: Database, scope: CompanyScope, applicantId: string) {
  const [applicant] = await db
    .select({
      companyId: applications.companyId,
      driverId: applications.driverId,
      firstName: applications.firstName,
      lastName: applications.lastName,
      accountFirstName: users.firstName,
      accountLastName: users.lastName,
      stage: applications.stage,
      jobTitle: jobs.title,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .leftJoin(users, eq(users.id, applications.driverId))
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!applicant) throw notFound(text('errors.applicantNotFound'));
  if (!applicant.driverId) throw conflict(text('messages.driverHasNoAccount'));
  return { ...applicant, driverId: applicant.driverId };
}

type Applicant = Awaited<ReturnType<typeof readApplicant>>;

/** The driver's names: those of the application, and those of the account, which may have changed since. */
const namesOf = (applicant: Applicant): string[] =>
  withFullName(applicant.firstName, applicant.lastName).concat(
    withFullName(applicant.accountFirstName ?? '', applicant.accountLastName ?? ''),
  );

const withFullName = (firstName: string, lastName: string) => [`${firstName} ${lastName}`, firstName, lastName];

/** The end of the conversation, the oldest message first. */
async function latestMessages(db: Database, { companyId, driverId }: Applicant) {
  const latest = await db
    .select({ sender: messages.sender, body: messages.body, lastSender: conversations.lastSender })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(conversations.companyId, companyId), eq(conversations.driverId, driverId)))
    .orderBy(desc(messages.id))
    .limit(maxSentMessages);
  return latest.toReversed();
}
