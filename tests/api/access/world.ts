import { invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companyInvitations, companyTags } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyProfiles } from '#drizzle/schema/company-pages.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents, followUps, interviews, savedViews } from '#drizzle/schema/hiring.ts';
import { jobTags, postingOrders, questionLibraries } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import {
  batchRecipients,
  conversations,
  messageAttachments,
  messageBatches,
  messages,
  messageTemplates,
} from '#drizzle/schema/messages.ts';
import { supportThreads } from '#drizzle/schema/notifications.ts';
import { savedSearches } from '#drizzle/schema/searches.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { makeChannel, makePost } from '#server/demo/demo-news.ts';
import { storeDocument } from '#server/media/store-document.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { TestApp } from '#tests/helpers/app.ts';

/** Company A with one of everything, its people, an account of each role, and a stranger: the admin of company B. */
export async function makeWorld({ services }: TestApp) {
  const { db } = services;
  const passwordHash = await hashPassword('Access#2026');
  const company = await makeCompany(db, { companyName: 'Company Aardvark' });
  await db.insert(companyProfiles).values({ companyId: company.id, about: 'Aardvark about', usdotNumber: '1234567' });
  const checkedAt = new Date();
  await db.insert(carrierChecks).values({
    companyId: company.id,
    state: 'waiting',
    source: 'simulator',
    usdotNumber: '1234567',
    carrier: {
      usdotNumber: '1234567',
      legalName: 'AARDVARK LLC',
      dbaName: null,
      city: 'OMAHA',
      state: 'NE',
      isAllowedToOperate: true,
      isOutOfService: false,
      powerUnits: 5,
      drivers: 6,
    },
    checkedAt,
  });
  const owner = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash });
  const colleague = await makeEmployee(db, company.id, { roles: [roles.companyUser], passwordHash });
  const other = await makeCompany(db, { companyName: 'Company Beaver' });
  const stranger = await makeEmployee(db, other.id, { roles: [roles.companyAdmin], passwordHash });
  const orderId = newId();
  await db.insert(postingOrders).values({
    id: orderId,
    companyId: company.id,
    createdBy: owner.id,
    orderToken: 'order-token-of-aardvark',
    totalCents: 300_00,
  });
  const job = await makeJob(db, company.id, { title: 'Aardvark hauler', employerId: owner.id });
  const unpaid = await makeJob(db, company.id, {
    title: 'Aardvark unpaid',
    employerId: owner.id,
    status: 'INACTIVE',
    orderId,
    postingDate: null,
    expirationDate: null,
    nextBillingDate: null,
  });
  const driver = await makeDriver(db, { user: { passwordHash } });
  const otherDriver = await makeDriver(db, { user: { passwordHash } });
  const invited = await makeDriver(db);
  const candidate = await makeDriver(db);
  await db.insert(companyInvitations).values({
    companyId: company.id,
    userId: invited.id,
    email: invited.email,
    firstName: 'Ines',
    lastName: 'Waits',
    role: roles.companyUser,
    hash: 'of no link',
    expiresAt: new Date(Date.now() + 60 * 60 * 1000),
  });
  const [application] = await db.insert(applications).values(rowOfApplication(job, driver)).returning({ id: applications.id });
  const [otherApplication] = await db
    .insert(applications)
    .values(rowOfApplication(job, await makeDriver(db)))
    .returning({ id: applications.id });
  const [note] = await db
    .insert(applicationEvents)
    .values({
      applicationId: application?.id ?? '',
      companyId: company.id,
      kind: 'note',
      authorId: owner.id,
      text: 'Aardvark note',
    })
    .returning({ id: applicationEvents.id });
  const [view] = await db
    .insert(savedViews)
    .values({ companyId: company.id, userId: owner.id, name: 'Aardvark view', search: {} })
    .returning({ id: savedViews.id });
  const [conversation] = await db
    .insert(conversations)
    .values({ companyId: company.id, driverId: driver.id, applicationId: application?.id ?? null, lastSender: 'company' })
    .returning({ id: conversations.id });
  await db
    .insert(messages)
    .values({ conversationId: conversation?.id ?? '', sender: 'company', authorId: owner.id, body: 'Aardvark message' });
  const [answer] = await db
    .insert(messages)
    .values({ conversationId: conversation?.id ?? '', sender: 'driver', channel: 'email', body: '' })
    .returning({ id: messages.id });
  const content = Buffer.from('%PDF-1.4 Aardvark file');
  const mediaId = await storeDocument(db, services.media, driver.id, { content, mime: 'application/pdf' });
  const [attachment] = await db
    .insert(messageAttachments)
    .values({ messageId: answer?.id ?? '', mediaId, name: 'Aardvark license.pdf', bytes: content.length })
    .returning({ id: messageAttachments.id });
  const interviewTime = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  const [interview] = await db
    .insert(interviews)
    .values({
      companyId: company.id,
      applicationId: application?.id ?? '',
      proposedBy: owner.id,
      kind: 'phone',
      minutes: 30,
      times: [interviewTime],
      note: 'Aardvark interview',
    })
    .returning({ id: interviews.id });
  const [followUp] = await db
    .insert(followUps)
    .values({
      companyId: company.id,
      applicationId: application?.id ?? '',
      ownerId: owner.id,
      createdBy: owner.id,
      task: 'Aardvark follow-up',
      dueOn: '2030-01-02',
    })
    .returning({ id: followUps.id });
  const [savedSearch] = await db
    .insert(savedSearches)
    .values({ driverId: driver.id, name: 'Aardvark search', filters: { query: 'aardvark' }, key: 'aardvark' })
    .returning({ id: savedSearches.id });
  const [template] = await db
    .insert(messageTemplates)
    .values({ companyId: company.id, name: 'Aardvark template', body: 'Aardvark text' })
    .returning({ id: messageTemplates.id });
  const libraryQuestion = {
    id: newId(),
    type: 'text' as const,
    text: 'Aardvark library question',
    choices: [],
    isRequired: false,
    knockOut: null,
  };
  await db.insert(questionLibraries).values({ companyId: company.id, questions: [libraryQuestion] });
  const [batch] = await db
    .insert(messageBatches)
    .values({ companyId: company.id, authorId: owner.id, body: 'Aardvark batch', key: 'aardvark', sendAt: new Date() })
    .returning({ id: messageBatches.id });
  await db.insert(batchRecipients).values({
    batchId: batch?.id ?? '',
    applicationId: application?.id ?? '',
    dueAt: new Date(Date.now() + 60 * 60 * 1000),
  });
  const [tag] = await db
    .insert(companyTags)
    .values({ companyId: company.id, text: 'Aardvark tag' })
    .returning({ id: companyTags.id });
  const [jobTag] = await db
    .insert(companyTags)
    .values({ companyId: company.id, text: 'Aardvark job tag' })
    .returning({ id: companyTags.id });
  await db.insert(jobTags).values({ jobId: job.id, tagId: jobTag?.id ?? '' });
  const [contact] = await db
    .insert(supportThreads)
    .values({ companyId: company.id, jobId: job.id, createdBy: owner.id, subject: 'Aardvark question' })
    .returning({ id: supportThreads.id });
  const invoiceCustomId = 'INV-2026-000001';
  await db.insert(invoices).values({
    invoiceCustomId,
    companyId: company.id,
    purpose: 'new_job',
    subjectKey: 'aardvark',
    paymentMethod: 'card',
    status: 'paid',
    amountCents: 300_00,
  });
  const channel = await makeChannel(db);
  const post = await makePost(db, channel.id);
  const accounts: Partial<Record<Role, { id: string; roles: Role[] }>> = {
    [roles.companyAdmin]: owner,
    [roles.companyUser]: colleague,
    [roles.driver]: driver,
  };
  for (const role of [
    roles.superAdmin,
    roles.admin,
    roles.internalUser,
    roles.newsAdmin,
    roles.newsContributor,
    roles.adsAdmin,
  ]) {
    accounts[role] = await makeUser(db, { roles: [role], passwordHash });
  }
  return {
    company,
    other,
    owner,
    colleague,
    invited,
    stranger,
    driver,
    otherDriver,
    candidateId: candidate.id,
    job,
    unpaid,
    orderId,
    orderToken: 'order-token-of-aardvark',
    invoiceCustomId,
    libraryQuestionId: libraryQuestion.id,
    applicationId: application?.id ?? '',
    otherApplicationId: otherApplication?.id ?? '',
    noteId: note?.id ?? '',
    viewId: view?.id ?? '',
    conversationId: conversation?.id ?? '',
    attachmentId: attachment?.id ?? '',
    interviewId: interview?.id ?? '',
    savedSearchId: savedSearch?.id ?? '',
    followUpId: followUp?.id ?? '',
    interviewTime,
    templateId: template?.id ?? '',
    batchId: batch?.id ?? '',
    videoId: await makeVideo(db, company.id, owner.id),
    threadId: contact?.id ?? '',
    channelId: channel.id,
    postId: post.id,
    tagId: tag?.id ?? '',
    jobTagId: jobTag?.id ?? '',
    checkedAt,
    account: (role: Role) => accounts[role] ?? owner,
    /** Texts that a stranger must never read. */
    secrets: [
      company.id,
      job.id,
      unpaid.id,
      orderId,
      application?.id ?? '',
      tag?.id ?? '',
      'Company Aardvark',
      'Aardvark unpaid',
      'Aardvark tag',
      'Aardvark note',
      'Aardvark follow-up',
      'Aardvark view',
      'Aardvark question',
      'Aardvark license',
      'Aardvark file',
    ],
  };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The row of an uploaded video that no job shows. */
async function makeVideo(db: TestApp['services']['db'], companyId: string, ownerId: string): Promise<string> {
  const id = newId();
  const file = { name: `${id.replaceAll('-', '')}.mp4`, mime: 'video/mp4', bytes: 1 };
  await db.insert(media).values({ id, kind: 'job', companyId, ownerId, ...file });
  return id;
}
