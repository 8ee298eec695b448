import { getTableColumns } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';

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
export const copiedColumns = Object.fromEntries(
  Object.entries(getTableColumns(jobs)).filter(([name]) => (columnsOfCopy as Record<string, string>)[name] === 'copied'),
) as Pick<Columns, Copied>;
