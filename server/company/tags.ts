import { and, asc, eq, sql } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound, violatedConstraint } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';

type Tag = { id: string; text: string };

export function listTags(db: Database, { companyId }: OwnCompany): Promise<Tag[]> {
  return db
    .select({ id: companyTags.id, text: companyTags.text })
    .from(companyTags)
    .where(eq(companyTags.companyId, companyId))
    .orderBy(asc(sql`lower(${companyTags.text})`), asc(companyTags.id));
}

/** A word is a tag once per company, whatever its case. */
export async function createTag(db: Database, { companyId }: OwnCompany, text: string): Promise<Tag> {
  try {
    const [row] = await db
      .insert(companyTags)
      .values({ companyId, text })
      .returning({ id: companyTags.id, text: companyTags.text });
    if (!row) throw new Error('A new tag has no row');
    return row;
  } catch (error) {
    if (violatedConstraint(error) === 'company_tags_text_key') throw conflict(`There is a tag ${text} already`);
    throw error;
  }
}

/** Takes the tag off everything it sticks on. */
export async function deleteTag(db: Database, scope: CompanyScope, id: string): Promise<{ id: string }> {
  const [row] = await db
    .delete(companyTags)
    .where(and(inScope(companyTags.companyId, scope), eq(companyTags.id, id)))
    .returning({ id: companyTags.id });
  if (!row) throw notFound('The tag');
  return row;
}
