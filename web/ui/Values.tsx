import { date, dateTime, deadline, money } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-me.ts';
import { Anchor, type AnchorProps } from '@mantine/core';
import * as format from '#shared/format.ts';

/** A longer name breaks anywhere. */
const longestName = 24;
const longestServer = 18;

const noWrap = { whiteSpace: 'nowrap' } as const;

/** The widest line that a scrolling table makes room for. */
const longestLine = 32;

type EmailTextProps = {
  email: string;
  /** Keeps an address of ordinary length on one line, and breaks a longer one only before its domain. */
  isOnOneLine?: boolean;
};

/** An email address that breaks before its domain if there is no room, and a long one before its ending. */
export function EmailText({ email, isOnOneLine = false }: EmailTextProps) {
  if (isOnOneLine && email.length <= longestLine) return <span style={noWrap}>{email}</span>;
  const at = email.lastIndexOf('@');
  const server = email.slice(at);
  const end = Math.max(0, server.lastIndexOf('.'));
  return (
    <>
      <span style={at <= (isOnOneLine ? longestLine : longestName) ? noWrap : undefined}>{email.slice(0, at)}</span>
      <wbr />
      {server.length <= (isOnOneLine ? longestLine : longestServer) ? (
        <span style={noWrap}>{server}</span>
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

/** Dollars in digits of equal width. `deletesAccount` leaves out `.00`. */
export function Money({ dollars, isWhole = false }: { dollars: number; isWhole?: boolean }) {
  return <span className="tabular">{money(dollars, isWhole)}</span>;
}

type DateProps = {
  value: string | Date | null | undefined;
  /** `date` is MM/DD/YYYY, `time` adds the time, `deadline` adds the time and its zone. */
  as?: keyof typeof formats;
  /** The job's zone, for a job's dates. By default the reader's. */
  zone?: TimeZone;
};

const formats = { date, time: dateTime, deadline };

/** A date, or a dash if there is none. */
export function DateText({ value, as = 'date', zone }: DateProps) {
  const readerZone = useTimeZone();
  const timeZone = zone ?? readerZone;
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
  /** Shown if there is no number. */
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
