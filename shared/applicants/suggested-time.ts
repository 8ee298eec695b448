import { addWorkingDays, instantOf, localDay, type TimeZone } from '#shared/time-zone.ts';

const hours = ['09', '10', '11', '13', '14', '15', '16'] as const;
/** After so many full working days, a time is suggested although it is not free. */
const maxWorkingDays = 30;

type Input = {
  /** When the person meets other drivers. */
  busyTimes: readonly { startsAt: Date | string; minutes: number }[];
  /** The times that are proposed already, as local times such as `2026-12-01T09:00`. */
  proposed: readonly string[];
  minutes: number;
  timeZone: TimeZone;
  now?: Date;
};

/** Suggests a local time for an interview: the first free hour of the next working day on which no time is proposed yet. */
export function suggestTime({ busyTimes, proposed, minutes, timeZone, now = new Date() }: Input): string {
  const isFree = (time: string) => {
    const start = instantOf(time, timeZone).getTime();
    return busyTimes.every(({ startsAt, minutes: busyMinutes }) => {
      const busyFrom = new Date(startsAt).getTime();
      return busyFrom >= start + minutes * 60_000 || busyFrom + busyMinutes * 60_000 <= start;
    });
  };
  const usedDays = new Set(proposed.map((time) => time.slice(0, 10)));
  let day = localDay(timeZone, now);
  for (let count = 0; count < maxWorkingDays; count += 1) {
    day = addWorkingDays(day, 1);
    if (usedDays.has(day)) continue;
    const freeTime = hours.map((hour) => `${day}T${hour}:00`).find(isFree);
    if (freeTime) return freeTime;
  }
  return `${day}T${hours[0]}:00`;
}
