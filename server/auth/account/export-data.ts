import { and, asc, eq, gt, isNull, ne, or, type SQL } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { media } from '#drizzle/schema/media.ts';
import { conversations, messageAttachments, messages } from '#drizzle/schema/messages.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { jsonList, jsonValue, type ZipDownload, type ZipEntry, createZip } from '#server/downloads/zip.ts';
import { notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Services } from '#server/services.ts';
import type { SessionOrigin } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { can, privateRolesOf, roles } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';
import { platformZone, localDay } from '#shared/time-zone.ts';
import { companyLists } from './export-company.ts';
import { driverLists } from './export-driver.ts';
import { readAccount, employeeLists, type ExportedPerson, personLists, privateLists } from './export-person.ts';

/** People need few exports. The limit stops a stolen session from downloading everything again and again. */
const perAccount = { maxHits: 5, windowSeconds: 24 * 60 * 60 };

type ExportingUser = ActingUser & SessionOrigin;

/**
 * Exports everything that we hold about a person as JSON files, and the files that the person uploaded
 * (`docs/product/access.md#your-data`). A session that opens only a part of the account exports only that part. Company admins
 * also get the company's data. The export never contains what others wrote about the person, such as a company's notes and
 * rating of an applicant, or another company's data.
 */
export async function exportData({ db, media: store }: Services, actor: ExportingUser): Promise<ZipDownload> {
  await countHit(db, { bucket: 'account_export', key: actor.userId }, perAccount);
  const [person] = await db.select({ email: users.email, roles: users.roles }).from(users).where(eq(users.id, actor.userId));
  if (!person) throw notFound(text('errors.accountNotFound'));
  await audit(db, actor, { action: 'account.export', subject: { type: 'user', id: actor.userId } });
  const owner: ExportedPerson = {
    id: actor.userId,
    email: person.email,
    companyId: actor.companyId,
    hasPrivatePart: actor.providerCompanyId === null || privateRolesOf(person.roles).length === 0,
    hasCompanyPart: !actor.isPrivate,
  };
  const companyId = can(actor.roles, 'company.export') ? actor.companyId : null;
  const isDriver = actor.roles.includes(roles.driver);
  return {
    fileName: `haulboard-data-${localDay(platformZone, Date.now())}.zip`,
    content: createZip(generateEntries(db, store, { owner, companyId, isDriver })),
  };
}

type Scope = { owner: ExportedPerson; companyId: string | null; isDriver: boolean };

async function* generateEntries(
  db: Database,
  store: MediaStore,
  { owner, companyId, isDriver }: Scope,
): AsyncGenerator<ZipEntry> {
  yield { name: 'profile.json', content: jsonValue(await readAccount(db, owner)), isCompressed: true };
  const lists = [
    ...personLists(db, owner),
    ...(owner.hasPrivatePart ? privateLists(db, owner) : []),
    ...(isDriver ? driverLists(db, owner) : []),
    ...(owner.companyId === null ? [] : employeeLists(db, { ...owner, companyId: owner.companyId })),
    ...(companyId === null ? [] : companyLists(db, companyId)),
  ];
  for (const { name, read } of lists) {
    const batches = readInBatches<{ id: string }>((last, limit) => read(last?.id, limit));
    yield { name, content: jsonList(batches), isCompressed: true };
  }
  yield* generateFileEntries(db, store, owner, companyId);
  if (isDriver)
    yield* generateAttachmentEntries(db, store, { folder: 'attachments', where: eq(conversations.driverId, owner.id) });
  if (companyId !== null)
    yield* generateAttachmentEntries(db, store, { folder: 'company/attachments', where: eq(conversations.companyId, companyId) });
}

/**
 * The files that the person uploaded and, for company admins, all of the company's files. Other companies' are left out, and files of
 * messages are in another folder.
 */
async function* generateFileEntries(
  db: Database,
  store: MediaStore,
  { id, companyId: ownCompanyId }: ExportedPerson,
  companyId: string | null,
): AsyncGenerator<ZipEntry> {
  const isReachable = ownCompanyId ? or(isNull(media.companyId), eq(media.companyId, ownCompanyId)) : isNull(media.companyId);
  const ownMedia = and(eq(media.ownerId, id), isReachable, ne(media.kind, 'document'));
  const isExportedFile = companyId === null ? ownMedia : or(ownMedia, eq(media.companyId, companyId));
  const batches = readInBatches<{ id: string; name: string }>((last, limit) =>
    db
      .select({ id: media.id, name: media.name })
      .from(media)
      .where(and(isExportedFile, last ? gt(media.id, last.id) : undefined))
      .orderBy(asc(media.id))
      .limit(limit),
  );
  for await (const files of batches)
    for (const { name } of files) {
      const content = await store.read(name);
      if (content) yield { name: `files/${name}`, content, isCompressed: false };
    }
}

/** The files of messages, under the ids that the lists of messages name and the names that the sender gave them. */
async function* generateAttachmentEntries(
  db: Database,
  store: MediaStore,
  { folder, where }: { folder: string; where: SQL },
): AsyncGenerator<ZipEntry> {
  const batches = readInBatches<{ id: string; name: string; storedName: string }>((last, limit) =>
    db
      .select({ id: messageAttachments.id, name: messageAttachments.name, storedName: media.name })
      .from(messageAttachments)
      .innerJoin(media, eq(media.id, messageAttachments.mediaId))
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(where, last ? gt(messageAttachments.id, last.id) : undefined))
      .orderBy(asc(messageAttachments.id))
      .limit(limit),
  );
  for await (const files of batches)
    for (const { id, name, storedName } of files) {
      const content = await store.read(storedName);
      if (content) yield { name: `${folder}/${id}-${name}`, content, isCompressed: false };
    }
}
