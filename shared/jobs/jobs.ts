/** Job states and their transitions: the one place (`product: Job states`). */
export const jobStatuses = ['INACTIVE', 'PROCESSING_PAYMENT', 'POSTED', 'SCHEDULED', 'DECLINED', 'CLOSED', 'DISABLED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** What moves a job; the target may depend on the posting date (posted at once, or scheduled). */
const transitions = {
  startPayment: { from: ['INACTIVE', 'DECLINED'], to: 'PROCESSING_PAYMENT' },
  post: { from: ['PROCESSING_PAYMENT', 'SCHEDULED'], to: 'POSTED' },
  schedule: { from: ['PROCESSING_PAYMENT'], to: 'SCHEDULED' },
  decline: { from: ['PROCESSING_PAYMENT'], to: 'DECLINED' },
  /** The gateway took nothing and said nothing about the card: payable again as before. */
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

export function mayMove(from: JobStatus, transition: JobTransition): boolean {
  return sourcesOf(transition).includes(from);
}

/** The status of a job as lists show it: a posted job reads Active, or Canceled when its renewal was canceled. */
export const statusLabels = {
  ACTIVE: 'Active',
  SCHEDULED: 'Scheduled',
  CANCELED: 'Canceled',
  INACTIVE: 'Inactive',
  CLOSED: 'Closed',
  PROCESSING_PAYMENT: 'Processing payment',
  DECLINED: 'Declined',
  DISABLED: 'Disabled',
} as const;

export type ListedStatus = keyof typeof statusLabels;
export type StatusLabel = (typeof statusLabels)[ListedStatus];

export const listedStatuses = Object.keys(statusLabels) as ListedStatus[];

export function statusLabel(job: { status: JobStatus; renewalCanceledAt: string | Date | null }): StatusLabel {
  const listed = job.status === 'POSTED' ? (job.renewalCanceledAt ? 'CANCELED' : 'ACTIVE') : job.status;
  return statusLabels[listed];
}

export const storedStatus = (listed: ListedStatus): JobStatus =>
  listed === 'ACTIVE' || listed === 'CANCELED' ? 'POSTED' : listed;

/** Names that clients write in a status filter besides the codes and labels of {@link statusLabels}. */
const otherNames: Readonly<Record<string, readonly ListedStatus[]>> = {
  POSTED: ['ACTIVE', 'CANCELED'],
  APPROVED: ['ACTIVE'],
  Approved: ['ACTIVE'],
  CANCELLED: ['CANCELED'],
  Cancelled: ['CANCELED'],
};

/** The listed statuses that one value of a status filter means; empty when the value is unknown. */
export function listedStatusesOf(value: string): readonly ListedStatus[] {
  if (Object.hasOwn(otherNames, value)) return otherNames[value] ?? [];
  return listedStatuses.filter((status) => status === value || statusLabels[status] === value);
}

const longestTitle = 120;
const copySuffix = ' Copy';

/** What a duplicate is called at first (`spec: work §2`). */
export function copyTitle(title: string): string {
  return title.slice(0, longestTitle - copySuffix.length) + copySuffix;
}
