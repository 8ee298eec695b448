import { eq, getTableColumns } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs, jobTags } from '#drizzle/schema/jobs.ts';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { addonPriceCents, jobPriceCents } from '#shared/billing/pricing.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { writePosting } from './write-posting.ts';

/** Written by the database from other columns. */
type Generated = 'searchTitle' | 'searchCity' | 'weeklyPay';
type Column = Exclude<keyof typeof jobs.$inferSelect, Generated>;

/**
 * What a copy of a job does with each column: `copied` is what the job says and where, `own` is its life, which begins anew.
 * A column that is missing here does not compile.
 */
const columnsOfCopy = {
  id: 'own',
  companyId: 'own',
  orderId: 'own',
  employerId: 'own',
  status: 'own',
  declineReason: 'own',
  title: 'copied',
  jobType: 'copied',
  requiredExperience: 'copied',
  experienceRank: 'copied',
  additionalExperience: 'copied',
  requisiteNumber: 'copied',
  homeTime: 'copied',
  descriptionHtml: 'copied',
  descriptionDoc: 'copied',
  descriptionText: 'copied',
  driverUnload: 'copied',
  expectedPayCents: 'copied',
  salaryType: 'copied',
  signonBonusCents: 'copied',
  startingBonusCents: 'copied',
  benefits: 'copied',
  endorsements: 'copied',
  street1: 'copied',
  city: 'copied',
  state: 'copied',
  postalCode: 'copied',
  country: 'copied',
  latitude: 'copied',
  longitude: 'copied',
  cell: 'copied',
  costCents: 'own',
  // A copy of a job whose renewal was canceled does not renew either.
  autoRenew: 'copied',
  postingDate: 'own',
  expirationDate: 'own',
  nextBillingDate: 'own',
  scheduledAt: 'own',
  renewalCanceledAt: 'own',
  renewalCancellationReason: 'own',
  promotedUntil: 'own',
  boostUntil: 'own',
  boostMailedUntil: 'own',
  isGlobal: 'copied',
  videoUrl: 'copied',
  duplicateOf: 'own',
  closedAt: 'own',
  applicationCount: 'own',
  candidateCount: 'own',
  candidatesDueAt: 'own',
  unpaidSince: 'own',
  renewalFailures: 'own',
  renewalNoticed: 'own',
  purchases: 'own',
  leaseUntil: 'own',
  version: 'own',
  createdAt: 'own',
  updatedAt: 'own',
} as const satisfies Record<Column, 'copied' | 'own'>;

type Copied = { [Name in Column]: (typeof columnsOfCopy)[Name] extends 'copied' ? Name : never }[Column];
type Columns = ReturnType<typeof getTableColumns<typeof jobs>>;

/** The columns that a copy of a job takes over, to select. */
const copiedColumns = Object.fromEntries(
  Object.entries(getTableColumns(jobs)).filter(([name]) => (columnsOfCopy as Record<string, string>)[name] === 'copied'),
) as Pick<Columns, Copied>;

/** An unpaid copy with the same content, address, add-ons and tags at today's prices, in an order of its own. */
export async function duplicateJob({ db, events }: Services, scope: CompanyScope, actor: AuditActor, id: string) {
  return db.transaction(async (tx) => {
    const { companyId } = await lockJob(tx, scope, id);
    const { title, ...content } = await contentOf(tx, id);
    const addons = await tx
      .select({ addonType: jobAddons.addonType, externalUrl: jobAddons.externalUrl })
      .from(jobAddons)
      .where(eq(jobAddons.jobId, id));
    const tags = await tx
      .select({ text: companyTags.text })
      .from(jobTags)
      .innerJoin(companyTags, eq(companyTags.id, jobTags.tagId))
      .where(eq(jobTags.jobId, id));
    const written = await writePosting(tx, {
      companyId,
      createdBy: actor.userId ?? companyId,
      jobs: [{ ...content, title: copyTitle(title), costCents: jobPriceCents, duplicateOf: id }],
      addons: addons.map((addon) => ({ ...addon, costCents: addonPriceCents[addon.addonType] })),
      tags: tags.map(({ text }) => text),
    });
    const [copy] = written.jobs;
    if (!copy) throw new Error('A duplicate was not written');
    await audit(tx, actor, { action: 'job.duplicate', subject: { type: 'job', id: copy.id }, companyId, detail: { of: id } });
    await events.publish(tx, { type: 'job', companyId, jobId: copy.id });
    return { id: copy.id };
  });
}

async function contentOf(tx: Parameters<typeof lockJob>[0], id: string) {
  const [content] = await tx.select(copiedColumns).from(jobs).where(eq(jobs.id, id));
  if (!content) throw new Error('A locked job is gone');
  return content;
}
