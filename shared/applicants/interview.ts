/** Interviews that a company proposes to an applicant (`docs/product/interviews.md`). */
import * as z from 'zod/mini';
import { codes, type Entry } from '#shared/catalogues.ts';
import { dayMs } from '#shared/days.ts';
import { idField, instantField, lineField, paragraphField, webAddressField } from '#shared/fields.ts';
import { deadline, weekdayOf } from '#shared/format.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { text, type Translator } from '#shared/texts/texts.ts';
import { localDay, type TimeZone } from '#shared/time-zone.ts';

const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

export const interviewKinds = entries(
  { code: 'phone', label: text('interviews.phone') },
  { code: 'video', label: text('interviews.video') },
  { code: 'in_person', label: text('interviews.inPerson') },
);
export type InterviewKind = (typeof interviewKinds)[number]['code'];

/**
 * `proposed`: the driver has to choose a time. `scheduled`: the driver chose one. `declined`: none of the times suits the
 * driver. `canceled`: the company or the driver canceled. `over`: the scheduled time has passed. `expired`: the driver chose none of
 * the proposed times before the last one passed.
 */
export const interviewStatuses = entries(
  { code: 'proposed', label: text('interviews.proposed') },
  { code: 'scheduled', label: text('common.scheduled') },
  { code: 'declined', label: text('interviews.declined') },
  { code: 'canceled', label: text('common.interviewOrRenewalCanceled') },
  { code: 'over', label: text('interviews.over') },
  { code: 'expired', label: text('interviews.expired') },
);
export type InterviewStatus = (typeof interviewStatuses)[number]['code'];

/** The statuses of an open interview. An application has at most one open interview. */
export const openInterviewStatuses = ['proposed', 'scheduled'] as const satisfies InterviewStatus[];

/** The lengths that a company can choose, in minutes. */
export const interviewLengths = [15, 30, 45, 60, 90] as const;
export const maxProposedTimes = 5;
const maxDaysAhead = 90;

const timesField = z.array(instantField).check(
  z.minLength(1, 'interviews.noTimeProposed'),
  z.maxLength(maxProposedTimes, 'interviews.tooManyTimes'),
  z.refine((times) => new Set(times.map(Number)).size === times.length, 'interviews.duplicateTimes'),
  z.refine((times) => times.every((time) => time.getTime() > Date.now()), 'interviews.timeInPast'),
  z.refine((times) => times.every((time) => time.getTime() < Date.now() + maxDaysAhead * dayMs), 'interviews.timeTooLate'),
);

type Proposal = { kind: InterviewKind; place?: string | null | undefined };
/** An in-person interview needs an address, and a video interview needs a link. */
export const hasRequiredPlace = ({ kind, place }: Proposal): boolean => kind !== 'in_person' || Boolean(place);
export const hasRequiredLink = ({ kind, place }: Proposal): boolean =>
  kind !== 'video' || webAddressField.safeParse(place).success;

/** What a company proposes. `place` is a web address for a video interview and a street address for one in person. */
export const proposeInterviewSchema = z
  .object({
    applicantId: idField,
    kind: z.enum(codes(interviewKinds)),
    minutes: z.literal([...interviewLengths]),
    times: timesField,
    place: z.nullish(z.union([z.literal(''), lineField(1, 300)])),
    note: z.nullish(paragraphField(1000)),
  })
  .check(
    z.refine(hasRequiredPlace, { message: 'interviews.addressRequired', path: ['place'] }),
    z.refine(hasRequiredLink, { message: 'interviews.linkRequired', path: ['place'] }),
  );
export type ProposeInterview = z.infer<typeof proposeInterviewSchema>;

const textOrNull = z.nullable(z.string());

export const interviewSchema = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  applicantId: z.string(),
  driverName: z.string(),
  jobId: z.string(),
  jobTitle: z.string(),
  status: z.enum(codes(interviewStatuses)),
  kind: z.enum(codes(interviewKinds)),
  minutes: z.int(),
  /** The proposed times, the earliest first. */
  times: z.array(z.date()),
  /** The chosen time. Null until the driver has chosen. */
  startsAt: z.nullable(z.date()),
  place: textOrNull,
  note: textOrNull,
  /** What the driver or the company wrote when declining or canceling. */
  answer: textOrNull,
  createdAt: z.date(),
});
export type Interview = z.infer<typeof interviewSchema>;
export const interviewsPageSchema = pageOf(interviewSchema);

export const interviewsInput = z.object({ companyId: z.optional(idField), ...pageFields() });
export const myInterviewsInput = z.object({ ...pageFields() });
export const applicantInterviewsInput = z.object({ applicantId: idField });
export const interviewsSchema = z.array(interviewSchema);

/** The time of an interview in a time zone. It includes the day of the week, because people plan by it. */
export function appointmentTime(t: Translator, instant: Date | string, timeZone: TimeZone): string {
  const weekday = weekdayOf(localDay(timeZone, instant));
  return t('labels.onWeekday', { weekday, time: deadline(instant, timeZone) });
}

const hourMs = 60 * 60_000;
/** How many hours before an interview the driver is reminded. The company is reminded at the last of these times. */
export const reminderHours = [24, 1] as const;

/** The next time to remind of an interview. Null after the last reminder. */
export function nextInterviewReminder(startsAt: Date, after: Date): Date | null {
  const reminders = reminderHours.map((hours) => new Date(startsAt.getTime() - hours * hourMs));
  return reminders.find((time) => time > after) ?? null;
}

const answerField = z.nullish(paragraphField(500));
export const cancelInterviewSchema = z.object({ id: idField, answer: answerField });
export type CancelInterview = z.infer<typeof cancelInterviewSchema>;

export const chooseTimeSchema = z.object({ id: idField, time: instantField });
export type ChooseTime = z.infer<typeof chooseTimeSchema>;
export const declineTimesSchema = z.object({ id: idField, answer: answerField });
export type DeclineTimes = z.infer<typeof declineTimesSchema>;
