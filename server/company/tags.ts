import { and, asc, eq, sql } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound, violatedConstraint } from '#server/errors.ts';
import { folded } from '#server/lists/conditions.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';
import { findCompany } from './company-query.ts';

type Tag = { id: string; text: string };
type TagUse = Tag & { jobs: number; applicants: number };

export async function listTags(db: Database, scope: CompanyScope, requestedCompanyId: string | undefined): Promise<Tag[]> {
  const { id: companyId } = await findCompany(db, scope, requestedCompanyId);
  return db
    .select({ id: companyTags.id, text: companyTags.text })
    .from(companyTags)
    .where(eq(companyTags.companyId, companyId))
    .orderBy(asc(folded(companyTags.text)), asc(companyTags.id));
}

/** Lists the tags with the number of jobs and applicants that have them. Withdrawn applications do not count. */
export async function listTagUses(db: Database, scope: CompanyScope, requestedCompanyId: string | undefined): Promise<TagUse[]> {
  const { id: companyId } = await findCompany(db, scope, requestedCompanyId);
  return db
    .select({
      id: companyTags.id,
      text: companyTags.text,
      jobs: sql<number>`(select count(*)::int from job_tags stuck where stuck.tag_id = company_tags.id)`,
      applicants: sql<number>`(select count(*)::int from application_tags stuck
        join applications sent on sent.id = stuck.application_id
        where stuck.tag_id = company_tags.id and sent.withdrawn_at is null)`,
    })
    .from(companyTags)
    .where(eq(companyTags.companyId, companyId))
    .orderBy(asc(folded(companyTags.text)), asc(companyTags.id));
}

/** Creates a tag. Its text must be unique in the company, ignoring case. */
export async function createTag(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId: requestedCompanyId, text: name }: { companyId?: string | undefined; text: string },
): Promise<Tag> {
  const { id: companyId } = await findCompany(db, scope, requestedCompanyId);
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(companyTags)
        .values({ companyId, text: name })
        .returning({ id: companyTags.id, text: companyTags.text });
      if (!row) throw new Error('A new tag has no row');
      await audit(tx, actor, { action: 'tag.create', subject: { type: 'tag', id: row.id }, companyId, detail: { text: name } });
      return row;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'company_tags_text_key') throw conflict(text('errors.tagAlreadyExists', { name }));
    throw error;
  }
}

/** Deletes the tag and removes it from all jobs and applicants. */
export async function deleteTag(db: Database, actor: ActingUser, scope: CompanyScope, id: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .delete(companyTags)
      .where(and(whereInScope(companyTags.companyId, scope), eq(companyTags.id, id)))
      .returning({ id: companyTags.id, text: companyTags.text, companyId: companyTags.companyId });
    if (!row) throw notFound(text('errors.companyTagNotFound'));
    const { companyId } = row;
    await audit(tx, actor, { action: 'tag.delete', subject: { type: 'tag', id }, companyId, detail: { text: row.text } });
    return { id };
  });
}
