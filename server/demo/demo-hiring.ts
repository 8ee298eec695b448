import { desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents, followUps, interviews } from '#drizzle/schema/hiring.ts';
import { supportMessages, supportThreads } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { isAnswer } from '#shared/applicants/answer-time.ts';
import { type InterviewKind, takesPlaceAtAddress, usualLength } from '#shared/applicants/interview.ts';
import type { ApplicationSource, Stage } from '#shared/applicants/stages.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import { cityState } from '#shared/format.ts';
import { addDays, addWorkingDays, instantOf, localDay, platformZone } from '#shared/time-zone.ts';
import { bulkInsert } from './builders.ts';
import { seedConversations } from './demo-messages.ts';
import { randomFrom } from './vocabulary.ts';

const hourMs = dayMs / 24;

/** The stages of older applicants. The newest ones are new. */
const olderStages: readonly Stage[] = [
  'reviewed',
  'contacted',
  'interview',
  'new',
  'not_a_fit',
  'contacted',
  'hired',
  'reviewed',
  'offer',
  'contacted',
  'interview',
  'not_a_fit',
];
const newestCount = 12;
const reasons = ['experience', 'distance', 'no_response', 'license'] as const;
const sources: readonly ApplicationSource[] = [
  'search',
  'search',
  'feed',
  'direct',
  'search',
  'boost_email',
  'search',
  'feed',
  'invitation',
  'direct',
];
/** The stages that an applicant passed before, in order. */
const passedStages: Readonly<Partial<Record<Stage, readonly Stage[]>>> = {
  contacted: ['reviewed'],
  interview: ['reviewed', 'contacted'],
  offer: ['contacted', 'interview'],
  hired: ['contacted', 'interview', 'offer'],
};
const notes = ['Good references. Knows the I-80 corridor.', 'Prefers days. Asked about the pay per mile.'];

type Company = { companyId: string; recruiterIds: readonly string[] };
type Applicant = { id: string; driverId: string | null; firstName: string; applicationAt: Date; stage: Stage };
type EventRow = Pick<typeof applicationEvents.$inferInsert, 'kind' | 'text' | 'detail' | 'authorId'> & {
  applicant: Applicant;
  at: Date;
};

/**
 * Shows a company at work: applicants in all stages and from all sources, with notes, calls, follow-ups, messages, answers and interviews. It
 * uses its own random numbers, so that all other demo data is the same with and without it.
 */
export async function seedDemoHiring(db: Database, { companyId, recruiterIds }: Company): Promise<void> {
  const random = randomFrom(2031);
  const rows = await db
    .select({
      id: applications.id,
      driverId: applications.driverId,
      firstName: applications.firstName,
      applicationAt: applications.applicationAt,
    })
    .from(applications)
    .where(eq(applications.companyId, companyId))
    .orderBy(desc(applications.applicationAt), applications.id);
  const applicants = rows.map((row, n): Applicant => ({
    ...row,
    stage: n < newestCount ? 'new' : (olderStages[n % olderStages.length] ?? 'new'),
  }));
  const events: EventRow[] = [];
  /** A time between the application and now. `share` is the part of that time that has passed. */
  const timeAfter = ({ applicationAt }: Applicant, share: number) =>
    new Date(applicationAt.getTime() + Math.min(6 * dayMs, Date.now() - applicationAt.getTime()) * share);
  const timeOfStep = (applicant: Applicant, step: number, steps: number) => timeAfter(applicant, (0.8 * (step + 1)) / steps);
  for (const [n, applicant] of applicants.entries()) {
    const { id, stage, applicationAt } = applicant;
    const ownerId = recruiterIds[n % recruiterIds.length] ?? null;
    const source = sources[n % sources.length] ?? 'direct';
    const path = stage === 'new' ? [] : [...(passedStages[stage] ?? []), stage];
    const notAFitReason = stage === 'not_a_fit' ? (reasons[n % reasons.length] ?? 'other') : null;
    const answerStep = path.findIndex(isAnswer);
    await db
      .update(applications)
      .set({
        source,
        stage,
        notAFitReason,
        ...(path.length > 0 && { ownerId, viewedAt: timeAfter(applicant, 0.05), stageChangedAt: timeAfter(applicant, 0.8) }),
        ...(answerStep >= 0 && { answeredAt: timeOfStep(applicant, answerStep, path.length) }),
      })
      .where(eq(applications.id, id));
    events.push({ applicant, at: applicationAt, kind: 'applied', authorId: null, text: null, detail: { source } });
    for (const [step, to] of path.entries())
      events.push({
        applicant,
        at: timeOfStep(applicant, step, path.length),
        kind: 'stage',
        authorId: ownerId,
        text: null,
        detail: { from: path[step - 1] ?? 'new', to, ...(notAFitReason && { reason: notAFitReason }) },
      });
    if (stage === 'contacted' || stage === 'offer') {
      const outcome = random.pick(['reached', 'left_voicemail', 'no_answer']);
      events.push({ applicant, at: timeAfter(applicant, 0.5), kind: 'call', authorId: ownerId, text: null, detail: { outcome } });
    }
    if (stage === 'interview' || stage === 'hired')
      events.push({
        applicant,
        at: timeAfter(applicant, 0.6),
        kind: 'note',
        authorId: ownerId,
        text: random.pick(notes),
        detail: {},
      });
  }
  await seedFollowUps(
    db,
    { companyId, recruiterIds },
    applicants.filter(({ stage }) => stage === 'contacted' || stage === 'offer'),
  );
  const contacted = applicants.filter(({ stage }) => passedStages[stage] !== undefined);
  events.push(...(await seedConversations(db, { companyId, recruiterIds }, contacted)));
  await bulkInsert(
    db,
    applicationEvents,
    events
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ applicant, ...event }) => ({ id: random.id(event.at), applicationId: applicant.id, companyId, ...event })),
  );
  await seedInterviews(db, { companyId, recruiterIds }, applicants);
}

