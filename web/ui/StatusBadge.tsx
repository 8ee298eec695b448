import { Badge } from '@mantine/core';
import classes from './StatusBadge.module.css';

/** What a spinner waits for, told to screen readers: Mantine draws it as a `div`, which has a name only with a role. */
export const asStatus = (label: string) => ({ role: 'status', 'aria-label': label });

type Tone = 'green' | 'navy' | 'amber' | 'red' | 'gray';

/** By the word that the screen shows: jobs (shared/jobs/jobs.ts), companies, invoices, accounts, posts. */
const tones: Readonly<Record<string, Tone>> = {
  Active: 'green',
  Paid: 'green',
  Approved: 'green',
  Published: 'green',
  Answered: 'green',
  Scheduled: 'navy',
  Invoiced: 'navy',
  Open: 'amber',
  Canceled: 'amber',
  'Processing payment': 'amber',
  Unverified: 'amber',
  Invited: 'amber',
  Declined: 'red',
  Disabled: 'red',
  Cancelled: 'red',
  Locked: 'red',
  Overdue: 'red',
  Expired: 'red',
  Failed: 'red',
  Inactive: 'gray',
  Closed: 'gray',
  Draft: 'gray',
  Refunded: 'gray',
  'Partly refunded': 'gray',
  Processing: 'amber',
  Voided: 'gray',
};

type Props = {
  /** The word shown, such as `statusLabel(job)`; its tone follows from it. */
  label: string;
  /** For words that the table does not know. */
  tone?: Tone;
};

/** A state as a word with a coloured dot: colour is never the only sign. */
export function StatusBadge({ label, tone }: Props) {
  return (
    <Badge
      color={tone ?? tones[label] ?? 'gray'}
      tt="none"
      fw={550}
      miw="max-content"
      leftSection={<span className={classes.dot} aria-hidden />}
    >
      {label}
    </Badge>
  );
}
