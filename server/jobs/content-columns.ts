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

type Content = Partial<Omit<CreateJob, 'addons' | 'addresses'>>;
type Columns = Partial<typeof jobs.$inferInsert>;

/** The columns of what was given; what was not given stays as it is. */
export function contentColumns(content: Content): Columns {
  const { title, jobType, homeTime, salaryType, requiredExperience, benefits, endorsements, videoUrl, isGlobal, autoRenew } =
    content;
  const columns: Columns = { title, jobType, homeTime, salaryType, benefits, endorsements, videoUrl, isGlobal, autoRenew };
  if (requiredExperience !== undefined) {
    columns.requiredExperience = requiredExperience;
    columns.experienceRank = codes(requiredExperiences).indexOf(requiredExperience);
  }
  if (content.requisiteNumber !== undefined) columns.requisiteNumber = content.requisiteNumber;
  if (content.additionalExperience !== undefined) columns.additionalExperience = content.additionalExperience;
  Object.assign(columns, readDescription({ text: content.jobDescription, document: content.jobDescriptionDoc }));
  const driverUnload = content.driverUnload ?? content.driveUnload;
  if (driverUnload !== undefined) columns.driverUnload = driverUnload;
  if (content.expectedPay !== undefined)
    columns.expectedPayCents = content.expectedPay === null ? null : toCents(content.expectedPay);
  if (content.signonBonus !== undefined) columns.signonBonusCents = toCents(content.signonBonus ?? 0);
  if (content.startingBonus !== undefined) columns.startingBonusCents = toCents(content.startingBonus ?? 0);
  return columns;
}

type Description = { descriptionHtml: string; descriptionText: string; descriptionDoc: RichDocument | null };
type Given = { text?: string | null | undefined; document?: Record<string, unknown> | null | undefined };

/**
 * The editor's document, checked, or text or HTML, as safe HTML and as plain words (`rest: Conventions`). Of both, the
 * document counts where it says the same in words; else the text was edited by a client that knows no documents. Null where
 * neither was given.
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
  if (!descriptionText && !descriptionHtml.includes('<img')) throw invalid('job_description', 'Enter a job description');
  return { descriptionHtml, descriptionText, descriptionDoc };
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
