import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { users } from '#drizzle/schema/accounts.ts';
import { billingDetails, cards, charges, invoiceLines, invoices, ledgerEntries, refunds } from '#drizzle/schema/billing.ts';
import { companies, companyInvitations, companySignIns, companyTags, employees } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyPhotos, companyProfiles, companyTerminals } from '#drizzle/schema/company-pages.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { applicationEvents, companyStages, followUps, interviews, jobInvitations } from '#drizzle/schema/hiring.ts';
import { jobAddons, jobs, jobTags, questionLibraries } from '#drizzle/schema/jobs.ts';
import {
  conversations,
  messageAttachments,
  messageBatches,
  messages,
  messageTemplates,
  textMessages,
} from '#drizzle/schema/messages.ts';
import { supportMessages, supportThreads } from '#drizzle/schema/notifications.ts';
import { visibleColumns } from '#server/access/application-columns.ts';
import type { Database } from '#server/db/open.ts';
import { statusNow } from '#server/notifications/interview-status.ts';
import { dataList, type DataList, type Exported } from './export-list.ts';

/** The two columns that every list leaves to `companyLists`. */
type Key = 'id' | 'companyId';
type InternalOfCharges =
  | 'subjectKey'
  | 'jobId'
  | 'lines'
  | 'idempotencyKey'
  | 'gatewayOrderId'
  | 'gatewayTransactionId'
  | 'responseCode'
  | 'invoiceId'
  | 'requestId'
  | 'createdBy'
  | 'dueAt'
  | 'mayArriveUntil'
  | 'attempts'
  | 'leaseUntil';

/**
 * The company's data that its admins can export: settings, people, jobs, applicants with their messages and the company's
 * own notes, invoices and payments. Tokens, hashes and the gateway's ids are left out.
 */
