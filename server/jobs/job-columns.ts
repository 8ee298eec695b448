import { getTableColumns } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { invalid } from '#server/errors.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { documentHtml } from '#server/rich-text/document-html.ts';
import { readDocument } from '#server/rich-text/read-document.ts';
import { isHtml, plainWords, safeHtml } from '#server/rich-text/safe-html.ts';
import { toDollars, toCents } from '#shared/billing/pricing.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import type { CreateJob } from '#shared/jobs/job.ts';
import type { MatchJob } from '#shared/matching/matching.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';

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

/** The columns of a job that the match score and the distance need. */
export const matchJobColumns = {
  id: jobs.id,
  jobType: jobs.jobType,
  requiredExperience: jobs.requiredExperience,
  endorsements: jobs.endorsements,
  homeTime: jobs.homeTime,
  expectedPayCents: jobs.expectedPayCents,
  salaryType: jobs.salaryType,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
};

type Row = Omit<MatchJob, 'expectedPay'> & { expectedPayCents: number | null };

export function asMatchJob<R extends Row>({ expectedPayCents, ...job }: R) {
  return { ...job, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
}

type Content = Omit<Partial<CreateJob>, 'addons' | 'addresses' | 'companyId' | 'postingDate' | 'tags'>;
type StoredContent = Partial<typeof jobs.$inferInsert>;

/** The columns for the fields of a request. Absent fields are left out, so that they stay unchanged. */
export function toColumns(content: Content): StoredContent {
  const { jobDescription, jobDescriptionDoc, driveUnload, expectedPay, signonBonus, startingBonus, ...sameName } = content;
  const columns = stored(sameName);
  if (sameName.requiredExperience !== undefined)
    columns.experienceRank = codes(requiredExperiences).indexOf(sameName.requiredExperience);
  if (driveUnload !== undefined) columns.driverUnload ??= driveUnload;
  if (expectedPay !== undefined) columns.expectedPayCents = expectedPay === null ? null : toCents(expectedPay);
  if (signonBonus !== undefined) columns.signonBonusCents = toCents(signonBonus ?? 0);
  if (startingBonus !== undefined) columns.startingBonusCents = toCents(startingBonus ?? 0);
  return { ...columns, ...readDescription({ text: jobDescription, document: jobDescriptionDoc }) };
}

/** Does not compile if a field has no column of the same name. */
const stored = <Values extends StoredContent>(
  values: Values & Record<Exclude<keyof Values, keyof StoredContent>, never>,
): StoredContent => ({
  ...values,
});

type Description = { descriptionHtml: string; descriptionText: string; descriptionDoc: RichDocument | null };
type DescriptionInput = { text?: string | null | undefined; document?: Record<string, unknown> | null | undefined };

/**
 * Reads a description from the editor's document, text or HTML, as safe HTML and plain text
 * (`docs/product/rest.md#field-shapes`). If a request has both, the document counts when its words match the text.
 * Otherwise a client that does not know documents has edited the text. Null if both are absent.
 */
function readDescription({ text, document }: DescriptionInput): Description | null {
  const written = document ? descriptionFromDocument(document) : null;
  const parsedText = text ? ofText(text) : null;
  if (!written || !parsedText) return written ?? parsedText;
  const isSame = written.descriptionText.replace(/\s+/g, ' ') === parsedText.descriptionText.replace(/\s+/g, ' ');
  return isSame ? written : parsedText;
}

function descriptionFromDocument(value: Record<string, unknown>): Description {
  const document = readDocument(value, 'job_description_doc');
  return described(safeHtml(documentHtml(document)), document);
}

function ofText(plainText: string): Description {
  return described(isHtml(plainText) ? safeHtml(plainText) : paragraphs(plainText), null);
}

function described(descriptionHtml: string, descriptionDoc: RichDocument | null): Description {
  const descriptionText = plainWords(descriptionHtml);
  if (!descriptionText && !descriptionHtml.includes('<img'))
    throw invalid('job_description', text('errors.enterAJobDescription'));
  return { descriptionHtml, descriptionText, descriptionDoc };
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
