import { date, dateTime, deadline, money } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-time-zone.ts';

/** Dollars, in figures of one width; `isWhole` leaves out `.00`. */
export function Money({ dollars, isWhole = false }: { dollars: number; isWhole?: boolean }) {
  return <span className="tabular">{money(dollars, isWhole)}</span>;
}

type DateProps = {
  value: string | Date | null | undefined;
  /** `date` MM/DD/YYYY, `time` with the hour, `deadline` with the hour and its zone. */
  as?: keyof typeof formats;
  /** The job's, for the days of a job. The reader's when it is not given. */
  zone?: TimeZone;
};

const formats = { date, time: dateTime, deadline };

/** A date; a dash when there is none. */
export function DateText({ value, as = 'date', zone }: DateProps) {
  const own = useTimeZone();
  const timeZone = zone ?? own;
  const text = formats[as](value, timeZone);
  if (!value) return <span>{text}</span>;
  return (
    <time
      className="tabular"
      dateTime={typeof value === 'string' ? value : value.toISOString()}
      title={deadline(value, timeZone)}
    >
      {text}
    </time>
  );
}
