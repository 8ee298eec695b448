import { getTableColumns } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { invalid } from '#server/errors.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { documentHtml } from '#server/rich-text/document-html.ts';
import { readDocument } from '#server/rich-text/read-document.ts';
import { isHtml, plainWords, safeHtml } from '#server/rich-text/safe-html.ts';
import { withQuestionIds } from '#shared/applicants/screening.ts';
import { toDollars, toCents } from '#shared/billing/pricing.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import type { jobFields } from '#shared/jobs/job-fields.ts';
import type { CreateJob } from '#shared/jobs/job.ts';
import type { MatchJob } from '#shared/matching/matching.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';

/** The database computes these columns from other columns. */
type GeneratedColumn = 'searchTitle' | 'searchCity' | 'weeklyPay';
type Column = Exclude<keyof typeof jobs.$inferSelect, GeneratedColumn>;

/**
 * The use of each column of a job. A new column that is missing here does not compile, and neither does a described field that is
 * not `content`.
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
  cdlClass: 'content',
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
  // If a job does not renew, its duplicate does not renew either.
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
  screeningQuestions: 'content',
  duplicateOf: 'own',
  closedAt: 'own',
  applicationCount: 'own',
  candidateCount: 'own',
  candidatesDueAt: 'own',
  searchesMatchedAt: 'own',
  unpaidSince: 'own',
  renewalFailures: 'own',
  renewalNoticed: 'own',
  purchases: 'own',
  leaseUntil: 'own',
  version: 'own',
  createdAt: 'own',
  updatedAt: 'own',
} as const satisfies Record<Column, 'content' | 'derived' | 'own'> & Record<Extract<Column, keyof typeof jobFields>, 'content'>;

/**
 * The columns of a job that stay when its company is erased: the title and the place, because invoices show them, what was sold,
 * and numbers for statistics.
 */
type RetainedColumn =
  | 'id'
  | 'companyId'
  | 'orderId'
  | 'status'
  | 'title'
  | 'searchTitle'
  | 'jobType'
  | 'cdlClass'
  | 'requiredExperience'
  | 'experienceRank'
  | 'homeTime'
  | 'driverUnload'
  | 'expectedPayCents'
  | 'salaryType'
  | 'weeklyPay'
  | 'signonBonusCents'
  | 'startingBonusCents'
  | 'benefits'
  | 'endorsements'
  | 'city'
  | 'searchCity'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'latitude'
  | 'longitude'
  | 'cell'
  | 'costCents'
  | 'autoRenew'
  | 'postingDate'
  | 'expirationDate'
  | 'nextBillingDate'
  | 'scheduledAt'
  | 'renewalCanceledAt'
  | 'promotedUntil'
  | 'boostUntil'
  | 'boostMailedUntil'
  | 'isGlobal'
  | 'duplicateOf'
  | 'closedAt'
  | 'applicationCount'
  | 'candidateCount'
  | 'candidatesDueAt'
  | 'searchesMatchedAt'
  | 'unpaidSince'
  | 'renewalFailures'
  | 'renewalNoticed'
  | 'purchases'
  | 'leaseUntil'
  | 'version'
  | 'createdAt'
  | 'updatedAt';

/** What an erased company's jobs lose. A new column that is neither here nor in `RetainedColumn` does not compile. */
export const erasedJobFields = {
  employerId: null,
  declineReason: null,
  descriptionHtml: '',
  descriptionDoc: null,
  descriptionText: '',
  additionalExperience: null,
  requisiteNumber: null,
  street1: null,
  videoUrl: null,
  screeningQuestions: [],
  renewalCancellationReason: null,
} satisfies Record<Exclude<keyof typeof jobs.$inferSelect, RetainedColumn>, unknown>;

type Columns = ReturnType<typeof getTableColumns<typeof jobs>>;
type ColumnsFor<Use> = {
  [Name in Column as (typeof columnUses)[Name] extends Use ? Name : never]: Columns[Name];
};

