import { and, asc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { mutedJobs, notificationChoices } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import { choiceKinds, defaultChoice, type MuteJob, type NotificationSettings, type UpdateChoice } from '#shared/notifications.ts';
import { text } from '#shared/texts/texts.ts';

/** A person of a company, from the request's scope. */
type Employee = { userId: string; companyId: string };

/** Reads which notifications a person gets, and how (`docs/product/jobs.md#notifications`). */
export async function readNotificationSettings(db: Database, { userId, companyId }: Employee): Promise<NotificationSettings> {
  const [rows, muted, timeZone] = await Promise.all([
    db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId)),
    db
      .select({ id: jobs.id, title: jobs.title })
      .from(mutedJobs)
      .innerJoin(jobs, eq(jobs.id, mutedJobs.jobId))
      .where(and(eq(mutedJobs.userId, userId), eq(jobs.companyId, companyId)))
      .orderBy(asc(jobs.searchTitle), asc(jobs.id)),
    readCompanyZone(db, companyId),
  ]);
  const choices = choiceKinds.map(({ code: kind }) => {
    const { email, bell, push } = rows.find((row) => row.kind === kind) ?? defaultChoice;
    return { kind, email, bell, push };
  });
  return { choices, mutedJobs: muted, timeZone };
}

/** Changes the caller's choice for one kind of notification. */
export async function updateChoice(
  db: Database,
  { userId }: Pick<Employee, 'userId'>,
  { kind, ...change }: UpdateChoice,
): Promise<void> {
  const { email, bell, push } = change;
  const set = {
    ...(email !== undefined && { email }),
    ...(bell !== undefined && { bell }),
    ...(push !== undefined && { push }),
  };
  const insert = db.insert(notificationChoices).values({ userId, kind, ...defaultChoice, ...set });
  const target = [notificationChoices.userId, notificationChoices.kind];
  await (Object.keys(set).length > 0 ? insert.onConflictDoUpdate({ target, set }) : insert.onConflictDoNothing());
}

/** Mutes or unmutes the caller's notifications about new applicants of one job. */
export async function muteJob(db: Database, { userId, companyId }: Employee, { id: jobId, muted }: MuteJob): Promise<void> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.companyId, companyId)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  if (muted) await db.insert(mutedJobs).values({ userId, jobId }).onConflictDoNothing();
  else await db.delete(mutedJobs).where(and(eq(mutedJobs.userId, userId), eq(mutedJobs.jobId, jobId)));
}