/** What is to do, and in how many days. Nothing of it is reminded of, as for interviews. */
const tasks = [
  ['Call about the start date', -1],
  ['Ask for the employment history of the last three years', 0],
  ['Send directions for the road test', 0],
  ['Check the medical card', 1],
  ['Call back after the holidays', 12],
] as const;
const maxFollowUps = 10;

/** Follow-ups that are overdue, due today and later, and some that are done. */
async function seedFollowUps(
  db: Database,
  { companyId, recruiterIds }: Company,
  applicants: readonly Applicant[],
): Promise<void> {
  const random = randomFrom(2036);
  const today = localDay(await readCompanyZone(db, companyId), Date.now());
  const rows = applicants.slice(0, maxFollowUps).map(({ id: applicationId }, n) => {
    const [task, days] = tasks[n % tasks.length] ?? tasks[0];
    const ownerId = recruiterIds[Math.floor(n / 2) % recruiterIds.length] ?? null;
    const createdAt = new Date(Date.now() - (50 + n) * hourMs);
    const isDone = n === 3 || n === 9;
    const done = isDone ? { doneAt: new Date(Date.now() - n * hourMs), doneBy: ownerId } : { doneAt: null, doneBy: null };
    const dueOn = addDays(today, days);
    return { id: random.id(createdAt), companyId, applicationId, ownerId, createdBy: ownerId, task, dueOn, createdAt, ...done };
  });
  await bulkInsert(db, followUps, rows);
}

/** The kinds of the demo's upcoming interviews, in turn. The first one is a call in three hours. */
const upcomingKinds = ['phone', 'road_test', 'phone', 'video', 'in_person'] as const satisfies InterviewKind[];

/**
 * Some interviews have a time, others wait for the driver's choice or need new times. Road tests took place or were no-shows, and the next
 * orientation is in a few days. Drivers get no reminders of the demo.
 */