export function companyLists(db: Database, companyId: string): DataList[] {
  const list = (
    name: string,
    table: PgTable & { id: AnyPgColumn; companyId: AnyPgColumn },
    columns: Record<string, AnyPgColumn | SQL>,
  ): DataList =>
    dataList({
      name: `company/${name}.json`,
      idColumn: table.id,
      where: eq(table.companyId, companyId),
      query: () =>
        db
          .select({ id: table.id, ...columns })
          .from(table)
          .$dynamic(),
    });
  const { orderId: _order, leaseUntil: _lease, cell: _cell, descriptionDoc: _doc, ...jobColumns } = getTableColumns(jobs);
  return [
    { name: 'company/company.json', read: (lastId) => (lastId ? Promise.resolve([]) : readCompanyRows(db, companyId)) },
    { name: 'company/people.json', read: (lastId) => (lastId ? Promise.resolve([]) : readPeople(db, companyId)) },
    list('jobs', jobs, {
      ...jobColumns,
      addons: sql`coalesce((select jsonb_agg(jsonb_build_object('addonType', ${jobAddons.addonType}, 'costCents', ${jobAddons.costCents},
        'externalUrl', ${jobAddons.externalUrl}, 'paidAt', ${jobAddons.paidAt}, 'endsAt', ${jobAddons.endsAt}))
        from ${jobAddons} where ${jobAddons.jobId} = ${outer(jobs.id)}), '[]')`,
      tags: sql`(select coalesce(jsonb_agg(${companyTags.text}), '[]') from ${jobTags}
        join ${companyTags} on ${outer(companyTags.id)} = ${jobTags.tagId} where ${jobTags.jobId} = ${outer(jobs.id)})`,
    }),
    list('tags', companyTags, {
      text: companyTags.text,
      createdAt: companyTags.createdAt,
    } satisfies Exported<typeof companyTags, Key>),
    list('terminals', companyTerminals, {
      position: companyTerminals.position,
      name: companyTerminals.name,
      city: companyTerminals.city,
      state: companyTerminals.state,
      postalCode: companyTerminals.postalCode,
      latitude: companyTerminals.latitude,
      longitude: companyTerminals.longitude,
    } satisfies Exported<typeof companyTerminals, Key>),
    list('photos', companyPhotos, {
      position: companyPhotos.position,
      fileName: companyPhotos.fileName,
      alt: companyPhotos.alt,
      width: companyPhotos.width,
      height: companyPhotos.height,
    } satisfies Exported<typeof companyPhotos, Key>),
    list('applicants', applications, {
      ...visibleColumns,
      tags: sql`(select coalesce(jsonb_agg(${companyTags.text}), '[]') from ${applicationTags}
        join ${companyTags} on ${outer(companyTags.id)} = ${applicationTags.tagId}
        where ${applicationTags.applicationId} = ${outer(applications.id)})`,
    }),
    list('notes-and-calls', applicationEvents, {
      applicationId: applicationEvents.applicationId,
      authorId: applicationEvents.authorId,
      kind: applicationEvents.kind,
      text: applicationEvents.text,
      at: applicationEvents.at,
      editedAt: applicationEvents.editedAt,
      detail: applicationEvents.detail,
    } satisfies Exported<typeof applicationEvents, Key | 'source'>),
    list('interviews', interviews, {
      applicationId: interviews.applicationId,
      proposedBy: interviews.proposedBy,
      ...interviewColumns,
    }),
    list('follow-ups', followUps, {
      applicationId: followUps.applicationId,
      ownerId: followUps.ownerId,
      createdBy: followUps.createdBy,
      task: followUps.task,
      dueOn: followUps.dueOn,
      doneAt: followUps.doneAt,
      doneBy: followUps.doneBy,
      createdAt: followUps.createdAt,
    } satisfies Exported<typeof followUps, Key | 'remindAt'>),
    // The drivers are left out, because the company may not know who they are until they apply.
    list('job-invitations', jobInvitations, {
      jobId: jobInvitations.jobId,
      invitedBy: jobInvitations.invitedBy,
      createdAt: jobInvitations.createdAt,
    } satisfies Exported<typeof jobInvitations, Key | 'driverId'>),
    createMessageList(db, companyId),
    createAttachmentList(db, { name: 'company/attachments.json', where: eq(conversations.companyId, companyId) }),
    list('message-templates', messageTemplates, {
      name: messageTemplates.name,
      body: messageTemplates.body,
      createdAt: messageTemplates.createdAt,
    } satisfies Exported<typeof messageTemplates, Key>),
    list('messages-to-many', messageBatches, {
      authorId: messageBatches.authorId,
      language: messageBatches.language,
      body: messageBatches.body,
      channel: messageBatches.channel,
      movesToContacted: messageBatches.movesToContacted,
      includesNotAFit: messageBatches.includesNotAFit,
      createdAt: messageBatches.createdAt,
      sendAt: messageBatches.sendAt,
    } satisfies Exported<typeof messageBatches, Key | 'key' | 'requestHash'>),
    createSupportMessageList(db, companyId),
    list('invoices', invoices, {
      invoiceCustomId: invoices.invoiceCustomId,
      purpose: invoices.purpose,
      paymentMethod: invoices.paymentMethod,
      status: invoices.status,
      amountCents: invoices.amountCents,
      refundedCents: invoices.refundedCents,
      cardType: invoices.cardType,
      maskedNumber: invoices.maskedNumber,
      billingDate: invoices.billingDate,
      dueAt: invoices.dueAt,
      paidAt: invoices.paidAt,
      paymentReference: invoices.paymentReference,
      voidedAt: invoices.voidedAt,
      voidReason: invoices.voidReason,
      lines: sql`(select coalesce(jsonb_agg(jsonb_build_object('description', ${invoiceLines.description}, 'jobId', ${invoiceLines.jobId},
        'amountCents', ${invoiceLines.amountCents})), '[]') from ${invoiceLines} where ${invoiceLines.invoiceId} = ${outer(invoices.id)})`,
    } satisfies Exported<
      typeof invoices,
      Key | 'subjectKey' | 'transactionId' | 'requestId' | 'remindAt' | 'reminders' | 'createdAt'
    >),
    list('charges', charges, {
      purpose: charges.purpose,
      amountCents: charges.amountCents,
      status: charges.status,
      reason: charges.reason,
      cardType: charges.cardType,
      maskedNumber: charges.maskedNumber,
      createdAt: charges.createdAt,
      settledAt: charges.settledAt,
      language: charges.language,
    } satisfies Exported<typeof charges, Key | InternalOfCharges>),
    list('refunds', refunds, {
      invoiceId: refunds.invoiceId,
      number: refunds.number,
      kind: refunds.kind,
      amountCents: refunds.amountCents,
      status: refunds.status,
      createdAt: refunds.createdAt,
      settledAt: refunds.settledAt,
      language: refunds.language,
    } satisfies Exported<
      typeof refunds,
      Key | 'reason' | 'failure' | 'transactionId' | 'requestId' | 'createdBy' | 'dueAt' | 'attempts' | 'leaseUntil'
    >),
    list('ledger', ledgerEntries, {
      invoiceId: ledgerEntries.invoiceId,
      kind: ledgerEntries.kind,
      amountCents: ledgerEntries.amountCents,
      createdAt: ledgerEntries.createdAt,
    } satisfies Exported<typeof ledgerEntries, Key | 'transactionId' | 'refundId'>),
  ];
}

