import { getTableColumns } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';

/** The database computes these columns from others. */
type Generated = 'searchTitle' | 'searchCity' | 'weeklyPay';
type Column = Exclude<keyof typeof jobs.$inferSelect, Generated>;

/**
 * The use of each column of a job. A new column that is missing here does not compile.
 * - `content`: the job's content and address. A job's detail contains it, and a duplicate copies it.
 * - `derived`: calculated from the content. A duplicate copies it.
 * - `own`: the history of this one job. A duplicate starts without it.
 */
const columnUses = {
  id: 'own',
  companyId: 'own',
  orderId: 'own',
  employerId: 'own',
  status: 'own',
  declineReason: 'own',
  title: 'content',
  jobType: 'content',
  requiredExperience: 'content',
  experienceRank: 'derived',
  additionalExperience: 'content',
  requisiteNumber: 'content',
  homeTime: 'content',
  descriptionHtml: 'content',
  descriptionDoc: 'content',
  descriptionText: 'derived',
  driverUnload: 'content',
  expectedPayCents: 'content',
  salaryType: 'content',
  signonBonusCents: 'content',
  startingBonusCents: 'content',
  benefits: 'content',
  endorsements: 'content',
  street1: 'content',
  city: 'content',
  state: 'content',
  postalCode: 'content',
  country: 'content',
  latitude: 'content',
  longitude: 'content',
  cell: 'derived',
  costCents: 'own',
  // The copy of a job whose renewal was canceled does not renew either.
  autoRenew: 'content',
  postingDate: 'own',
  expirationDate: 'own',
  nextBillingDate: 'own',
  scheduledAt: 'own',
  renewalCanceledAt: 'own',
  renewalCancellationReason: 'own',
  promotedUntil: 'own',
  boostUntil: 'own',
  boostMailedUntil: 'own',
  isGlobal: 'content',
  videoUrl: 'content',
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
} as const satisfies Record<Column, 'content' | 'derived' | 'own'>;

type Columns = ReturnType<typeof getTableColumns<typeof jobs>>;
type ColumnsFor<Use> = {
  [Name in Column as (typeof columnUses)[Name] extends Use ? Name : never]: Columns[Name];
};

function columnsFor<Use extends 'content' | 'derived'>(...uses: Use[]): ColumnsFor<Use> {
  const isWanted = (name: string) => uses.some((use) => (columnUses as Record<string, string>)[name] === use);
  return Object.fromEntries(Object.entries(getTableColumns(jobs)).filter(([name]) => isWanted(name))) as ColumnsFor<Use>;
}

export const contentColumns = columnsFor('content');
/** The columns that a duplicate copies. */
export const copiedColumns = columnsFor('content', 'derived');
