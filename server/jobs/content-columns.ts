import type { jobs } from '#drizzle/schema/jobs.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import type { CreateJob } from '#shared/jobs/job.ts';
import { toCents } from '#shared/billing/pricing.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { invalid } from '#server/errors.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { documentHtml } from '#server/rich-text/document-html.ts';
import { readDocument } from '#server/rich-text/read-document.ts';
import { isHtml, plainWords, safeHtml } from '#server/rich-text/safe-html.ts';
import { text } from '#shared/texts/texts.ts';

type Content = Omit<Partial<CreateJob>, 'addons' | 'addresses' | 'companyId' | 'postingDate' | 'tags'>;
type Columns = Partial<typeof jobs.$inferInsert>;

/** The columns for the fields of a request. Absent fields are left out, so that they stay unchanged. */
export function toColumns(content: Content): Columns {
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
const stored = <Values extends Columns>(values: Values & Record<Exclude<keyof Values, keyof Columns>, never>): Columns => ({
  ...values,
});

type Description = { descriptionHtml: string; descriptionText: string; descriptionDoc: RichDocument | null };
type Given = { text?: string | null | undefined; document?: Record<string, unknown> | null | undefined };

/**
 * Reads a description from the editor's document, text or HTML, as safe HTML and plain text
 * (`docs/product/rest.md#field-shapes`). If a request has both, the document counts when its words match the text.
 * Otherwise a client that does not know documents has edited the text. Null if both are absent.
 */
function readDescription({ text, document }: Given): Description | null {
  const written = document ? ofDocument(document) : null;
  const typed = text ? ofText(text) : null;
  if (!written || !typed) return written ?? typed;
  const isSame = written.descriptionText.replace(/\s+/g, ' ') === typed.descriptionText.replace(/\s+/g, ' ');
  return isSame ? written : typed;
}

function ofDocument(given: Record<string, unknown>): Description {
  const document = readDocument(given, 'job_description_doc');
  return described(safeHtml(documentHtml(document)), document);
}

function ofText(given: string): Description {
  return described(isHtml(given) ? safeHtml(given) : paragraphs(given), null);
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
