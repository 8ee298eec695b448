import { and, asc, count, eq } from 'drizzle-orm';
import { savedViews } from '#drizzle/schema/hiring.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import type { SavedView, SaveView } from '#shared/applicants/saved-view.ts';
import { text } from '#shared/texts/texts.ts';

const maxViews = 50;

/** A person's saved views of the company's applicants, by name. */
export function listSavedViews(db: Database, { companyId }: OwnCompany, { userId }: ActingUser): Promise<SavedView[]> {
  return db
    .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search })
    .from(savedViews)
    .where(and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId)))
    .orderBy(asc(savedViews.name));
}

/** Saves a view. A view of the same name is replaced. */
export async function saveView(
  db: Database,
  { companyId }: OwnCompany,
  { userId }: ActingUser,
  { name, search }: SaveView,
): Promise<SavedView> {
  const mine = and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId));
  return db.transaction(async (tx) => {
    const [counted] = await tx.select({ views: count() }).from(savedViews).where(mine);
    if ((counted?.views ?? 0) >= maxViews) throw conflict(text('hiring.tooManyViews', { count: maxViews }));
    const [view] = await tx
      .insert(savedViews)
      .values({ companyId, userId, name, search })
      .onConflictDoUpdate({ target: [savedViews.userId, savedViews.companyId, savedViews.name], set: { search } })
      .returning({ id: savedViews.id, name: savedViews.name, search: savedViews.search });
    if (!view) throw new Error('The saved view was not returned');
    return view;
  });
}

/** Deletes one's own view. */
export async function deleteView(db: Database, { userId }: ActingUser, { id }: { id: string }): Promise<{ id: string }> {
  const [deleted] = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
    .returning({ id: savedViews.id });
  if (!deleted) throw notFound(text('hiring.viewNotFound'));
  return deleted;
}
