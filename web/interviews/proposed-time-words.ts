import { appointmentTime } from '#shared/applicants/interview.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { t } from '#web/texts/app.ts';
import type { Interview } from './queries.ts';

/** A proposed time, which may be taken. */
export function proposedTimeText({ takenTimes }: Pick<Interview, 'takenTimes'>, proposed: string, timeZone: TimeZone): string {
  const time = appointmentTime(t, proposed, timeZone);
  return takenTimes.includes(proposed) ? t('interviews.takenTime', { time }) : time;
}
