/** Follow-ups: what a company still has to do about an applicant (`docs/product/applicants-and-matching.md#follow-ups`). */
import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { calendarDateField, idField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { digestHour } from '#shared/notifications.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { addDays, daysBetween, instantOf, type TimeZone } from '#shared/time-zone.ts';

/** How many open follow-ups an application can have. */
export const maxOpenFollowUps = 20;
/** How many days ahead a follow-up can be due. */
const maxDaysAhead = 366;

const taskField = lineField(1, 300, 'followUps.taskRequired');
/** Without an owner, the follow-up is everyone's. */
const ownerField = z.nullable(idField);

export const addFollowUpSchema = z.object({
  applicantId: idField,
  /** What to do, such as "Call about the start date". */
  task: taskField,
  /** The day on which it is due, where the company is. */
  dueOn: calendarDateField,
  /** The default is the caller if the caller works at the company, and otherwise the applicant's owner. */
  ownerId: z.optional(ownerField),
});
export type AddFollowUp = z.infer<typeof addFollowUpSchema>;

/** Fields that are left out stay as they are. */
export const updateFollowUpSchema = z.object({
  id: idField,
  task: z.optional(taskField),
  dueOn: z.optional(calendarDateField),
  ownerId: z.optional(ownerField),
  /** Marks it as done, or opens it again. */
  isDone: z.optional(z.boolean()),
});
export type UpdateFollowUp = z.infer<typeof updateFollowUpSchema>;
export const deleteFollowUpSchema = z.object({ id: idField });

/** When a follow-up is due, seen from today where the company is. */
export const dueTimes = [
  { code: 'overdue', label: text('followUps.overdue') },
  { code: 'today', label: text('followUps.today') },
  { code: 'later', label: text('followUps.later') },
] as const satisfies readonly { code: string; label: Text }[];
export type DueTime = (typeof dueTimes)[number]['code'];

const personSchema = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const followUpSchema = z.object({
  id: z.string(),
  companyId: z.string(),
  applicantId: z.string(),
  driverName: z.string(),
  jobId: z.string(),
  jobTitle: z.string(),
  task: z.string(),
  dueOn: z.string(),
  due: z.enum(codes(dueTimes)),
  owner: personSchema,
  createdBy: personSchema,
  createdAt: z.date(),
  /** Null while it is open. */
  doneAt: z.nullable(z.date()),
  doneBy: personSchema,
});
export type FollowUp = z.infer<typeof followUpSchema>;
export const followUpsSchema = z.array(followUpSchema);
export const followUpsPageSchema = pageOf(followUpSchema);

/** `me`: the reader's own, and those without an owner who works at the company. */
export const followUpOwners = ['me', 'anyone'] as const;
/** `due`: open, and due today or before. */
export const followUpStatuses = ['due', 'open', 'done'] as const;
export type FollowUpOwner = (typeof followUpOwners)[number];
export type FollowUpStatus = (typeof followUpStatuses)[number];

export const followUpsInput = z.object({
  companyId: z.optional(idField),
  owner: z._default(z.enum(followUpOwners), 'anyone'),
  status: z._default(z.enum(followUpStatuses), 'open'),
  ...pageFields(),
});
export const applicantFollowUpsInput = z.object({ applicantId: idField });

/** Whether a follow-up can be due on a day. */
export function isPossibleDueDay(dueOn: string, today: string): boolean {
  return dueOn >= today && dueOn <= addDays(today, maxDaysAhead);
}

export function dueTime(dueOn: string, today: string): DueTime {
  const days = daysBetween(today, dueOn);
  if (days === 0) return 'today';
  return days < 0 ? 'overdue' : 'later';
}

/** When the owner is reminded: in the morning of the day, at the time of the daily emails. */
export const followUpReminderTime = (dueOn: string, timeZone: TimeZone): Date =>
  instantOf(`${dueOn}T0${digestHour}:00`, timeZone);