function columnsFor<Use extends 'content' | 'derived'>(...uses: Use[]): ColumnsFor<Use> {
  const isSelected = (name: string) => uses.some((use) => (columnUses as Record<string, string>)[name] === use);
  return Object.fromEntries(Object.entries(getTableColumns(jobs)).filter(([name]) => isSelected(name))) as ColumnsFor<Use>;
}

export const contentColumns = columnsFor('content');
/** The columns that a duplicate copies. */
export const copiedColumns = columnsFor('content', 'derived');

/** The columns of a job that the match score and the distance need. */
export const matchJobColumns = {
  id: jobs.id,
  jobType: jobs.jobType,
  cdlClass: jobs.cdlClass,
  requiredExperience: jobs.requiredExperience,
  endorsements: jobs.endorsements,
  homeTime: jobs.homeTime,
  expectedPayCents: jobs.expectedPayCents,
  salaryType: jobs.salaryType,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
};

type Row = Omit<MatchJob, 'expectedPay'> & { expectedPayCents: number | null };

export function toMatchJob<R extends Row>({ expectedPayCents, ...job }: R) {
  return { ...job, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
}

type Content = Omit<Partial<CreateJob>, 'addons' | 'addresses' | 'companyId' | 'postingDate' | 'tags'>;
type StoredContent = Partial<typeof jobs.$inferInsert>;

/** Converts the fields of a request to columns. The columns of absent fields are left out and stay unchanged. */
export function toColumns(content: Content): StoredContent {
  const { jobDescription, jobDescriptionDoc, expectedPay, signonBonus, startingBonus, screeningQuestions, ...sameNameFields } =
    content;
  const columns = toStoredContent(sameNameFields);
  if (sameNameFields.requiredExperience !== undefined)
    columns.experienceRank = codes(requiredExperiences).indexOf(sameNameFields.requiredExperience);
  if (screeningQuestions !== undefined) columns.screeningQuestions = withQuestionIds(screeningQuestions, newId);
  if (expectedPay !== undefined) columns.expectedPayCents = expectedPay === null ? null : toCents(expectedPay);
  if (signonBonus !== undefined) columns.signonBonusCents = toCents(signonBonus ?? 0);
  if (startingBonus !== undefined) columns.startingBonusCents = toCents(startingBonus ?? 0);
  return { ...columns, ...readDescription({ text: jobDescription, document: jobDescriptionDoc }) };
}

/** Copies the fields. It does not compile if a field has no column of the same name. */
const toStoredContent = <Values extends StoredContent>(
  values: Values & Record<Exclude<keyof Values, keyof StoredContent>, never>,
): StoredContent => ({
  ...values,
});

type Description = { descriptionHtml: string; descriptionText: string; descriptionDoc: RichDocument | null };
type DescriptionInput = { text?: string | null | undefined; document?: Record<string, unknown> | null | undefined };

/**
 * Reads a description from the editor's document, text or HTML, as safe HTML and plain text
 * (`docs/product/rest.md#field-shapes`). If a request has a document and a text with the same words, the document is used. If
 * the words differ, the text is used, because a client without support for documents has edited it. Null if both are absent.
 */
export function readDescription({ text, document }: DescriptionInput): Description | null {
  const description = document ? descriptionFromDocument(document) : null;
  const textDescription = text ? descriptionFromText(text) : null;
  if (!description || !textDescription) return description ?? textDescription;
  const isSame = description.descriptionText.replace(/\s+/g, ' ') === textDescription.descriptionText.replace(/\s+/g, ' ');
  return isSame ? description : textDescription;
}

function descriptionFromDocument(value: Record<string, unknown>): Description {
  const document = readDocument(value, 'job_description_doc');
  return toDescription(safeHtml(documentHtml(document)), document);
}

function descriptionFromText(plainText: string): Description {
  return toDescription(isHtml(plainText) ? safeHtml(plainText) : toParagraphs(plainText), null);
}

function toDescription(descriptionHtml: string, descriptionDoc: RichDocument | null): Description {
  const descriptionText = plainWords(descriptionHtml);
  if (!descriptionText && !descriptionHtml.includes('<img'))
    throw invalid('job_description', text('errors.jobDescriptionRequired'));
  return { descriptionHtml, descriptionText, descriptionDoc };
}

function toParagraphs(text: string): string {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
