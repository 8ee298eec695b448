import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { media } from '#drizzle/schema/media.ts';
import { can, roles } from '#shared/access/access.ts';
import { platformZone, localDay } from '#shared/time-zone.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';
import { jsonList, jsonValue, type ZipDownload, type ZipEntry, zipOf } from '#server/zip.ts';
import { text } from '#shared/texts/texts.ts';
import { companyLists } from './export-company.ts';
import { accountOf, driverLists, employeeLists, type Owner, personLists } from './export-person.ts';

/** A person needs only a few exports, and the limit keeps a stolen session from copying everything again and again. */
const perAccount = { maxHits: 5, windowSeconds: 24 * 60 * 60 };

/**
 * Everything that we hold about a person, as JSON files and the files that the person uploaded
 * (`docs/product/access.md#your-data`). For company admins also what the company owns. It never has what others wrote about
 * the person, such as a company's notes and rating of an applicant, and nothing of another company.
 */
export async function exportData({ db, media: store }: Services, actor: ActingUser): Promise<ZipDownload> {
  await countHit(db, { bucket: 'account_export', key: actor.userId }, perAccount);
  const [person] = await db
    .select({ email: users.email, roles: users.roles, companyId: employees.companyId })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, actor.userId));
  if (!person) throw notFound(text('errors.thisAccountWasNotFound'));
  await audit(db, actor, { action: 'account.export', subject: { type: 'user', id: actor.userId } });
  const owner: Owner = { id: actor.userId, email: person.email, companyId: person.companyId };
  const companyId = can(person.roles, 'company.export') ? person.companyId : null;
  const isDriver = person.roles.includes(roles.driver);
  return {
    fileName: `haulboard-data-${localDay(platformZone, Date.now())}.zip`,
    content: zipOf(entriesOf(db, store, { owner, companyId, isDriver })),
  };
}

type Scope = { owner: Owner; companyId: string | null; isDriver: boolean };

async function* entriesOf(db: Database, store: MediaStore, { owner, companyId, isDriver }: Scope): AsyncGenerator<ZipEntry> {
  yield { name: 'profile.json', content: jsonValue(await accountOf(db, owner.id)), isCompressed: true };
  const lists = [
    ...personLists(db, owner),
    ...(isDriver ? driverLists(db, owner) : []),
    ...(owner.companyId === null ? [] : employeeLists(db, { ...owner, companyId: owner.companyId })),
    ...(companyId === null ? [] : companyLists(db, companyId)),
  ];
  for (const { name, read } of lists) {
    const batches = readInBatches<{ id: string }>((last, limit) => read(last?.id, limit));
    yield { name, content: jsonList(batches), isCompressed: true };
  }
  yield* filesOf(db, store, owner, companyId);
}

/** Files that the person uploaded, for a company admin all of the company's. Another company's files stay with it. */
async function* filesOf(
  db: Database,
  store: MediaStore,
  { id, companyId: ownCompanyId }: Owner,
  companyId: string | null,
): AsyncGenerator<ZipEntry> {
  const isReachable = ownCompanyId ? or(isNull(media.companyId), eq(media.companyId, ownCompanyId)) : isNull(media.companyId);
  const own = and(eq(media.ownerId, id), isReachable);
  const which = companyId === null ? own : or(own, eq(media.companyId, companyId));
  const batches = readInBatches<{ id: string; name: string }>((last, limit) =>
    db
      .select({ id: media.id, name: media.name })
      .from(media)
      .where(and(which, last ? gt(media.id, last.id) : undefined))
      .orderBy(asc(media.id))
      .limit(limit),
  );
  for await (const files of batches)
    for (const { name } of files) {
      const content = await store.read(name);
      if (content) yield { name: `files/${name}`, content, isCompressed: false };
    }
}
