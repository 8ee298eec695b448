import { Badge, type BadgeProps, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Text as WrittenText } from '#shared/texts/texts.ts';
import { writeText } from '#web/texts/app.ts';
import classes from './ui.module.css';

/** Tells screen readers what a spinner waits for. Mantine renders a `div`, which needs a role to have a name. */
export const asStatus = (label: string) => ({ role: 'status', 'aria-label': label });

type Tone = 'green' | 'navy' | 'amber' | 'red' | 'gray';

/** The tone of each status, by the codes of jobs, companies, people, posts, ads, messages, invoices and charges. */
const tones = {
  ACTIVE: 'green',
  SCHEDULED: 'navy',
  CANCELED: 'amber',
  INACTIVE: 'gray',
  CLOSED: 'gray',
  PROCESSING_PAYMENT: 'amber',
  DECLINED: 'red',
  DISABLED: 'red',
  Active: 'green',
  Inactive: 'gray',
  Cancelled: 'red',
  Invited: 'amber',
  Locked: 'red',
  expired: 'red',
  Published: 'green',
  Scheduled: 'navy',
  Draft: 'gray',
  Running: 'green',
  Ended: 'gray',
  Off: 'amber',
  Open: 'amber',
  Answered: 'green',
  paid: 'green',
  open: 'amber',
  overdue: 'red',
  void: 'gray',
  partlyRefunded: 'gray',
  refunded: 'gray',
  credited: 'gray',
  approved: 'green',
  pending: 'amber',
  declined: 'red',
  failed: 'red',
  done: 'gray',
  sent: 'green',
  closed: 'gray',
  withdrawn: 'amber',
  waiting: 'amber',
  verified: 'green',
  rejected: 'red',
  unusable: 'red',
  viewed: 'navy',
  in_review: 'navy',
  contacted: 'green',
  interview: 'green',
  final_steps: 'green',
  hired: 'green',
  not_selected: 'gray',
  flagged: 'amber',
} as const satisfies Record<string, Tone>;

type Props = {
  /** Decides the tone. */
  status: keyof typeof tones;
  label: string;
  /** What happened and what to do now. It is shown on hover, focus and tap. */
  explanation?: WrittenText | null;
};

/** A status as a word with a colored dot. The color is never the only sign. */
export function StatusBadge({ status, label, explanation = null }: Props) {
  const look = {
    color: tones[status],
    tt: 'none',
    fw: 550,
    miw: 'max-content',
    leftSection: <span className={classes.dot} aria-hidden />,
  } as const;
  if (explanation === null) return <Badge {...look}>{label}</Badge>;
  return (
    <ExplainedBadge explanation={writeText(explanation)} {...look}>
      {label}
    </ExplainedBadge>
  );
}

/** The explanation is open while the pointer or the focus is on the badge. After a tap it stays until the next tap elsewhere. */
function ExplainedBadge({ explanation, ...badge }: BadgeProps & { explanation: string }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Tooltip label={explanation} multiline maw="18rem" opened={isOpen}>
      <Badge
        component="button"
        type="button"
        className={classes.explained}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        {...badge}
      />
    </Tooltip>
  );
}
