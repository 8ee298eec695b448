import * as z from 'zod/mini';
import { type DescriptionFacts, descriptionFactsSchema, type FactName } from '#shared/jobs/description-facts.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { propertyOf, bothVersions, changedFields, inputsOf, pickFields, requestOf } from '#shared/resource.ts';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { lastZone, startOfDay, localDay } from '#shared/time-zone.ts';
import type { Inputs } from '#web/api/trpc.ts';
import { t, writeText } from '#web/texts/app.ts';
import { isSchedulable } from './job-actions.ts';
import type { JobDetail } from './queries.ts';

/** A job description: a document of the editor, or plain text or HTML, for example from a legacy client. */
type Description = string | RichDocument;

const isDocument = (value: unknown): value is RichDocument =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';

const descriptionSchema = z.union([z.string(), z.custom<RichDocument>(isDocument)]);

/** The description of a loaded job. */
function getDescription(job: { jobDescription: string; jobDescriptionDoc: object | null }): Description {
  return isDocument(job.jobDescriptionDoc) ? job.jobDescriptionDoc : job.jobDescription;
}

/** The description for a request. */
export function toDescription(description: Description) {
  return typeof description === 'string' ? { jobDescription: description } : { jobDescriptionDoc: description };
}

const htmlTagPattern = /<\/?[a-z][^>]*>/i;

/** The editor's initial content. In plain text an empty line starts a paragraph. */
export function toInitialContent(description: Description): RichDocument | string | null {
  if (typeof description !== 'string' || htmlTagPattern.test(description)) return description;
  const paragraphs = description.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  if (paragraphs.length === 0) return null;
  return { type: 'doc', content: paragraphs.map((part) => ({ type: 'paragraph', content: toLineNodes(part.trim()) })) };
}

function toLineNodes(part: string): RichNode[] {
  return part.split('\n').flatMap((line, index) => {
    const text = line ? [{ type: 'text', text: line }] : [];
    return index === 0 ? text : [{ type: 'hardBreak' }, ...text];
  });
}

/** The text of the description, one line per block. */
export function toPlainText(description: Description): string {
  if (typeof description === 'string')
    return description.replace(/<\/(?:p|h[1-6]|li|tr|div|blockquote|pre)>/gi, '\n').replace(/<[^>]*>/g, '');
  return toBlockText(description).trim();
}

function toBlockText({ type, text = '', content = [] }: RichNode): string {
  if (type === 'hardBreak') return '\n';
  const innerText = text + content.map(toBlockText).join('');
  return content.some((node) => node.type === 'text') ? `${innerText}\n` : innerText;
}

export function hasContent(description: Description): boolean {
  return (
    toPlainText(description).trim() !== '' ||
    (typeof description === 'string' ? description.includes('<img') : hasImage(description))
  );
}

const hasImage = ({ type, content = [] }: RichNode): boolean => type === 'image' || content.some(hasImage);

/** The posting day must be after today in every US time zone. An empty string means that no day has been chosen yet. */
const postingDaySchema = z.nullable(
  z.string().check(
    z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), { error: t('jobs.postingDateRequired'), abort: true }),
    z.refine((day) => startOfDay(day, lastZone).getTime() > Date.now(), t('jobs.postingDateTooEarly')),
  ),
);

/** Validates the first step with the same rules as the request. */
export const contentFormSchema = z.object({
  ...propertyOf(jobFields, 'formSchema'),
  jobDescription: descriptionSchema.check(z.refine(hasContent, t('errors.jobDescriptionRequired'))),
  postingDay: postingDaySchema,
});

/**
 * The form's values, which can come from a draft of an earlier version of the app. Null means that nothing is selected, and an
 * empty string means no amount.
 */
export const contentValuesSchema = z.object({
  ...propertyOf(jobFields, 'draft'),
  jobDescription: descriptionSchema,
  /** Whether the description was generated and has not been edited since. */
  isDescriptionGenerated: z._default(z.boolean(), false),
  /** A day as `YYYY-MM-DD` in the time zone of each address. If it is null, the job is posted as soon as it is paid. */
  postingDay: z.nullable(z.string()),
});
export type ContentValues = z.infer<typeof contentValuesSchema>;

export const emptyContent: ContentValues = {
  ...propertyOf(jobFields, 'empty'),
  jobDescription: '',
  isDescriptionGenerated: false,
  postingDay: null,
};

const conflictFields = {
  ...jobFields,
  isDescriptionGenerated: { label: jobFields.jobDescription.label },
  jobDescription: {
    ...jobFields.jobDescription,
    text: (description: Description) => toPlainText(description).trim() || t('jobs.emptyValue'),
  },
};

/** Both versions of the conflicting fields as text. */
export const conflictTexts = (fields: readonly (keyof ContentValues)[], remote: ContentValues, local: ContentValues) =>
  bothVersions(conflictFields, fields, { remote, local }, writeText, t('jobs.emptyValue'));

/** A job's content as form values. */
export function toContentValues(job: JobDetail): ContentValues {
  return {
    ...inputsOf(jobFields, job),
    jobDescription: getDescription(job),
    isDescriptionGenerated: false,
    postingDay: isSchedulable(job) && job.scheduledAt ? localDay(job.timeZone, job.scheduledAt) : null,
  };
}

/** What a draft of the description is written from: the valid values of the form. */
export function factsOf(values: ContentValues): DescriptionFacts {
  const { shape } = descriptionFactsSchema;
  const facts = requestOf(jobFields, pickFields(values, shape));
  const valid = Object.entries(facts).filter(([name, value]) => shape[name as FactName].safeParse(value).success);
  return Object.fromEntries(valid);
}

/** The posting date and auto-renew for a request. */
export function toSchedule({ postingDay, autoRenew }: Pick<ContentValues, 'postingDay' | 'autoRenew'>) {
  return { autoRenew, postingDate: postingDay };
}

/** The changed fields for a request. */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const fields = new Set<string>(changedFields(before, after));
  const {
    postingDay: _postingDay,
    autoRenew: _autoRenew,
    isDescriptionGenerated: _isDescriptionGenerated,
    jobDescription,
    ...content
  } = after;
  const changed = Object.entries(requestOf(jobFields, content)).filter(([field]) => fields.has(field));
  return { ...Object.fromEntries(changed), ...(fields.has('jobDescription') ? toDescription(jobDescription) : {}) };
}
