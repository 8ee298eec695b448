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
  { code: 'road_test', label: text('interviews.roadTest') },
  { code: 'orientation', label: text('interviews.orientation') },
);
export type InterviewKind = (typeof interviewKinds)[number]['code'];

/** Whether an interview of this kind takes place at an address. */
export const takesPlaceAtAddress = (kind: InterviewKind): boolean => kind !== 'phone' && kind !== 'video';
/** The kind that many drivers attend together. Any other kind is with one driver at a time. */
export const groupKind = 'orientation' satisfies InterviewKind;

/**
 * `proposed`: the driver has to choose a time. `scheduled`: the driver chose one. `declined`: none of the times suits the
 * driver. `canceled`: the company or the driver canceled. `over`: the scheduled time has passed. `no_show`: the company recorded
 * that the driver did not come. `expired`: the driver chose none of the proposed times before the last one passed.
 */
export const interviewStatuses = entries(
  { code: 'proposed', label: text('interviews.proposed') },
  { code: 'scheduled', label: text('common.scheduled') },
  { code: 'declined', label: text('interviews.declined') },
  { code: 'canceled', label: text('common.interviewOrRenewalCanceled') },
  { code: 'over', label: text('interviews.over') },
  { code: 'no_show', label: text('interviews.noShow') },
  { code: 'expired', label: text('interviews.expired') },
);
export type InterviewStatus = (typeof interviewStatuses)[number]['code'];

/** The statuses of an open interview. An application has at most one open interview. */
export const openInterviewStatuses = ['proposed', 'scheduled'] as const satisfies InterviewStatus[];

/** The lengths that a company can choose, in minutes. */
export const interviewLengths = [15, 30, 45, 60, 90, 120, 240, 480] as const;
/** The length that the form suggests, in minutes. */
export const usualLength = (kind: InterviewKind): (typeof interviewLengths)[number] =>
  kind === 'orientation' ? 480 : kind === 'road_test' ? 60 : 30;
export const maxProposedTimes = 5;
const maxDaysAhead = 90;
export const isSoonEnough = (time: Date): boolean => time.getTime() < Date.now() + maxDaysAhead * dayMs;

const timesField = z.array(instantField).check(
  z.minLength(1, 'interviews.noTimeProposed'),
  z.maxLength(maxProposedTimes, 'interviews.tooManyTimes'),
  z.refine((times) => new Set(times.map(Number)).size === times.length, 'interviews.duplicateTimes'),
  z.refine((times) => times.every((time) => time.getTime() > Date.now()), 'interviews.timeInPast'),
  z.refine((times) => times.every(isSoonEnough), 'interviews.timeTooLate'),
);

type Proposal = { kind: InterviewKind; place?: string | null | undefined };
/** An interview that takes place at an address needs it, and a video interview needs a link. */
export const hasRequiredPlace = ({ kind, place }: Proposal): boolean => !takesPlaceAtAddress(kind) || Boolean(place);
export const hasRequiredLink = ({ kind, place }: Proposal): boolean =>
  kind !== 'video' || webAddressField.safeParse(place).success;

/** What a company proposes. `place` is a web address for a video interview, and a phone number or a street address otherwise. */
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
    z.refine(hasRequiredPlace, { message: 'errors.addressRequired', path: ['place'] }),
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
  /** The proposed times that the driver can no longer choose, because another driver did. */
  takenTimes: z.array(z.date()),
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

/**
 * `upcoming`: the open interviews. `unplanned`: the company has to propose other times, because the driver declined or did not answer.
 * `past`: those whose scheduled time is over.
 */
export const interviewLists = entries(
  { code: 'upcoming', label: text('interviews.upcomingList') },
  { code: 'unplanned', label: text('interviews.unplannedList') },
  { code: 'past', label: text('interviews.pastList') },
);
export type InterviewList = (typeof interviewLists)[number]['code'];
export const interviewsInput = z.object({
  companyId: z.optional(idField),
  show: z._default(z.enum(codes(interviewLists)), 'upcoming'),
  ...pageFields(),
});
export const myInterviewsInput = z.object({ ...pageFields() });
export const applicantInterviewsInput = z.object({ applicantId: idField });
export const interviewsSchema = z.array(interviewSchema);

type Proposed = { status: InterviewStatus; times: readonly (Date | string)[]; takenTimes: readonly (Date | string)[] };

/** The proposed times that the driver can still choose. */
export function freeTimes<Time extends Date | string>(
  { times, takenTimes }: { times: readonly Time[]; takenTimes: readonly Time[] },
  now: Date,
): Time[] {
  const taken = new Set(takenTimes.map((time) => new Date(time).getTime()));
  return times.filter((time) => new Date(time) > now && !taken.has(new Date(time).getTime()));
}

/** Whether the driver has no proposed time left to choose, because others took them. */
export const hasNoTimesLeft = ({ status, ...proposal }: Proposed, now: Date): boolean =>
  status === 'proposed' && proposal.takenTimes.length > 0 && freeTimes(proposal, now).length === 0;

/** The time of an interview in a time zone. It includes the day of the week, because people plan by it. */
export function appointmentTime(t: Translator, instant: Date | string, timeZone: TimeZone): string {
  const weekday = weekdayOf(localDay(timeZone, instant));
  return t('labels.onWeekday', { weekday, time: deadline(instant, timeZone) });
}

/** The length of an interview: from two hours on in hours. */
export const lengthText = (t: Translator, minutes: number): string =>
  minutes < 120 ? t('interviews.minutes', { minutes }) : t('common.hours', { hours: minutes / 60 });

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

/** When a person of a company meets a driver. */
export const busyTimesSchema = z.array(z.object({ applicantId: z.string(), startsAt: z.date(), minutes: z.int() }));
export type BusyTime = z.infer<typeof busyTimesSchema>[number];

/** Records that the driver did not come to an interview that has begun, or takes that back. */
export const setNoShowSchema = z.object({ id: idField, isNoShow: z.boolean() });
export type SetNoShow = z.infer<typeof setNoShowSchema>;

/** The token of the link in emails to the driver. Its holder can answer the interview without signing in. */
const linkTokenField = z.string().check(z.maxLength(200));
export const interviewLinkInput = z.object({ token: linkTokenField });
/** `id` is the interview that the page shows, so that a page of an earlier one does not answer the next. */
export const chooseByLinkSchema = z.object({ token: linkTokenField, id: idField, time: instantField });
export const declineByLinkSchema = z.object({ token: linkTokenField, id: idField, answer: answerField });

/** What the link shows: the interview without anything about the driver, except the time zone to show the times in. */
export const linkedInterviewSchema = z.extend(
  z.pick(interviewSchema, {
    id: true,
    companyName: true,
    jobTitle: true,
    kind: true,
    minutes: true,
    times: true,
    takenTimes: true,
    startsAt: true,
    place: true,
    note: true,
  }),
  { status: z.enum(codes(interviewStatuses).filter((status) => status !== 'no_show')), timeZone: z.string() },
);
export type LinkedInterview = z.infer<typeof linkedInterviewSchema>;
