import { Anchor, type AnchorProps } from '@mantine/core';
import { date, dateTime, deadline } from '#shared/format.ts';
import * as format from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { money } from '#web/browser/format.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';

/** The longest local part (before the `@`), in characters, that never breaks. A longer one breaks anywhere. */
const maxLocalPartLength = 24;
const maxDomainLength = 18;

const noWrap = { whiteSpace: 'nowrap' } as const;

/** The longest part, in characters, that never breaks in a table that can scroll. */
const maxLineLength = 32;

type EmailTextProps = {
  email: string;
  /** Keeps an address of ordinary length on one line. A longer address breaks only before its domain. */
  isOnOneLine?: boolean;
};

/** An email address that can break before its domain. A long domain can also break before its last dot. */
export function EmailText({ email, isOnOneLine = false }: EmailTextProps) {
  if (isOnOneLine && email.length <= maxLineLength) return <span style={noWrap}>{email}</span>;
  const atIndex = email.lastIndexOf('@');
  const domain = email.slice(atIndex);
  const lastDotIndex = Math.max(0, domain.lastIndexOf('.'));
  return (
    <>
      <span style={atIndex <= (isOnOneLine ? maxLineLength : maxLocalPartLength) ? noWrap : undefined}>
        {email.slice(0, atIndex)}
      </span>
      <wbr />
      {domain.length <= (isOnOneLine ? maxLineLength : maxDomainLength) ? (
        <span style={noWrap}>{domain}</span>
      ) : (
        <>
          {domain.slice(0, lastDotIndex)}
          <wbr />
          {domain.slice(lastDotIndex)}
        </>
      )}
    </>
  );
}

/** Dollars in digits of equal width, with or without cents. */
export function Money({ dollars, isWholeDollars = false }: { dollars: number; isWholeDollars?: boolean }) {
  return <span className="tabular">{money(dollars, isWholeDollars)}</span>;
}

type DateProps = {
  value: string | Date | null | undefined;
  /** `date` is MM/DD/YYYY, `time` adds the time, `deadline` adds the time and its zone. */
  dateFormat?: keyof typeof formats;
  /** The time zone of the date. The default is the user's own. A job's dates use the job's time zone. */
  zone?: TimeZone;
};

const formats = { date, time: dateTime, deadline };

/** A date, or a dash if there is none. */
export function DateText({ value, dateFormat = 'date', zone }: DateProps) {
  const userZone = useTimeZone();
  const timeZone = zone ?? userZone;
  const text = formats[dateFormat](value, timeZone);
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
  extension?: string | null;
  /** Shown if there is no number. */
  missing?: string;
};

const unbroken = { whiteSpace: 'nowrap' } as const;

/** A phone number that can be called with one tap. In a narrow column, its extension is below it. */
export function PhoneLink({ digits, extension = null, missing = '-', size = 'sm' }: Props) {
  if (!digits) return missing;
  if (!extension)
    return (
      <Anchor href={`tel:+1${digits}`} size={size} className="tabular" style={unbroken}>
        {format.phone(digits)}
      </Anchor>
    );
  return (
    <Anchor href={`tel:+1${digits};ext=${extension}`} size={size} className="tabular" style={{ whiteSpace: 'normal' }}>
      <span style={unbroken}>{format.phone(digits)}</span> <span style={unbroken}>{format.phoneExtension(extension)}</span>
    </Anchor>
  );
}