/** A column of the list's own table, with the table's name, in a query inside the list's query. */
const outer = (column: AnyPgColumn) => sql`${column}`;

async function readCompanyRows(db: Database, companyId: string): Promise<{ id: string }[]> {
  const {
    searchName: _search,
    slug: _slug,
    salesRef: _sales,
    answerTimeDueAt: _answerTime,
    ...columns
  } = getTableColumns(companies);
  const rows = await db.select(columns).from(companies).where(eq(companies.id, companyId));
  const { companyId: _company, ...details } = getTableColumns(billingDetails);
  const shownCard = {
    cardType: cards.cardType,
    maskedNumber: cards.maskedNumber,
    expirationDate: cards.expirationDate,
    cardHolderName: cards.cardHolderName,
  } satisfies Exported<
    typeof cards,
    Key | 'gatewayCustomerId' | 'gatewayPaymentMethodId' | 'noticeDueAt' | 'createdBy' | 'createdAt' | 'updatedAt'
  >;
  const stageColumns = {
    stage: companyStages.stage,
    name: companyStages.name,
    position: companyStages.position,
  } satisfies Exported<typeof companyStages, 'companyId'>;
  const { companyId: _owner, sealedSecret: _secret, domainToken: _token, ...signInColumns } = getTableColumns(companySignIns);
  const libraryColumns = { questions: questionLibraries.questions } satisfies Exported<typeof questionLibraries, 'companyId'>;
  const { companyId: _profileOwner, ...profileColumns } = getTableColumns(companyProfiles);
  const { companyId: _checkOwner, decidedBy: _by, recheckAt: _recheck, ...checkColumns } = getTableColumns(carrierChecks);
  const [billing, card, stages, library, signIn, profile, check] = await Promise.all([
    db.select(details).from(billingDetails).where(eq(billingDetails.companyId, companyId)),
    db.select(shownCard).from(cards).where(eq(cards.companyId, companyId)),
    db.select(stageColumns).from(companyStages).where(eq(companyStages.companyId, companyId)),
    db.select(libraryColumns).from(questionLibraries).where(eq(questionLibraries.companyId, companyId)),
    db.select(signInColumns).from(companySignIns).where(eq(companySignIns.companyId, companyId)),
    db.select(profileColumns).from(companyProfiles).where(eq(companyProfiles.companyId, companyId)),
    db.select(checkColumns).from(carrierChecks).where(eq(carrierChecks.companyId, companyId)),
  ]);
  return rows.map((row) => ({
    ...row,
    billingDetails: billing[0] ?? null,
    card: card[0] ?? null,
    companySignIn: signIn[0] ?? null,
    stages,
    questionLibrary: library[0]?.questions ?? null,
    publicPage: profile[0] ?? null,
    carrierCheck: check[0] ?? null,
  }));
}

