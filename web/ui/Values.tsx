import { date, dateTime, money, shortDate } from '#shared/format.ts';

/** Dollars, in figures of one width; `isWhole` leaves out `.00`. */
export function Money({ dollars, isWhole = false }: { dollars: number; isWhole?: boolean }) {
  return <span className="tabular">{money(dollars, isWhole)}</span>;
}

type DateProps = {
  value: string | Date | null | undefined;
  /** `date` MM/DD/YYYY, `short` MM/DD/YY, `time` with the hour. */
  as?: 'date' | 'short' | 'time';
};

const formats = { date, short: shortDate, time: dateTime };

/** A date in the reader's zone; a dash when there is none. */
export function DateText({ value, as = 'date' }: DateProps) {
  const text = formats[as](value);
  if (!value) return <span>{text}</span>;
  return (
    <time className="tabular" dateTime={typeof value === 'string' ? value : value.toISOString()} title={dateTime(value)}>
      {text}
    </time>
  );
}
