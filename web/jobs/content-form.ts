import * as z from 'zod/mini';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { lastZone } from '#shared/places/place-zone.ts';
import { factOf, bothVersions, changedFields, inputsOf, requestOf } from '#shared/resource.ts';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { startOfDay, localDay } from '#shared/time-zone.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { Inputs } from '#web/trpc.ts';
import { isSchedulable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

/** A job description: the editor's document, or text or HTML if there is none, such as from a legacy client. */
type Description = string | RichDocument;

const isDocument = (value: unknown): value is RichDocument =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';

const descriptionSchema = z.union([z.string(), z.custom<RichDocument>(isDocument)]);

/** The description of a job as it was read. */
function descriptionOf(job: { jobDescription: string; jobDescriptionDoc: object | null }): Description {
  return isDocument(job.jobDescriptionDoc) ? job.jobDescriptionDoc : job.jobDescription;
}

/** The description for a request. */
export function toDescription(description: Description) {
  return typeof description === 'string' ? { jobDescription: description } : { jobDescriptionDoc: description };
}

const holdsTags = /<\/?[a-z][^>]*>/i;

/** The editor's initial content. In plain text an empty line starts a paragraph. */
export function startOf(description: Description): RichDocument | string | null {
  if (typeof description !== 'string' || holdsTags.test(description)) return description;
  const parts = description.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  if (parts.length === 0) return null;
  return { type: 'doc', content: parts.map((part) => ({ type: 'paragraph', content: linesOf(part.trim()) })) };
}

function linesOf(part: string): RichNode[] {
  return part.split('\n').flatMap((line, index) => {
    const text = line ? [{ type: 'text', text: line }] : [];
    return index === 0 ? text : [{ type: 'hardBreak' }, ...text];
  });
}

/** The text of the description, one line per block. */
export function wordsOf(description: Description): string {
  if (typeof description === 'string')
    return description.replace(/<\/(?:p|h[1-6]|li|tr|div|blockquote|pre)>/gi, '\n').replace(/<[^>]*>/g, '');
  return linesIn(description).trim();
}

function linesIn({ type, text = '', content = [] }: RichNode): string {
  if (type === 'hardBreak') return '\n';
  const inner = text + content.map(linesIn).join('');
  return content.some((node) => node.type === 'text') ? `${inner}\n` : inner;
}

export function hasContent(description: Description): boolean {
  return (
    wordsOf(description).trim() !== '' ||
    (typeof description === 'string' ? description.includes('<img') : holdsPicture(description))
  );
}

const holdsPicture = ({ type, content = [] }: RichNode): boolean => type === 'image' || content.some(holdsPicture);

/** The posting day must be after today, wherever the job is. Empty text means that no day was chosen yet. */
const postingDay = z.nullable(
  z.string().check(
    z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), { error: t('jobs.chooseAPostingDate'), abort: true }),
    z.refine((day) => startOfDay(day, lastZone).getTime() > Date.now(), t('jobs.chooseADateAfterToday')),
  ),
);

/** The rules of the first step: the request's own rules for the inputs. */
export const contentFormSchema = z.object({
  ...factOf(jobFields, 'rule'),
  jobDescription: descriptionSchema.check(z.refine(hasContent, t('jobs.enterAJobDescription'))),
  postingDay,
});

/** The values of the inputs, including drafts of earlier versions. Null means nothing chosen, and empty text means no amount. */
export const contentValuesSchema = z.object({
  ...factOf(jobFields, 'draft'),
  jobDescription: descriptionSchema,
  /** `YYYY-MM-DD`, which begins in the time zone of each address. Null posts the job as soon as it is paid. */
  postingDay: z.nullable(z.string()),
});
export type ContentValues = z.infer<typeof contentValuesSchema>;

export const emptyContent: ContentValues = { ...factOf(jobFields, 'empty'), jobDescription: '', postingDay: null };

const inputs = {
  ...jobFields,
  jobDescription: {
    ...jobFields.jobDescription,
    text: (description: Description) => wordsOf(description).trim() || t('jobs.nothing'),
  },
};

/** Both versions of the conflicting fields as text. */
export const conflictTexts = (fields: readonly (keyof ContentValues)[], remote: ContentValues, local: ContentValues) =>
  bothVersions(inputs, fields, { remote, local }, writeText, t('jobs.nothing'));

/** A job's content as form values. */
export function contentOf(job: JobDetail): ContentValues {
  return {
    ...inputsOf(jobFields, job),
    jobDescription: descriptionOf(job),
    postingDay: isSchedulable(job) && job.scheduledAt ? localDay(job.timeZone, job.scheduledAt) : null,
  };
}

/** The posting date and auto-renew for a request. */
export function toSchedule({ postingDay, autoRenew }: Pick<ContentValues, 'postingDay' | 'autoRenew'>) {
  return { autoRenew, postingDate: postingDay };
}

/** The changed fields for a request. */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const fields = new Set<string>(changedFields(before, after));
  const { postingDay: _postingDay, autoRenew: _autoRenew, jobDescription, ...content } = after;
  const changed = Object.entries(requestOf(jobFields, content)).filter(([field]) => fields.has(field));
  return { ...Object.fromEntries(changed), ...(fields.has('jobDescription') ? toDescription(jobDescription) : {}) };
}
