import { type Text, text } from '#shared/texts/texts.ts';

/** The states of a job and the only allowed transitions between them (`docs/product/jobs.md#job-states`). */
export const jobStatuses = ['INACTIVE', 'PROCESSING_PAYMENT', 'POSTED', 'SCHEDULED', 'DECLINED', 'CLOSED', 'DISABLED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The transitions. `post` or `schedule` follows a payment, depending on the posting date. */
const transitions = {
  startPayment: { from: ['INACTIVE', 'DECLINED'], to: 'PROCESSING_PAYMENT' },
  post: { from: ['PROCESSING_PAYMENT', 'SCHEDULED'], to: 'POSTED' },
  schedule: { from: ['PROCESSING_PAYMENT'], to: 'SCHEDULED' },
  decline: { from: ['PROCESSING_PAYMENT'], to: 'DECLINED' },
  /** The gateway took no money and did not decline the card, so the order can be paid again. */
  releasePayment: { from: ['PROCESSING_PAYMENT'], to: 'INACTIVE' },
  close: { from: ['POSTED', 'SCHEDULED'], to: 'CLOSED' },
  expire: { from: ['POSTED'], to: 'INACTIVE' },
  disable: { from: ['POSTED'], to: 'DISABLED' },
  enable: { from: ['DISABLED'], to: 'POSTED' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>;

export type JobTransition = keyof typeof transitions;

export function sourcesOf(transition: JobTransition): readonly JobStatus[] {
  return transitions[transition].from;
}

export function targetOf(transition: JobTransition): JobStatus {
  return transitions[transition].to;
}

export function canTransition(from: JobStatus, transition: JobTransition): boolean {
  return sourcesOf(transition).includes(from);
}

/** The status of a job in lists. A posted job is Active, or Canceled if its renewal was canceled. */
export const statusLabels = {
  ACTIVE: text('common.active'),
  SCHEDULED: text('labels.jobOrAdScheduled'),
  CANCELED: text('common.canceled'),
  INACTIVE: text('common.inactive'),
  CLOSED: text('labels.jobClosed'),
  PROCESSING_PAYMENT: text('labels.jobProcessingPayment'),
  DECLINED: text('common.declined'),
  DISABLED: text('labels.jobDisabled'),
} as const satisfies Record<string, Text>;

export type ListedStatus = keyof typeof statusLabels;

/** What happened to a job with this status, and what its company can do now. Null if the word says it all. */
export const statusExplanations: Readonly<Record<ListedStatus, Text | null>> = {
  ACTIVE: null,
  SCHEDULED: text('labels.jobScheduledExplained'),
  CANCELED: text('labels.jobCanceledExplained'),
  INACTIVE: text('labels.jobInactiveExplained'),
  CLOSED: text('labels.jobClosedExplained'),
  PROCESSING_PAYMENT: text('labels.jobProcessingPaymentExplained'),
  DECLINED: text('labels.jobDeclinedExplained'),
  DISABLED: text('labels.jobDisabledExplained'),
};

export const listedStatuses = Object.keys(statusLabels) as ListedStatus[];

export function listedStatusOf(job: { status: JobStatus; renewalCanceledAt: string | Date | null }): ListedStatus {
  if (job.status !== 'POSTED') return job.status;
  return job.renewalCanceledAt ? 'CANCELED' : 'ACTIVE';
}

export const statusLabel = (job: Parameters<typeof listedStatusOf>[0]): Text => statusLabels[listedStatusOf(job)];

export const storedStatus = (listed: ListedStatus): JobStatus =>
  listed === 'ACTIVE' || listed === 'CANCELED' ? 'POSTED' : listed;

/** Other names that clients may use in a status filter, besides the codes of {@link statusLabels}. */
const statusAliases: Readonly<Record<string, readonly ListedStatus[]>> = {
  POSTED: ['ACTIVE', 'CANCELED'],
  APPROVED: ['ACTIVE'],
  Approved: ['ACTIVE'],
  Active: ['ACTIVE'],
  Scheduled: ['SCHEDULED'],
  CANCELLED: ['CANCELED'],
  Cancelled: ['CANCELED'],
  Canceled: ['CANCELED'],
  Inactive: ['INACTIVE'],
  Closed: ['CLOSED'],
  'Processing payment': ['PROCESSING_PAYMENT'],
  Declined: ['DECLINED'],
  Disabled: ['DISABLED'],
};

/** The listed statuses that one value of a status filter means. Empty if the value is unknown. */
export function listedStatusesOf(value: string): readonly ListedStatus[] {
  if (Object.hasOwn(statusAliases, value)) return statusAliases[value] ?? [];
  return listedStatuses.filter((status) => status === value);
}

const maxTitleLength = 120;
const copySuffix = ' Copy';

/** The title of a new duplicate (`docs/product/jobs.md#duplicating-a-job`). */
export function copyTitle(title: string): string {
  return title.slice(0, maxTitleLength - copySuffix.length) + copySuffix;
}
