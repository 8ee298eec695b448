/** Everything that happened with an applicant, and the notes and calls that people of the company write down. */
import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { applicantSchema } from '#shared/drivers/applicant.ts';
import { idField, requiredParagraphField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { matchReasonSchema } from '#shared/matching/match-reasons.ts';
import { stages } from './stages.ts';

/** What an entry of the timeline is about. */
export const timelineKinds = [
  'applied',
  'withdrawn',
  'viewed',
  'stage',
  'owner',
  'rating',
  'tag_added',
  'tag_removed',
  'note',
  'call',
  'message',
  'interview',
  'follow_up',
  'merged',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** How a change was made. */
export const changeSources = ['web', 'rest', 'bulk', 'system'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** The outcomes of a call that a person logs. */
export const callOutcomes = ['reached', 'no_answer', 'left_voicemail', 'wrong_number'] as const;

export const timelineEntrySchema = z.object({
  id: z.string(),
  applicantId: z.string(),
  /** The job of the application, because a person can have several applications. */
  jobId: z.string(),
  jobTitle: z.string(),
  at: z.date(),
  kind: z.enum(timelineKinds),
  /** Null if the driver or Haulboard did it, or if the account no longer exists. */
  author: z.nullable(z.object({ id: z.string(), name: z.string() })),
  source: z.enum(changeSources),
  /** The text of a note, call or message, or what a follow-up says. Null for a message of files only. */
  text: z.nullable(z.string()),
  editedAt: z.nullable(z.date()),
  /** Facts of the entry, such as `from` and `to` of a stage, or the names of the `files` of a message. */
  detail: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** The screen loads a longer page to show earlier entries, so a page can be longer than in other lists. */
export const maxTimelinePage = 2000;
export const timelineInput = z.object({ applicantId: idField, ...pageFields(50, maxTimelinePage) });
export const timelinePageSchema = pageOf(timelineEntrySchema);

const maxNote = 4000;
const noteText = requiredParagraphField(maxNote);

const mentionsField = z.optional(z.array(idField).check(z.maxLength(20)));

/** A note about an applicant. The driver never sees it. `mentions` lists the colleagues who are notified. */
export const addNoteSchema = z.object({
  applicantId: idField,
  text: noteText,
  mentions: mentionsField,
});
export type AddNote = z.infer<typeof addNoteSchema>;

/** Without `mentions`, the mentioned colleagues stay. Colleagues who are new in the list are notified. */
export const editNoteSchema = z.object({ id: idField, text: noteText, mentions: mentionsField });
export type EditNote = z.infer<typeof editNoteSchema>;
export const deleteNoteSchema = z.object({ id: idField });

export const logCallSchema = z.object({
  applicantId: idField,
  outcome: z.enum(callOutcomes),
  text: z.nullish(z.union([z.literal(''), noteText])),
});
export type LogCall = z.infer<typeof logCallSchema>;

export const assignOwnerSchema = z.object({
  applicantId: idField,
  /** Null removes the owner. */
  ownerId: z.nullable(idField),
});
export type AssignOwner = z.infer<typeof assignOwnerSchema>;

export const colleaguesInput = z.object({ companyId: z.optional(idField) });
/** The active people of a company, who can own applicants and be mentioned in notes. */
export const colleaguesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

const applicationOfPersonSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  jobTitle: z.string(),
  applicationAt: z.date(),
  stage: z.enum(codes(stages)),
});

/** Everything on the page of one applicant: the fit, other applications of the person, and possible duplicates. */
export const applicantPageSchema = z.object({
  applicant: applicantSchema,
  companyName: z.string(),
  /** The zone of the company's address, in which it plans interviews. */
  companyTimeZone: z.string(),
  /** The parts that add up to the match score. Empty if a hard requirement is not met. */
  reasons: z.array(matchReasonSchema),
  /** The job's requirements and whether the applicant meets each. `isMet` is null if the applicant did not answer. */
  requirements: z.array(
    z.object({ kind: z.enum(['cdl', 'experience', 'endorsement']), name: z.string(), isMet: z.nullable(z.boolean()) }),
  ),
  /** All applications of the person to the company, including this one, newest first. */
  applications: z.array(applicationOfPersonSchema),
  /** Other applicants of the company with the same phone number or email, or the same name and ZIP code. */
  possibleDuplicates: z.array(
    z.object({
      applicantId: z.string(),
      name: z.string(),
      jobTitle: z.string(),
      sameFields: z.array(z.enum(['phone', 'email', 'name'])),
    }),
  ),
});
export type ApplicantPage = z.infer<typeof applicantPageSchema>;

export const mergeApplicantsSchema = z.object({ applicantId: idField, duplicateId: idField }).check(
  z.refine(({ applicantId, duplicateId }) => applicantId !== duplicateId, {
    message: 'hiring.chooseTwoPeople',
    path: ['duplicateId'],
  }),
);
export type MergeApplicants = z.infer<typeof mergeApplicantsSchema>;
