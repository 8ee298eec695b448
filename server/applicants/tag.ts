import { and, eq, isNull } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import { sendTogether, type Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { ensureTags } from '#server/jobs/tag.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { Tag } from '#shared/companies/company.ts';
import type { DeleteTags, TagApplicant, RateApplicant } from '#shared/drivers/applicant.ts';
import { text } from '#shared/texts/texts.ts';
import { writeEvents } from './write-timeline.ts';

/**
 * Adds a tag of the company to an applicant. If the company has no tag with this text, it is created. Adding the same tag again
 * changes nothing.
 */
export async function tagApplicant(db: Database, scope: CompanyScope, actor: ActingUser, input: TagApplicant): Promise<void> {
  const { jobId, applicantId, tagId, text } = input;
  await db.transaction(async (tx) => {
    const companyId = await findCompanyOfApplicant(tx, scope, jobId, applicantId);
    const tag = tagId ? await findTag(tx, companyId, tagId) : await makeTag(tx, companyId, text ?? '');
    const [addedTags] = await sendTogether([
      () =>
        tx
          .insert(applicationTags)
          .values({ applicationId: applicantId, tagId: tag.id })
          .onConflictDoNothing()
          .returning({ tagId: applicationTags.tagId }),
      () =>
        audit(tx, actor, {
          action: 'applicant.tag',
          subject: { type: 'application', id: applicantId },
          companyId,
          detail: { tagId: tag.id },
        }),
    ]);
    if (addedTags.length > 0)
      await writeEvents(tx, [
        { applicationId: applicantId, companyId, kind: 'tag_added', authorId: actor.userId, detail: { tag: tag.text } },
      ]);
  });
}

/** Removes one tag of an applicant, or all of them. */
export async function deleteApplicantTags(
  db: Database,
  scope: CompanyScope,
  actor: ActingUser,
  input: DeleteTags,
): Promise<void> {
  const { jobId, applicantId, tagId, cleanAll } = input;
  await db.transaction(async (tx) => {
    const companyId = await findCompanyOfApplicant(tx, scope, jobId, applicantId);
    const tag = cleanAll || !tagId ? null : await findTag(tx, companyId, tagId);
    const removedTags = await tx
      .delete(applicationTags)
      .where(and(eq(applicationTags.applicationId, applicantId), tag ? eq(applicationTags.tagId, tag.id) : undefined))
      .returning({ tagId: applicationTags.tagId });
    if (removedTags.length > 0)
      await writeEvents(tx, [
        {
          applicationId: applicantId,
          companyId,
          kind: 'tag_removed',
          authorId: actor.userId,
          detail: tag ? { tag: tag.text } : {},
        },
      ]);
    const detail = tag ? { tagId } : { cleanAll: true };
    await audit(tx, actor, { action: 'applicant.untag', subject: { type: 'application', id: applicantId }, companyId, detail });
  });
}

/**
 * The company that an applicant in the scope applied to.
 * @throws not found, also if the applicant withdrew
 */
export async function findCompanyOfApplicant(
  tx: Database,
  scope: CompanyScope,
  jobId: string,
  applicantId: string,
): Promise<string> {
  const isOwnApplication = and(
    whereInScope(applications.companyId, scope),
    eq(applications.id, applicantId),
    eq(applications.jobId, jobId),
  );
  const [row] = await tx
    .select({ companyId: applications.companyId })
    .from(applications)
    .where(and(isOwnApplication, isNull(applications.withdrawnAt)));
  if (!row) throw notFound(text('errors.applicantNotFound'));
  return row.companyId;
}

async function findTag(tx: Database, companyId: string, id: string): Promise<Tag> {
  const [row] = await tx
    .select({ id: companyTags.id, text: companyTags.text })
    .from(companyTags)
    .where(and(eq(companyTags.companyId, companyId), eq(companyTags.id, id)));
  if (!row) throw notFound(text('errors.tagNotFound'));
  return row;
}

async function makeTag(tx: Database, companyId: string, name: string): Promise<Tag> {
  const [tag] = await ensureTags(tx, companyId, [name]);
  if (!tag) throw notFound(text('errors.tagNotFound'));
  return tag;
}

/**
 * Sets the company's rating of an applicant. The driver never sees it
 * (`docs/product/applicants-and-matching.md#ratings-and-tags`).
 */
export async function rateApplicant(db: Database, scope: CompanyScope, actor: ActingUser, input: RateApplicant): Promise<void> {
  const { jobId, applicantId, rating } = input;
  await db.transaction(async (tx) => {
    const companyId = await findCompanyOfApplicant(tx, scope, jobId, applicantId);
    await tx.update(applications).set({ rating }).where(eq(applications.id, applicantId));
    await writeEvents(tx, [
      { applicationId: applicantId, companyId, kind: 'rating', authorId: actor.userId, detail: { rating } },
    ]);
    const subject = { type: 'application', id: applicantId } as const;
    await audit(tx, actor, { action: 'applicant.rate', subject, companyId, detail: { rating } });
  });
}
