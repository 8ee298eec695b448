import { date, dateTime, deadline, money } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-me.ts';
import { Anchor, type AnchorProps } from '@mantine/core';
import * as format from '#shared/format.ts';

/** What is longer breaks wherever it must. */
const longestName = 24;
const longestServer = 18;

const whole = { whiteSpace: 'nowrap' } as const;

/** What a table that scrolls sideways makes room for. */
const longestLine = 32;

type EmailTextProps = {
  email: string;
  /** Whether one of usual length is not broken at all, and a longer one only before its server. */
  isOnOneLine?: boolean;
};

/** Where it has no room it breaks before its server, and a long one before what it ends in. */
export function EmailText({ email, isOnOneLine = false }: EmailTextProps) {
  if (isOnOneLine && email.length <= longestLine) return <span style={whole}>{email}</span>;
  const at = email.lastIndexOf('@');
  const server = email.slice(at);
  const end = Math.max(0, server.lastIndexOf('.'));
  return (
    <>
      <span style={at <= (isOnOneLine ? longestLine : longestName) ? whole : undefined}>{email.slice(0, at)}</span>
      <wbr />
      {server.length <= (isOnOneLine ? longestLine : longestServer) ? (
        <span style={whole}>{server}</span>
      ) : (
        <>
          {server.slice(0, end)}
          <wbr />
          {server.slice(end)}
        </>
      )}
    </>
  );
}

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

type Props = Pick<AnchorProps, 'size'> & {
  digits: string | null | undefined;
  /** In place of a number that is not known. */
  missing?: string;
};

/** A phone number that can be called with one tap. */
export function PhoneLink({ digits, missing = '-', size = 'sm' }: Props) {
  if (!digits) return missing;
  return (
    <Anchor href={`tel:+1${digits}`} size={size} className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {format.phone(digits)}
    </Anchor>
  );
}
