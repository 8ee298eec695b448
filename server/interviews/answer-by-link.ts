import { and, desc, eq, isNull } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { isInterviewLink } from '#server/notifications/interview-link.ts';
import { readParties } from '#server/notifications/notify-interview.ts';
import type { Services } from '#server/services.ts';
import type { Context } from '#server/trpc.ts';
import type { Interview, LinkedInterview } from '#shared/applicants/interview.ts';
import { isUuid } from '#shared/fields.ts';
import { text } from '#shared/texts/texts.ts';
import type { AnsweringDriver } from './answer-proposal.ts';
import { readInterview } from './interview-query.ts';

/**
 * Finds the newest interview of a link's application, and the driver who answers with it.
 * @throws not found for a link that we did not sign, or if the driver withdrew the application or changed the address, or cannot sign in
 */
async function findLinked({ db, keys }: Pick<Services, 'db' | 'keys'>, token: string) {
  const [applicationId = '', signature = '', ...rest] = token.split('.');
  const [row] =
    isUuid(applicationId) && rest.length === 0
      ? await db
          .select({ id: interviews.id, driverId: users.id, email: users.email, roles: users.roles })
          .from(interviews)
          .innerJoin(applications, eq(applications.id, interviews.applicationId))
          .innerJoin(users, eq(users.id, applications.driverId))
          .where(and(eq(applications.id, applicationId), isNull(applications.withdrawnAt), eq(users.status, 'Active')))
          .orderBy(desc(interviews.id))
          .limit(1)
      : [];
  if (!row || !isInterviewLink(keys, { applicationId, email: row.email }, signature))
    throw notFound(text('common.linkNoLongerWorks'));
  return row;
}

/** Reads the interview of a link. It says nothing about the driver, because an email can be passed on. */
export async function readLinkedInterview(services: Pick<Services, 'db' | 'keys'>, token: string): Promise<LinkedInterview> {
  const { id } = await findLinked(services, token);
  return toLinked(services.db, await readInterview(services.db, id));
}

/**
 * Answers the interview of a link as its driver.
 * @throws conflict if it is not the newest interview, in addition to what the answer itself throws
 */
export async function answerByLink(
  { services, ip, language }: Pick<Context, 'services' | 'ip' | 'language'>,
  { token, id }: { token: string; id: string },
  answer: (driver: AnsweringDriver) => Promise<Interview>,
): Promise<LinkedInterview> {
  const linked = await findLinked(services, token);
  if (linked.id !== id) throw conflict(text('interviews.noLongerOpen'));
  const { driverId, roles } = linked;
  const driver = { userId: driverId, impersonatorId: null, companyId: null, roles, ip, language, via: 'link' as const };
  return toLinked(services.db, await answer(driver));
}

async function toLinked(db: Database, interview: Interview): Promise<LinkedInterview> {
  const { id, companyName, jobTitle, status, kind, minutes, times, takenTimes, startsAt, place, note } = interview;
  const parties = await readParties(db, interview.applicantId);
  if (!parties) throw notFound(text('common.linkNoLongerWorks'));
  return {
    id,
    companyName,
    jobTitle,
    // The driver is not told of a no-show.
    status: status === 'no_show' ? 'over' : status,
    kind,
    minutes,
    times,
    takenTimes,
    startsAt,
    // The place of a call is a phone number, which may be the driver's.
    place: kind === 'phone' ? null : place,
    note,
    timeZone: parties.zone,
  };
}
