import { Badge } from '@mantine/core';
import classes from './StatusBadge.module.css';

/** Tells screen readers what a spinner waits for. Mantine renders a `div`, which needs a role to have a name. */
export const asStatus = (label: string) => ({ role: 'status', 'aria-label': label });

type Tone = 'green' | 'navy' | 'amber' | 'red' | 'gray';

/** The tone of each status word: jobs (shared/jobs/jobs.ts), companies, invoices, accounts, posts. */
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
  /** The status word, such as `statusLabel(job)`. It decides the tone. */
  label: string;
  /** For words that are not in the table. */
  tone?: Tone;
};

/** A status as a word with a colored dot, so that color is never the only sign. */
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