/** The list matches the company's settings: an invited person has the name and email address that the company entered. */
async function readPeople(db: Database, companyId: string): Promise<{ id: string }[]> {
  const people = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      phoneExtension: users.phoneExtension,
      roles: users.roles,
      active: employees.active,
      since: employees.createdAt,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(employees.companyId, companyId))
    .orderBy(asc(users.id));
  const invited = await db
    .select({
      id: companyInvitations.userId,
      firstName: companyInvitations.firstName,
      lastName: companyInvitations.lastName,
      email: companyInvitations.email,
      phone: companyInvitations.phone,
      phoneExtension: companyInvitations.phoneExtension,
      role: companyInvitations.role,
      createdAt: companyInvitations.createdAt,
    } satisfies Exported<typeof companyInvitations, 'companyId' | 'userId' | 'hash' | 'expiresAt'>)
    .from(companyInvitations)
    .where(eq(companyInvitations.companyId, companyId));
  return [...people, ...invited];
}

/** The details of an interview that both the company and the driver may see. */
export const interviewColumns = {
  status: statusNow,
  kind: interviews.kind,
  minutes: interviews.minutes,
  times: interviews.times,
  startsAt: interviews.startsAt,
  place: interviews.place,
  note: interviews.note,
  answer: interviews.answer,
  createdAt: interviews.createdAt,
} satisfies Exported<typeof interviews, Key | 'applicationId' | 'proposedBy' | 'remindAt' | 'sequence'>;

const createMessageList = (db: Database, companyId: string): DataList =>
  dataList({
    name: 'company/messages.json',
    idColumn: messages.id,
    where: eq(conversations.companyId, companyId),
    query: () =>
      db
        .select({
          id: messages.id,
          conversationId: messages.conversationId,
          applicationId: messages.applicationId,
          sender: messages.sender,
          authorId: messages.authorId,
          channel: messages.channel,
          textState: textMessages.state,
          body: messages.body,
          createdAt: messages.createdAt,
        } satisfies Exported<typeof messages, 'key'>)
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .leftJoin(textMessages, eq(textMessages.messageId, messages.id))
        .$dynamic(),
  });

/** The files of messages. The files themselves are in the folder `attachments`, with the id at the beginning of the name. */
export const createAttachmentList = (db: Database, { name, where }: { name: string; where: SQL }): DataList =>
  dataList({
    name,
    idColumn: messageAttachments.id,
    where,
    query: () =>
      db
        .select({
          id: messageAttachments.id,
          messageId: messageAttachments.messageId,
          name: messageAttachments.name,
          bytes: messageAttachments.bytes,
          reason: messageAttachments.reason,
        } satisfies Exported<typeof messageAttachments, 'mediaId'>)
        .from(messageAttachments)
        .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .$dynamic(),
  });

const createSupportMessageList = (db: Database, companyId: string): DataList =>
  dataList({
    name: 'company/support-messages.json',
    idColumn: supportMessages.id,
    where: eq(supportThreads.companyId, companyId),
    query: () =>
      db
        .select({
          id: supportMessages.id,
          subject: supportThreads.subject,
          jobId: supportThreads.jobId,
          isFromSupport: supportMessages.isFromSupport,
          body: supportMessages.body,
          createdAt: supportMessages.createdAt,
        } satisfies Exported<typeof supportMessages, 'threadId' | 'authorId'>)
        .from(supportMessages)
        .innerJoin(supportThreads, eq(supportThreads.id, supportMessages.threadId))
        .$dynamic(),
  });
