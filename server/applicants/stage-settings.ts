import { and, asc, count, eq, ne } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { companyStages, savedViews } from '#drizzle/schema/hiring.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { folded } from '#server/lists/conditions.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import {
  middleStages,
  type Stage,
  stageLabel,
  type StageSettings,
  stages,
  type UpdateStageSettings,
  type SavedView,
  type SaveView,
} from '#shared/applicants/stages.ts';
import { text, type Language } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** Reads a company's stages with its own names and order (`docs/product/applicants-and-matching.md#stages`). */
export async function readStageSettings(db: Database, companyId: string): Promise<StageSettings> {
  const [rows, [company]] = await Promise.all([
    db.select().from(companyStages).where(eq(companyStages.companyId, companyId)).orderBy(asc(companyStages.position)),
    db.select({ tellsNotSelected: companies.tellsNotSelected }).from(companies).where(eq(companies.id, companyId)),
  ]);
  const middleSettings: { stage: Stage; name: string | null }[] = rows.length
    ? rows.map(({ stage, name }) => ({ stage, name }))
    : middleStages.map((stage) => ({ stage, name: null }));
  const isMiddle = (stage: Stage) => middleStages.some((middleStage) => middleStage === stage);
  const [first, ...last] = stages.map(({ code }) => code).filter((code) => !isMiddle(code));
  const defaultSetting = (stage: Stage) => ({ stage, name: null });
  return {
    stages: [...(first ? [defaultSetting(first)] : []), ...middleSettings, ...last.map(defaultSetting)],
    tellsNotSelected: company?.tellsNotSelected ?? false,
  };
}

/** Stores the names and the order of the middle stages. */
export async function updateStageSettings(
  db: Database,
  { companyId }: OwnCompany,
  actor: ActingUser,
  { stages: middleSettings, tellsNotSelected }: UpdateStageSettings,
): Promise<StageSettings> {
  return db.transaction(async (tx) => {
    await tx.update(companies).set({ tellsNotSelected }).where(eq(companies.id, companyId));
    await tx.delete(companyStages).where(eq(companyStages.companyId, companyId));
    await tx
      .insert(companyStages)
      .values(middleSettings.map(({ stage, name }, position) => ({ companyId, stage, name: name?.trim() || null, position })));
    await audit(tx, actor, { action: 'stages.update', subject: { type: 'company', id: companyId }, companyId });
    return readStageSettings(tx, companyId);
  });
}

/** The name of a stage at a company, for an error message. */
export async function stageName(db: Database, companyId: string, stage: Stage, language: Language): Promise<string> {
  const label = stageLabel(await readStageSettings(db, companyId), stage);
  return typeof label === 'string' ? label : writeText(label, language);
}

const maxViews = 50;

/** A person's saved views of the company's applicants, by name. */
export function listSavedViews(db: Database, { companyId }: OwnCompany, { userId }: ActingUser): Promise<SavedView[]> {
  return db
    .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search })
    .from(savedViews)
    .where(and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId)))
    .orderBy(asc(folded(savedViews.name)));
}

/** Saves a view. A view of the same name is replaced. */
export async function saveView(
  db: Database,
  { companyId }: OwnCompany,
  { userId }: ActingUser,
  { name, search }: SaveView,
): Promise<SavedView> {
  const isOwnView = and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId));
  return db.transaction(async (tx) => {
    const [totals] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(and(isOwnView, ne(savedViews.name, name)));
    if ((totals?.views ?? 0) >= maxViews) throw conflict(text('hiring.tooManyViews', { count: maxViews }));
    const [view] = await tx
      .insert(savedViews)
      .values({ companyId, userId, name, search })
      .onConflictDoUpdate({ target: [savedViews.userId, savedViews.companyId, savedViews.name], set: { search } })
      .returning({ id: savedViews.id, name: savedViews.name, search: savedViews.search });
    if (!view) throw new Error('The saved view was not returned');
    return view;
  });
}

/** Deletes a view of the caller. */
export async function deleteView(db: Database, { userId }: ActingUser, { id }: { id: string }): Promise<{ id: string }> {
  const [deletedView] = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
    .returning({ id: savedViews.id });
  if (!deletedView) throw notFound(text('hiring.viewNotFound'));
  return deletedView;
}
