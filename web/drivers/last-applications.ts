import { useEffect } from 'react';
import { appointmentTime } from '#shared/applicants/interview.ts';
import { driverStatusExplanations, driverStatuses } from '#shared/applicants/stages.ts';
import { labelOf } from '#shared/catalogues.ts';
import { cityState, dateTime } from '#shared/format.ts';
import { type LastApplication, type LastApplications, lastApplicationsKey, maxLastApplications } from '#shared/offline.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { storedText } from '#web/browser/stored-text.ts';
import type { Interview } from '#web/interviews/queries.ts';
import { accessToken } from '#web/session/session.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { MyApplication } from './queries.ts';

const store = storedText(lastApplicationsKey);

/**
 * Stores the driver's applications as the screen shows them, for the page without a connection
 * (`docs/product/drivers.md#without-a-connection`). Signing out deletes them. An administrator who acts as the driver stores nothing.
 */
export function useStoreApplications(
  applications: readonly MyApplication[] | undefined,
  interviews: readonly Interview[] | undefined,
): void {
  const { id: owner, impersonatorId } = useMe();
  const timeZone = useTimeZone();
  useEffect(() => {
    if (!applications || !interviews || impersonatorId !== null || accessToken() === null) return;
    const items = applications.slice(0, maxLastApplications).map((application) => {
      const interview = interviews.find(({ applicantId }) => applicantId === application.id);
      return toLastApplication(application, interview, timeZone);
    });
    const value: LastApplications = { owner, seenAt: dateTime(new Date(), timeZone), items };
    // The list is only a help. If the storage is full, the one before must not stay as if it were this one.
    if (!store.write(JSON.stringify(value))) store.clear();
  }, [applications, interviews, owner, impersonatorId, timeZone]);
}

/** The least that the driver needs without a connection: no message, no answers, no link or phone number of an interview. */
export function toLastApplication(
  application: MyApplication,
  interview: Interview | undefined,
  timeZone: TimeZone,
): LastApplication {
  const { jobId, title, companyName, status } = application;
  return {
    jobId,
    title,
    company: companyName,
    place: cityState(application),
    status: labelOf(driverStatuses, status, writeText),
    nextStep: interview ? interviewStep(interview, timeZone) : writeText(driverStatusExplanations[status]),
  };
}

function interviewStep(interview: Interview, timeZone: TimeZone): string {
  const { kind, startsAt } = interview;
  if (startsAt) return t('driver.interviewAt', { kind, time: appointmentTime(t, startsAt, timeZone) });
  return t('driver.interviewToAnswer', { kind });
}
