import * as z from 'zod/mini';
import {
  answerContactSchema,
  contactListSchema,
  contactPageSchema,
  contactThreadSchema,
  sendContactSchema,
  type ContactListItem,
  contactStatuses,
  type ContactThread,
} from '#shared/companies/contact.ts';
import { idField } from '#shared/fields.ts';
import { actorOf, readerOf, router, scoped, type CompanyScope } from '#server/trpc.ts';
import { answerContact, sendContact } from './contact.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { contactMessages, contacts } from '#drizzle/schema/contacts.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ListFields } from '#server/lists/filter.ts';
import { type ListRequest, readPage } from '#server/lists/read-page.ts';
import { inScope } from '#server/scope.ts';

const fields: ListFields = {
  subject: { kind: 'text', column: contacts.subject, isRequired: true },
  status: { kind: 'enum', column: contacts.status, values: contactStatuses, isRequired: true },
  company: { kind: 'text', column: companies.companyName, isRequired: true },
  job: { kind: 'text', column: jobs.title },
  created_at: { kind: 'date', column: contacts.createdAt, isRequired: true },
  last_message_at: { kind: 'date', column: contacts.lastMessageAt, isRequired: true },
};

/** The conversations with support in the caller's scope, the latest message first unless asked otherwise. */
async function listContacts(
  db: Database,
  scope: CompanyScope,
  { companyId, ...request }: ListRequest & { companyId?: string | undefined },
): Promise<PageOf<ContactListItem>> {
  const list = {
    from: sql`${contacts} left join ${companies} on ${companies.id} = ${contacts.companyId}
      left join ${jobs} on ${jobs.id} = ${contacts.jobId}`,
    id: contacts.id,
    fields,
    defaultOrder: [{ field: 'last_message_at', direction: 'desc' as const }],
    where: and(inScope(contacts.companyId, scope), companyId ? eq(contacts.companyId, companyId) : undefined),
  };
  return readPage(db, list, request, (ids) => selected(db, inArray(contacts.id, ids)));
}

/** One thread with its messages, oldest first. */
async function readContact(db: Database, scope: CompanyScope, id: string): Promise<ContactThread> {
  const [contact] = await selected(db, and(inScope(contacts.companyId, scope), eq(contacts.id, id)));
  if (!contact) throw notFound('This message');
  const thread = await db
    .select({
      id: contactMessages.id,
      authorName: users.fullName,
      isFromSupport: contactMessages.isFromSupport,
      body: contactMessages.body,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.authorId))
    .where(eq(contactMessages.contactId, id))
    .orderBy(contactMessages.createdAt, contactMessages.id);
  return { ...contact, thread };
}

function selected(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: contacts.id,
      subject: contacts.subject,
      status: contacts.status,
      companyId: contacts.companyId,
      companyName: companies.companyName,
      jobId: contacts.jobId,
      jobTitle: jobs.title,
      authorName: users.fullName,
      createdAt: contacts.createdAt,
      lastMessageAt: contacts.lastMessageAt,
      messages: sql<number>`(select count(*)::int from ${contactMessages} where ${contactMessages.contactId} = ${contacts.id})`,
    })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .leftJoin(jobs, eq(jobs.id, contacts.jobId))
    .leftJoin(users, eq(users.id, contacts.createdBy))
    .where(where)
    .$dynamic();
}

const send = scoped('contact.send');
const read = scoped('contact.read');

/** Messages between a company and support about a job (`rest: Access`, `spec: work §7`). */
export const contactRouter = router({
  send: send
    .input(sendContactSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => sendContact(ctx.services, actorOf(ctx), ctx.scope, input)),

  answer: send
    .input(answerContactSchema)
    .output(contactThreadSchema)
    .mutation(async ({ ctx, input }) => {
      const id = await answerContact(ctx.services, actorOf(ctx), ctx.scope, input);
      return readContact(ctx.services.db, ctx.scope, id);
    }),

  list: read
    .input(contactListSchema)
    .output(contactPageSchema)
    .query(({ ctx, input }) => listContacts(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),

  get: read
    .input(z.object({ id: idField }))
    .output(contactThreadSchema)
    .query(({ ctx, input }) => readContact(ctx.services.db, ctx.scope, input.id)),
});