async function seedInterviews(
  db: Database,
  { companyId, recruiterIds }: Company,
  applicants: readonly Applicant[],
): Promise<void> {
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  const address = company ? `${company.street1}, ${cityState(company)}` : null;
  const placeOf = (kind: InterviewKind) =>
    takesPlaceAtAddress(kind) ? address : kind === 'video' ? 'https://meet.example/driver-interview' : null;
  const zone = company ? zoneOfPlace(company) : platformZone;
  const now = new Date();
  const today = localDay(zone, now);
  /** A full hour of the company's day. */
  const timeOf = (day: string, n: number) => instantOf(`${day}T${String(8 + (n % 9)).padStart(2, '0')}:00`, zone);
  const inThreeHours = new Date(now);
  inThreeHours.setUTCHours(now.getUTCHours() + 3, 0, 0, 0);
  const rowOf = (applicant: Applicant, n: number, kind: InterviewKind) => ({
    companyId,
    applicationId: applicant.id,
    proposedBy: recruiterIds[n % recruiterIds.length] ?? null,
    kind,
    minutes: usualLength(kind),
    place: placeOf(kind),
    note: null,
  });
  const inStage = (...stages: Stage[]) => applicants.filter(({ stage }) => stages.includes(stage));
  const upcoming = inStage('interview').map((applicant, n) => {
    const times = [1, 2, 3].map((days) => timeOf(addWorkingDays(today, days), n));
    // The first one is today.
    if (n === 0) times.unshift(inThreeHours);
    const isScheduled = n % 3 !== 2;
    return {
      ...rowOf(applicant, n, upcomingKinds[n % upcomingKinds.length] ?? 'phone'),
      status: isScheduled ? ('scheduled' as const) : ('proposed' as const),
      times,
      startsAt: isScheduled ? (times[n % times.length] ?? null) : null,
    };
  });
  showTakenTime(upcoming);
  const past = inStage('offer', 'not_a_fit')
    .filter(({ applicationAt }) => applicationAt < daysAfter(now, -pastInterviews - 1))
    .slice(0, pastInterviews)
    .map((applicant, n) => {
      const startsAt = timeOf(addDays(today, -1 - n), n + 1);
      const status = applicant.stage === 'not_a_fit' ? ('no_show' as const) : ('over' as const);
      return { ...rowOf(applicant, n, 'road_test'), status, times: [startsAt], startsAt };
    });
  const declined = inStage('contacted')
    .filter(({ applicationAt }) => applicationAt < daysAfter(now, -3))
    .slice(0, 2)
    .map((applicant, n) => ({
      ...rowOf(applicant, n, 'phone'),
      status: 'declined' as const,
      times: [timeOf(addWorkingDays(today, 1), n + 3)],
      answer: declineAnswers[n] ?? null,
    }));
  const orientations = inStage('hired')
    .slice(0, 2)
    .map((applicant, n) => {
      const startsAt = timeOf(addWorkingDays(today, 4), 0);
      return { ...rowOf(applicant, n, 'orientation'), status: 'scheduled' as const, times: [startsAt], startsAt };
    });
  const rows = [...upcoming, ...declined, ...past, ...orientations];
  if (rows.length > 0) await db.insert(interviews).values(rows);
}
const declineAnswers = ['I’m on the road until Friday. Any day after 5 PM works.', 'Next week would be better.'];
const pastInterviews = 6;

type DemoInterview = { proposedBy: string | null; times: Date[]; startsAt: Date | null };

/** Lets one proposal offer a time that another driver of the same recruiter has taken. */
function showTakenTime(upcoming: readonly DemoInterview[]): void {
  const withTime = new Map(upcoming.flatMap(({ proposedBy, startsAt }) => (startsAt ? [[proposedBy, startsAt]] : [])));
  const proposal = upcoming.find(({ proposedBy, startsAt }) => !startsAt && withTime.get(proposedBy));
  const takenTime = withTime.get(proposal?.proposedBy ?? null);
  if (proposal && takenTime) proposal.times = [takenTime, ...proposal.times].toSorted((one, next) => Number(one) - Number(next));
}

/** Open conversations with support, for the administrators. */
export async function seedDemoSupport(db: Database, people: readonly { companyId: string; userId: string }[]): Promise<void> {
  const random = randomFrom(2034);
  const threads = [
    ['Receipt with our new address', 'We moved last month. Can you send us the last receipt with the new address?'],
    ['Card was declined, but the bank says it is fine', 'Our bank sees no attempt. What should we do to post the job?'],
    ['How do we add our second terminal?', 'We hire in Lincoln as well. Should we create a second company for that?'],
  ] as const;
  for (const [n, [subject, body]] of threads.entries()) {
    const person = people[n % people.length];
    if (!person) return;
    const at = new Date(Date.now() - (n * 9 + 3) * hourMs);
    const id = random.id(at);
    await db
      .insert(supportThreads)
      .values({ id, companyId: person.companyId, createdBy: person.userId, subject, createdAt: at, lastMessageAt: at });
    await db
      .insert(supportMessages)
      .values({ id: random.id(at), threadId: id, authorId: person.userId, isFromSupport: false, body, createdAt: at });
  }
}
